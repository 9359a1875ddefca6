//! A robot as a file describes it: named links and joints in any order, nothing checked yet.

use super::Solid;
use crate::diagnostics::{InputError, Result};
use crate::friction::Friction;
use crate::spatial::{Inertial, Transform, Vec3};
use serde::{Deserialize, Serialize};

/// Standard gravity along −z \[m/s²\], to the digits that URDF tools and simulators use.
pub const STANDARD_GRAVITY: Vec3 = Vec3::new(0.0, 0.0, -9.81);

/// Kind of motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JointKind {
    /// Turns between limits.
    Revolute,
    /// Turns without end.
    Continuous,
    /// Slides.
    Prismatic,
    /// Does not move; its child is merged into its parent.
    Fixed,
}

/// Limits of a joint; `None` where the source gives none. Radians for turning joints, metres for
/// sliding ones.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Lowest position.
    pub lower: Option<f64>,
    /// Highest position.
    pub upper: Option<f64>,
    /// Highest speed.
    pub velocity: Option<f64>,
    /// Highest acceleration.
    pub acceleration: Option<f64>,
    /// Highest effort \[N·m or N\].
    pub effort: Option<f64>,
}

/// The drive of a joint, seen from the joint side of the gearbox.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Motor {
    /// Motor turns per joint turn.
    pub gear_ratio: Option<f64>,
    /// Joint torque per ampere \[N·m/A\]: motor constant times gear ratio.
    pub torque_constant_nm_a: Option<f64>,
    /// Rotor inertia reflected to the joint, `Ia` = gear ratio² × rotor inertia \[kg m²\].
    pub rotor_inertia_kg_m2: f64,
    /// Motor type: joints with the same one share a torque constant.
    pub motor_type: Option<String>,
}

/// A joint that follows another: `q = ratio · q_source + offset`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mimic {
    /// The joint to follow.
    pub joint: String,
    /// Factor.
    pub ratio: f64,
    /// Constant \[rad or m\].
    pub offset: f64,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkDescription {
    /// Its name.
    pub name: String,
    /// Its body; `None` where the source gives none.
    pub inertial: Option<Inertial>,
    /// The space that it takes up; empty where the source gives none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collision: Vec<Solid>,
}

impl LinkDescription {
    /// A link without shapes.
    pub fn new(name: impl Into<String>, inertial: Option<Inertial>) -> Self {
        Self { name: name.into(), inertial, collision: Vec::new() }
    }
}

/// A joint: `parent_from_link(q) = parent_from_joint · motion(q) · joint_from_link`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointDescription {
    /// Its name.
    pub name: String,
    /// Kind of motion.
    pub kind: JointKind,
    /// The link it hangs on.
    pub parent: String,
    /// The link it moves.
    pub child: String,
    /// Pose of the joint on its parent.
    pub parent_from_joint: Transform,
    /// Direction of the axis, in the joint frame.
    pub axis: Vec3,
    /// Frame of the child link seen from the joint; identity except for standard DH and MJCF.
    pub joint_from_link: Transform,
    /// Limits of its motion.
    pub limits: Limits,
    /// Its drive.
    pub motor: Motor,
    /// Its friction.
    pub friction: Friction,
    /// The joint it follows, if any.
    pub mimic: Option<Mimic>,
}

impl JointDescription {
    /// A joint about or along z at the parent's origin, without limits, motor or friction.
    pub fn new(
        name: impl Into<String>,
        kind: JointKind,
        parent: impl Into<String>,
        child: impl Into<String>,
    ) -> Self {
        Self {
            name: name.into(),
            kind,
            parent: parent.into(),
            child: child.into(),
            parent_from_joint: Transform::IDENTITY,
            axis: Vec3::Z,
            joint_from_link: Transform::IDENTITY,
            limits: Limits::default(),
            motor: Motor::default(),
            friction: Friction::NONE,
            mimic: None,
        }
    }

