//! The geometric Jacobian.

use super::kinematics::frame_pose;
use super::scratch::Scratch;
use crate::diagnostics::Result;
use crate::model::{Frame, Robot};
use crate::spatial::MotionVector;

/// Geometric Jacobian of a frame: column `j` is the twist `[ω; v]` of the frame's origin, in world
/// axes, per unit of coordinate `j`.
///
/// Its transpose maps a wrench on the frame, `[n; f]` in world axes about the frame's origin, to joint
/// torques. Of a screw `[s; u]` known at the world's origin, the frame's origin `p` sees `u + s × p`.
pub fn frame_jacobian<'s>(
    robot: &Robot,
    scratch: &'s mut Scratch,
    q: &[f64],
    frame: &Frame,
) -> Result<&'s [MotionVector]> {
    let origin = frame_pose(robot, scratch, q, frame)?.translation;
    let Scratch { jacobian, world_from_link, .. } = scratch;
    jacobian.fill(MotionVector::ZERO);
    for &i in frame.link.map_or(&[][..], |link| robot.path(link)) {
        let map = &robot.joints[i].map;
        let at_world = world_from_link[i].motion(map.screw);
        let linear = at_world.linear + at_world.angular.cross(origin);
        jacobian[map.dof] = jacobian[map.dof] + MotionVector { linear, ..at_world };
    }
    Ok(jacobian)
}
