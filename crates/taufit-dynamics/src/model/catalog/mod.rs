//! Built-in robots, by name.

mod kr500;
mod panda;
mod planar2r;
mod puma560;
mod ur;
mod ur5;
mod ur5_kovincic;

use super::{
    DhConvention, DhRow, JointDescription, JointKind, Limits, LinkDescription, Motor, Robot,
    RobotDescription, STANDARD_GRAVITY,
};
use crate::diagnostics::{InputError, Result};
use crate::friction::Friction;
use crate::spatial::Inertial;
use std::fmt;

/// A robot that comes with the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name to ask for.
    pub name: &'static str,
    /// Origin of its masses and inertias.
    pub class: DataClass,
    /// Description and source of its numbers.
    pub about: &'static str,
    describe: fn() -> RobotDescription,
}

/// Origin of the masses and inertias of a built-in robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataClass {
    /// Figures of the manufacturer or of a paper.
    Published,
    /// Masses and centres of mass of the manufacturer; tensors of cylinders, or of a similar arm.
    PublishedMasses,
    /// Identified from logs of one robot.
    Identified,
    /// Lengths alone.
    Kinematics,
}

impl fmt::Display for DataClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Published => "published",
            Self::PublishedMasses => "published masses, placeholder tensors",
            Self::Identified => "identified",
            Self::Kinematics => "kinematics only",
        })
    }
}

/// Every built-in robot.
pub const ENTRIES: [Entry; 11] = [
    entry("planar2r", DataClass::Published, planar2r::ABOUT, planar2r::describe),
    entry("ur3", DataClass::PublishedMasses, ur::UR3, ur::ur3),
    entry("ur5", DataClass::PublishedMasses, ur5::ABOUT, ur5::describe),
    entry("ur10", DataClass::Published, ur::UR10, ur::ur10),
    entry("ur3e", DataClass::Published, ur::UR3E, ur::ur3e),
    entry("ur5e", DataClass::Published, ur::UR5E, ur::ur5e),
    entry("ur10e", DataClass::PublishedMasses, ur::UR10E, ur::ur10e),
    entry("ur5-kovincic", DataClass::PublishedMasses, ur5_kovincic::ABOUT, ur5_kovincic::describe),
    entry("puma560", DataClass::Published, puma560::ABOUT, puma560::describe),
    entry("kr500", DataClass::Kinematics, kr500::ABOUT, kr500::describe),
    entry("panda", DataClass::Identified, panda::ABOUT, panda::describe),
];

const fn entry(
    name: &'static str,
    class: DataClass,
    about: &'static str,
    describe: fn() -> RobotDescription,
) -> Entry {
    Entry { name, class, about, describe }
}

/// The description of the built-in robot with this name.
pub fn description(name: &str) -> Result<RobotDescription> {
    let entry = ENTRIES.iter().find(|e| e.name == name).ok_or_else(|| {
        InputError::unknown_name("built-in robot", name, ENTRIES.iter().map(|e| e.name))
    })?;
    Ok((entry.describe)())
}

/// The built-in robot with this name.
pub fn robot(name: &str) -> Result<Robot> {
    description(name)?.build()
}

/// One line of a serial arm's table.
struct ArmRow {
    dh: DhRow,
    inertial: Option<Inertial>,
    limits: Limits,
    motor: Motor,
    friction: Friction,
}

/// A serial arm of turning joints `joint1…` and links `link1…` on `base`.
fn serial_arm(name: &str, convention: DhConvention, rows: Vec<ArmRow>) -> RobotDescription {
    let link_name = |i: usize| if i == 0 { "base".to_owned() } else { format!("link{i}") };
    let mut links = vec![LinkDescription::new(link_name(0), None)];
    let mut joints = Vec::new();
    for (i, row) in rows.into_iter().enumerate() {
        let (parent_from_joint, joint_from_link) = row.dh.frames(convention);
        links.push(LinkDescription::new(link_name(i + 1), row.inertial));
        joints.push(JointDescription {
            parent_from_joint,
            joint_from_link,
            limits: row.limits,
            motor: row.motor,
            friction: row.friction,
            ..JointDescription::new(
                format!("joint{}", i + 1),
                JointKind::Revolute,
                link_name(i),
                link_name(i + 1),
            )
        });
    }
    RobotDescription { name: name.to_owned(), gravity_in_world: STANDARD_GRAVITY, links, joints }
}

/// A solid cylinder's moments about its centre \[kg m²\]: `(along its axis, across it)`.
fn cylinder(mass_kg: f64, radius_m: f64, length_m: f64) -> (f64, f64) {
    let r2 = radius_m * radius_m;
    (0.5 * mass_kg * r2, mass_kg * (3.0 * r2 + length_m * length_m) / 12.0)
}
