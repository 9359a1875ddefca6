//! The clamp as a spring in series with the joints.
//!
//! A clamp of stiffness `K_c` lets the links go by `δq = (Jᵀ K_c J)⁻¹ τ` under the joint torques `τ`: motors
//! show the sum of this and of the deflection of their own joints. The stiffness of one axis alone does
//! not tell the two apart. Loads on several axes do, in part: through the clamp every axis feels the
//! deflections of all others, through joints alone none does.

use super::clamp::Clamped;
use super::rows::StiffnessRows;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use crate::methods::common::CorrelationMean;
use crate::spatial::MotionVector;
use faer::{Mat, Side};

/// Directions of the arm that the clamp holds less than this, over the one it holds most, are free: a
/// redundant arm moves on although it is clamped.
const FREE: f64 = 1e-12;
/// Compliance that stands for a rigid direction, over the smallest one that is not rigid.
const RIGID: f64 = 1e-6;
/// Effect of other axes that counts: this share of the torque's range, and so many standard deviations.
const SHARE: f64 = 0.03;
const SIGMAS: f64 = 4.0;

/// Deflection of the links per joint torque, `(Jᵀ K_c J)⁻¹`, by rows. The compliance of the clamp is along
/// and about the axes of the Jacobian; zero where it is rigid.
pub(super) fn link_compliance(jacobian: &[MotionVector], clamp: &[f64; 6]) -> Vec<Vec<f64>> {
    let n = jacobian.len();
    let smallest = clamp.iter().filter(|c| **c > 0.0).fold(f64::INFINITY, |m, c| m.min(*c));
    let none = vec![vec![0.0; n]; n];
    if smallest.is_infinite() {
        return none;
    }
    let held = clamp.map(|c| 1.0 / c.max(RIGID * smallest));
    let entries = |j: usize| {
        let (v, w) = (jacobian[j].linear, jacobian[j].angular);
        [v.x, v.y, v.z, w.x, w.y, w.z]
    };
    let felt = |i: usize, j: usize| -> f64 {
        entries(i).iter().zip(entries(j)).zip(held).map(|((a, b), k)| a * b * k).sum()
    };
    let Ok(eigen) = Mat::from_fn(n, n, felt).self_adjoint_eigen(Side::Lower) else { return none };
    let (u, s) = (eigen.U(), eigen.S().column_vector());
    let most = (0..n).map(|k| s[k]).fold(0.0, f64::max);
    let inverse = |k: usize| if s[k] > FREE * most { 1.0 / s[k] } else { 0.0 };
    let entry = |i: usize, j: usize| (0..n).map(|k| u[(i, k)] * u[(j, k)] * inverse(k)).sum();
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// Takes the motion of the links off the positions of the motors; `torques` are those of the joints, per
/// joint and row.
pub(super) fn subtract_links(
    rows: &mut StiffnessRows,
    compliance: &[Vec<f64>],
    torques: &[Vec<f64>],
) {
    for (q, compliance) in rows.q.iter_mut().zip(compliance) {
        for (tau, c) in torques.iter().zip(compliance) {
            q.iter_mut().zip(tau).for_each(|(q, tau)| *q -= c * tau);
        }
    }
}

/// An axis whose torque depends on the deflection of another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coupling {
    pub(super) other: usize,
    /// Range of the effect over the range of the torque.
    pub(super) share: f64,
}

/// The strongest dependence of an axis' torque by the wrench on deflections of other axes, if it is
/// significant: `τ_j = Σ_i S_ji q_i + off`, `S` diagonal where the clamp is rigid.
pub(super) fn coupling(clamps: &[Clamped], dof: usize) -> Result<Option<Coupling>> {
    let with_wrench = || clamps.iter().filter_map(|clamp| clamp.wrench.as_ref());
    let n_dof = clamps.first().map_or(0, |clamp| clamp.record.pose.len());
    let n_clamps = with_wrench().count();
    let n_columns = n_dof + n_clamps;
    let (mut r, mut z, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for (number, clamp) in with_wrench().enumerate() {
        for rows in &clamp.rows {
            let torque = clamp.torque(rows, dof);
            for (k, tau) in torque.into_iter().enumerate() {
                r.extend(rows.q.iter().map(|q| q[k]));
                r.extend((0..n_clamps).map(|c| f64::from(u8::from(c == number))));
                z.push(tau);
            }
            ends.push(z.len());
        }
    }
    if z.len() <= 2 * n_columns {
        return Ok(None);
    }
    let range = |x: &mut dyn Iterator<Item = f64>| {
        let start = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = x.fold(start, |(low, high), x| (low.min(x), high.max(x)));
        high - low
    };
    let spread = |column: usize| range(&mut r.iter().skip(column).step_by(n_columns).copied());
    let spreads: Vec<f64> = (0..n_dof).map(spread).collect();
    let torque_range = range(&mut z.iter().copied());
    let stacked = Stacked::new(n_columns, r, z);
    let solution = Solution::of(&stacked)?;
    let left = stacked.residual(&solution.beta);
    let mut starts = vec![0];
    starts.extend(&ends);
    let mut mean = CorrelationMean::default();
    starts.windows(2).for_each(|w| mean.push(&left[w[0]..w[1]]));
    let time = mean.rows();
    let free = (left.len() as f64 - n_columns as f64 * time).max(1.0);
    let variance = left.iter().map(|e| e * e).sum::<f64>() * time / free;
    let effect = |other: usize| {
        let sigma = (variance * solution.inverse_diagonal(other)).sqrt();
        let share = solution.beta[other].abs() * spreads[other] / torque_range;
        let is_found = solution.is_seen(other) && solution.beta[other].abs() > SIGMAS * sigma;
        (is_found && share > SHARE).then_some(Coupling { other, share })
    };
    let found = (0..n_dof).filter(|&other| other != dof).filter_map(effect);
    Ok(found.max_by(|a, b| a.share.total_cmp(&b.share)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Vec3;

    #[test]
    fn a_clamp_at_the_end_of_a_lever_is_a_torsion_spring() {
        // 2 m from the axis, 1000 N/m across it: 4000 N m/rad.
        let lever =
            MotionVector { angular: Vec3::new(0.0, 0.0, 1.0), linear: Vec3::new(0.0, 2.0, 0.0) };
        let free = 1e9;
        let found = link_compliance(&[lever], &[free, 1e-3, free, free, free, free]);
        assert!((found[0][0] * 4e3 - 1.0).abs() < 1e-9, "{found:?}");
        assert_eq!(link_compliance(&[lever], &[0.0; 6]), [[0.0]]);
        let turns_not = link_compliance(&[lever], &[1e-3, 1e-3, 1e-3, 0.0, 0.0, 0.0]);
        assert!(turns_not[0][0] < 1e-8, "{turns_not:?}");
    }
}
