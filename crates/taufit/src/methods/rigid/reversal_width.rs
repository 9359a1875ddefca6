//! Width of the friction reversal: the velocity over which the sign of friction changes, joint by joint.
//!
//! Coefficients come from rows in which joints slide. Near a reversal friction follows the presliding
//! displacement, which a smooth sign `tanh(q̇/width)` describes on average; the width is fitted to the
//! rows near reversals alone, and moves no coefficient.

use super::problem::RigidProblem;
use super::reversals::rms_speeds;
use crate::diagnostics::Result;
use crate::evidence::RowSettings;
use crate::friction::{CoulombShape, Friction, FrictionShape, FrictionTerm};
use crate::params::Param;
use crate::signal::Segment;

/// Widths that are tried, over the joint's rms speed.
const SHARES: [f64; 6] = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32];
/// A smooth sign must lower the squared residual of its joint by this share at least.
const WORTH: f64 = 0.02;
/// Widths whose squared residuals differ by less than this share are as good as each other.
const ALIKE: f64 = 0.05;

/// The friction models of all coordinates with the widths that fit the data best.
pub(super) fn with_reversal_widths(
    problem: &RigidProblem<'_>,
    beta: &[f64],
    data: &[(Segment, RowSettings)],
) -> Result<Vec<FrictionShape>> {
    let sharp = frictions(problem, beta);
    let n_dof = sharp.len();
    let speeds = rms_speeds(data.iter().map(|(segment, _)| segment), n_dof);
    let smooth = |dof: usize, share: f64| {
        let sign = CoulombShape::Tanh { width_rad_s: share * speeds[dof], shift_rad_s: 0.0 };
        FrictionShape { sign, ..sharp[dof].shape }
    };
    // Squared residuals of every joint: with the sharp sign, then with every width.
    let mut squared = vec![[0.0; SHARES.len() + 1]; n_dof];
    for (segment, rows) in data {
        let filter = rows.filter.as_ref();
        let predicted = problem.predict(segment, filter, &[beta])?;
        let apply = |x: &[f64]| filter.map_or_else(|| x.to_vec(), |filter| filter.apply(x));
        let n_rows = predicted[0].len() / n_dof.max(1);
        for dof in 0..n_dof {
            let channel = |x: &'_ [f64]| dof * x.len() / n_dof..(dof + 1) * x.len() / n_dof;
            let (qd, tau) =
                (&segment.qd[channel(&segment.qd)], &segment.tau[channel(&segment.tau)]);
            let fit = &predicted[0][dof * n_rows..(dof + 1) * n_rows];
            let left: Vec<f64> = apply(tau).iter().zip(fit).map(|(a, b)| a - b).collect();
            squared[dof][0] += left.iter().map(|r| r * r).sum::<f64>();
            for (k, share) in SHARES.iter().enumerate() {
                let other = Friction { shape: smooth(dof, *share), ..sharp[dof] };
                let change: Vec<f64> =
                    qd.iter().map(|v| other.torque(*v) - sharp[dof].torque(*v)).collect();
                let change = apply(&change);
                let left = left.iter().zip(change).map(|(r, change)| (r - change).powi(2));
                squared[dof][k + 1] += left.sum::<f64>();
            }
        }
    }
    let best = |dof: usize| {
        let [sign, ref tanh @ ..] = squared[dof];
        let least = tanh.iter().copied().fold(f64::INFINITY, f64::min);
        // The narrowest that is not clearly worse: wide ones fit the reversals of one motion.
        let is_good = |sum: &f64| *sum < (1.0 - WORTH) * sign && *sum <= (1.0 + ALIKE) * least;
        match tanh.iter().position(is_good) {
            Some(k) if speeds[dof] > 0.0 => smooth(dof, SHARES[k]),
            _ => sharp[dof].shape,
        }
    };
    Ok((0..n_dof).map(best).collect())
}

/// Friction of every coordinate with the coefficients of base parameters; terms that are no base
/// parameters by themselves count as zero.
fn frictions(problem: &RigidProblem<'_>, beta: &[f64]) -> Vec<Friction> {
    let shapes = problem.layout.friction().iter();
    let mut frictions: Vec<Friction> =
        shapes.map(|shape| Friction { shape: *shape, ..Friction::NONE }).collect();
    for (k, value) in beta.iter().enumerate() {
        let Param::Friction { dof, term } = problem.leading_param(k) else { continue };
        let friction = &mut frictions[dof];
        match term {
            FrictionTerm::Coulomb => friction.coulomb = *value,
            FrictionTerm::Stribeck => friction.stribeck = *value,
            // What does not change its sign with the velocity does not reverse.
            _ => {}
        }
    }
    frictions
}
