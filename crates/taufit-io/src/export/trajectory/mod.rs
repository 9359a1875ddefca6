//! Trajectories as files: tables, coefficients, ROS messages, programs for Universal Robots.
//!
//! The coefficients (TOML) are the motion itself and can be read again by
//! [`read_trajectory`](crate::read_trajectory); a UR program evaluates Fourier series by itself; all other
//! formats hold samples.

mod ros;
mod tables;
mod urscript;

use crate::error::{Error, Result};
use crate::output::{Existing, write_file};
use crate::text_file::toml_error;
use crate::text_file::{read_text, without_bom};
use std::path::Path;
use taufit::diagnostics::ExciteError;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::excite::{MotionState, Trajectory};
use taufit::model::Robot;

impl PlannedMotion<'_> {
    /// The bytes of a file of this format.
    pub fn render(&self, format: TrajectoryFormat) -> Result<Vec<u8>> {
        let text = match format {
            TrajectoryFormat::Csv => tables::render_csv(self)?,
            TrajectoryFormat::Toml => tables::render_toml(self.trajectory()),
            TrajectoryFormat::Json => tables::render_json(self),
            TrajectoryFormat::RosYaml => ros::render_yaml(self),
            TrajectoryFormat::RosMcap => return ros::render_mcap(self),
            TrajectoryFormat::UrScript => urscript::render_urscript(self)?,
        };
        Ok(text.into_bytes())
    }
}

/// Writes a motion in the format of the file's ending: `.csv`, `.toml`, `.json`, `.yaml`, `.mcap`,
/// `.script`. The file appears under its name only when it is complete.
pub fn write_trajectory(
    path: impl AsRef<Path>,
    motion: &PlannedMotion<'_>,
    existing: Existing,
) -> Result<()> {
    let path = path.as_ref();
    let render = || motion.render(TrajectoryFormat::of(path)?);
    write_file(path, &render().map_err(|error| error.in_file(path))?, existing)
}

/// Trajectory with a sample rate and, optionally, the robot.
#[derive(Clone, Debug)]
pub struct PlannedMotion<'a> {
    trajectory: &'a Trajectory,
    rate_hz: f64,
    robot: Option<&'a Robot>,
}

impl<'a> PlannedMotion<'a> {
    /// Trajectory sampled at `rate_hz`.
    pub fn new(trajectory: &'a Trajectory, rate_hz: f64) -> Result<Self> {
        trajectory.check()?;
        let n_samples = trajectory.duration_s() * rate_hz;
        if !(1.0..=MOST_SAMPLES).contains(&n_samples) {
            let problem = format!(
                "at {rate_hz} Hz the file would have {n_samples} samples; give a rate between one \
                 per motion and {MOST_SAMPLES} in all"
            );
            return Err(taufit::Error::from(ExciteError::ExciteSettings { problem }).into());
        }
        Ok(Self { trajectory, rate_hz, robot: None })
    }

    /// Adds the robot, so that tables hold the torques of its model too.
    pub fn with_robot(self, robot: &'a Robot) -> Result<Self> {
        let names: Vec<&str> = robot.dof_joint_iter().map(|joint| joint.name.as_str()).collect();
        if self.trajectory.joints != names {
            let found = self.trajectory.joints.join(", ");
            return Err(Error::OtherJoints { found, expected: names.join(", ") });
        }
        Ok(Self { robot: Some(robot), ..self })
    }

    /// Trajectory of the file.
    pub fn trajectory(&self) -> &'a Trajectory {
        self.trajectory
    }

    /// Samples per second \[Hz\].
    pub fn rate_hz(&self) -> f64 {
        self.rate_hz
    }

    /// Time and state, sample by sample.
    fn samples(&self) -> impl Iterator<Item = (f64, MotionState)> {
        let stamps_s = self.trajectory.stamps_s(self.rate_hz);
        stamps_s.into_iter().map(|t_s| (t_s, self.trajectory.at(t_s)))
    }

    /// Torques of the robot's model for these states; `None` without robot.
    fn torques(&self, states: &[MotionState]) -> Result<Option<Vec<Vec<f64>>>> {
        let Some(robot) = self.robot else { return Ok(None) };
        let mut scratch = Scratch::new(robot);
        let mut tau = Vec::with_capacity(states.len());
        for state in states {
            tau.push(
                inverse_dynamics(robot, &mut scratch, &state.q, &state.qd, &state.qdd)?.to_vec(),
            );
        }
        Ok(Some(tau))
    }
}

/// Most samples of a file: a day at 100 Hz.
const MOST_SAMPLES: f64 = 1e7;

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

/// The motion in the text of a file of coefficients.
pub fn parse_trajectory(text: &str) -> Result<Trajectory> {
    let text = without_bom(text);
    let trajectory: Trajectory =
        toml::from_str(text).map_err(|error| toml_error("trajectory.toml", text, &error))?;
    trajectory.check()?;
    Ok(trajectory)
}

/// The motion in a file of coefficients (TOML).
pub fn read_trajectory(path: impl AsRef<Path>) -> Result<Trajectory> {
    let path = path.as_ref();
    let read = || parse_trajectory(&read_text(path)?);
    read().map_err(|error: Error| error.in_file(path))
}
