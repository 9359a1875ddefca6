//! Which file by which ending.

use crate::error::{Error, Result};
use std::path::Path;

/// A format for motions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrajectoryFormat {
    /// Samples as a table: time, positions, velocities, accelerations, torques of the model.
    Csv,
    /// The coefficients, to be read again.
    Toml,
    /// Coefficients and samples.
    Json,
    /// `trajectory_msgs/JointTrajectory` as text.
    RosYaml,
    /// One such message in a ROS 2 bag.
    RosMcap,
    /// A program for a Universal Robots controller.
    UrScript,
}

impl TrajectoryFormat {
    /// The endings, for messages.
    pub const ENDINGS: &str = ".csv, .toml, .json, .yaml, .mcap, .script";

    /// The format of a file, by its ending.
    pub fn of(path: &Path) -> Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        match ending.as_str() {
            "csv" => Ok(Self::Csv),
            "toml" => Ok(Self::Toml),
            "json" => Ok(Self::Json),
            "yaml" | "yml" => Ok(Self::RosYaml),
            "mcap" => Ok(Self::RosMcap),
            "script" | "urscript" => Ok(Self::UrScript),
            _ => Err(Error::UnknownEnding { ending, expected: Self::ENDINGS }),
        }
    }
}
