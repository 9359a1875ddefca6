//! Drive gains from a run with a load of known mass, where there is one.

use crate::failure::{Failure, Outcome};
use clap::Args;
use std::path::PathBuf;
use taufit::methods::{DriveGain, GainsSettings, PayloadSettings, identify_gains};
use taufit::model::Robot;
use taufit_io::LogFile;

/// Runs with a load that a scale has weighed.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReferenceArgs {
    /// Logs with a load of known mass; on the same frame, to find the drive gains from, beside --unloaded
    #[arg(long, value_name = "LOG", num_args = 1.., requires_all = ["mass_kg", "unloaded"], conflicts_with = "gains")]
    pub(super) loaded: Vec<PathBuf>,
    /// Mass of that load, in kg
    #[arg(long, value_name = "KG", requires = "loaded")]
    mass_kg: Option<f64>,
}

impl ReferenceArgs {
    /// The gains that were given, or those of the reference runs, with their uncertainty.
    pub(super) fn gains(
        &self,
        robot: &Robot,
        free: &[LogFile<'_>],
        reference: &[LogFile<'_>],
        frame: &str,
        given: Vec<Option<DriveGain>>,
        settings: &PayloadSettings,
    ) -> Outcome<Vec<Option<DriveGain>>> {
        let Some(mass_kg) = self.mass_kg else { return Ok(given) };
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
