//! Motions checked from end to end, and corrected until they keep every limit.

use super::instants::Instants;
use super::problem::DesignProblem;
use super::sqp::{SqpSettings, descend};
use super::start::{holdable_pose, is_holdable};
use super::task::Task;
use super::verify::{Breach, check_motion};
use super::{Lead, MotionCheck, Trajectory};
use taufit_dynamics::diagnostics::Result;

/// Part of every bound that is kept free at first.
pub(super) const TIGHTEN: f64 = 0.002;

/// Price of breaking a non-linear condition by one unit, against a criterion on a logarithmic scale.
pub(super) const PRICE: f64 = 10.0;

/// Gain in the criterion below which a descent is over.
pub(super) const TOLERANCE: f64 = 1e-4;

/// Gain in the criterion below which a safe motion is not improved further.
const SMALL_GAIN: f64 = 1e-3;

/// A motion that keeps every limit.
pub(super) struct Safe {
    pub(super) x: Vec<f64>,
    pub(super) trajectory: Trajectory,
    pub(super) check: MotionCheck,
    /// Its criterion; infinite where the motion leaves a parameter without information.
    pub(super) criterion: f64,
}

/// Part of the bounds that is kept free, for what happens between the instants of the design.
#[derive(Clone, Copy)]
struct Tightening {
    linear: f64,
    nonlinear: f64,
}

impl Tightening {
    const LEAST: Self = Self { linear: TIGHTEN, nonlinear: TIGHTEN };
    const LARGEST: f64 = 0.5;

    /// Tightened by a little more than what was broken, and only where it was broken.
    fn after(self, breach: &Breach) -> Self {
        let more = |x: f64| (x + 1.2 * breach.value + TIGHTEN).min(Self::LARGEST);
        if breach.is_linear {
            Self { linear: more(self.linear), ..self }
        } else {
            Self { nonlinear: more(self.nonlinear), ..self }
        }
    }
}

/// Checks a motion from end to end. Where a limit is broken between the instants of the design, its bounds
/// are tightened by that much and the motion is optimised within them; what then remains is met by a
/// smaller motion, which is optimised once more.
pub(super) fn secure(task: &Task<'_>, x: Vec<f64>, seed: u64) -> Result<Result<Safe, Breach>> {
    const MOST_ROUNDS: usize = 5;
    const MOST_SHRINKS: usize = 30;
    let rest = task.span.rest_at(&centre(task, &x, seed)?);
    let (mut x, mut tightening) = (x, Tightening::LEAST);
    for _ in 0..MOST_ROUNDS {
        match checked(task, &x)? {
            Ok(safe) => return Ok(Ok(safe)),
            Err(breach) => tightening = tightening.after(&breach),
        }
        x = led_back(task, x, &rest, tightening)?;
    }
    for _ in 0..MOST_SHRINKS {
        if let Ok(safe) = checked(task, &x)? {
            return improved(task, safe, &rest).map(Ok);
        }
        x = toward(&rest, &x, 0.9);
    }
    checked(task, &x)
}

/// The mean pose of a motion if the robot may hold it, else some pose that it may hold.
fn centre(task: &Task<'_>, x: &[f64], seed: u64) -> Result<Vec<f64>> {
    let pose = mean_pose(task, x);
    if is_holdable(task, &pose)? { Ok(pose) } else { holdable_pose(task, seed) }
}

/// The mean of every joint's position.
pub(super) fn mean_pose(task: &Task<'_>, x: &[f64]) -> Vec<f64> {
    let n = task.n_instants();
    let states = Instants::over_period(&task.span, n).states(x);
    states.channels[0].chunks_exact(n).map(|q| q.iter().sum::<f64>() / n as f64).collect()
}

/// The best motion that repeated descent from a safe one leads to without leaving what is safe.
///
/// Where the end of a descent breaks a limit, bounds are tightened by that much for the next one. They begin as
/// wide as at first: what an unsafe motion asked for may leave no room for any.
fn improved(task: &Task<'_>, mut best: Safe, rest: &[f64]) -> Result<Safe> {
    const ROUNDS: usize = 12;
    const MOST_FAILURES: usize = 3;
    let (mut tightening, mut failures) = (Tightening::LEAST, 0);
    for _ in 0..ROUNDS {
        let end = led_back(task, best.x.clone(), rest, tightening)?;
        if let Err(breach) = checked(task, &end)? {
            tightening = tightening.after(&breach);
        }
        match backtracked(task, &best, &end)? {
            Some(better) => {
                let is_over = best.criterion - better.criterion < SMALL_GAIN;
                best = better;
                if is_over {
                    break;
                }
            }
            None if failures == MOST_FAILURES => break,
            None => failures += 1,
        }
    }
    Ok(best)
}

/// The farthest motion on the way from a safe one to another that is safe too and has a better criterion.
fn backtracked(task: &Task<'_>, from: &Safe, to: &[f64]) -> Result<Option<Safe>> {
    const MOST_HALVINGS: i32 = 6;
    for halvings in 0..MOST_HALVINGS {
        let x = toward(&from.x, to, 0.5_f64.powi(halvings));
        if let Ok(safe) = checked(task, &x)?
            && safe.criterion < from.criterion
        {
            return Ok(Some(safe));
        }
    }
    Ok(None)
}

/// A few steps of descent with tighter bounds, and non-linear conditions at more instants: a fast joint
/// passes an obstacle between two of them.
fn led_back(
    task: &Task<'_>,
    x: Vec<f64>,
    rest: &[f64],
    tightening: Tightening,
) -> Result<Vec<f64>> {
    const ITERATIONS: usize = 20;
    const DENSITY: usize = 4;
    let linear = task.linear_limits(tightening.linear);
    let guards = task.guards(tightening.nonlinear, DENSITY)?;
    let x = toward(rest, &x, linear.reach(rest, &x).clamp(0.0, 1.0));
    let n = task.n_instants();
    let (instants, information) =
        (Instants::over_period(&task.span, n), task.information(&task.soft_layout, n));
    let problem = DesignProblem {
        information: &information,
        criterion: &task.settings.criterion,
        exponent: if task.settings.criterion.has_kinks() { 60.0 } else { 1.0 },
        instants: &instants,
        guards: &guards,
    };
    let effort = SqpSettings { iterations: ITERATIONS, tolerance: TOLERANCE, price: PRICE * PRICE };
    Ok(descend(&problem, &linear, x, effort, &mut |_| true)?.x)
}

fn toward(rest: &[f64], x: &[f64], share: f64) -> Vec<f64> {
    rest.iter().zip(x).map(|(r, x)| r + share * (x - r)).collect()
}

/// The motion of given variables, if it keeps every limit. A way in that overloads a joint is made slower
/// first.
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
    match found {
        (check, None) => {
            Ok(Ok(Safe { x: x.to_vec(), trajectory, check, criterion: criterion(task, x)? }))
        }
        (_, Some(breach)) => Ok(Err(breach)),
    }
}

/// The criterion at the instants of the design.
pub(super) fn criterion(task: &Task<'_>, x: &[f64]) -> Result<f64> {
    let n = task.n_instants();
    let states = Instants::over_period(&task.span, n).states(x);
    task.information(&task.soft_layout, n).value(&task.settings.criterion, f64::INFINITY, &states)
}
