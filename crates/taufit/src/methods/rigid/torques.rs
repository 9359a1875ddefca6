//! Measured and predicted torques, gathered stretch by stretch.

use super::format_friction::FormatFriction;
use super::lack_of_fit::{Effect, LackOfFitRows, StretchRows};
use super::problem::RigidProblem;
use crate::diagnostics::Result;
use crate::evidence::sliding_rows;
use crate::methods::common::CorrelationMean;
use crate::model::Robot;
use crate::signal::{ParallelFilter, Segment};
use crate::study::Series;
use crate::validate::{ErrorSums, Metrics};
use rayon::prelude::*;

/// Rows of which the torques themselves are kept, for plots and residual tests, over all logs.
const KEPT_ROWS: usize = 60_000;

/// One side of a log: the data of the fit or those for validation.
#[derive(Clone, Debug)]
pub(super) struct LogSide {
    /// Index of the log.
    pub(super) log: usize,
    pub(super) is_validation: bool,
    /// About so many rows.
    pub(super) n_rows: usize,
}

/// The models that are compared.
pub(super) struct Models<'a> {
    pub(super) identified: &'a [f64],
    pub(super) feasible: &'a [f64],
    pub(super) nominal: &'a [f64],
    /// Plain least squares, where another estimator was asked for.
    pub(super) plain: Option<&'a [f64]>,
    /// Friction of the physically consistent model as files hold it, where that is less than all of it.
    pub(super) format_friction: Option<FormatFriction>,
}

/// Torque errors on validation data.
pub(super) struct Proof {
    pub(super) identified: Metrics,
    pub(super) feasible: Metrics,
    pub(super) nominal: Metrics,
    pub(super) plain: Option<Metrics>,
    /// The physically consistent model with friction as files hold it.
    pub(super) exported: Metrics,
}

/// Errors of all models on the data of the fit and on others, and the torques of the first rows of
/// every side of every log.
pub(super) struct Torques {
    fit: ErrorSums,
    /// Of the models in the order of [`Models`].
    validation: [ErrorSums; 4],
    /// Of the physically consistent model with friction as files hold it.
    exported: ErrorSums,
    correlation: Correlation,
    pub(super) series: Vec<Series>,
    /// Rows that may still be kept of every side.
    room: Vec<(LogSide, usize)>,
    /// Whether the efforts of each coordinate are compared.
    is_used: Vec<bool>,
    slow_speeds: Vec<f64>,
    /// Residuals of the fit in which each joint slides.
    sliding: Vec<LackOfFitRows>,
}

impl Torques {
    /// With room for rows of these sides of the logs.
    pub(super) fn new(
        robot: &Robot,
        is_used: Vec<bool>,
        slow_speeds: Vec<f64>,
        sides: Vec<LogSide>,
    ) -> Self {
        let n_dof = is_used.len();
        let wanted: Vec<usize> = sides.iter().map(|side| side.n_rows).collect();
        Self {
            fit: ErrorSums::of(robot),
            validation: std::array::from_fn(|_| ErrorSums::of(robot)),
            exported: ErrorSums::of(robot),
            correlation: Correlation::new(n_dof),
            series: Vec::new(),
            room: sides.into_iter().zip(fair_shares(&wanted, KEPT_ROWS)).collect(),
            sliding: vec![LackOfFitRows::default(); n_dof],
            is_used,
            slow_speeds,
        }
    }

    /// Adds a stretch of a log; torques are compared as they were fitted, behind the same filter.
    pub(super) fn push(
        &mut self,
        problem: &RigidProblem<'_>,
        models: &Models<'_>,
        (log, source): (usize, &str),
        segment: &Segment,
        filter: Option<&ParallelFilter>,
        is_validation: bool,
    ) -> Result<()> {
        let plain = models.plain.unwrap_or(models.identified);
        // Plain least squares is compared only where it differs and only on validation data.
        let n_models = if is_validation && models.plain.is_some() { 4 } else { 3 };
        let betas = [models.identified, models.feasible, models.nominal, plain];
        let mut predicted = problem.predict(segment, filter, &betas[..n_models])?;
        let rows = SegmentRows { segment, filter };
        let mut measured = rows.channels(&segment.tau);
        let t_s = rows.instants();
        let n_rows = t_s.len();
        self.leave_out_unused(&mut measured, &mut predicted, n_rows);
        if is_validation {
            for (sums, tau) in self.validation.iter_mut().zip(&predicted) {
                sums.push(&measured, tau, n_rows)?;
            }
            let exported = self.exported_torques(models, &rows, &predicted[1], n_rows);
            self.exported.push(&measured, &exported, n_rows)?;
        } else {
            self.fit.push(&measured, &predicted[0], n_rows)?;
            let slides = rows.sliding(&self.slow_speeds);
            self.correlation.note(&measured, &predicted[0], n_rows, &slides);
            self.note_sliding(&rows, &measured, &predicted[0], n_rows, &slides);
        }
        let n_kept = self.claim(log, is_validation, n_rows);
        if n_kept > 0 {
            let mut model = |k: usize| std::mem::take(&mut predicted[k]);
            let whole = Series {
                source: source.to_owned(),
                validation: is_validation,
                t_s,
                q: rows.at_rows(&segment.q),
                qd: rows.at_rows(&segment.qd),
                measured,
                predicted: model(0),
                feasible: model(1),
                nominal: model(2),
            };
            self.series.push(whole.first(n_kept));
        }
        Ok(())
    }

