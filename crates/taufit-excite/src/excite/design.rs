//! The design itself: several starts, the best of them made safe, and what it will tell.

use super::forecast::{outlook, plain_condition};
use super::instants::Instants;
use super::problem::DesignProblem;
use super::secure::{PRICE, Safe, TIGHTEN, TOLERANCE, secure};
use super::sqp::{SqpSettings, descend};
use super::start::random_motion;
use super::task::{Surroundings, Task};
use super::usage::little_used;
use super::verify::Breach;
use super::{Design, ExciteSettings, Start};
use crate::diagnostics::ExciteError;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Share of the way to the first limit at which the optimiser starts.
const FILL: f64 = 0.8;

/// Progress of a design.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DesignProgress {
    /// Number of the start, from zero.
    pub start: usize,
    /// Number of starts.
    pub n_starts: usize,
    /// Share of this start's steps that are done.
    pub share_done: f64,
    /// Criterion of the optimiser.
    pub criterion: f64,
}

/// Designs the most informative motion within the robot's limits.
///
/// `progress` is called at every step, from several threads; when it returns `false` the design ends with
/// the best motion found so far. The result is the same for the same seed.
pub fn design_motion(
    robot: &Robot,
    settings: &ExciteSettings,
    surroundings: &Surroundings<'_>,
    progress: &(dyn Fn(&DesignProgress) -> bool + Sync),
) -> Result<Design> {
    settings.check(robot.n_dof())?;
    let divided: Vec<ExciteSettings> =
        (1..=settings.most_periods).map(|n| settings.divided(n)).collect();
    let tasks = divided
        .iter()
        .map(|settings| Task::new(robot, settings, surroundings))
        .collect::<Result<Vec<Task<'_>>>>()?;
    let mut candidates = search(&tasks, progress)?;
    candidates.sort_by(|a, b| a.start.criterion.total_cmp(&b.start.criterion));
    let starts: Vec<Start> = candidates.iter().map(|c| c.start).collect();
    match best_safe(&tasks, candidates)? {
        Ok((task, safe)) => report(&tasks[task], safe, starts),
        Err(what) => Err(ExciteError::NothingFeasible { tried: starts.len(), what }.into()),
    }
}

