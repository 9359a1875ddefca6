//! The two kinds of runs, conditioned alike.

use crate::diagnostics::{Error, Warning};
use crate::recording::Recording;
use crate::signal::{ConditionSettings, Motion, ParallelFilter, Segment, condition};

/// Stretches of both kinds of runs.
pub(in crate::methods) struct Runs {
    pub(in crate::methods) unloaded: Vec<Segment>,
    pub(in crate::methods) loaded: Vec<Segment>,
    /// What is still to be applied to efforts and model alike.
    pub(in crate::methods) filter: Option<ParallelFilter>,
    pub(in crate::methods) warnings: Vec<Warning>,
}

/// Conditions all logs on one grid and with the cut-offs of the fastest. Currents are multiplied by the
/// torque constants, which leave them as they are where they are one.
pub(in crate::methods) fn condition_alike(
    unloaded: &[Recording],
    loaded: &[Recording],
    torque_constants: &[Option<f64>],
    settings: &ConditionSettings,
) -> Result<Runs, Error> {
    let conditioned = |settings: &ConditionSettings| -> Result<Vec<Motion>, Error> {
        let all = unloaded.iter().chain(loaded);
        all.map(|recording| condition(recording, torque_constants, settings)).collect()
    };
    let mut motions = conditioned(&settings.shared_by(&conditioned(settings)?))?;
    let filter = motions.first().map(Motion::parallel_filter).transpose()?.flatten();
    let loaded = motions.split_off(unloaded.len());
    let warnings = motions.iter().chain(&loaded).flat_map(|m| m.warnings.clone()).collect();
    let segments = |motions: Vec<Motion>| motions.into_iter().flat_map(|m| m.segments).collect();
    Ok(Runs { unloaded: segments(motions), loaded: segments(loaded), filter, warnings })
}
