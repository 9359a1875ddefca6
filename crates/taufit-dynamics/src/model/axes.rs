//! Relative pose of joint axes, whichever frames a description puts on them.

use super::{Joint, Robot};
use crate::spatial::Vec3;

/// Axes closer to parallel than this have no common normal that can be relied on: those of a calibrated
/// arm are off by milliradians \[rad\].
const PARALLEL_RAD: f64 = 0.05;

/// A joint's axis, seen from that of the moving joint before it: `|a|` and `|α|` of Denavit and
/// Hartenberg. Neither depends on where joints stand, on frames, offsets or signs, so that two
/// descriptions of one arm agree in them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisOffset {
    /// Distance between the axes; none where one of the joints slides, since an axis of sliding has a
    /// direction but no place \[m\].
    pub distance_m: Option<f64>,
    /// Angle between the axes, from 0 to π/2 \[rad\].
    pub angle_rad: f64,
}

impl AxisOffset {
    /// Axis of a joint; none on the base.
    ///
    /// For axes through `p₁`, `p₂` along unit vectors `z₁`, `z₂`, with `n = z₁ × z₂`:
    /// `α = atan2(|n|, |z₁·z₂|)`, `a = |(p₂ − p₁)·n| / |n|`, or `|(p₂ − p₁) × z₁|` for parallel ones.
    pub fn of(robot: &Robot, joint: &Joint) -> Option<Self> {
        let before = &robot.joints[joint.parent?];
        // Both in the frame of the link between the two joints.
        let link_from_before = before.joint_from_link.inverse();
        let (p1, z1) = (link_from_before.translation, link_from_before.rotation * before.axis);
        let at = &joint.parent_from_joint;
        let (between, z2) = (at.translation - p1, at.rotation * joint.axis);
        let normal: Vec3 = z1.cross(z2);
        let angle_rad = normal.norm().atan2(z1.dot(z2).abs());
        let distance_m = if angle_rad < PARALLEL_RAD {
            between.cross(z1).norm()
        } else {
            between.dot(normal).abs() / normal.norm()
        };
        let has_place = !before.is_prismatic() && !joint.is_prismatic();
        Some(Self { distance_m: has_place.then_some(distance_m), angle_rad })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog;
    use std::f64::consts::FRAC_PI_2;

    /// Length and twist of the Denavit-Hartenberg table, for arms that are described by one.
    #[test]
    fn it_is_the_length_and_twist_of_the_tables() {
        let quarter = FRAC_PI_2;
        let ur5 = [(0.0, quarter), (0.425, 0.0), (0.39225, 0.0), (0.0, quarter), (0.0, quarter)];
        let puma =
            [(0.0, quarter), (0.4318, 0.0), (0.0203, quarter), (0.0, quarter), (0.0, quarter)];
        for (name, table) in [("ur5", ur5), ("puma560", puma)] {
            let robot = catalog::robot(name).unwrap();
            assert_eq!(AxisOffset::of(&robot, &robot.joints()[0]), None);
            for (joint, (length_m, twist_rad)) in robot.joints()[1..].iter().zip(table) {
                let found = AxisOffset::of(&robot, joint).unwrap();
                let distance_m = found.distance_m.unwrap();
                assert!((distance_m - length_m).abs() < 1e-9, "{name} {}: {found:?}", joint.name);
                assert!((found.angle_rad - twist_rad).abs() < 1e-9, "{name}: {found:?}");
            }
        }
    }
}
