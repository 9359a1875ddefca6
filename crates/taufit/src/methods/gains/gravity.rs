//! Joints that a weight can load.

use crate::diagnostics::Result;
use crate::dynamics::{Scratch, frame_jacobian};
use crate::model::Robot;
use crate::signal::Segment;

/// Joints with less than this share of gravity across their axis are not loaded by any weight.
pub(in crate::methods) const LEAST_SHARE: f64 = 0.05;
/// Poses that are looked at, per stretch.
const POSES: usize = 200;

/// Share of gravity that can turn (or shift) each joint, root mean square over the poses of a motion:
/// 1 for a level axis, 0 for an upright one.
pub(super) fn gravity_shares(robot: &Robot, segments: &[Segment]) -> Result<Vec<f64>> {
    let (mut sums, mut n_poses) = (vec![0.0; robot.n_dof()], 0_usize);
    let mut scratch = Scratch::new(robot);
    for segment in segments {
        let n = segment.n_samples;
        for k in (0..n).step_by((n / POSES).max(1)) {
            let q: Vec<f64> = (0..robot.n_dof()).map(|j| segment.q[j * n + k]).collect();
            n_poses += 1;
            for (dof, sum) in sums.iter_mut().enumerate() {
                *sum += gravity_share(robot, &mut scratch, &q, dof)?.powi(2);
            }
        }
    }
    Ok(sums.iter().map(|sum| (sum / n_poses.max(1) as f64).sqrt()).collect())
}

/// Share of gravity that can turn (or shift) one joint in a pose.
pub(in crate::methods) fn gravity_share(
    robot: &Robot,
    scratch: &mut Scratch,
    q: &[f64],
    dof: usize,
) -> Result<f64> {
    let gravity = robot.gravity_in_world();
    let down = if gravity.norm() > 0.0 { gravity * gravity.norm().recip() } else { gravity };
    let joint = robot.dof_joint(dof);
    let frame = robot.frame(&joint.link.name)?;
    let axis = frame_jacobian(robot, scratch, q, frame)?[dof];
    Ok(if joint.is_prismatic() {
        axis.linear.dot(down).abs()
    } else {
        axis.angular.cross(down).norm()
    })
}
