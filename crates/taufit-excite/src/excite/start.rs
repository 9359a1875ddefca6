//! Starts of the optimiser: random motions about poses that the robot may hold.

use super::guard::{Guards, worst_broken};
use super::instants::InstantStates;
use super::linear::LinearLimits;
use super::task::Task;
use super::{Family, JointLimits};
use crate::diagnostics::ExciteError;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use taufit_dynamics::diagnostics::Result;

/// A pose with every joint anywhere in its travel.
pub(super) fn random_pose(dice: &mut Pcg64, limits: &[JointLimits]) -> Vec<f64> {
    limits.iter().map(|l| l.lower + (l.upper - l.lower) * dice.random_range(0.0..1.0)).collect()
}

/// A random motion within all limits, about a pose that the robot may hold, with a share `fill` of the
/// way to the first limit; the same for the same seed.
///
/// A motion that would touch something or overload a joint is made smaller until it does not.
pub(super) fn random_motion(
    task: &Task<'_>,
    linear: &LinearLimits,
    guards: &Guards<'_>,
    seed: u64,
    fill: f64,
) -> Result<Vec<f64>> {
    const MOST_HALVINGS: usize = 8;
    let rest = task.span.rest_at(&holdable_pose(task, seed)?);
    let mut dice = Pcg64::seed_from_u64(seed);
    let mut bell = || (0..6).map(|_| dice.random_range(-1.0..1.0)).sum::<f64>();
    let ahead: Vec<f64> = rest.iter().map(|r| r + bell()).collect();
    let mut share = fill * linear.reach(&rest, &ahead).max(0.0);
    let at = |share: f64| rest.iter().zip(&ahead).map(|(r, a)| r + share * (a - r)).collect();
    for _ in 0..MOST_HALVINGS {
        let x: Vec<f64> = at(share);
        if guards.violation(&x)? == 0.0 {
            return Ok(x);
        }
        share *= 0.6;
    }
    Ok(at(share))
}

/// A pose in which nothing is violated: where the motion is anchored, else a random one; the same for
/// the same seed.
pub(super) fn holdable_pose(task: &Task<'_>, seed: u64) -> Result<Vec<f64>> {
    const MOST_TRIES: usize = 2000;
    let mut dice = Pcg64::seed_from_u64(seed);
    let anchor = match task.settings.family {
        Family::Fourier { .. } => &task.settings.offset,
        Family::Spline { .. } => &task.settings.home,
    };
    check_pose(task, "home", task.settings.home.as_deref())?;
    if let Some(anchor) = anchor {
        check_pose(task, "offset", Some(anchor))?;
        return Ok(anchor.clone());
    }
    let mut best: Option<(f64, String)> = None;
    for attempt in 0..MOST_TRIES {
        // The inner half of the travel leaves room to move; every other pose may be nearly anywhere.
        let inner = if attempt % 2 == 0 { 0.5 } else { 0.9 };
        let pose: Vec<f64> = random_pose(&mut dice, &task.limits)
            .iter()
            .zip(&task.limits)
            .map(|(q, l)| l.middle() + inner * (q - l.middle()))
            .collect();
        match broken(task, &pose)? {
            None => return Ok(pose),
            Some(worst) if best.as_ref().is_none_or(|b| worst.0 < b.0) => best = Some(worst),
            Some(_) => {}
        }
    }
    let (_, what) = best.unwrap_or_default();
    Err(ExciteError::NothingFeasible { tried: MOST_TRIES, what }.into())
}

/// Whether the robot may hold a pose.
pub(super) fn is_holdable(task: &Task<'_>, pose: &[f64]) -> Result<bool> {
    Ok(broken(task, pose)?.is_none())
}

/// Refuses a given pose that breaks a limit or a condition.
fn check_pose(task: &Task<'_>, which: &'static str, pose: Option<&[f64]>) -> Result<()> {
    let Some(pose) = pose else { return Ok(()) };
    for (dof, (q, limit)) in pose.iter().zip(&task.limits).enumerate() {
        if !(limit.lower..=limit.upper).contains(q) {
            let joint = &task.robot.dof_joint(dof).name;
            let (lower, upper) = (limit.lower, limit.upper);
            let what = format!("joint {joint:?} at {q} is not between {lower:.4} and {upper:.4}");
            return Err(ExciteError::PoseRefused { which, what }.into());
        }
    }
    match broken(task, pose)? {
        Some((_, what)) => Err(ExciteError::PoseRefused { which, what }.into()),
        None => Ok(()),
    }
}

/// The worst condition that holding a pose breaks.
fn broken(task: &Task<'_>, pose: &[f64]) -> Result<Option<(f64, String)>> {
    let still = vec![0.0; pose.len()];
    let states = InstantStates { n: 1, channels: [pose.to_vec(), still.clone(), still] };
    worst_broken(&task.guard_list()?, &states)
}
