//! `robot.toml`: an arm as a Denavit–Hartenberg table, with limits, motors, friction and inertias.
//!
//! ```toml
//! name = "pendulum"
//! convention = "dh"                      # or "mdh", modified (Khalil, Craig)
//! gravity_m_s2 = [0.0, 0.0, -9.81]       # in the base frame; this is the default
//!
//! [[joint]]                              # one table per joint, from the base outwards
//! name = "shoulder"
//! type = "revolute"                      # or continuous, prismatic, fixed
//! a_m = 0.5                              # missing entries of the row are zero
//! alpha_deg = 90                         # or alpha_rad; theta_rad or theta_deg; d_m
//! limits = { lower = -3.1, upper = 3.1, velocity = 2.0, acceleration = 10.0, effort = 50.0 }
//! motor = { gear_ratio = 100.0, motor_torque_constant_nm_a = 0.1 }
//! friction = { coulomb = 1.0, viscous = 0.2 }
//! link = { mass_kg = 2.0, com_m = [-0.25, 0.0, 0.0], inertia_kg_m2 = [0.01, 0, 0, 0.05, 0, 0.05] }
//! ```
//!
//! A tree names the joint (or the base) that carries a joint by `parent`; `[[attachment]]` fixes tools
//! and loads to a link. Units are SI; limits and friction are in radians and N·m for turning joints, in
//! metres and N for sliding ones. Inertia is `Ixx Ixy Ixz Iyy Iyz Izz` about the centre of mass, along
//! the axes of the link's frame. What a link takes up in space, for collision checks, is a list in its
//! frame: `collision = [{ shape = { type = "capsule", radius_m = 0.05, length_m = 0.3 }, xyz_m = [...],
//! rpy_rad = [...] }]`, with `sphere`, `capsule`, `cylinder` (along z), `box` (`size_m`), `hull`
//! (`vertices_m`) or `mesh` (`file`, `scale`); `base_collision` for the base.

mod convert;
mod drive;
mod file;

pub(crate) use file::{
    AttachmentTable, FrictionTable, JointTable, LinkTable, MimicTable, MotorTable, RobotFile,
    SolidTable,
};

use crate::Parsed;
use crate::error::Result;
use crate::text_file::toml_error;
use crate::text_file::without_bom;

/// Reads a robot from the text of a `robot.toml`.
pub fn parse_robot_toml(text: &str) -> Result<Parsed> {
    let text = without_bom(text);
    let file: file::RobotFile =
        toml::from_str(text).map_err(|error| toml_error("robot.toml", text, &error))?;
    Ok(Parsed { description: convert::describe(file)?, warnings: Vec::new() })
}
