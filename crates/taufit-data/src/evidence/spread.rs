//! Spread of the residuals of a weighted pass.

use super::weights::Loss;
use crate::evidence::Evidence;
use taufit_dynamics::diagnostics::Result;

/// Bins of the histogram per factor e of the residual: one is 1 % wide.
const BINS_PER_E: f64 = 100.0;
/// Smallest residual that is resolved, in assumed standard deviations.
const SMALLEST: f64 = 1e-9;
/// Largest one.
const LARGEST: f64 = 1e6;
/// Median of the absolute value of a standard normal variable.
const NORMAL_MEDIAN: f64 = 0.674_489_750_196_081_7;

/// Spread of the residuals of one joint in a weighted pass, in units of the assumed deviation `σ`.
///
/// A histogram of `|u|` with bins of 1 % gives the median to far better than chance leaves it, in
/// constant memory; variances of weighted rows cannot replace it, as a few gross outliers move them.
#[derive(Clone, Debug, PartialEq)]
pub struct ResidualSpread {
    histogram: Vec<usize>,
    n_rows: usize,
    n_outliers: usize,
    sum_weight: f64,
    sum_squared_pull: f64,
    sum_curvature: f64,
}

impl ResidualSpread {
    pub(super) fn new() -> Self {
        Self {
            histogram: vec![0; bin(LARGEST) + 1],
            n_rows: 0,
            n_outliers: 0,
            sum_weight: 0.0,
            sum_squared_pull: 0.0,
            sum_curvature: 0.0,
        }
    }

    pub(super) fn note(&mut self, u: f64, loss: Loss) {
        let weight = loss.weight(u);
        self.histogram[bin(u.abs())] += 1;
        self.n_rows += 1;
        self.n_outliers += usize::from(weight < 0.5);
        self.sum_weight += weight;
        self.sum_squared_pull += (weight * u).powi(2);
        self.sum_curvature += loss.curvature(u);
    }

    fn merge(&mut self, other: &Self) {
        self.histogram.iter_mut().zip(&other.histogram).for_each(|(a, b)| *a += b);
        self.n_rows += other.n_rows;
        self.n_outliers += other.n_outliers;
        self.sum_weight += other.sum_weight;
        self.sum_squared_pull += other.sum_squared_pull;
        self.sum_curvature += other.sum_curvature;
    }

    /// Number of rows.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Rows that count less than half.
    pub fn n_outliers(&self) -> usize {
        self.n_outliers
    }

    /// Standard deviation of normal residuals with the same median of `|u|`: half of the rows may be
    /// outliers before it fails.
    pub fn scale(&self) -> f64 {
        let (half, mut below) = (0.5 * self.n_rows as f64, 0.0);
        for (k, count) in self.histogram.iter().enumerate() {
            let next = below + *count as f64;
            if next >= half && *count > 0 {
                let inside = (half - below) / *count as f64;
                return edge(k as f64 + inside) / NORMAL_MEDIAN;
            }
            below = next;
        }
        1.0
    }

    /// `ψ̄² w̄/ψ̄'²`: variance of an observation that carries what a weighted row does, so that
    /// `(WᵀW)⁻¹` of the weighted rows times it is the covariance (Huber 1981, chapter 7, with
    /// `w̄ XᵀX` for the weighted rows).
    pub fn noise(&self) -> f64 {
        let n = self.n_rows.max(1) as f64;
        let curvature = (self.sum_curvature / n).max(f64::EPSILON);
        self.sum_squared_pull / n * (self.sum_weight / n) / curvature.powi(2)
    }
}

fn bin(u: f64) -> usize {
    ((u.clamp(SMALLEST, LARGEST) / SMALLEST).ln() * BINS_PER_E) as usize
}

/// Residual at a place of the histogram.
fn edge(place: f64) -> f64 {
    SMALLEST * (place / BINS_PER_E).exp()
}

/// The triangles of weighted rows and the spread of their residuals.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightedEvidence {
    /// The weighted rows.
    pub evidence: Evidence,
    /// One per joint; empty where nothing was weighted.
    pub spreads: Vec<ResidualSpread>,
}

impl WeightedEvidence {
    /// Adds what another pass with the same weights has seen.
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        self.evidence.merge(&other.evidence)?;
        self.spreads.iter_mut().zip(&other.spreads).for_each(|(a, b)| a.merge(b));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_is_the_median_of_the_residuals() {
        let mut spread = ResidualSpread::new();
        // Median 0.5; a fifth of them grossly wrong moves it by a fifth of the rest at most.
        (0..1001).for_each(|k| spread.note(f64::from(k) * 1e-3, Loss::HUBER));
        assert!((spread.scale() * NORMAL_MEDIAN - 0.5).abs() < 0.005);
        (0..250).for_each(|_| spread.note(1e5, Loss::HUBER));
        assert!((spread.scale() * NORMAL_MEDIAN - 0.625).abs() < 0.00625);
        assert_eq!((spread.n_rows(), spread.n_outliers()), (1251, 250));
    }

    #[test]
    fn an_exact_fit_has_a_scale_too() {
        let mut spread = ResidualSpread::new();
        (0..10).for_each(|_| spread.note(0.0, Loss::TUKEY));
        assert!(spread.scale() > 0.0 && spread.scale() < 1e-8);
        assert_eq!(ResidualSpread::new().scale(), 1.0);
    }
}
