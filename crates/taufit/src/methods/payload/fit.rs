//! The load by least squares, with what else is unknown.

use super::prior::BodyPrior;
use super::problem::{PayloadProblem, TEN};
use super::rows::WhitenedRows;
use crate::diagnostics::{PayloadError, Result};
use crate::estimate::Solution;
use crate::evidence::Evidence;
use crate::methods::pair::EvidencePair;

/// Rounds after which weights and prior are taken as they are.
const MAX_ROUNDS: usize = 30;
/// Relative change of the weights that no longer matters.
const SETTLED: f64 = 1e-4;

/// The load's ten parameters and what was found with them.
pub(super) struct PayloadFit {
    /// In the frame of the link.
    pub(super) ten: Vec<f64>,
    /// Changes of the base parameters of friction in [`PayloadProblem::friction`], each with its sigma.
    pub(super) friction: Vec<(f64, f64)>,
    /// Base parameters without the load.
    pub(super) unloaded: Vec<f64>,
    /// Standard deviation of the residual of each joint \[N·m\]; 1 where its rows are not used.
    pub(super) residual_sigma: Vec<f64>,
    /// Factor of the rows of each joint.
    weights: Vec<f64>,
    /// Prior of the final fit.
    pub(super) prior: BodyPrior,
    pub(super) rows: WhitenedRows,
    pub(super) solution: Solution,
}

impl PayloadFit {
    /// Rows of every joint divided by the standard deviation of its own residual and the root of its
    /// correlation time, repeated until it settles; the prior follows the mass and the centre.
    pub(super) fn new(
        problem: &PayloadProblem<'_>,
        pair: &EvidencePair,
        times: &[f64],
        gyration_radius_m: f64,
    ) -> Result<Self> {
        let mut prior = BodyPrior::first(gyration_radius_m);
        let mut sigma = vec![1.0; times.len()];
        let mut fit = Self::once(problem, pair, &weights(&sigma, times), prior)?;
        for _ in 0..MAX_ROUNDS {
            let next = fit.residual_sigma(problem, pair, times);
            let change = next.iter().zip(&sigma).map(|(a, b)| (a / b - 1.0).abs());
            let settled = change.fold(0.0, f64::max) < SETTLED;
            sigma = next;
            prior = prior.around(&fit.ten);
            fit = Self::once(problem, pair, &weights(&sigma, times), prior)?;
            if settled {
                break;
            }
        }
        fit.residual_sigma = sigma;
        Ok(fit)
    }

    /// The same for another problem, every row weighted and every prior as here.
    pub(super) fn again(&self, problem: &PayloadProblem<'_>, pair: &EvidencePair) -> Result<Self> {
        let fit = Self::once(problem, pair, &self.weights, self.prior)?;
        Ok(Self { residual_sigma: self.residual_sigma.clone(), ..fit })
    }

    fn once(
        problem: &PayloadProblem<'_>,
        pair: &EvidencePair,
        weights: &[f64],
        prior: BodyPrior,
    ) -> Result<Self> {
        let rows = WhitenedRows::new(problem, pair, weights, &prior);
        let solution = Solution::of(&rows.stacked())?;
        if !solution.is_seen(0) {
            return Err(PayloadError::MassNotSeen.into());
        }
        let (x, places) = (&solution.beta, TEN..problem.first_base());
        Ok(Self {
            ten: x[..TEN].to_vec(),
            friction: places.map(|i| (x[i], solution.inverse_diagonal(i).sqrt())).collect(),
            unloaded: problem.unloaded(x),
            residual_sigma: vec![1.0; weights.len()],
            weights: weights.to_vec(),
            prior,
            rows,
            solution,
        })
    }

    /// Base parameters with the load.
    pub(super) fn loaded(&self, problem: &PayloadProblem<'_>) -> Vec<f64> {
        self.loaded_with(problem, &self.ten)
    }

    /// Base parameters with a load in place of the one found.
    pub(super) fn loaded_with(&self, problem: &PayloadProblem<'_>, ten: &[f64]) -> Vec<f64> {
        let friction: Vec<f64> = self.friction.iter().map(|(change, _)| *change).collect();
        problem.loaded(&self.unloaded, ten, &friction)
    }

    /// Residuals of both runs together, what was fitted shared out over all independent observations.
    fn residual_sigma(
        &self,
        problem: &PayloadProblem<'_>,
        pair: &EvidencePair,
        times: &[f64],
    ) -> Vec<f64> {
        let freedom = pair.freedom(&problem.joints, times, self.solution.rank);
        let loaded = self.loaded(problem);
        let mut sigma = vec![1.0; self.residual_sigma.len()];
        for &dof in &problem.joints {
            let of =
                |evidence: &Evidence, beta: &[f64]| evidence.joints()[dof].squared_residual(beta);
            let squared = of(&pair.unloaded, &self.unloaded) + of(&pair.loaded, &loaded);
            let n_rows = pair.n_rows(dof) as f64;
            // An exact fit would give a joint infinite weight: its rounding is what is left.
            let floor = f64::EPSILON * pair.loaded.joints()[dof].squared_torque().sqrt();
            sigma[dof] = (squared / (n_rows * freedom)).sqrt().max(floor).max(f64::MIN_POSITIVE);
        }
        sigma
    }

    /// Weighted sum of squared residuals over its number of rows: 1 for the residuals that it was
    /// weighted by.
    pub(super) fn misfit(
        &self,
        problem: &PayloadProblem<'_>,
        pair: &EvidencePair,
        sigma: &[f64],
    ) -> f64 {
        let loaded = self.loaded(problem);
        let squared = |dof: &usize| {
            pair.loaded.joints()[*dof].squared_residual(&loaded) / sigma[*dof].powi(2)
        };
        let n_rows: usize =
            problem.joints.iter().map(|&dof| pair.loaded.joints()[dof].n_rows()).sum();
        problem.joints.iter().map(squared).sum::<f64>() / n_rows.max(1) as f64
    }
}

fn weights(sigma: &[f64], times: &[f64]) -> Vec<f64> {
    sigma.iter().zip(times).map(|(s, t)| 1.0 / (s * t.sqrt())).collect()
}
