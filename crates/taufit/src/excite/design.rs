//! The design itself: several starts, the best of them made safe, and what it will tell.

use super::forecast::{outlook, plain_condition};
use super::instants::Instants;
use super::problem::Problem;
use super::sqp::{Effort, descend};
use super::start::{holdable_pose, random_motion};
use super::task::{Surroundings, Task};
use super::verify::{Breach, check_motion};
use super::{Design, ExciteSettings, Lead, MotionCheck, Start, Trajectory};
use crate::diagnostics::{Error, Result};
use crate::model::Robot;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// Part of every bound that is kept free at first.
const TIGHTEN: f64 = 0.002;

/// Price of breaking a non-linear condition by one unit, against a criterion on a logarithmic scale.
const PRICE: f64 = 10.0;

/// Share of the way to the first limit at which the optimiser starts.
const FILL: f64 = 0.8;

/// Gain in the criterion below which a start is over.
const TOLERANCE: f64 = 1e-4;

/// How far a design has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Which start, from zero.
    pub start: usize,
    /// How many there are.
    pub n_starts: usize,
    /// Share of this start's steps that are done.
    pub share_done: f64,
    /// Its criterion, as the optimiser sees it.
    pub criterion: f64,
}

/// Designs the most informative motion within the robot's limits.
///
/// `progress` is told of every step, from several threads; when it returns `false` the design ends with
/// the best motion found so far. The result is the same for the same seed.
pub fn design_motion(
    robot: &Robot,
    settings: &ExciteSettings,
    surroundings: &Surroundings<'_>,
    progress: &(dyn Fn(&Progress) -> bool + Sync),
) -> Result<Design> {
    let task = Task::new(robot, settings, surroundings)?;
    let mut candidates = search(&task, progress)?;
    // A motion that breaks conditions comes after all that do not.
    let rank = |c: &Candidate| (c.violation > 0.0, c.start.criterion);
    candidates.sort_by(|a, b| {
        let ((a_bad, a), (b_bad, b)) = (rank(a), rank(b));
        a_bad.cmp(&b_bad).then(a.total_cmp(&b))
    });
    let starts = candidates.iter().map(|c| c.start).collect();
    let mut what = "a motion within all limits is too small to tell anything".to_owned();
    for candidate in candidates {
        match secure(&task, candidate)? {
            // A motion that tells nothing about some parameter is no design.
            Ok(safe) if tells_all(&task, &safe.x)? => return report(task, safe, starts),
            Ok(_) => {}
            Err(breach) => what = breach.what,
        }
    }
    Err(Error::NothingFeasible { tried: starts.len(), what })
}

/// Whether the criterion has a value: no direction of the parameters is left without information.
fn tells_all(task: &Task<'_>, x: &[f64]) -> Result<bool> {
    let n = task.n_instants();
    let states = Instants::over_period(&task.span, n).states(x);
    let information = task.information(&task.soft_layout, n);
    Ok(information.value(&task.settings.criterion, f64::INFINITY, &states)?.is_finite())
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
    let (linear, guards) = (task.linear_limits(TIGHTEN), task.guards(TIGHTEN)?);
    let x = random_motion(&task, &linear, &guards, settings.seed, fill)?;
    let candidate = Candidate::new(&task, x, settings.seed)?;
    let starts = vec![candidate.start];
    match secure(&task, candidate)? {
        Ok(safe) => report(task, safe, starts),
        Err(Breach { what, .. }) => Err(Error::NothingFeasible { tried: 1, what }),
    }
}

/// Where one start ended.
struct Candidate {
    x: Vec<f64>,
    /// Sum of broken conditions at the instants of the design.
    violation: f64,
    seed: u64,
    start: Start,
}

impl Candidate {
    fn new(task: &Task<'_>, x: Vec<f64>, seed: u64) -> Result<Self> {
        let violation = task.guards(0.0)?.violation(&x)?;
        let condition_number = plain_condition(task, &x)?;
        let start = Start {
            initial_condition_number: condition_number,
            condition_number,
            criterion: f64::INFINITY,
        };
        Ok(Self { x, violation, seed, start })
    }
}

/// Runs all starts.
fn search(
    task: &Task<'_>,
    progress: &(dyn Fn(&Progress) -> bool + Sync),
) -> Result<Vec<Candidate>> {
    let stopped = AtomicBool::new(false);
    let n_starts = task.settings.n_starts;
    let run = |start: usize| {
        let seed = task.settings.seed.wrapping_mul(1000).wrapping_add(start as u64);
        let go_on = |share_done: f64, criterion: f64| {
            let step = Progress { start, n_starts, share_done, criterion };
            if stopped.load(Ordering::Relaxed) || !progress(&step) {
                stopped.store(true, Ordering::Relaxed);
                return false;
            }
            true
        };
        climb(task, seed, &go_on)
    };
    (0..n_starts).into_par_iter().map(run).collect()
}

