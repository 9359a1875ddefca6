//! The physically consistent body nearest to the estimate.

use super::prior::BodyPrior;
use super::problem::TEN;
use crate::base::{Base, BaseSettings};
use crate::diagnostics::{PayloadError, Result};
use crate::estimate::feasible::{Compressed, FeasibleSettings, feasible_fit};
use crate::methods::common::PRIOR_WEIGHT;
use crate::model::{
    JointDescription, JointKind, LinkDescription, Robot, RobotDescription, STANDARD_GRAVITY,
};
use crate::params::{Layout, LayoutSettings};
use crate::spatial::{LinkInertia, Transform, Vec3};
use faer::{Mat, Side};

/// `min (π − π̂)ᵀ C⁻¹ (π − π̂)` over bodies that can exist, held to the ball of the prior with the weight of
/// a tenth of an observation.
pub(super) fn physical_body(
    ten: &[f64],
    covariance: &Mat<f64>,
    prior: &BodyPrior,
) -> Result<LinkInertia> {
    let (r, z) = whitened(ten, covariance)?;
    let hand = hand()?;
    let layout = Layout::new(&hand, &LayoutSettings::INERTIAL);
    let last = layout.link_block(hand.n_links() - 1);
    let base = Base::new(
        &hand,
        &layout,
        &BaseSettings { drop: (0..last).collect(), ..BaseSettings::default() },
    )?;
    let mut start = vec![0.0; layout.n_params()];
    start[last..].copy_from_slice(&prior.ball().to_params());
    let settings =
        FeasibleSettings { prior_weight: Some(PRIOR_WEIGHT), ..FeasibleSettings::default() };
    let fit = feasible_fit(&hand, &layout, &base, &Compressed { r: &r, z: &z }, &start, &settings)?;
    let mut found = [0.0; TEN];
    found.copy_from_slice(&fit.pi[last..]);
    Ok(LinkInertia::from_params(found))
}

/// `r` by rows and `z` with `|r π − z|² = (π − π̂)ᵀ C⁻¹ (π − π̂)`: `r = L⁻¹` for `C = L Lᵀ`.
fn whitened(ten: &[f64], covariance: &Mat<f64>) -> Result<(Vec<f64>, Vec<f64>)> {
    let scale: Vec<f64> = (0..TEN).map(|i| covariance[(i, i)].sqrt()).collect();
    let scaled = Mat::from_fn(TEN, TEN, |i, j| covariance[(i, j)] / (scale[i] * scale[j]));
    let factor = scaled.llt(Side::Lower).map_err(|_| PayloadError::MassNotSeen)?;
    let l = factor.L();
    let (mut r, mut z) = (Vec::new(), Vec::new());
    let mut inverse = Mat::<f64>::zeros(TEN, TEN);
    for i in 0..TEN {
        for j in 0..=i {
            let unit = f64::from(u8::from(i == j));
            let below: f64 = (j..i).map(|k| l[(i, k)] * inverse[(k, j)]).sum();
            inverse[(i, j)] = (unit - below) / l[(i, i)];
        }
        let row: Vec<f64> = (0..TEN).map(|j| inverse[(i, j)] / scale[j]).collect();
        z.push(row.iter().zip(ten).map(|(r, x)| r * x).sum());
        r.extend(row);
    }
    Ok((r, z))
}

/// A massless arm whose last link can be moved every way, so that torques show all ten parameters of a
/// body on it: the physically consistent fit speaks of robots.
fn hand() -> Result<Robot> {
    let name = |i: usize| format!("link{i}");
    let joint = |(i, axis): (usize, Vec3)| JointDescription {
        axis,
        parent_from_joint: Transform::from_xyz_rpy([0.3, 0.2, 0.1], [0.4, 0.5, 0.6]),
        ..JointDescription::new(format!("joint{i}"), JointKind::Revolute, name(i), name(i + 1))
    };
    let axes = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::X, Vec3::Y, Vec3::Z];
    let description = RobotDescription {
        name: "hand".to_owned(),
        gravity_in_world: STANDARD_GRAVITY,
        links: (0..=axes.len()).map(|i| LinkDescription::new(name(i), None)).collect(),
        joints: axes.into_iter().enumerate().map(joint).collect(),
    };
    description.build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::feasible::smallest_pseudo_eigenvalue;

    #[test]
    fn the_hand_shows_everything() {
        let hand = hand().unwrap();
        let layout = Layout::new(&hand, &LayoutSettings::INERTIAL);
        let drop = (0..layout.link_block(hand.n_links() - 1)).collect();
        let settings = BaseSettings { drop, ..BaseSettings::default() };
        assert_eq!(Base::new(&hand, &layout, &settings).unwrap().rank(), TEN);
    }

    #[test]
    fn a_body_stays_and_what_is_none_moves_by_as_little_as_the_data_allow() {
        let prior = BodyPrior::first(0.15).around(&[2.0, 0.1, -0.2, 0.3]);
        let sigma = [0.01, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3, 1e-3];
        let covariance =
            Mat::from_fn(TEN, TEN, |i, j| if i == j { sigma[i] * sigma[i] } else { 0.0 });
        let body = prior.ball().to_params();
        let found = physical_body(&body, &covariance, &prior).unwrap().to_params();
        for (k, (a, b)) in found.iter().zip(body).enumerate() {
            assert!((a - b).abs() < 0.05 * sigma[k], "{k}: {a} against {b}");
        }
        // A negative moment about the centre. More mass needs less of a moment, |h|²/m, so both move; by
        // Lagrange's rule the moment by 1/(|h|²/m² σ_m/σ_I) = 3 times as many σ as the mass.
        let mut impossible = body;
        impossible[4] -= 0.02;
        let found = physical_body(&impossible, &covariance, &prior).unwrap();
        assert!(smallest_pseudo_eigenvalue(&found) > 0.0);
        let moved = |k: usize| (found.to_params()[k] - impossible[k]).abs() / sigma[k];
        assert!(moved(4) > 2.0 * moved(0), "{} and {}", moved(4), moved(0));
    }
}
