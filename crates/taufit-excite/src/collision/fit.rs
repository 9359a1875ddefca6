//! Capsules for links of which only the kinematics are known.

use taufit_dynamics::model::{Robot, Solid};
use taufit_dynamics::spatial::Vec3;

/// Radius of a fitted capsule per reach of the robot: 56 mm for a UR5, whose links have 40 to 60 mm.
const RADIUS_SHARE: f64 = 0.045;

/// Thinnest fitted capsule, for robots without reach \[m\].
const THINNEST_M: f64 = 0.01;

/// Capsules for a moving link, or for the base: from the joint that moves it to every joint that it carries.
/// The last link reaches to its own frame and to the tools that are fixed to it.
pub(super) fn fitted(robot: &Robot, link: Option<usize>) -> Vec<Solid> {
    let radius_m = (RADIUS_SHARE * robot.reach_m()).max(THINNEST_M);
    let joint = link.map(|i| &robot.joints()[i]);
    let start = joint.map_or(Vec3::ZERO, |j| j.joint_from_link.inverse().translation);
    let children = robot.joints().iter().filter(|j| j.parent == link);
    let mut ends: Vec<Vec3> = children.map(|j| j.parent_from_joint.translation).collect();
    if ends.is_empty() {
        let fixed = robot.frames().iter().filter(|f| f.link == link);
        ends.extend(fixed.map(|f| f.link_from_frame.translation));
    }
    let mut capsules: Vec<Solid> = Vec::new();
    for end in ends {
        let capsule = Solid::capsule_between(start, end, radius_m);
        if !capsules.contains(&capsule) {
            capsules.push(capsule);
        }
    }
    // A ball at the joint adds nothing to a capsule that begins there.
    if capsules.len() > 1 {
        let ball = Solid::capsule_between(start, start, radius_m);
        capsules.retain(|c| *c != ball);
    }
    capsules
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::model::{Shape, catalog};

    fn lengths(link: Option<usize>) -> Vec<f64> {
        let robot = catalog::description("planar2r").unwrap().build().unwrap();
        let length = |solid: &Solid| match solid.shape {
            Shape::Capsule { length_m, .. } => length_m,
            Shape::Sphere { .. } => 0.0,
            ref other => panic!("{other:?}"),
        };
        fitted(&robot, link).iter().map(length).collect()
    }

    #[test]
    fn capsules_reach_from_joint_to_joint_and_to_the_tip() {
        let robot = catalog::description("planar2r").unwrap().build().unwrap();
        let reach_m = robot.reach_m();
        let [first, second] = [lengths(Some(0)), lengths(Some(1))];
        assert_eq!((first.len(), second.len()), (1, 1));
        assert!((first[0] + second[0] - reach_m).abs() < 1e-12, "{first:?} {second:?} {reach_m}");
        // Its first joint sits at the origin of the base.
        assert_eq!(lengths(None), [0.0]);
    }
}
