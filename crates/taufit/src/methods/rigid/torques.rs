//! Measured and predicted torques, gathered stretch by stretch.

use super::problem::Problem;
use crate::diagnostics::Result;
use crate::estimate::correlation_time;
use crate::signal::{ParallelFilter, Segment};
use crate::study::Series;
use crate::validate::{ErrorSums, Metrics};
use rayon::prelude::*;

/// Rows of which the torques themselves are kept, for plots and residual tests, over all logs.
const KEPT_ROWS: usize = 60_000;

/// One side of a log: the data of the fit or those for validation.
#[derive(Clone, Debug)]
pub(super) struct Side {
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
}

/// Torque errors on validation data.
pub(super) struct Proof {
    pub(super) identified: Metrics,
    pub(super) feasible: Metrics,
    pub(super) nominal: Metrics,
    pub(super) plain: Option<Metrics>,
}

/// Errors of all models on the data of the fit and on others, and the torques of the first rows of
/// every side of every log.
pub(super) struct Torques {
    fit: ErrorSums,
    /// Of the models in the order of [`Models`].
    validation: [ErrorSums; 4],
    correlation: Correlation,
    pub(super) series: Vec<Series>,
    /// Rows that may still be kept of every side.
    room: Vec<(Side, usize)>,
}

impl Torques {
    /// With room for rows of these sides of the logs.
    pub(super) fn new(n_dof: usize, sides: Vec<Side>) -> Self {
        let wanted: Vec<usize> = sides.iter().map(|side| side.n_rows).collect();
        Self {
            fit: ErrorSums::new(n_dof),
            validation: std::array::from_fn(|_| ErrorSums::new(n_dof)),
            correlation: Correlation::new(n_dof),
            series: Vec::new(),
            room: sides.into_iter().zip(fair_shares(&wanted, KEPT_ROWS)).collect(),
        }
    }

    /// Adds a stretch of a log; torques are compared as they were fitted, behind the same filter.
    pub(super) fn push(
        &mut self,
        problem: &Problem<'_>,
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
        let rows = Rows { segment, filter };
        let measured = rows.channels(&segment.tau);
        let t_s = rows.instants();
        let n_rows = t_s.len();
        if is_validation {
            for (sums, tau) in self.validation.iter_mut().zip(&predicted) {
                sums.push(&measured, tau, n_rows)?;
            }
        } else {
            self.fit.push(&measured, &predicted[0], n_rows)?;
            self.correlation.note(&measured, &predicted[0], n_rows);
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

    /// How many of some rows may be kept.
    fn claim(&mut self, log: usize, is_validation: bool, n_rows: usize) -> usize {
        let of =
            |(side, _): &&mut (Side, usize)| side.log == log && side.is_validation == is_validation;
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
    sums: Vec<(f64, usize)>,
}

impl Correlation {
    pub(super) fn new(n_dof: usize) -> Self {
        Self { sums: vec![(0.0, 0); n_dof] }
    }

    /// Adds a stretch of the fit, for one set of base parameters.
    pub(super) fn push(
        &mut self,
        problem: &Problem<'_>,
        beta: &[f64],
        segment: &Segment,
        filter: Option<&ParallelFilter>,
    ) -> Result<()> {
        let predicted = problem.predict(segment, filter, &[beta])?;
        let rows = Rows { segment, filter };
        let n_rows = rows.instants().len();
        self.note(&rows.channels(&segment.tau), &predicted[0], n_rows);
        Ok(())
    }

    fn note(&mut self, measured: &[f64], predicted: &[f64], n_rows: usize) {
        if n_rows == 0 {
            return;
        }
        let channels = measured.chunks_exact(n_rows).zip(predicted.chunks_exact(n_rows));
        for ((sum, n), (tau, fit)) in self.sums.iter_mut().zip(channels) {
            let residual: Vec<f64> = tau.iter().zip(fit).map(|(a, b)| a - b).collect();
            *sum += n_rows as f64 * correlation_time(&residual);
            *n += n_rows;
        }
    }

    /// Correlation time of every joint, in rows.
    pub(super) fn times(&self) -> Vec<f64> {
        self.sums.iter().map(|(sum, n)| (sum / (*n).max(1) as f64).max(1.0)).collect()
    }

    /// The mean over all joints' rows.
    pub(super) fn mean(&self) -> f64 {
        let (sum, n) = self.sums.iter().fold((0.0, 0), |(s, n), joint| (s + joint.0, n + joint.1));
        (sum / n.max(1) as f64).max(1.0)
    }
}

/// A stretch as rows.
struct Rows<'a> {
    segment: &'a Segment,
    filter: Option<&'a ParallelFilter>,
}

impl Rows<'_> {
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
