//! Runs without and with a load: read and conditioned alike, compressed to triangles, with the correlation times of
//! their residuals.

use crate::base::Base;
use crate::diagnostics::{Error, Result, Warning};
use crate::dynamics::Samples;
use crate::evidence::{Evidence, RowSettings, Stretch, observe};
use crate::methods::common::{CorrelationMean, GridChoice, Preparation, PreparedLog, prepare};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::signal::{ConditionSettings, ParallelFilter, Segment};
use crate::study::LogRole;
use crate::validate::predict;

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

/// `R_j` of the rows `[W_j | effort_j]`, without and with the load.
pub(in crate::methods) struct EvidencePair {
    pub(in crate::methods) unloaded: Evidence,
    pub(in crate::methods) loaded: Evidence,
}

impl EvidencePair {
    pub(in crate::methods) fn observe<L: Log>(
        robot: &Robot,
        layout: &Layout,
        base: &Base,
        runs: &Runs<'_, L>,
    ) -> Result<Self> {
        let rows = RowSettings { filter: runs.filter.clone(), slow_speeds: Vec::new() };
        let seen = |logs: &PreparedLogs<'_, L>| {
            let mut whole = observe(robot, layout, base, &[], &rows)?;
            logs.visit(&mut |_, segment| {
                whole.merge(&observe(robot, layout, base, &[stretch(segment)], &rows)?)
            })?;
            Ok::<Evidence, Error>(whole)
        };
        Ok(Self { unloaded: seen(&runs.unloaded)?, loaded: seen(&runs.loaded)? })
    }

    /// Share of the noise that a fit of so many unknowns leaves in the residuals of these joints: a row is
    /// worth as much of an observation as its correlation time leaves of it. A tenth at least.
    pub(in crate::methods) fn freedom(&self, joints: &[usize], times: &[f64], rank: usize) -> f64 {
        let observations = joints.iter().map(|&dof| self.n_rows(dof) as f64 / times[dof]);
        (1.0 - rank as f64 / observations.sum::<f64>()).max(0.1)
    }

    /// Rows of a joint in both runs.
    pub(in crate::methods) fn n_rows(&self, dof: usize) -> usize {
        self.unloaded.joints()[dof].n_rows() + self.loaded.joints()[dof].n_rows()
    }
}

fn stretch(segment: &Segment) -> Stretch<'_> {
    Stretch { samples: samples_of(segment), tau: &segment.tau }
}

pub(in crate::methods) fn samples_of(segment: &Segment) -> Samples<'_> {
    Samples::new(segment.n_samples, &segment.q, &segment.qd, &segment.qdd)
}

/// Correlation time of the residual efforts of each joint over both runs, in rows, for base parameters
/// without and with the load and torques per unit of effort.
pub(in crate::methods) fn correlation_times<L: Log>(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    runs: &Runs<'_, L>,
    betas: [&[f64]; 2],
    gains: &[f64],
) -> Result<Vec<f64>> {
    let mut means = vec![CorrelationMean::default(); robot.n_dof()];
    for (logs, beta) in [&runs.unloaded, &runs.loaded].into_iter().zip(betas) {
        logs.visit(&mut |_, segment| {
            let torques = predict(robot, layout, base, &[beta], &samples_of(segment))?;
            for (dof, mean) in means.iter_mut().enumerate() {
                let filter = runs.filter.as_ref();
                mean.push(&residual(segment, &torques[0], dof, gains[dof], filter));
            }
            Ok(())
        })?;
    }
    Ok(means.iter().map(CorrelationMean::rows).collect())
}

/// Measured less predicted effort at the rows.
fn residual(
    segment: &Segment,
    torques: &[f64],
    dof: usize,
    gain: f64,
    filter: Option<&ParallelFilter>,
) -> Vec<f64> {
    let measured = row_channel(&segment.tau, dof, segment.n_samples, filter);
    let predicted = row_channel(torques, dof, segment.n_samples, filter);
    measured.iter().zip(&predicted).map(|(i, t)| i - t / gain).collect()
}

/// A channel of a stretch at the rows.
pub(in crate::methods) fn row_channel(
    x: &[f64],
    dof: usize,
    n_samples: usize,
    filter: Option<&ParallelFilter>,
) -> Vec<f64> {
    let channel = &x[dof * n_samples..][..n_samples];
    filter.map_or_else(|| channel.to_vec(), |filter| filter.apply(channel))
}
