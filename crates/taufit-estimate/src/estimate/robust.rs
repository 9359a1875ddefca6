//! Estimates that a few wrong samples cannot spoil.

use super::least_squares::{Estimate, Weighting, least_squares};
use super::solution::Solution;
use super::stacked::stacked;
use crate::diagnostics::EstimateError;
use taufit_data::evidence::{Loss, ResidualSpread, RowWeights, WeightedEvidence};
use taufit_dynamics::diagnostics::{Error, InputError, Result};

/// Passes after which an estimate that does not settle is given back as it is.
const MAX_PASSES: usize = 60;
/// Change of a parameter that no longer matters, in its standard deviations.
const SETTLED: f64 = 1e-3;
/// Change of a scale, as a share of it, below which it is kept: with a fixed scale Huber's loss is convex and the
/// passes settle, while the median of a histogram with bins of 1 % could swing to and fro for ever.
const SCALE_SETTLED: f64 = 0.01;

/// An estimate by iteratively reweighted least squares.
#[derive(Clone, Debug, PartialEq)]
pub struct RobustEstimate {
    /// Base parameters; `residual_sigma` is the noise of an observation worth as much as a row.
    pub estimate: Estimate,
    /// Standard deviation of the residuals of each joint without outliers \[N·m or N\].
    pub scale: Vec<f64>,
    /// Number of passes over the data.
    pub n_passes: usize,
    /// Whether the last pass changed nothing that matters.
    pub settled: bool,
    /// Share of the rows that count less than half.
    pub outlier_share: f64,
}

/// `min Σ_j Σ ρ((W_j β − τ_j)/s_j)` for a loss `ρ`, every round one pass over the data.
///
/// Starts with weighted least squares and Huber's loss. The scale `s_j` is that of the median of the
/// absolute residuals, which outliers do not move. A redescending loss starts from Huber's end and
/// keeps its scale: otherwise it has many local minima and need not settle.
/// `observe` makes one pass, such as
/// [`observe_weighted`](taufit_data::evidence::observe_weighted) of all logs.
pub fn robust(
    loss: Loss,
    mut observe: impl FnMut(Option<&RowWeights>) -> Result<WeightedEvidence>,
) -> Result<RobustEstimate> {
    let tuning = loss.tuning();
    if !(tuning > 0.0 && tuning.is_finite()) {
        let (setting, expected) = ("tuning constant of the loss", "a positive number");
        return Err(Error::from(InputError::OutOfRange { setting, value: tuning, expected }));
    }
    let start = least_squares(&observe(None)?.evidence, Weighting::PerJoint)?;
    let (beta, sigma) = (start.beta, start.residual_sigma);
    match loss {
        Loss::Huber { .. } => iterate(RowWeights { beta, sigma, loss }, true, 1, &mut observe),
        Loss::Tukey { .. } => {
            let weights = RowWeights { beta, sigma, loss: Loss::HUBER };
            let huber = iterate(weights, true, 1, &mut observe)?;
            let weights = RowWeights { beta: huber.estimate.beta, sigma: huber.scale, loss };
            iterate(weights, false, huber.n_passes, &mut observe)
        }
    }
}

/// Passes over the data until the parameters settle.
fn iterate(
    mut weights: RowWeights,
    mut update_scale: bool,
    passes_before: usize,
    observe: &mut impl FnMut(Option<&RowWeights>) -> Result<WeightedEvidence>,
) -> Result<RobustEstimate> {
    let mut n_passes = passes_before;
    loop {
        let seen = observe(Some(&weights))?;
        n_passes += 1;
        let estimate = solve(&seen, &weights.sigma)?;
        let settled = estimate
            .beta
            .iter()
            .zip(&weights.beta)
            .zip(&estimate.sigma)
            .all(|((new, old), sigma)| (new - old).abs() <= SETTLED * sigma);
        let scale =
            if update_scale { scales(&seen, &weights.sigma) } else { weights.sigma.clone() };
        let last = n_passes - passes_before >= MAX_PASSES;
        if settled || last {
            let outlier_share = outlier_share(&seen.spreads);
            return Ok(RobustEstimate { estimate, scale, n_passes, settled, outlier_share });
        }
        let changes = |(new, old): (&f64, &f64)| (new - old).abs() > SCALE_SETTLED * old;
        update_scale &= scale.iter().zip(&weights.sigma).any(changes);
        weights = RowWeights { beta: estimate.beta, sigma: scale, loss: weights.loss };
    }
}

/// Least squares of the weighted rows, every joint by the noise of its rows.
fn solve(seen: &WeightedEvidence, sigma: &[f64]) -> Result<Estimate> {
    let evidence = &seen.evidence;
    if evidence.n_rows() <= evidence.n_base() {
        let (found, needed) = (evidence.n_rows(), evidence.n_base() + 1);
        return Err(EstimateError::Underdetermined { found, needed }.into());
    }
    let freedom = 1.0 - evidence.n_base() as f64 / evidence.n_rows() as f64;
    let noise: Vec<f64> = seen
        .spreads
        .iter()
        .zip(sigma)
        .map(|(spread, s)| s * (spread.noise() / freedom).sqrt().max(f64::EPSILON))
        .collect();
    let weights: Vec<f64> = noise.iter().map(|s| 1.0 / s.max(f64::MIN_POSITIVE)).collect();
    let solution = Solution::of(&stacked(evidence, &weights))?;
    // Rows are in units of their noise: the variance is one by construction.
    let estimate = solution.into_estimate(evidence, &weights, 1.0);
    Ok(Estimate { residual_sigma: noise, ..estimate })
}

/// Robust scale of the residuals of each joint, the parameters shared out over all rows.
fn scales(seen: &WeightedEvidence, sigma: &[f64]) -> Vec<f64> {
    let freedom = 1.0 - seen.evidence.n_base() as f64 / seen.evidence.n_rows() as f64;
    seen.spreads.iter().zip(sigma).map(|(spread, s)| s * spread.scale() / freedom.sqrt()).collect()
}

fn outlier_share(spreads: &[ResidualSpread]) -> f64 {
    let n_rows: usize = spreads.iter().map(ResidualSpread::n_rows).sum();
    let n_outliers: usize = spreads.iter().map(ResidualSpread::n_outliers).sum();
    n_outliers as f64 / n_rows.max(1) as f64
}