    fn fix_at(&mut self, position: f64) {
        let unit_axis = self.axis * (1.0 / self.axis.norm());
        let moved = match self.kind {
            JointKind::Prismatic => {
                let translation = unit_axis * position;
                Transform { translation, ..Transform::IDENTITY }
            }
            JointKind::Revolute | JointKind::Continuous => {
                Transform::from_rotation(unit_axis, position)
            }
            JointKind::Fixed => Transform::IDENTITY,
        };
        self.parent_from_joint = self.parent_from_joint * moved;
        (self.kind, self.mimic) = (JointKind::Fixed, None);
    }
}

impl RobotDescription {
    /// Fixes a joint at a position \[rad or m\]: joints that a log does not have. Joints that follow it
    /// are fixed where it puts them.
    pub fn lock(&mut self, joint: &str, position: f64) -> Result<()> {
        let mut names = self.joints.iter().map(|j| j.name.as_str());
        let all = names.clone();
        if !names.any(|name| name == joint) {
            return Err(InputError::unknown_name("joint", joint, all));
        }
        if !position.is_finite() {
            let (setting, expected) = ("position of a locked joint", "a finite number");
            return Err(InputError::OutOfRange { setting, value: position, expected }.into());
        }
        for other in &mut self.joints {
            let follows = other.mimic.as_ref().filter(|mimic| mimic.joint == joint);
            let at = follows.map(|mimic| mimic.ratio * position + mimic.offset);
            match at {
                Some(at) => other.fix_at(at),
                None if other.name == joint => other.fix_at(position),
                None => {}
            }
        }
        Ok(())
    }
}

/// A named frame that is rigidly attached to a link, such as a tool flange.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Its name.
    pub name: String,
    /// Index of the moving link that carries it; `None` for the base.
    pub link: Option<usize>,
    /// Where it sits on that link (or on the base).
    pub link_from_frame: Transform,
}

/// A robot as a file describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RobotDescription {
    /// Its name.
    pub name: String,
    /// Gravity in the frame of the base \[m/s²\].
    pub gravity_in_world: Vec3,
    /// The links.
    pub links: Vec<LinkDescription>,
    /// The joints.
    pub joints: Vec<JointDescription>,
}

#[cfg(test)]
mod tests {
    use crate::dynamics::{Scratch, inverse_dynamics};
    use crate::model::catalog;

    #[test]
    fn a_locked_joint_leaves_the_torques_of_the_others() {
        let whole = catalog::robot("panda").unwrap();
        let mut description = catalog::description("panda").unwrap();
        description.lock("joint4", -0.7).unwrap();
        let locked = description.build().unwrap();
        let (q, qd, qdd) = (
            [0.3, -0.4, 0.5, -0.7, 0.6, 1.1, -0.2],
            [0.5, 0.3, -0.6, 0.0, 0.4, 0.2, 0.9],
            [1.5, -0.3, 0.6, 0.0, -1.4, 2.2, 0.4],
        );
        let others = |x: &[f64; 7]| [x[0], x[1], x[2], x[4], x[5], x[6]];
        let expected =
            inverse_dynamics(&whole, &mut Scratch::new(&whole), &q, &qd, &qdd).unwrap().to_vec();
        let (q, qd, qdd) = (others(&q), others(&qd), others(&qdd));
        let found =
            inverse_dynamics(&locked, &mut Scratch::new(&locked), &q, &qd, &qdd).unwrap().to_vec();
        for (found, k) in found.iter().zip([0, 1, 2, 4, 5, 6]) {
            assert!((found - expected[k]).abs() < 1e-10, "{found} {}", expected[k]);
        }
        let mut description = catalog::description("panda").unwrap();
        assert_eq!(description.lock("joint9", 0.0).unwrap_err().code(), "E021");
        assert_eq!(description.lock("joint1", f64::NAN).unwrap_err().code(), "E100");
    }
}
