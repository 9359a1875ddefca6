//! The Coulomb and viscous friction that comes closest to another model.

use super::{CoulombShape, Friction, FrictionShape, FrictionTerm};

/// Share of a joint's largest speed below which it counts as standing: friction at rest is any torque up to
/// break-away, and is no part of the curve.
const STANDING: f64 = 0.01;

/// A friction model as formats with two coefficients hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoulombViscousEquivalent {
    /// `fv q̇ + fc sign(q̇)`, and the offset of the model if it has one, which is no friction.
    pub friction: Friction,
    /// Root mean square difference to the model at the given velocities \[N·m or N\].
    pub rms_error: f64,
}

/// The Coulomb and viscous friction with the least squared difference to a friction model at the velocities
/// `qd` \[rad/s or m/s\], neither coefficient negative.
///
/// `qd` are the velocities at which the joint is used, such as all those of a log. Velocities below 1 % of
/// the largest do not count. A model without other terms is returned as it is, and so are the coefficients of
/// any model where there is no velocity.
pub fn coulomb_viscous_equivalent(friction: &Friction, qd: &[f64]) -> CoulombViscousEquivalent {
    let fastest = qd.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let moving = |v: &&f64| v.abs() > STANDING * fastest;
    let points: Vec<[f64; 2]> = qd
        .iter()
        .filter(moving)
        .map(|v| [v.abs(), v.signum() * (friction.torque(*v) - offset(friction))])
        .collect();
    let own = [FrictionTerm::Coulomb, FrictionTerm::Viscous].map(|t| friction.coefficient(t));
    if is_coulomb_viscous(&friction.shape) || points.is_empty() {
        return CoulombViscousEquivalent { friction: reduced(friction, own), rms_error: 0.0 };
    }
    let [fc, fv] = nearest_line(&points);
    let squares = points.iter().map(|[v, tau]| (tau - fc - fv * v).powi(2)).sum::<f64>();
    let rms_error = (squares / points.len() as f64).sqrt();
    CoulombViscousEquivalent { friction: reduced(friction, [fc, fv]), rms_error }
}

fn offset(friction: &Friction) -> f64 {
    friction.coefficient(FrictionTerm::Offset)
}

/// Whether a model has no terms but an exact Coulomb one, a viscous one and an offset.
fn is_coulomb_viscous(shape: &FrictionShape) -> bool {
    let simple =
        |term| matches!(term, FrictionTerm::Viscous | FrictionTerm::Coulomb | FrictionTerm::Offset);
    shape.terms().all(simple) && (!shape.coulomb || shape.sign == CoulombShape::Sign)
}

fn reduced(friction: &Friction, [coulomb, viscous]: [f64; 2]) -> Friction {
    let shape = FrictionShape { offset: friction.shape.offset, ..FrictionShape::COULOMB_VISCOUS };
    Friction { shape, offset: offset(friction), ..Friction::coulomb_viscous(coulomb, viscous) }
}

