//! The direction of gravity that the efforts show.
//!
//! Gravity torques are linear in the gravity vector: `G(q; g) = Σ_k g_k G(q; e_k)`. A regression of
//! the efforts on the three unit fields gives the vector in the frame of the base.

use super::filtered_log::FilteredLog;
use super::nominal::own_effects;
use crate::regression::{Follow, dot, rms};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{Samples, rnea_block};
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::Vec3;

/// Acceleration of gravity on the ground \[m/s²\].
const GROUND_M_S2: f64 = 9.81;
/// Cosine of the least angle between assumed and shown gravity that is worth a finding (25°): wrong
/// nominal centres of mass turn the estimate by less.
const SAME_DIRECTION: f64 = 0.906;

/// Cosine of the largest angle to an axis of the base at which gravity is taken along it (5°).
const ALONG_AXIS: f64 = 0.996;
/// Joints with at least this share of the largest gravity torque must follow it.
const HEAVY: f64 = 0.1;

/// A gravity vector that explains the efforts.
pub(super) struct Mounting {
    /// In the frame of the base, of the length that gravity has on the ground \[m/s²\].
    pub(super) gravity_m_s2: [f64; 3],
    /// Least correlation of an effort with its torques, of joints that carry much of it.
    pub(super) correlation: f64,
}

/// The gravity vector that the efforts show, if it differs from the assumed one.
pub(super) fn shown_mounting(robot: &Robot, filtered: &FilteredLog) -> Result<Option<Mounting>> {
    let assumed = robot.gravity_in_world();
    let fields = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)];
    let mut unit = Vec::new();
    for field in fields {
        unit.push(gravity_torques(&robot.clone().with_gravity(field), filtered)?);
    }
    // Normal equations of three unknowns: joints count alike, each scaled to its own effort.
    let (mut normal, mut right) = ([[0.0; 3]; 3], [0.0; 3]);
    let mut parts = Vec::new();
    for j in 0..filtered.q.len() {
        let others = own_effects(filtered, j);
        let effort = others.without(&filtered.effort[j]);
        let columns: Vec<Vec<f64>> = unit.iter().map(|torque| others.without(&torque[j])).collect();
        let weight = rms(&effort).max(f64::MIN_POSITIVE).powi(-2);
        for a in 0..3 {
            right[a] += weight * dot(&columns[a], &effort);
            for b in 0..3 {
                normal[a][b] += weight * dot(&columns[a], &columns[b]);
            }
        }
        parts.push((columns, effort));
    }
    let Some(g) = solve(normal, right) else { return Ok(None) };
    let length = dot(&g, &g).sqrt();
    let g = g.map(|x| x * GROUND_M_S2 / length.max(f64::MIN_POSITIVE));
    let cosine =
        dot(&g, &[assumed.x, assumed.y, assumed.z]) / (GROUND_M_S2 * assumed.norm().max(1e-9));
    let torque = |(columns, effort): &(Vec<Vec<f64>>, Vec<f64>)| -> Vec<f64> {
        (0..effort.len()).map(|k| (0..3).map(|a| g[a] * columns[a][k]).sum()).collect()
    };
    let torques: Vec<Vec<f64>> = parts.iter().map(torque).collect();
    let largest = torques.iter().map(|torque| rms(torque)).fold(0.0, f64::max);
    let heavy = torques.iter().zip(&parts).filter(|(torque, _)| rms(torque) >= HEAVY * largest);
    let correlation = heavy
        .map(|(torque, (_, effort))| Follow::of(torque, effort).correlation)
        .fold(1.0, f64::min);
    let gravity_m_s2 = along_an_axis(g).map(|x| (100.0 * x).round() / 100.0);
    Ok((cosine < SAME_DIRECTION).then_some(Mounting { gravity_m_s2, correlation }))
}

/// Floors, walls and ceilings: a vector that nearly points along an axis does so exactly. A tilt of a
/// degree would make masses visible that torques do not show.
fn along_an_axis(g: [f64; 3]) -> [f64; 3] {
    g.map(|x| match (x / GROUND_M_S2).abs() {
        along if along >= ALONG_AXIS => GROUND_M_S2.copysign(x),
        across if across * across <= 1.0 - ALONG_AXIS * ALONG_AXIS => 0.0,
        _ => x,
    })
}

fn gravity_torques(robot: &Robot, filtered: &FilteredLog) -> Result<Vec<Vec<f64>>> {
    let q: Vec<f64> = filtered.q.concat();
    let at_rest = vec![0.0; q.len()];
    let mut torques = at_rest.clone();
    rnea_block(robot, &Samples::new(filtered.n_samples(), &q, &at_rest, &at_rest), &mut torques)?;
    Ok(torques.chunks(filtered.n_samples().max(1)).map(<[f64]>::to_vec).collect())
}

/// Cramer's rule for a symmetric matrix; `None` if it is singular, as where all axes are parallel.
fn solve(m: [[f64; 3]; 3], r: [f64; 3]) -> Option<[f64; 3]> {
    let det = |m: &[[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    let scale = m[0][0].max(m[1][1]).max(m[2][2]);
    let whole = det(&m);
    if whole.abs() <= 1e-9 * scale.powi(3) {
        return None;
    }
    Some(std::array::from_fn(|column| {
        let mut replaced = m;
        (0..3).for_each(|row| replaced[row][column] = r[row]);
        det(&replaced) / whole
    }))
}
