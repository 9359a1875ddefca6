//! The two kinds of runs, conditioned alike.

use crate::diagnostics::{Result, Warning};
use crate::methods::common::{GridChoice, Preparation, PreparedLog, prepare};
use crate::recording::Log;
use crate::signal::{ConditionSettings, ParallelFilter, Segment};
use crate::study::LogRole;

/// Both kinds of runs, handed over stretch by stretch.
pub(in crate::methods) struct Runs<'a, L: Log> {
    pub(in crate::methods) unloaded: PreparedLogs<'a, L>,
    pub(in crate::methods) loaded: PreparedLogs<'a, L>,
    /// The low pass that is still to be applied to efforts and model alike.
    pub(in crate::methods) filter: Option<ParallelFilter>,
    pub(in crate::methods) warnings: Vec<Warning>,
}

/// Logs of one kind.
pub(in crate::methods) struct PreparedLogs<'a, L: Log>(Vec<PreparedLog<'a, L>>);

impl<L: Log> PreparedLogs<'_, L> {
    /// Hands over every stretch of every log, and the index of its log.
    pub(in crate::methods) fn visit(
        &self,
        take: &mut dyn FnMut(usize, &Segment) -> Result<()>,
    ) -> Result<()> {
        let mut logs = self.0.iter().enumerate();
        logs.try_for_each(|(k, log)| log.visit(&mut |segment, _| take(k, segment)))
    }

    /// The stretches that are in memory: all of short logs, the beginning of long ones.
    pub(in crate::methods) fn sample(&self) -> Result<Vec<Segment>> {
        let mut sample = Vec::new();
        self.0.iter().try_for_each(|log| log.sample(&mut |part| sample.push(part.clone())))?;
        Ok(sample)
    }
}

/// Conditions all logs on one grid and with the cut-offs of the fastest. Currents are multiplied by the
/// torque constants, which leave them as they are where they are one. Stretches of long logs overlap by a time.
pub(in crate::methods) fn condition_alike<'a, L: Log>(
    unloaded: &'a [L],
    loaded: &'a [L],
    torque_constants: &'a [Option<f64>],
    settings: &ConditionSettings,
    overlap_s: f64,
) -> Result<Runs<'a, L>> {
    let preparation =
        Preparation { condition: settings, grid: GridChoice::OfFirst, hold_out: 0.0, overlap_s };
    let all = unloaded.iter().chain(loaded).map(|log| (log, LogRole::Identification));
    let mut logs = prepare(all, torque_constants, &preparation)?;
    let filter = logs.first().and_then(|log| log.filter.clone());
    let warnings = logs.iter().flat_map(|log| log.survey.warnings.clone()).collect();
    let loaded = PreparedLogs(logs.split_off(unloaded.len()));
    Ok(Runs { unloaded: PreparedLogs(logs), loaded, filter, warnings })
}