    /// Keeps the residuals of rows in which joints slide.
    fn note_sliding(
        &mut self,
        rows: &SegmentRows<'_>,
        measured: &[f64],
        predicted: &[f64],
        n_rows: usize,
        slides: &[Vec<bool>],
    ) {
        let (q, qd) = (rows.at_rows(&rows.segment.q), rows.at_rows(&rows.segment.qd));
        let qdd = rows.at_rows(&rows.segment.qdd);
        for (dof, joint) in self.sliding.iter_mut().enumerate() {
            let part = dof * n_rows..(dof + 1) * n_rows;
            joint.push(&StretchRows {
                measured: &measured[part.clone()],
                predicted: &predicted[part.clone()],
                q: &q[part.clone()],
                qd: &qd[part.clone()],
                qdd: &qdd[part],
                slides: &slides[dof],
            });
        }
    }

    /// Effects in the residuals of the fit that the model does not have, by coordinate.
    pub(super) fn effects(&self) -> Vec<(usize, Effect)> {
        let times = self.correlation_times();
        let joints = self.sliding.iter().zip(times).enumerate();
        joints.filter_map(|(dof, (rows, time))| Some((dof, rows.effect(time)?))).collect()
    }

    /// Torques of the physically consistent model with friction as files hold it.
    fn exported_torques(
        &self,
        models: &Models<'_>,
        rows: &SegmentRows<'_>,
        feasible: &[f64],
        n_rows: usize,
    ) -> Vec<f64> {
        let Some(friction) = &models.format_friction else { return feasible.to_vec() };
        let change = rows.channels(&friction.change(rows.segment));
        let is_used = |k: usize| self.is_used[k / n_rows.max(1)];
        let sums = feasible.iter().zip(change).enumerate();
        sums.map(|(k, (tau, change))| if is_used(k) { tau + change } else { *tau }).collect()
    }

    /// Efforts that are not used count neither as torque nor as error.
    fn leave_out_unused(&self, measured: &mut [f64], predicted: &mut [Vec<f64>], n_rows: usize) {
        for dof in (0..self.is_used.len()).filter(|&dof| !self.is_used[dof]) {
            let rows = dof * n_rows..(dof + 1) * n_rows;
            measured[rows.clone()].fill(0.0);
            predicted.iter_mut().for_each(|model| model[rows.clone()].fill(0.0));
        }
    }

    /// Number of rows that may be kept.
    fn claim(&mut self, log: usize, is_validation: bool, n_rows: usize) -> usize {
        let of = |(side, _): &&mut (LogSide, usize)| {
            side.log == log && side.is_validation == is_validation
        };
        let Some((_, room)) = self.room.iter_mut().find(of) else { return 0 };
        let n_kept = n_rows.min(*room);
        *room -= n_kept;
        n_kept
    }

    /// Correlation time of the residuals of every joint in the fit, in rows.
    pub(super) fn correlation_times(&self) -> Vec<f64> {
        self.correlation.times()
    }

    pub(super) fn fit(&self) -> Result<Metrics> {
        self.fit.metrics()
    }

    /// Errors on validation data.
    pub(super) fn proof(&self, models: &Models<'_>) -> Result<Proof> {
        let [identified, feasible, nominal, plain] = &self.validation;
        Ok(Proof {
            identified: identified.metrics()?,
            feasible: feasible.metrics()?,
            nominal: nominal.metrics()?,
            plain: models.plain.map(|_| plain.metrics()).transpose()?,
            exported: self.exported.metrics()?,
        })
    }
}

