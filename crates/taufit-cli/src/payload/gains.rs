//! What currents are worth: as given, or from a run with a load of known mass.

use crate::failure::{Failure, Outcome};
use clap::Args;
use std::path::PathBuf;
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
}

impl ReferenceArgs {
    /// The gains that were given, or those of the reference runs with their uncertainty.
    pub(super) fn gains(
        &self,
        robot: &Robot,
        free: &[LogFile<'_>],
        reference: &[LogFile<'_>],
        frame: &str,
        given: Vec<Option<f64>>,
        settings: &PayloadSettings,
    ) -> Outcome<Vec<Option<DriveGain>>> {
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
