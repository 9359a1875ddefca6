//! Built-in robots, by name.

mod kr500;
mod panda;
mod planar2r;
mod puma560;
mod ur5;
mod ur5_kovincic;

use super::{
    DhConvention, DhRow, JointDescription, JointKind, Limits, LinkDescription, Motor, Robot,
    RobotDescription, STANDARD_GRAVITY,
};
use crate::diagnostics::{InputError, Result};
use crate::friction::Friction;
use crate::spatial::Inertial;

/// A robot that comes with the library.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name to ask for.
    pub name: &'static str,
    /// Description and source of its numbers.
    pub about: &'static str,
    describe: fn() -> RobotDescription,
}

/// Every built-in robot.
pub const ENTRIES: [Entry; 6] = [
    Entry { name: "planar2r", about: planar2r::ABOUT, describe: planar2r::describe },
    Entry { name: "ur5", about: ur5::ABOUT, describe: ur5::describe },
    Entry { name: "ur5-kovincic", about: ur5_kovincic::ABOUT, describe: ur5_kovincic::describe },
    Entry { name: "puma560", about: puma560::ABOUT, describe: puma560::describe },
    Entry { name: "kr500", about: kr500::ABOUT, describe: kr500::describe },
    Entry { name: "panda", about: panda::ABOUT, describe: panda::describe },
];

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
