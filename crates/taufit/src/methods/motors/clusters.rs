//! Least squares over records, with the scatter between groups of them as the measure of error.

use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};

/// The rows that share their errors, of all records at one velocity, of one record, or of one stroke: `[load | other columns]` and the current, both over the
/// standard deviation of the row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cluster {
    /// By rows.
    pub(super) rows: Vec<f64>,
    pub(super) z: Vec<f64>,
}

impl Cluster {
    /// Adds a row with this standard deviation.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = f64>, z: f64, sigma: f64) {
        self.rows.extend(row.into_iter().map(|x| x / sigma));
        self.z.push(z / sigma);
    }

    /// `|rows · θ − z|²`.
    pub(super) fn squared_error(&self, theta: &[f64]) -> f64 {
        let rows = self.rows.chunks_exact(theta.len().max(1)).zip(&self.z);
        let fit = |row: &[f64]| row.iter().zip(theta).map(|(r, t)| r * t).sum::<f64>();
        rows.map(|(row, z)| (fit(row) - z).powi(2)).sum()
    }
}

/// All rows of a joint. Column 0 is the load: its coefficient is `1/kct`.
#[derive(Clone, Debug)]
pub(super) struct Regression {
    pub(super) clusters: Vec<Cluster>,
    pub(super) n_columns: usize,
    /// `1/kct` where it is not among the unknowns.
    pub(super) known_slope: Option<f64>,
}

impl Regression {
    /// Unknowns.
    pub(super) fn n_unknowns(&self) -> usize {
        self.n_columns - usize::from(self.known_slope.is_some())
    }

    /// The coefficients of all columns without some of the records; `None` where they are not all
    /// determined.
    pub(super) fn solve(&self, use_cluster: impl Fn(usize) -> bool) -> Result<Option<Vec<f64>>> {
        let (mut r, mut z) = (Vec::new(), Vec::new());
        let skip = usize::from(self.known_slope.is_some());
        let slope = self.known_slope.unwrap_or(0.0);
        let used = self.clusters.iter().enumerate().filter(|(k, _)| use_cluster(*k));
        for (row, value) in used.flat_map(|(_, cluster)| {
            cluster.rows.chunks_exact(self.n_columns).zip(cluster.z.iter().copied())
        }) {
            r.extend_from_slice(&row[skip..]);
            z.push(value - slope * row[0]);
        }
        let n = self.n_unknowns();
        if z.len() < n {
            return Ok(None);
        }
        if n == 0 {
            return Ok(Some(vec![slope]));
        }
        let solution = Solution::of(&Stacked::new(n, r, z))?;
        let known = self.known_slope.iter().copied();
        Ok((solution.rank == n).then(|| known.chain(solution.beta).collect()))
    }

    /// Standard deviations of whatever follows from the coefficients: the jackknife over records,
    /// `σ² = (m − 1)/m Σ (x₍ₖ₎ − x̄)²` with `x₍ₖ₎` found without record `k` (Efron 1982).
    ///
    /// Whatever differs from record to record (noise that is not white, friction that changes with
    /// temperature, ripple) is in it. `None` where a single record decides.
    pub(super) fn jackknife(&self, of: impl Fn(&[f64]) -> Vec<f64>) -> Result<Option<Vec<f64>>> {
        let without = |left_out: usize| self.solve(|k| k != left_out);
        let all = (0..self.clusters.len()).map(without).collect::<Result<Option<Vec<_>>>>()?;
        let values = all.map(|all| all.iter().map(|theta| of(theta)).collect::<Vec<Vec<f64>>>());
        Ok(values.and_then(|values| jackknife_sigma(&values)))
    }
}

/// `√((m − 1)/m Σ (x₍ₖ₎ − x̄)²)` of values that were found without each of `m` units; `None` for one.
pub(super) fn jackknife_sigma<X: AsRef<[f64]>>(without: &[X]) -> Option<Vec<f64>> {
    let m = without.len() as f64;
    let sigma = |i: usize| {
        let mean = without.iter().map(|x| x.as_ref()[i]).sum::<f64>() / m;
        let squares: f64 = without.iter().map(|x| (x.as_ref()[i] - mean).powi(2)).sum();
        (squares * (m - 1.0) / m).sqrt()
    };
    let n_values = without.first()?.as_ref().len();
    (without.len() > 1).then(|| (0..n_values).map(sigma).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One column, one row per record: the mean.
    fn mean_of(values: &[f64]) -> Regression {
        let cluster = |x: &f64| Cluster { rows: vec![1.0], z: vec![*x] };
        let clusters = values.iter().map(cluster).collect();
        Regression { clusters, n_columns: 1, known_slope: None }
    }

    #[test]
    fn the_jackknife_of_a_mean_is_its_standard_error() {
        let values = [1.0, 2.0, 4.0, 9.0];
        let problem = mean_of(&values);
        assert!((problem.solve(|_| true).unwrap().unwrap()[0] - 4.0).abs() < 1e-12);
        let sigma = problem.jackknife(<[f64]>::to_vec).unwrap().unwrap()[0];
        let variance = values.iter().map(|x| (x - 4.0).powi(2)).sum::<f64>() / 3.0;
        assert!((sigma - (variance / 4.0).sqrt()).abs() < 1e-12, "{sigma}");
    }

    #[test]
    fn a_known_slope_is_taken_off() {
        let mut cluster = Cluster::default();
        cluster.push([2.0, 1.0], 7.0, 0.5);
        let problem = Regression { clusters: vec![cluster], n_columns: 2, known_slope: Some(3.0) };
        let theta = problem.solve(|_| true).unwrap().unwrap();
        assert!((theta[1] - 1.0).abs() < 1e-12 && theta[0] == 3.0);
        assert!(problem.clusters[0].squared_error(&theta) < 1e-20);
        assert_eq!(problem.jackknife(<[f64]>::to_vec).unwrap(), None);
    }

    #[test]
    fn what_is_not_determined_is_not_given() {
        let mut cluster = Cluster::default();
        cluster.push([1.0, 2.0], 1.0, 1.0);
        cluster.push([2.0, 4.0], 2.0, 1.0);
        let problem = Regression { clusters: vec![cluster], n_columns: 2, known_slope: None };
        assert_eq!(problem.solve(|_| true).unwrap(), None);
    }
}