/// The best of the candidates after they were made to keep all limits, and its task; what is in the way
/// where there is none.
///
/// A motion may lose much when it is made safe, so that the order of the candidates, the best first, says
/// little. But none gains much: those that were worse before than the best safe motion are left out.
fn best_safe(
    tasks: &[Task<'_>],
    candidates: Vec<DesignCandidate>,
) -> Result<std::result::Result<(usize, Safe), String>> {
    const AT_ONCE: usize = 4;
    let mut best: Option<(usize, Safe)> = None;
    let mut what = "a motion within all limits is too small to excite any parameter".to_owned();
    for some in candidates.chunks(AT_ONCE) {
        let least = best.as_ref().map_or(f64::INFINITY, |(_, safe)| safe.criterion);
        if some[0].start.criterion > least {
            break;
        }
        let secured: Vec<_> = some
            .par_iter()
            .map(|c| Ok((c.task, secure(&tasks[c.task], c.x.clone(), c.seed)?)))
            .collect::<Result<_>>()?;
        for (task, outcome) in secured {
            let least = best.as_ref().map_or(f64::INFINITY, |(_, safe)| safe.criterion);
            match outcome {
                Ok(safe) if safe.criterion < least => best = Some((task, safe)),
                Ok(_) => {}
                Err(breach) => what = breach.what,
            }
        }
    }
    Ok(best.ok_or(what))
}

/// A random motion within all limits: what a design is compared with. `fill` is its size, as a share of
/// the way from standstill to the first limit.
pub fn random_design(
    robot: &Robot,
    settings: &ExciteSettings,
    surroundings: &Surroundings<'_>,
    fill: f64,
) -> Result<Design> {
    let task = Task::new(robot, settings, surroundings)?;
    let (linear, guards) = (task.linear_limits(TIGHTEN), task.guards(TIGHTEN, 1)?);
    let x = random_motion(&task, &linear, &guards, settings.seed, fill)?;
    let candidate = DesignCandidate::new(&task, x, settings.seed)?;
    let starts = vec![candidate.start];
    match secure(&task, candidate.x, candidate.seed)? {
        Ok(safe) => report(&task, safe, starts),
        Err(Breach { what, .. }) => Err(ExciteError::NothingFeasible { tried: 1, what }.into()),
    }
}

/// Result of one start.
struct DesignCandidate {
    /// Which task: the number of periods less one.
    task: usize,
    x: Vec<f64>,
    seed: u64,
    start: Start,
}

impl DesignCandidate {
    fn new(task: &Task<'_>, x: Vec<f64>, seed: u64) -> Result<Self> {
        let condition_number = plain_condition(task, &x)?;
        let start = Start {
            initial_condition_number: condition_number,
            condition_number,
            criterion: f64::INFINITY,
        };
        Ok(Self { task: 0, x, seed, start })
    }
}

/// Runs all starts of all tasks.
fn search(
    tasks: &[Task<'_>],
    progress: &(dyn Fn(&DesignProgress) -> bool + Sync),
) -> Result<Vec<DesignCandidate>> {
    let stopped = AtomicBool::new(false);
    let of_each = tasks.first().map_or(0, |task| task.settings.n_starts);
    let n_starts = of_each * tasks.len();
    let run = |start: usize| {
        let (which, number) = (start / of_each, start % of_each);
        let task = &tasks[which];
        let seed = task.settings.seed.wrapping_mul(1000).wrapping_add(number as u64);
        let go_on = |share_done: f64, criterion: f64| {
            let step = DesignProgress { start, n_starts, share_done, criterion };
            if stopped.load(Ordering::Relaxed) || !progress(&step) {
                stopped.store(true, Ordering::Relaxed);
                return false;
            }
            true
        };
        Ok(DesignCandidate { task: which, ..optimise_start(task, seed, &go_on)? })
    };
    (0..n_starts).into_par_iter().map(run).collect()
}

/// One start: a random motion, then descent. Where extreme eigenvalues count, first a smooth stand-in
/// that looks at all small (and large) ones, then a sharper one.
fn optimise_start(
    task: &Task<'_>,
    seed: u64,
    go_on: &dyn Fn(f64, f64) -> bool,
) -> Result<DesignCandidate> {
    let (linear, guards) = (task.linear_limits(TIGHTEN), task.guards(TIGHTEN, 1)?);
    let x = random_motion(task, &linear, &guards, seed, FILL)?;
    let mut at = DesignCandidate::new(task, x, seed)?;
    let n = task.n_instants();
    let (instants, information) =
        (Instants::over_period(&task.span, n), task.information(&task.soft_layout, n));
    let criterion = &task.settings.criterion;
    let exponents: &[f64] = if criterion.has_kinks() { &[12.0, 60.0] } else { &[1.0] };
    let n_iterations = task.settings.n_iterations.div_ceil(exponents.len());
    let mut price = PRICE;
    for (stage, &exponent) in exponents.iter().enumerate() {
        let problem = DesignProblem {
            information: &information,
            criterion,
            exponent,
            instants: &instants,
            guards: &guards,
        };
        let effort = SqpSettings { iterations: n_iterations, tolerance: TOLERANCE, price };
        let mut done = 0;
        let mut ask = |value: f64| {
            done += 1;
            let share = (stage as f64 + done as f64 / n_iterations as f64) / exponents.len() as f64;
            go_on(share, value)
        };
        let end = descend(&problem, &linear, at.x, effort, &mut ask)?;
        at.x = end.x;
        if end.violation > 0.0 {
            price *= PRICE;
        }
    }
    at.start.criterion = information.value(criterion, f64::INFINITY, &instants.states(&at.x))?;
    at.start.condition_number = plain_condition(task, &at.x)?;
    Ok(at)
}

fn report(task: &Task<'_>, safe: Safe, starts: Vec<Start>) -> Result<Design> {
    let outlook = outlook(task, &safe.x)?;
    let mut warnings = task.warnings.clone();
    warnings.extend(little_used(task, &safe)?);
    Ok(Design {
        robot: task.robot.name().to_owned(),
        settings: task.settings.clone(),
        trajectory: safe.trajectory,
        check: safe.check,
        criterion: outlook.criterion,
        condition_number: outlook.condition_number,
        scaled_condition_number: outlook.scaled_condition_number,
        forecast: outlook.forecast,
        torque_noise: task.torque_noise.clone(),
        starts,
        warnings,
        limits: task.limits.clone(),
    })
}
