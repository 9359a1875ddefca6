//! Correlation time of residuals that come in stretches.

use crate::estimate::correlation_time;

/// Mean correlation time of the residuals of some stretches, each weighted by its length, in rows.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::methods) struct CorrelationMean {
    sum: f64,
    n_rows: usize,
}

impl CorrelationMean {
    /// Adds the residuals of a stretch.
    pub(in crate::methods) fn push(&mut self, residual: &[f64]) {
        self.sum += residual.len() as f64 * correlation_time(residual);
        self.n_rows += residual.len();
    }

    /// Adds those of another joint.
    pub(in crate::methods) fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.n_rows += other.n_rows;
    }

    /// Rows per independent observation; 1 without rows, and never less.
    pub(in crate::methods) fn rows(&self) -> f64 {
        (self.sum / self.n_rows.max(1) as f64).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_stretches_count_more_than_short_ones() {
        // Blocks of four equal values have a correlation time of four samples, alternating values of one.
        let block = |k: u32| (f64::from(k / 4) * 12.9898).sin() * 43_758.545_3 % 1.0;
        let slow: Vec<f64> = (0..30_000).map(block).collect();
        let fast: Vec<f64> = (0..10_000).map(|k| if k % 2 == 0 { 1.0 } else { -1.0 }).collect();
        let mut mean = CorrelationMean::default();
        assert_eq!(mean.rows(), 1.0);
        mean.push(&slow);
        let of_slow = mean.rows();
        mean.push(&fast);
        let expected = 0.75 * of_slow + 0.25 * correlation_time(&fast);
        assert!(of_slow > 2.0 && (mean.rows() - expected).abs() < 1e-12, "{}", mean.rows());
    }
}
