//! Files for taufit. Robots: URDF, MJCF, `robot.toml`, or the name of a built-in one. Logs: CSV, Parquet,
//! MCAP, rosbag2, ROS 1 bags; new ones are written by [`record`]. Identified robots go back into robot
//! files, and motions to those who run them, by [`export`]; results are kept in folders ([`result_folder`]), and
//! nothing of the user's is replaced ([`output`]). Evidence of the logs of many robots is kept in stores
//! (`fleet_store`).
//!
//! [`read_robot`] is the way in; it decides by what it is given. The `parse_` functions take text and
//! touch no file. Every reader separates what a source contains from what it leaves out: a link without
//! an inertial stays without one, and the robot has a warning about it.
//!
//! ```
//! let loaded = taufit_io::read_robot("ur5")?;
//! assert_eq!(loaded.robot.n_dof(), 6);
//! # Ok::<(), taufit_io::Error>(())
//! ```

mod diagnostics;
mod error;
mod experiment;
pub mod export;
#[cfg(feature = "parquet")]
pub mod fleet_store;
mod geometry;
mod limits;
pub mod log;
mod log_file;
mod mesh;
mod mjcf;
mod model_samples;
pub mod output;
#[cfg(feature = "parquet")]
mod parquet_file;
pub mod record;
pub mod result_folder;
mod robot_toml;
pub mod ros;
mod scene;
mod source;
mod text_file;
mod urdf;
mod xml;

pub use diagnostics::{ExportWarning, MeshWarning, ReadWarning};
pub use error::{Error, Position, Result};
pub use experiment::{parse_experiment, read_experiment};
pub use export::{
    CommentStyle, DriveRecords, ExportLoss, Exported, LoadFormat, PlannedMotion, TrajectoryFormat,
    WithoutMeshes, export_mjcf, export_robot_toml, export_ur_parameters, export_urdf,
    isaac_lab_actuators, mjcf_without_meshes, parameters_csv, parameters_json, parse_trajectory,
    pinocchio_parameters, provenance_lines, read_load, read_trajectory, urdf_without_meshes,
    with_comment, write_load, write_mjcf, write_robot_toml, write_trajectory, write_ur_parameters,
    write_urdf,
};
pub use geometry::{LoadedGeometry, read_geometry};
pub use limits::{MAX_ELEMENTS, MAX_FILE_BYTES};
pub use log::{
    AngleUnit, Interrupt, LoadedLog, LoadedWrench, LogOptions, LogReader, MemoryLogs, MemoryTable,
    Negate, TimeUnit, UNIVERSAL_ROBOTS, VelocityUnit, WrenchOptions, parse_log, read_column_names,
    read_log, read_log_unmatched, read_phases, read_wrench,
};
pub use log_file::LogFile;
pub use mesh::mesh_folders_of_environment;
pub use mjcf::parse_mjcf;
pub use model_samples::{parse_model_samples, read_model_samples};
pub use record::{Attachment, LogHeader, LogWriter};
pub use robot_toml::parse_robot_toml;
pub use scene::{parse_scene, read_scene};
pub use source::{
    LoadedRobot, Origin, RobotFormat, parse_robot, read_mjcf, read_robot, read_robot_toml,
    read_urdf,
};
pub use urdf::parse_urdf;

use std::collections::HashSet;
use taufit::Warning;
use taufit::diagnostics::ModelWarning;
use taufit::model::RobotDescription;

/// Robot description parsed from a text, with warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The robot, not checked yet: see [`RobotDescription::build`].
    pub description: RobotDescription,
    /// Warnings about ignored or implausible content.
    pub warnings: Vec<Warning>,
}

/// Warning about an ignored element.
fn ignored(element: String, what: impl Into<String>) -> Warning {
    ModelWarning::Ignored { element, what: what.into() }.into()
}

/// Warnings without duplicates.
fn without_repeats(warnings: Vec<Warning>) -> Vec<Warning> {
    let mut seen = HashSet::new();
    warnings.into_iter().filter(|w| seen.insert(w.to_string())).collect()
}
