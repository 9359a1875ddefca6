//! The checked, immutable robot.

use super::{Frame, JointKind, JointMap, Limits, Motor, Solid};
use crate::diagnostics::{InputError, ModelError, Result, Warning};
use crate::friction::Friction;
use crate::spatial::{Inertial, LinkInertia, Transform, Vec3};

/// Which coordinate moves a joint: `q_joint = ratio · q[dof] + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drive {
    /// Index of the coordinate.
    pub dof: usize,
    /// 1, or the factor of a mimic joint.
    pub ratio: f64,
    /// 0, or the offset of a mimic joint \[rad or m\].
    pub offset: f64,
}

/// A moving link: everything rigidly attached to it is merged into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its name.
    pub name: String,
    /// Nominal inertia, links behind fixed joints and payloads included.
    pub inertia: LinkInertia,
    /// Links that were merged into it, through fixed joints.
    pub merged: Vec<String>,
    /// The space that it takes up with all that is merged into it, in its frame; see
    /// `Geometry` of the collision checks for what is missing.
    pub collision: Vec<Solid>,
}

/// A moving joint and the link it carries.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// Revolute, continuous or prismatic.
    pub kind: JointKind,
    /// Index of the joint whose link carries this one; `None` on the base. Always a smaller index.
    pub parent: Option<usize>,
    /// Where the joint sits on the parent's link frame.
    pub parent_from_joint: Transform,
    /// Unit axis in the joint frame.
    pub axis: Vec3,
    /// The link frame seen from the joint.
    pub joint_from_link: Transform,
    /// The coordinate that moves it.
    pub drive: Drive,
    /// Limits of its motion.
    pub limits: Limits,
    /// Its drive.
    pub motor: Motor,
    /// Its friction.
    pub friction: Friction,
    /// The link it moves.
    pub link: Link,
    /// Link frame as a function of the coordinate, derived from the fields above.
    pub map: JointMap,
}

impl Joint {
    /// Whether the joint follows another one.
    pub fn is_mimic(&self, robot: &Robot) -> bool {
        robot.dof_joint(self.drive.dof).name != self.name
    }

    /// Whether the joint slides, so that its unit is the metre.
    pub fn is_prismatic(&self) -> bool {
        self.kind == JointKind::Prismatic
    }
}

/// A kinematic tree on a fixed base: joint `i` moves link `i`, parents come before children.
///
/// Built by [`RobotDescription::build`](super::RobotDescription::build); never changes afterwards
/// (the `with_` methods give a new robot).
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    pub(crate) name: String,
    pub(crate) gravity_in_world: Vec3,
    pub(crate) joints: Vec<Joint>,
    /// Joint index of each coordinate.
    pub(crate) dof_joints: Vec<usize>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) base_collision: Vec<Solid>,
    /// For every joint the joints from the base to itself, itself last.
    pub(crate) paths: Vec<Vec<usize>>,
    pub(crate) warnings: Vec<Warning>,
}

impl Robot {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gravity in the frame of the base \[m/s²\].
    pub fn gravity_in_world(&self) -> Vec3 {
        self.gravity_in_world
    }

    /// The moving joints, parents first.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// The robot with one more joint, moved by a coordinate of its own behind those that there are.
    pub fn with_joint(mut self, joint: Joint) -> Self {
        let index = self.joints.len();
        let mut path = joint.parent.map_or_else(Vec::new, |parent| self.paths[parent].clone());
        path.push(index);
        self.dof_joints.push(index);
        self.paths.push(path);
        self.joints.push(joint);
        self
    }

    /// Number of independent coordinates: moving joints that follow no other.
    pub fn n_dof(&self) -> usize {
        self.dof_joints.len()
    }

    /// Number of moving links.
    pub fn n_links(&self) -> usize {
        self.joints.len()
    }

    /// Index of the joint that coordinate `dof` belongs to.
    pub fn dof_joint_index(&self, dof: usize) -> usize {
        self.dof_joints[dof]
    }

