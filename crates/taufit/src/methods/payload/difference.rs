//! The second route: the difference of two sets of coefficients.

use super::fit::PayloadFit;
use super::problem::{PayloadProblem, TEN};
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked, stacked};
use crate::evidence::Evidence;
use crate::methods::pair::EvidencePair;

/// The load's ten from `β_loaded − β_unloaded = B π_L` (De Luca, Robotics 2 lectures, p. 20), every coefficient in units of
/// its own standard deviation.
///
/// Each set is identified by itself, as if nothing were known about the other; friction may differ as it
/// likes. `None` where the coefficients that both runs show do not tell the mass.
pub(super) fn difference(
    problem: &PayloadProblem<'_>,
    pair: &EvidencePair,
    fit: &PayloadFit,
    times: &[f64],
) -> Result<Option<Vec<f64>>> {
    let weight = |dof: usize| match problem.joints.contains(&dof) {
        true => 1.0 / (fit.residual_sigma[dof] * times[dof].sqrt()),
        false => 0.0,
    };
    let weights: Vec<f64> = (0..times.len()).map(weight).collect();
    let loaded = Coefficients::of(&pair.loaded, &weights)?;
    let unloaded = match &problem.known {
        Some(known) if !problem.has_free_runs => Coefficients::known(&known.beta, &known.sigma),
        _ => Coefficients::of(&pair.unloaded, &weights)?,
    };
    let (mut a, mut z) = (Vec::new(), Vec::new());
    for k in 0..problem.n_base() {
        let sigma = loaded.sigma[k].hypot(unloaded.sigma[k]);
        if sigma > 0.0 && sigma.is_finite() {
            a.extend(problem.changes.iter().map(|change| change[k] / sigma));
            z.push((loaded.beta[k] - unloaded.beta[k]) / sigma);
        }
    }
    for (row, right) in fit.prior.rows() {
        a.extend(row);
        z.push(right);
    }
    let solution = Solution::of(&Stacked::new(TEN, a, z))?;
    Ok(solution.is_seen(0).then_some(solution.beta))
}

/// Base parameters of one kind of runs; those that it does not show are known to within infinity.
struct Coefficients {
    beta: Vec<f64>,
    sigma: Vec<f64>,
}

impl Coefficients {
    fn of(evidence: &Evidence, weights: &[f64]) -> Result<Self> {
        let solution = Solution::of(&stacked(evidence, weights))?;
        let sigma = |k: usize| match solution.is_seen(k) {
            true => solution.inverse_diagonal(k).sqrt(),
            false => f64::INFINITY,
        };
        let sigma = (0..solution.beta.len()).map(sigma).collect();
        Ok(Self { beta: solution.beta, sigma })
    }

    fn known(beta: &[f64], sigma: &Option<Vec<f64>>) -> Self {
        let sigma = sigma.clone().unwrap_or_else(|| vec![0.0; beta.len()]);
        Self { beta: beta.to_vec(), sigma }
    }
}
