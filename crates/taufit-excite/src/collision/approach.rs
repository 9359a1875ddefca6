//! Upper bounds on the approach speed of two bodies.

use super::body::Body;
use taufit_dynamics::model::{Joint, Limits, Robot};

/// For every coordinate, how much the distance of two bodies can shrink per unit of it \[m/rad or m/m\].
///
/// Only joints that carry one body and not the other matter. A turning joint with axis `z` at `o` changes
/// the distance by `n · (z × (p − o))` with `p` the nearest point of either body: both lie on one line along
/// `n`. So the smaller of the two bodies' largest distances from the joint bounds it; a sliding joint has 1.
pub(super) fn approach_bounds(robot: &Robot, a: &Body, b: &Body) -> Vec<f64> {
    let mut bounds = vec![0.0; robot.n_dof()];
    for (mover, other) in [(a, b), (b, a)] {
        for &j in path(robot, mover) {
            if path(robot, other).contains(&j) {
                continue;
            }
            let joint = &robot.joints()[j];
            let arm_m = if joint.is_prismatic() {
                1.0
            } else {
                outward_m(robot, mover, j).min(inward_m(robot, other, j))
            };
            bounds[joint.drive.dof] += joint.drive.ratio.abs() * arm_m;
        }
    }
    bounds
}

fn path<'r>(robot: &'r Robot, body: &Body) -> &'r [usize] {
    body.link().map_or(&[], |i| robot.path(i))
}

/// Largest distance of a point of the body from the origin of joint `j`, which moves the body.
fn outward_m(robot: &Robot, body: &Body, j: usize) -> f64 {
    let beyond = path(robot, body).iter().filter(|&&k| k > j).map(|&k| link_m(&robot.joints()[k]));
    body.farthest_m() + robot.joints()[j].joint_from_link.translation.norm() + beyond.sum::<f64>()
}

/// Largest distance of a point of the body from the origin of joint `j`, which does not move the body:
/// back to the last joint that moves both, and from there out to `j`.
fn inward_m(robot: &Robot, body: &Body, j: usize) -> f64 {
    let own = path(robot, body);
    let to_joint = robot.path(j);
    let n_common = own.iter().zip(to_joint).take_while(|(a, b)| a == b).count();
    let back: f64 = own[n_common..].iter().map(|&k| link_m(&robot.joints()[k])).sum();
    let out = to_joint[n_common..].iter().filter(|&&k| k != j);
    let out: f64 = out.map(|&k| link_m(&robot.joints()[k])).sum();
    body.farthest_m() + back + out + robot.joints()[j].parent_from_joint.translation.norm()
}

/// Largest distance from the frame of a joint's parent link to that of the link it moves.
fn link_m(joint: &Joint) -> f64 {
    let stroke_m = if joint.is_prismatic() {
        let Limits { lower, upper, .. } = joint.limits;
        let end = |limit: Option<f64>| limit.map_or(f64::INFINITY, f64::abs);
        end(lower).max(end(upper))
    } else {
        0.0
    };
    joint.parent_from_joint.translation.norm() + joint.joint_from_link.translation.norm() + stroke_m
}
