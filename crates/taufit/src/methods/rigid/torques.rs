//! Measured and predicted torques, gathered stretch by stretch.

use super::problem::Problem;
use crate::diagnostics::Result;
use crate::estimate::correlation_time;
use crate::signal::{ParallelFilter, Segment};
use crate::study::Series;
use crate::validate::{ErrorSums, Metrics};

/// Rows of which the torques themselves are kept, for plots and residual tests.
const KEPT_ROWS: usize = 60_000;

/// The models that are compared.
pub(super) struct Models<'a> {
    pub(super) identified: &'a [f64],
    pub(super) feasible: &'a [f64],
    pub(super) nominal: &'a [f64],
}

/// Errors of all models on the data of the fit and on others, and the torques of the first rows.
pub(super) struct Torques {
    fit: ErrorSums,
    validation: [ErrorSums; 3],
    /// Sum over stretches of rows times correlation time, and of rows.
    correlation: Vec<(f64, usize)>,
    pub(super) series: Vec<Series>,
    n_kept: usize,
}

impl Torques {
    pub(super) fn new(n_dof: usize) -> Self {
        Self {
            fit: ErrorSums::new(n_dof),
            validation: std::array::from_fn(|_| ErrorSums::new(n_dof)),
            correlation: vec![(0.0, 0); n_dof],
            series: Vec::new(),
            n_kept: 0,
        }
    }

    /// Adds a stretch; torques are compared as they were fitted, behind the same filter.
    pub(super) fn push(
        &mut self,
        problem: &Problem<'_>,
        models: &Models<'_>,
        source: &str,
        segment: &Segment,
        filter: Option<&ParallelFilter>,
        is_validation: bool,
    ) -> Result<()> {
        let betas = [models.identified, models.feasible, models.nominal];
        let predicted = problem.predict(segment, &betas)?;
        let rows = Rows { segment, filter };
        let measured = rows.channels(&segment.tau);
        let [identified, feasible, nominal] = std::array::from_fn(|k| rows.channels(&predicted[k]));
        let t_s = rows.instants();
        let n_rows = t_s.len();
        if is_validation {
            for (sums, tau) in self.validation.iter_mut().zip([&identified, &feasible, &nominal]) {
                sums.push(&measured, tau, n_rows)?;
            }
        } else {
            self.fit.push(&measured, &identified, n_rows)?;
            self.note_correlation(&measured, &identified, n_rows);
        }
        if self.n_kept < KEPT_ROWS && n_rows > 0 {
            self.n_kept += n_rows;
            self.series.push(Series {
                source: source.to_owned(),
                validation: is_validation,
                t_s,
                q: rows.at_rows(&segment.q),
                qd: rows.at_rows(&segment.qd),
                measured,
                predicted: identified,
                feasible,
                nominal,
            });
        }
        Ok(())
    }

    fn note_correlation(&mut self, measured: &[f64], predicted: &[f64], n_rows: usize) {
        if n_rows == 0 {
            return;
        }
        let channels = measured.chunks_exact(n_rows).zip(predicted.chunks_exact(n_rows));
        for ((sum, n), (tau, fit)) in self.correlation.iter_mut().zip(channels) {
            let residual: Vec<f64> = tau.iter().zip(fit).map(|(a, b)| a - b).collect();
            *sum += n_rows as f64 * correlation_time(&residual);
            *n += n_rows;
        }
    }

    /// Correlation time of the residuals of every joint in the fit, in rows.
    pub(super) fn correlation_times(&self) -> Vec<f64> {
        self.correlation.iter().map(|(sum, n)| (sum / (*n).max(1) as f64).max(1.0)).collect()
    }

    pub(super) fn fit(&self) -> Result<Metrics> {
        self.fit.metrics()
    }

    /// Identified, physically consistent and nominal parameters on validation data.
    pub(super) fn validation(&self) -> Result<[Metrics; 3]> {
        let [identified, feasible, nominal] = &self.validation;
        Ok([identified.metrics()?, feasible.metrics()?, nominal.metrics()?])
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
            Some(filter) => x.chunks(n).flat_map(|channel| filter.apply(channel)).collect(),
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
