//! Random poses decide which pairs are worth checking.

use super::model::CollisionModel;
use super::model::CollisionScratch;
use super::pair::Exclusion;
use super::settings::CollisionSettings;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::PI;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Joint;

/// Statistics of a pair over the poses.
#[derive(Clone, Debug)]
struct PairStatistics {
    n_touching: usize,
    nearest_m: f64,
    nearest_q: Vec<f64>,
}

/// For every pair of the model the reason not to check it, if there is one.
pub(super) fn exclusions(
    model: &CollisionModel,
    settings: &CollisionSettings,
) -> Result<Vec<Option<Exclusion>>> {
    let ranges: Vec<(f64, f64)> = model.robot().dof_joint_iter().map(range).collect();
    let mut scratch = model.scratch();
    let near_m = settings.never_near_share * model.robot().reach_m();
    let mut verdicts = Vec::with_capacity(model.pairs().len());
    for (pair, found) in look(model, &ranges, settings, &mut scratch)?.into_iter().enumerate() {
        let share = found.n_touching as f64 / settings.n_poses as f64;
        verdicts.push(if share >= settings.touching_share {
            Some(Exclusion::AlwaysTouching { share })
        } else if found.nearest_m > near_m {
            let nearest_m = descend(model, pair, found, &ranges, &mut scratch)?;
            (nearest_m > near_m).then_some(Exclusion::NeverNear { nearest_m })
        } else {
            None
        });
    }
    Ok(verdicts)
}

/// The positions that a coordinate can take; a turn for joints without limits, a metre for sliding ones.
fn range(joint: &Joint) -> (f64, f64) {
    let whole = if joint.is_prismatic() { 1.0 } else { PI };
    let finite = |limit: Option<f64>| limit.filter(|x| x.is_finite());
    let lower = finite(joint.limits.lower).unwrap_or(-whole);
    (lower, finite(joint.limits.upper).unwrap_or(whole).max(lower))
}

fn look(
    model: &CollisionModel,
    ranges: &[(f64, f64)],
    settings: &CollisionSettings,
    scratch: &mut CollisionScratch,
) -> Result<Vec<PairStatistics>> {
    let nothing = PairStatistics { n_touching: 0, nearest_m: f64::INFINITY, nearest_q: Vec::new() };
    let mut findings = vec![nothing; model.pairs().len()];
    let mut dice = Pcg64::seed_from_u64(settings.seed);
    for _ in 0..settings.n_poses {
        let q: Vec<f64> =
            ranges.iter().map(|&(low, high)| low + (high - low) * dice.random::<f64>()).collect();
        for (found, near) in findings.iter_mut().zip(model.distances(&q, scratch)?) {
            found.n_touching += usize::from(near.distance_m <= settings.touching_m);
            if near.distance_m < found.nearest_m {
                found.nearest_m = near.distance_m;
                found.nearest_q.clone_from(&q);
            }
        }
    }
    Ok(findings)
}

/// Follows the gradient from the nearest pose, within the limits; gives the nearest distance met.
fn descend(
    model: &CollisionModel,
    pair: usize,
    found: PairStatistics,
    ranges: &[(f64, f64)],
    scratch: &mut CollisionScratch,
) -> Result<f64> {
    const STEPS: usize = 40;
    let PairStatistics { mut nearest_m, nearest_q: mut q, .. } = found;
    for _ in 0..STEPS {
        let (distance_m, gradient) = model.pair_gradient(pair, &q, scratch)?;
        nearest_m = nearest_m.min(distance_m);
        let steepness: f64 = gradient.iter().map(|g| g * g).sum();
        if distance_m <= 0.0 || steepness == 0.0 {
            break;
        }
        // Half of the step that would bring a linear distance to zero.
        let step = 0.5 * distance_m / steepness;
        for ((q, g), &(low, high)) in q.iter_mut().zip(&gradient).zip(ranges) {
            *q = (*q - step * g).clamp(low, high);
        }
    }
    Ok(nearest_m)
}