/// Shares of a total, as equal as what is wanted allows.
fn fair_shares(wanted: &[usize], total: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&k| wanted[k]);
    let (mut shares, mut left) = (vec![0; wanted.len()], total);
    // Those who want least first: what they leave is for the others.
    for (served, &k) in order.iter().enumerate() {
        shares[k] = wanted[k].min(left / (wanted.len() - served));
        left -= shares[k];
    }
    shares
}

/// Correlation times of residuals, gathered stretch by stretch.
pub(super) struct Correlation {
    /// Per joint the sum over stretches of rows times correlation time, and of rows.
    means: Vec<CorrelationMean>,
}

impl Correlation {
    pub(super) fn new(n_dof: usize) -> Self {
        Self { means: vec![CorrelationMean::default(); n_dof] }
    }

    /// Adds a stretch of the fit, for one set of base parameters.
    pub(super) fn push(
        &mut self,
        problem: &RigidProblem<'_>,
        beta: &[f64],
        segment: &Segment,
        filter: Option<&ParallelFilter>,
        slow_speeds: &[f64],
    ) -> Result<()> {
        let predicted = problem.predict(segment, filter, &[beta])?;
        let rows = SegmentRows { segment, filter };
        let n_rows = rows.instants().len();
        let slides = rows.sliding(slow_speeds);
        self.note(&rows.channels(&segment.tau), &predicted[0], n_rows, &slides);
        Ok(())
    }

    fn note(&mut self, measured: &[f64], predicted: &[f64], n_rows: usize, slides: &[Vec<bool>]) {
        if n_rows == 0 {
            return;
        }
        let channels = measured.chunks_exact(n_rows).zip(predicted.chunks_exact(n_rows));
        for ((mean, (tau, fit)), slides) in self.means.iter_mut().zip(channels).zip(slides) {
            let residual = tau.iter().zip(fit).zip(slides).filter(|(_, slides)| **slides);
            let residual: Vec<f64> = residual.map(|((a, b), _)| a - b).collect();
            mean.push(&residual);
        }
    }

    /// Correlation time of every joint, in rows.
    pub(super) fn times(&self) -> Vec<f64> {
        self.means.iter().map(CorrelationMean::rows).collect()
    }

    /// The mean over all joints' rows.
    pub(super) fn mean(&self) -> f64 {
        let mut mean = CorrelationMean::default();
        self.means.iter().for_each(|joint| mean.merge(*joint));
        mean.rows()
    }
}

/// A stretch as rows.
struct SegmentRows<'a> {
    segment: &'a Segment,
    filter: Option<&'a ParallelFilter>,
}

impl SegmentRows<'_> {
    /// Filtered channels, one after the other.
    fn channels(&self, x: &[f64]) -> Vec<f64> {
        let n = self.segment.n_samples.max(1);
        match self.filter {
            Some(filter) => {
                let rows: Vec<Vec<f64>> =
                    x.par_chunks(n).map(|channel| filter.apply(channel)).collect();
                rows.concat()
            }
            None => x.to_vec(),
        }
    }

    /// Channels at the instants of the rows, not filtered.
    fn at_rows(&self, x: &[f64]) -> Vec<f64> {
        let n = self.segment.n_samples.max(1);
        match self.filter {
            Some(filter) => x.chunks(n).flat_map(|channel| at_rows(filter, channel)).collect(),
            None => x.to_vec(),
        }
    }

    /// Of every coordinate's rows, whether they are used for the fit.
    fn sliding(&self, slow_speeds: &[f64]) -> Vec<Vec<bool>> {
        let channels = self.segment.qd.chunks(self.segment.n_samples.max(1)).zip(slow_speeds);
        channels.map(|(qd, slow)| sliding_rows(self.filter, qd, *slow)).collect()
    }

    fn instants(&self) -> Vec<f64> {
        match self.filter {
            Some(filter) => at_rows(filter, &self.segment.t_s),
            None => self.segment.t_s.clone(),
        }
    }
}

fn at_rows(filter: &ParallelFilter, x: &[f64]) -> Vec<f64> {
    let rows = 0..filter.n_rows(x.len());
    rows.map(|row| x[filter.delay() + row * filter.every()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_log_leaves_room_for_short_ones() {
        assert_eq!(fair_shares(&[100_000, 2_000, 50_000], 60_000), [29_000, 2_000, 29_000]);
        assert_eq!(fair_shares(&[10, 20], 60), [10, 20]);
        assert!(fair_shares(&[], 60).is_empty());
    }
}
