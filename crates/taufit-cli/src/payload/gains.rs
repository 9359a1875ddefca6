//! Drive gains: as given, from a result of `taufit gains`, or from a run with a load of known mass.

use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use taufit::methods::{DriveGain, GainsSettings, PayloadSettings, identify_gains};
use taufit::model::Robot;
use taufit_io::LogFile;

/// Runs with a load that a scale has weighed.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReferenceArgs {
    /// Logs with a load of known mass on the same frame, to find the drive gains from, beside --free-log
    #[arg(long, value_name = "LOG", num_args = 1.., requires_all = ["reference_mass", "free_log"])]
    pub(super) reference_log: Vec<PathBuf>,
    /// Mass of that load, in kg
    #[arg(long, value_name = "KG", requires = "reference_log")]
    reference_mass: Option<f64>,
    /// Drive gains with their uncertainty, as `taufit gains ... --json` printed them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["gains", "reference_log"])]
    pub(super) gains_file: Option<PathBuf>,
}

impl ReferenceArgs {
    /// The gains that were given, or those of a file or of the reference runs with their uncertainty.
    pub(super) fn gains(
        &self,
        robot: &Robot,
        free: &[LogFile<'_>],
        reference: &[LogFile<'_>],
        frame: &str,
        given: Vec<Option<f64>>,
        settings: &PayloadSettings,
    ) -> Outcome<Vec<Option<DriveGain>>> {
        if let Some(path) = &self.gains_file {
            return read_gains(path, robot);
        }
        let Some(mass_kg) = self.reference_mass else {
            let exact = |nm_per_a: f64| DriveGain { nm_per_a, relative_sigma: 0.0 };
            return Ok(given.into_iter().map(|gain| gain.map(exact)).collect());
        };
        let settings = GainsSettings {
            condition: settings.condition.clone(),
            rotor_inertia: settings.rotor_inertia,
            friction: settings.friction,
            ..GainsSettings::default()
        };
        let found = identify_gains(robot, free, reference, frame, mass_kg, &settings)?;
        let gains: Vec<Option<DriveGain>> = found.gains.iter().map(DriveGain::identified).collect();
        match gains.iter().any(Option::is_some) {
            true => Ok(gains),
            false => Err(Failure::misuse(
                "the reference runs determine no drive gain; see `taufit gains` on the same logs",
            )),
        }
    }
}

/// A document of `taufit gains --json`, as far as it is needed here.
#[derive(Deserialize)]
struct GainsDocument {
    gains: Vec<NamedGain>,
}

#[derive(Deserialize)]
struct NamedGain {
    joint: String,
    gain_nm_per_a: Option<f64>,
    /// None in the gains that a controller works with.
    interval_nm_per_a: Option<[f64; 2]>,
}

/// Gains by the names of their joints; those without interval are taken as exact.
fn read_gains(path: &Path, robot: &Robot) -> Outcome<Vec<Option<DriveGain>>> {
    let refuse = |reason: String| {
        let file = path.display();
        Failure::misuse(format!("{file} holds no gains of `taufit gains --json`: {reason}"))
    };
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let document: GainsDocument =
        serde_json::from_str(&text).map_err(|error| refuse(error.to_string()))?;
    let gain = |joint: &str| -> Outcome<Option<DriveGain>> {
        let found = document.gains.iter().find(|gain| gain.joint == joint);
        let found = found.ok_or_else(|| refuse(format!("joint {joint:?} is missing")))?;
        Ok(found.gain_nm_per_a.map(|nm_per_a| match found.interval_nm_per_a {
            Some(interval) => DriveGain::with_interval(nm_per_a, interval),
            None => DriveGain { nm_per_a, relative_sigma: 0.0 },
        }))
    };
    robot.dof_joint_iter().map(|joint| gain(&joint.name)).collect()
}
