//! Uncertainty of the load's ten parameters.

use super::fit::PayloadFit;
use super::knowledge::DriveGain;
use super::problem::{PayloadProblem, TEN};
use super::rows::dot;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use faer::Mat;

/// Covariance of the load's ten: noise of the efforts, mistakes of the identified robot where there is
/// nothing else to tell what the robot weighs itself, mistakes of the drive gains, and a factor that all
/// torques share, which is one of the load.
///
/// `C = G + S C_β Sᵀ + Σ_j g_j² v_j v_jᵀ + s² π_L π_Lᵀ` with `G = (AᵀA)⁻¹`, `S = G Aᵀ R` the answer to a mistake in the
/// robot's base parameters and `v_j = G Aᵀ z_j` that to a gain, whose relative sigma is `g_j`.
pub(super) fn covariance(
    problem: &PayloadProblem<'_>,
    fit: &PayloadFit,
    gains: &[Option<DriveGain>],
    scale_sigma: Option<f64>,
) -> Result<Mat<f64>> {
    let answer = answer(fit);
    let mut covariance = Mat::from_fn(TEN, TEN, |i, j| fit.solution.inverse_entry(i, j));
    if let Some(of_robot) = robot_errors(problem, fit)? {
        let n_loaded = fit.rows.over_base.len() / problem.n_base();
        let rows = Mat::from_fn(n_loaded, problem.n_base(), |i, k| {
            fit.rows.over_base[i * problem.n_base() + k]
        });
        let to_load = answer.subcols(0, n_loaded) * rows;
        covariance += &to_load * of_robot * to_load.transpose();
    }
    for (dof, gain) in gains.iter().enumerate() {
        let sigma = gain.map_or(0.0, |gain| gain.relative_sigma);
        let own = |i: usize| if fit.rows.joint[i] == Some(dof) { fit.rows.z[i] } else { 0.0 };
        let efforts = Mat::from_fn(fit.rows.z.len(), 1, |i, _| sigma * own(i));
        let shift = &answer * efforts;
        covariance += &shift * shift.transpose();
    }
    let scale = Mat::from_fn(TEN, 1, |i, _| scale_sigma.unwrap_or(0.0) * fit.ten[i]);
    covariance += &scale * scale.transpose();
    Ok(covariance)
}

/// `G Aᵀ`: what the load's ten make of a change of `z`.
fn answer(fit: &PayloadFit) -> Mat<f64> {
    let n = fit.rows.n_unknowns;
    let inverse: Vec<Vec<f64>> =
        (0..TEN).map(|i| (0..n).map(|j| fit.solution.inverse_entry(i, j)).collect()).collect();
    let rows: Vec<&[f64]> = fit.rows.entries().collect();
    Mat::from_fn(TEN, rows.len(), |i, k| dot(&inverse[i], rows[k]))
}

/// Covariance of the base parameters of an identified robot that was taken as it is.
///
/// Where a result does not tell correlations, they are taken to be what the motion with the load would give:
/// mistakes that torques hardly show are large, and cancel in the torques. Where that motion does not show
/// all of the robot, mistakes are taken as independent.
fn robot_errors(problem: &PayloadProblem<'_>, fit: &PayloadFit) -> Result<Option<Mat<f64>>> {
    let Some(known) = problem.known.as_ref().filter(|_| !problem.has_free_runs) else {
        return Ok(None);
    };
    let n = problem.n_base();
    let over_base = fit.rows.over_base.clone();
    let n_rows = over_base.len() / n;
    let motion = Solution::of(&Stacked::new(n, over_base, vec![0.0; n_rows]))?;
    let spread: Vec<f64> = (0..n).map(|k| motion.inverse_diagonal(k).sqrt()).collect();
    Ok(known.covariance(|i, j| match motion.rank == n {
        true => motion.inverse_entry(i, j) / (spread[i] * spread[j]),
        false => f64::from(u8::from(i == j)),
    }))
}
