//! Poses of the links.

use super::scratch::{Scratch, check_len};
use crate::diagnostics::Result;
use crate::model::{Frame, Robot};
use crate::spatial::Transform;

/// Pose of every moving link, `world_from_link`.
pub fn forward_kinematics<'s>(
    robot: &Robot,
    scratch: &'s mut Scratch,
    q: &[f64],
) -> Result<&'s [Transform]> {
    check_len(robot, "q", q)?;
    scratch.set_angles(robot, q);
    for (i, joint) in robot.joints.iter().enumerate() {
        let parent_from_link = joint.map.pose((), scratch.angles[i]);
        scratch.motions[i].parent_from_link = parent_from_link;
        scratch.world_from_link[i] = match joint.parent {
            Some(parent) => scratch.world_from_link[parent] * parent_from_link,
            None => parent_from_link,
        };
    }
    Ok(&scratch.world_from_link)
}

/// Pose of a named frame, `world_from_frame`.
pub fn frame_pose(
    robot: &Robot,
    scratch: &mut Scratch,
    q: &[f64],
    frame: &Frame,
) -> Result<Transform> {
    let world_from_link = forward_kinematics(robot, scratch, q)?;
    Ok(match frame.link {
        Some(link) => world_from_link[link] * frame.link_from_frame,
        None => frame.link_from_frame,
    })
}