/// One start: a random motion, then descent. Where extreme eigenvalues count, first a smooth stand-in
/// that looks at all small (and large) ones, then a sharper one.
fn climb(task: &Task<'_>, seed: u64, go_on: &dyn Fn(f64, f64) -> bool) -> Result<Candidate> {
    let (linear, guards) = (task.linear_limits(TIGHTEN), task.guards(TIGHTEN)?);
    let x = random_motion(task, &linear, &guards, seed, FILL)?;
    let mut at = Candidate::new(task, x, seed)?;
    let n = task.n_instants();
    let (instants, information) =
        (Instants::over_period(&task.span, n), task.information(&task.soft_layout, n));
    let criterion = &task.settings.criterion;
    let exponents: &[f64] = if criterion.has_kinks() { &[12.0, 60.0] } else { &[1.0] };
    let n_iterations = task.settings.n_iterations.div_ceil(exponents.len());
    let mut price = PRICE;
    for (stage, &exponent) in exponents.iter().enumerate() {
        let problem = Problem {
            information: &information,
            criterion,
            exponent,
            instants: &instants,
            guards: &guards,
        };
        let effort = Effort { iterations: n_iterations, tolerance: TOLERANCE, price };
        let mut done = 0;
        let mut ask = |value: f64| {
            done += 1;
            let share = (stage as f64 + done as f64 / n_iterations as f64) / exponents.len() as f64;
            go_on(share, value)
        };
        let end = descend(&problem, &linear, at.x, effort, &mut ask)?;
        (at.x, at.violation) = (end.x, end.violation);
        if at.violation > 0.0 {
            price *= PRICE;
        }
    }
    at.violation = task.guards(0.0)?.violation(&at.x)?;
    at.start.criterion = information.value(criterion, f64::INFINITY, &instants.states(&at.x))?;
    at.start.condition_number = plain_condition(task, &at.x)?;
    Ok(at)
}

/// A motion that was checked from end to end.
struct Safe {
    x: Vec<f64>,
    trajectory: Trajectory,
    check: MotionCheck,
}

/// Checks a motion from end to end; where something happens between the instants of the design, the
/// bounds are tightened by it and the motion is led back; what then remains is met by a smaller motion.
fn secure(task: &Task<'_>, candidate: Candidate) -> Result<Result<Safe, Breach>> {
    const MOST_ROUNDS: usize = 4;
    const MOST_SHRINKS: usize = 30;
    let Candidate { mut x, seed, .. } = candidate;
    let rest = task.span.rest_at(&holdable_pose(task, seed)?);
    let mut tighten = TIGHTEN;
    for _ in 0..MOST_ROUNDS {
        match checked(task, &x)? {
            Ok(safe) => return Ok(Ok(safe)),
            Err(breach) => tighten += 1.2 * breach.value + TIGHTEN,
        }
        x = led_back(task, x, &rest, tighten.min(0.5))?;
    }
    for _ in 0..MOST_SHRINKS {
        if let Ok(safe) = checked(task, &x)? {
            return Ok(Ok(safe));
        }
        x = toward(&rest, &x, 0.9);
    }
    checked(task, &x)
}

/// A few steps of descent with tighter bounds.
fn led_back(task: &Task<'_>, x: Vec<f64>, rest: &[f64], tighten: f64) -> Result<Vec<f64>> {
    const ITERATIONS: usize = 15;
    let (linear, guards) = (task.linear_limits(tighten), task.guards(tighten)?);
    let x = toward(rest, &x, linear.reach(rest, &x).clamp(0.0, 1.0));
    let n = task.n_instants();
    let (instants, information) =
        (Instants::over_period(&task.span, n), task.information(&task.soft_layout, n));
    let problem = Problem {
        information: &information,
        criterion: &task.settings.criterion,
        exponent: if task.settings.criterion.has_kinks() { 60.0 } else { 1.0 },
        instants: &instants,
        guards: &guards,
    };
    let effort = Effort { iterations: ITERATIONS, tolerance: TOLERANCE, price: PRICE * PRICE };
    Ok(descend(&problem, &linear, x, effort, &mut |_| true)?.x)
}

fn toward(rest: &[f64], x: &[f64], share: f64) -> Vec<f64> {
    rest.iter().zip(x).map(|(r, x)| r + share * (x - r)).collect()
}

/// The motion of given variables, if nothing is wrong with it. A way in that overloads a joint is made
/// slower first.
fn checked(task: &Task<'_>, x: &[f64]) -> Result<Result<Safe, Breach>> {
    const MOST_SLOWER: usize = 6;
    let mut trajectory = Trajectory {
        joints: task.robot.dof_joint_iter().map(|j| j.name.clone()).collect(),
        repetitions: task.settings.repetitions,
        lead: None,
        curves: task.span.curves(x),
    };
    if let Some(home) = task.lead_home() {
        let travel = |dof: usize| (trajectory.curves[dof].at(0.0)[0] - home[dof]).abs();
        let needed = task.limits.iter().enumerate().map(|(dof, l)| l.lead_s(travel(dof)));
        // A hair longer than the shortest possible, for rounding.
        let duration_s = 1.001 * needed.fold(0.1, f64::max);
        trajectory.lead = Some(Lead { home: home.to_vec(), duration_s });
    }
    let mut found = check_motion(task, &trajectory)?;
    for _ in 0..MOST_SLOWER {
        let (Some(lead), Some(_)) = (&mut trajectory.lead, &found.1) else { break };
        lead.duration_s *= 1.4;
        found = check_motion(task, &trajectory)?;
    }
    let (check, breach) = found;
    Ok(match breach {
        None => Ok(Safe { x: x.to_vec(), trajectory, check }),
        Some(breach) => Err(breach),
    })
}

fn report(task: Task<'_>, safe: Safe, starts: Vec<Start>) -> Result<Design> {
    let Safe { x, trajectory, check } = safe;
    let outlook = outlook(&task, &x)?;
    Ok(Design {
        robot: task.robot.name().to_owned(),
        settings: task.settings.clone(),
        trajectory,
        check,
        criterion: outlook.criterion,
        condition_number: outlook.condition_number,
        scaled_condition_number: outlook.scaled_condition_number,
        forecast: outlook.forecast,
        torque_noise: task.torque_noise,
        starts,
        warnings: task.warnings,
        limits: task.limits,
    })
}
