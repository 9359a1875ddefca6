//! The two kinds of runs, conditioned alike.

use crate::diagnostics::{Error, Warning};
use crate::model::Robot;
use crate::recording::{EffortKind, Log, Recording};
use crate::signal::{ConditionSettings, Motion, ParallelFilter, Segment, TorqueFilter, condition};

/// Stretches with currents in the place of torques \[A\].
pub(super) struct Runs {
    pub(super) unloaded: Vec<Segment>,
    pub(super) loaded: Vec<Segment>,
    /// What is still to be applied to currents and model alike.
    pub(super) filter: Option<ParallelFilter>,
    pub(super) warnings: Vec<Warning>,
}

/// Reads and conditions all logs, on one grid and with the cut-offs of the fastest.
pub(super) fn prepare<L: Log>(
    robot: &Robot,
    unloaded: &[L],
    loaded: &[L],
    settings: &ConditionSettings,
) -> Result<Runs, L::Error> {
    for (what, logs) in [("the runs without load", unloaded), ("the runs with load", loaded)] {
        if logs.is_empty() {
            return Err(Error::TooFewSamples { what, needed: 1, found: 0 }.into());
        }
    }
    let all = unloaded.iter().chain(loaded);
    let recordings = all.map(|log| read(robot, log)).collect::<Result<Vec<_>, _>>()?;
    // A gain of one leaves currents as they are.
    let ones = vec![Some(1.0); robot.n_dof()];
    let conditioned = |settings: &ConditionSettings| -> Result<Vec<Motion>, Error> {
        recordings.iter().map(|recording| condition(recording, &ones, settings)).collect()
    };
    let mut motions = conditioned(&common(&conditioned(settings)?, settings))?;
    let filter = motions.first().map(Motion::parallel_filter).transpose()?.flatten();
    let loaded = motions.split_off(unloaded.len());
    let warnings = motions.iter().chain(&loaded).flat_map(|m| m.warnings.clone()).collect();
    let segments = |motions: Vec<Motion>| motions.into_iter().flat_map(|m| m.segments).collect();
    Ok(Runs { unloaded: segments(motions), loaded: segments(loaded), filter, warnings })
}

/// The whole log; runs with a load are short.
fn read<L: Log>(robot: &Robot, log: &L) -> Result<Recording, L::Error> {
    let mut pieces = Vec::new();
    log.read(&mut |piece| {
        pieces.push(piece.without_velocities());
        Ok(())
    })?;
    let recording = Recording::joined(&pieces)?;
    if recording.effort_kind != EffortKind::Current {
        return Err(Error::NotCurrents { source_name: log.source().to_owned() }.into());
    }
    let (expected, found) = (robot.n_dof(), recording.joints.len());
    if expected != found {
        return Err(Error::LengthMismatch { what: "joints of a log", expected, found }.into());
    }
    Ok(recording)
}

/// The settings with the rate of the first log and the highest cut-offs, where none are given.
fn common(surveyed: &[Motion], given: &ConditionSettings) -> ConditionSettings {
    let highest = |of: fn(&Motion) -> f64| surveyed.iter().map(of).fold(0.0, f64::max);
    let torque_hz = highest(|m| m.torque_cutoff_hz.unwrap_or(0.0));
    ConditionSettings {
        rate_hz: given.rate_hz.or_else(|| surveyed.first().map(|m| m.filter_rate_hz)),
        cutoff_hz: given.cutoff_hz.or(Some(highest(|m| m.cutoff_hz))),
        torque: match given.torque {
            TorqueFilter::Parallel { cutoff_hz } => {
                TorqueFilter::Parallel { cutoff_hz: cutoff_hz.or(Some(torque_hz)) }
            }
            like => like,
        },
        ..given.clone()
    }
}
