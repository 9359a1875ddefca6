//! Export of identified robots, parameters and trajectories.
//!
//! [`export_urdf`], [`export_mjcf`] and [`export_robot_toml`] change the numbers in the user's own file
//! and nothing else; [`write_urdf`], [`write_mjcf`] and [`write_robot_toml`] make a new one where the robot came
//! from elsewhere. [`parameters_csv`], [`parameters_json`], [`pinocchio_parameters`], [`export_ur_parameters`] and
//! [`isaac_lab_actuators`] give the numbers to other programs, and `write_residuals` the torques over time. Every robot file is read
//! again before it is returned, and quantities that it cannot hold are listed. [`urdf_without_meshes`] and
//! [`mjcf_without_meshes`] make files that simulators open without the meshes, [`with_comment`] says at their top where
//! they come from. [`write_trajectory`] writes motions,
//! [`write_load`] the load of a robot for its controller.

mod check;
mod drive_records;
mod isaac_lab;
mod loss;
mod meshes;
mod mjcf;
mod new_mjcf;
mod new_robot_toml;
mod new_ur_parameters;
mod new_urdf;
mod number;
mod parameters;
mod patch;
mod patch_plan;
mod payload;
mod pinocchio;
mod provenance;
#[cfg(feature = "parquet")]
mod residual_rows;
#[cfg(feature = "parquet")]
mod residuals;
mod robot_toml;
mod trajectory;
mod universal_robots;
mod urdf;
mod yaml_patch;

pub use drive_records::DriveRecords;
pub use isaac_lab::isaac_lab_actuators;
pub use loss::ExportLoss;
pub use meshes::{WithoutMeshes, mjcf_without_meshes, urdf_without_meshes};
pub use mjcf::export_mjcf;
pub use new_mjcf::write_mjcf;
pub use new_robot_toml::write_robot_toml;
pub use new_ur_parameters::write_ur_parameters;
pub use new_urdf::write_urdf;
pub use parameters::{parameters_csv, parameters_json};
pub use payload::{LoadFormat, read_load, write_load};
pub use pinocchio::pinocchio_parameters;
pub use provenance::{CommentStyle, provenance_lines, with_comment};
#[cfg(feature = "parquet")]
pub use residuals::{read_residuals, write_residuals};
pub use robot_toml::export_robot_toml;
pub use trajectory::{
    PlannedMotion, TrajectoryFormat, parse_trajectory, read_trajectory, write_trajectory,
};
pub use universal_robots::export_ur_parameters;
pub use urdf::export_urdf;

use serde::Serialize;
use taufit::Warning;

/// A written file.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// Its text.
    pub text: String,
    /// Quantities that the format cannot hold.
    pub notes: Vec<ExportLoss>,
    /// Warnings about the text.
    pub warnings: Vec<Warning>,
}

/// Document as indented JSON.
fn json_text(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).unwrap_or_default() + "\n"
}