/// `[fc, fv]` of the line `fc + fv v` through points `[v, τ]`, with the least squares among those without
/// a negative coefficient.
fn nearest_line(points: &[[f64; 2]]) -> [f64; 2] {
    let n = points.len() as f64;
    let sum = |of: fn(&[f64; 2]) -> f64| points.iter().map(of).sum::<f64>();
    let (v, vv) = (sum(|p| p[0]), sum(|p| p[0] * p[0]));
    let (tau, v_tau) = (sum(|p| p[1]), sum(|p| p[0] * p[1]));
    let determinant = n * vv - v * v;
    if determinant > f64::EPSILON * n * vv {
        let free = [(vv * tau - v * v_tau) / determinant, (n * v_tau - v * tau) / determinant];
        if free.iter().all(|x| *x >= 0.0) {
            return free;
        }
    }
    // At the boundary: one of the two alone.
    let alone = [[(tau / n).max(0.0), 0.0], [0.0, (v_tau / vv).max(0.0)]];
    // What a coefficient takes off the sum of squares.
    let gains = [alone[0][0].powi(2) * n, alone[1][1].powi(2) * vv];
    if gains[0] >= gains[1] { alone[0] } else { alone[1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A joint with Stribeck friction, a gradual reversal, asymmetry and an offset.
    fn rich() -> Friction {
        Friction {
            shape: FrictionShape::COULOMB_VISCOUS
                .with_tanh(0.18)
                .with_stribeck(0.3, 1.0)
                .with_viscous_asymmetry()
                .with_offset(),
            viscous: 6.0,
            viscous_asymmetry: 0.7,
            coulomb: 24.0,
            stribeck: -5.0,
            offset: 3.0,
            ..Friction::NONE
        }
    }

    /// Velocities of a sine, of which a joint sees many near its top speed.
    fn sine(n: usize, top: f64) -> Vec<f64> {
        (0..n).map(|k| top * (0.01 + std::f64::consts::TAU * k as f64 / n as f64).cos()).collect()
    }

    /// Root mean square difference at the velocities that count, offset aside.
    fn distance(model: &Friction, fc: f64, fv: f64, qd: &[f64]) -> f64 {
        let fastest = qd.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let moving: Vec<f64> = qd.iter().copied().filter(|v| v.abs() > 0.01 * fastest).collect();
        let miss = |v: &f64| model.torque(*v) - model.offset - fc * v.signum() - fv * v;
        (moving.iter().map(|v| miss(v).powi(2)).sum::<f64>() / moving.len() as f64).sqrt()
    }

    #[test]
    fn no_other_pair_of_coefficients_is_nearer() {
        let (model, qd) = (rich(), sine(900, 0.6));
        let found = coulomb_viscous_equivalent(&model, &qd);
        let Friction { coulomb, viscous, offset, .. } = found.friction;
        assert!((distance(&model, coulomb, viscous, &qd) - found.rms_error).abs() < 1e-12);
        for (dc, dv) in [(0.1, 0.0), (-0.1, 0.0), (0.0, 0.1), (0.0, -0.1), (0.1, -0.1)] {
            assert!(distance(&model, coulomb + dc, viscous + dv, &qd) > found.rms_error);
        }
        assert_eq!(offset, 3.0);
        // The coefficients of the model itself, without its other terms, are far off.
        assert!(distance(&model, 24.0, 6.0, &qd) > 2.0 * found.rms_error, "{found:?}");
    }

    #[test]
    fn a_model_of_two_coefficients_stays_as_it_is() {
        let plain = Friction {
            shape: FrictionShape::COULOMB_VISCOUS.with_offset(),
            offset: 0.4,
            ..Friction::coulomb_viscous(-1.0, 2.0)
        };
        let found = coulomb_viscous_equivalent(&plain, &sine(50, 1.0));
        assert_eq!(found, CoulombViscousEquivalent { friction: plain, rms_error: 0.0 });
        assert_eq!(coulomb_viscous_equivalent(&rich(), &[]).friction.coulomb, 24.0);
    }

    #[test]
    fn friction_that_falls_with_speed_gets_no_negative_viscous_term() {
        let falling = Friction {
            shape: FrictionShape::COULOMB_VISCOUS.with_stribeck(1.0, 1.0),
            stribeck: 10.0,
            ..Friction::coulomb_viscous(5.0, 0.1)
        };
        let qd = sine(500, 1.0);
        let found = coulomb_viscous_equivalent(&falling, &qd);
        assert_eq!(found.friction.viscous, 0.0);
        assert!(distance(&falling, found.friction.coulomb + 0.1, 0.0, &qd) > found.rms_error);
        assert!(distance(&falling, found.friction.coulomb - 0.1, 0.0, &qd) > found.rms_error);
    }

    #[test]
    fn a_joint_that_mostly_stands_is_judged_where_it_moves() {
        let (model, moving) = (rich(), sine(300, 0.6));
        let standing = (0..2000).map(|k| 1e-4 * f64::from(k % 3 - 1));
        let mostly: Vec<f64> = moving.iter().copied().chain(standing).collect();
        let [a, b] = [&moving, &mostly].map(|qd| coulomb_viscous_equivalent(&model, qd));
        assert_eq!(a, b);
    }
}