    /// The joint that coordinate `dof` belongs to.
    pub fn dof_joint(&self, dof: usize) -> &Joint {
        &self.joints[self.dof_joints[dof]]
    }

    /// The joints of the coordinates, in order: `q`, `qd`, `qdd`, `tau` follow this order.
    pub fn dof_joint_iter(&self) -> impl ExactSizeIterator<Item = &Joint> {
        self.dof_joints.iter().map(|&i| &self.joints[i])
    }

    /// Every named frame: the moving links, what was merged into them, and the base.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The frame with this name.
    pub fn frame(&self, name: &str) -> Result<&Frame> {
        self.frames.iter().find(|f| f.name == name).ok_or_else(|| {
            InputError::unknown_name("frame", name, self.frames.iter().map(|f| f.name.as_str()))
        })
    }

    /// The space that the base takes up, in its frame.
    pub fn base_collision(&self) -> &[Solid] {
        &self.base_collision
    }

    /// The joints from the base to joint `i`, `i` last.
    pub fn path(&self, i: usize) -> &[usize] {
        &self.paths[i]
    }

    /// Whether some joints follow others.
    pub fn has_mimic(&self) -> bool {
        self.n_dof() < self.n_links()
    }

    /// Warnings about the description.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Mass of all moving links \[kg\].
    pub fn total_mass_kg(&self) -> f64 {
        self.joints.iter().map(|j| j.link.inertia.mass_kg).sum()
    }

    /// Length of the longest path from the base, joint to joint and on to the farthest frame \[m\].
    pub fn reach_m(&self) -> f64 {
        let mut along = vec![0.0; self.joints.len()];
        for (i, joint) in self.joints.iter().enumerate() {
            let before = joint.parent.map_or(0.0, |p| along[p]);
            let stroke = if joint.is_prismatic() {
                let Limits { lower, upper, .. } = joint.limits;
                lower.unwrap_or(0.0).abs().max(upper.unwrap_or(0.0).abs())
            } else {
                0.0
            };
            along[i] = before
                + joint.parent_from_joint.translation.norm()
                + joint.joint_from_link.translation.norm()
                + stroke;
        }
        let frame =
            |f: &Frame| f.link.map_or(0.0, |i| along[i] + f.link_from_frame.translation.norm());
        self.frames.iter().map(frame).fold(0.0, f64::max)
    }

    /// The same robot in another gravity field, such as a wall or ceiling mount \[m/s²\].
    #[must_use]
    pub fn with_gravity(mut self, gravity_in_world: Vec3) -> Self {
        self.gravity_in_world = gravity_in_world;
        self
    }

    /// The same robot with a rigid body fixed to a frame; the body is given in that frame.
    pub fn with_payload(mut self, frame: &str, body: Inertial) -> Result<Self> {
        let Frame { link, link_from_frame, .. } = self.frame(frame)?.clone();
        let i = link.ok_or_else(|| ModelError::PayloadOnBase { frame: frame.to_owned() })?;
        body.check(&format!("payload on {frame:?}"))?;
        let inertia = &mut self.joints[i].link.inertia;
        *inertia = *inertia + LinkInertia::from(body).expressed_in(&link_from_frame);
        Ok(self)
    }

    /// The same robot with another inertia of link `i`.
    #[must_use]
    pub fn with_link_inertia(mut self, i: usize, inertia: LinkInertia) -> Self {
        self.joints[i].link.inertia = inertia;
        self
    }

    /// The same robot with another drive of coordinate `dof`.
    #[must_use]
    pub fn with_motor(mut self, dof: usize, motor: Motor) -> Self {
        let i = self.dof_joints[dof];
        self.joints[i].motor = motor;
        self
    }

    /// The same robot with another friction of coordinate `dof`.
    #[must_use]
    pub fn with_friction(mut self, dof: usize, friction: Friction) -> Self {
        let i = self.dof_joints[dof];
        self.joints[i].friction = friction;
        self
    }
}
