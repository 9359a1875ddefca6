//! The optimiser: sequential quadratic programming with a damped BFGS curvature.
//!
//! Limits that are linear in the variables hold at every iterate; the others (torque, tool, distances)
//! enter with an exact ℓ₁ penalty, so that a start that violates them is led back.

use super::linear::LinearLimits;
use super::qp::{QpStep, StepProblem};
use faer::Mat;
use taufit_dynamics::diagnostics::Result;

/// A constraint `value ≤ 0` at the current motion, with its slopes.
#[derive(Clone, Debug)]
pub(super) struct Nonlinear {
    /// Which one it is, the same at every motion.
    pub(super) id: (usize, usize, usize),
    pub(super) value: f64,
    pub(super) slopes: Vec<f64>,
}

/// Objective and constraints of a minimisation.
pub(super) trait NonlinearProgram {
    /// Value of the criterion.
    fn value(&self, x: &[f64]) -> Result<f64>;
    /// Value and slopes of the criterion.
    fn judge(&self, x: &[f64]) -> Result<(f64, Vec<f64>)>;
    /// Sum of the violations of non-linear constraints.
    fn violation(&self, x: &[f64]) -> Result<f64>;
    /// Non-linear constraints that are violated or near it.
    fn near(&self, x: &[f64]) -> Result<Vec<Nonlinear>>;
}

/// Limits of the search effort.
#[derive(Clone, Copy, Debug)]
pub(super) struct SqpSettings {
    pub(super) iterations: usize,
    /// Expected gain of a step below which it is over.
    pub(super) tolerance: f64,
    /// Price of violating a non-linear constraint by one unit.
    pub(super) price: f64,
}

/// Result of an optimisation.
#[derive(Clone, Debug)]
pub(super) struct Descent {
    pub(super) x: Vec<f64>,
    pub(super) violation: f64,
}

/// Descends from `x`; `go_on` is asked before every iteration with the current criterion.
pub(super) fn descend(
    objective: &dyn NonlinearProgram,
    limits: &LinearLimits,
    x: Vec<f64>,
    effort: SqpSettings,
    go_on: &mut dyn FnMut(f64) -> bool,
) -> Result<Descent> {
    let mut at = SqpIterate::new(objective, x)?;
    let mut curvature = Mat::<f64>::identity(at.x.len(), at.x.len());
    let mut fresh = true;
    for _ in 0..effort.iterations {
        if !go_on(at.value) {
            break;
        }
        let mut problem = StepProblem::new(effort.price);
        limits.add_to(&mut problem, &at.x);
        for c in &at.near {
            problem.soft_limit(c.slopes.clone(), -c.value);
        }
        let Some(step) = problem.solve(&curvature, &at.slopes).map(|s| within(limits, &at.x, s))
        else {
            if fresh {
                break;
            }
            curvature = Mat::identity(at.x.len(), at.x.len());
            fresh = true;
            continue;
        };
        let expected = at.expected_gain(&step, effort.price);
        let Some(next) = search(objective, &at, &step, expected, effort.price)? else {
            if fresh {
                break;
            }
            curvature = Mat::identity(at.x.len(), at.x.len());
            fresh = true;
            continue;
        };
        let bend = next.lagrangian_slopes(&step, &at);
        update(&mut curvature, &difference(&next.x, &at.x), &bend, fresh);
        fresh = false;
        let gain = at.merit(effort.price) - next.merit(effort.price);
        at = next;
        if expected < effort.tolerance && gain < effort.tolerance {
            break;
        }
    }
    Ok(Descent { x: at.x, violation: at.violation })
}

/// The step, shortened where it would leave limits that the step problem did not know of.
fn within(limits: &LinearLimits, x: &[f64], mut step: QpStep) -> QpStep {
    let ahead: Vec<f64> = x.iter().zip(&step.d).map(|(x, d)| x + d).collect();
    let reach = limits.reach(x, &ahead).clamp(0.0, 1.0);
    step.d.iter_mut().for_each(|d| *d *= reach);
    step
}

/// A point with all that is known there.
struct SqpIterate {
    x: Vec<f64>,
    value: f64,
    slopes: Vec<f64>,
    violation: f64,
    near: Vec<Nonlinear>,
}

impl SqpIterate {
    fn new(objective: &dyn NonlinearProgram, x: Vec<f64>) -> Result<Self> {
        let (value, slopes) = objective.judge(&x)?;
        let (violation, near) = (objective.violation(&x)?, objective.near(&x)?);
        Ok(Self { x, value, slopes, violation, near })
    }

    fn merit(&self, price: f64) -> f64 {
        self.value + price * self.violation
    }

    /// By how much the merit should fall along the step, to first order.
    fn expected_gain(&self, step: &QpStep, price: f64) -> f64 {
        let ahead = |c: &Nonlinear| (c.value + dot(&c.slopes, &step.d)).max(0.0);
        let now: f64 = self.near.iter().map(|c| c.value.max(0.0)).sum();
        let then: f64 = self.near.iter().map(ahead).sum();
        -dot(&self.slopes, &step.d) + price * (now - then)
    }

    /// Change of the Lagrangian's slopes from `before` to here; limits that are linear, and constraints
    /// that are watched at one of the two only, have no part in it.
    fn lagrangian_slopes(&self, step: &QpStep, before: &Self) -> Vec<f64> {
        let mut bend = difference(&self.slopes, &before.slopes);
        for (old, multiplier) in before.near.iter().zip(&step.soft_multipliers) {
            let Some(new) = self.near.iter().find(|c| c.id == old.id) else { continue };
            let change = new.slopes.iter().zip(&old.slopes).map(|(new, old)| new - old);
            bend.iter_mut().zip(change).for_each(|(b, c)| *b += multiplier * c);
        }
        bend
    }
}

/// Shortens the step until the merit falls by a share of what was expected; `None` if it never does.
fn search(
    objective: &dyn NonlinearProgram,
    at: &SqpIterate,
    step: &QpStep,
    expected: f64,
    price: f64,
) -> Result<Option<SqpIterate>> {
    const MOST_HALVINGS: usize = 12;
    const SHARE: f64 = 1e-4;
    if expected.is_nan() || expected <= 0.0 {
        return Ok(None);
    }
    let mut length = 1.0;
    for _ in 0..MOST_HALVINGS {
        let x: Vec<f64> = at.x.iter().zip(&step.d).map(|(x, d)| x + length * d).collect();
        let merit = objective.value(&x)? + price * objective.violation(&x)?;
        if merit <= at.merit(price) - SHARE * length * expected {
            return SqpIterate::new(objective, x).map(Some);
        }
        length *= 0.4;
    }
    Ok(None)
}

/// Powell's damped BFGS update with step `s` and change of slopes `y`; the first one sets the scale.
fn update(curvature: &mut Mat<f64>, s: &[f64], y: &[f64], first: bool) {
    let n = s.len();
    let (sy, ss) = (dot(s, y), dot(s, s));
    if ss == 0.0 {
        return;
    }
    if first {
        let scale = (sy.abs() / ss).clamp(1e-6, 1e6);
        *curvature = Mat::from_fn(n, n, |i, k| if i == k { scale } else { 0.0 });
    }
    let bs: Vec<f64> =
        (0..n).map(|i| curvature.col_as_slice(i).iter().zip(s).map(|(b, s)| b * s).sum()).collect();
    let sbs = dot(s, &bs);
    let share = if sy >= 0.2 * sbs { 1.0 } else { 0.8 * sbs / (sbs - sy) };
    let y: Vec<f64> = y.iter().zip(&bs).map(|(y, b)| share * y + (1.0 - share) * b).collect();
    let sy = dot(s, &y);
    if !(sy > 0.0 && sbs > 0.0) {
        return;
    }
    for k in 0..n {
        for i in 0..n {
            curvature[(i, k)] += y[i] * y[k] / sy - bs[i] * bs[k] / sbs;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A smooth function with its slopes.
    type Smooth = fn(&[f64]) -> (f64, Vec<f64>);

    /// Minimise `criterion` with every `constraint ≤ 0`.
    struct Textbook {
        criterion: Smooth,
        constraints: Vec<Smooth>,
        /// Largest coordinate at which anything was asked.
        farthest: Cell<f64>,
    }

    impl Textbook {
        fn new(criterion: Smooth, constraints: Vec<Smooth>) -> Self {
            Self { criterion, constraints, farthest: Cell::new(f64::NEG_INFINITY) }
        }

        fn solve(&self, start: &[f64], half_width: f64) -> Descent {
            let limits = LinearLimits::of_box(start.len(), half_width);
            let effort = SqpSettings { iterations: 200, tolerance: 1e-14, price: 10.0 };
            descend(self, &limits, start.to_vec(), effort, &mut |_| true).unwrap()
        }
    }

    impl NonlinearProgram for Textbook {
        fn value(&self, x: &[f64]) -> Result<f64> {
            self.farthest.set(x.iter().copied().fold(self.farthest.get(), f64::max));
            Ok((self.criterion)(x).0)
        }

        fn judge(&self, x: &[f64]) -> Result<(f64, Vec<f64>)> {
            Ok((self.criterion)(x))
        }

        fn violation(&self, x: &[f64]) -> Result<f64> {
            Ok(self.constraints.iter().map(|c| c(x).0.max(0.0)).sum())
        }

        fn near(&self, x: &[f64]) -> Result<Vec<Nonlinear>> {
            let constraint = |(k, c): (usize, &Smooth)| {
                let (value, slopes) = c(x);
                Nonlinear { id: (k, 0, 0), value, slopes }
            };
            Ok(self.constraints.iter().enumerate().map(constraint).collect())
        }
    }

    fn assert_near(descent: &Descent, expected: &[f64], tolerance: f64) {
        let off =
            difference(&descent.x, expected).into_iter().fold(0.0, |m: f64, d| m.max(d.abs()));
        assert!(off < tolerance, "{:?}, not {expected:?}", descent.x);
    }

    /// Rosenbrock's valley; its minimum is at (1, 1).
    fn valley(x: &[f64]) -> (f64, Vec<f64>) {
        let (a, b) = (1.0 - x[0], x[1] - x[0] * x[0]);
        (a * a + 100.0 * b * b, vec![-2.0 * a - 400.0 * x[0] * b, 200.0 * b])
    }

    #[test]
    fn a_curved_valley_is_followed_to_its_bottom() {
        assert_near(&Textbook::new(valley, Vec::new()).solve(&[-1.2, 1.0], 5.0), &[1.0, 1.0], 1e-5);
    }

    #[test]
    fn linear_limits_hold_at_every_point_that_is_asked_for() {
        // On the edge x = 1/2 the valley is lowest at y = x².
        let textbook = Textbook::new(valley, Vec::new());
        assert_near(&textbook.solve(&[-0.4, 0.3], 0.5), &[0.5, 0.25], 1e-6);
        assert!(textbook.farthest.get() < 0.5 + 1e-8, "{}", textbook.farthest.get());
    }

    /// Problem 43 (Hock and Schittkowski 1981): the minimum is −44 at (0, 1, 2, −1), with the first and the
    /// third constraint active.
    #[test]
    fn the_problem_of_rosen_and_suzuki_is_solved() {
        let textbook = Textbook::new(
            |x| {
                let value = x[0] * x[0] + x[1] * x[1] + 2.0 * x[2] * x[2] + x[3] * x[3]
                    - 5.0 * x[0]
                    - 5.0 * x[1]
                    - 21.0 * x[2]
                    + 7.0 * x[3];
                let slopes =
                    vec![2.0 * x[0] - 5.0, 2.0 * x[1] - 5.0, 4.0 * x[2] - 21.0, 2.0 * x[3] + 7.0];
                (value, slopes)
            },
            vec![
                |x| {
                    let value = x.iter().map(|x| x * x).sum::<f64>() + x[0] - x[1] + x[2] - x[3];
                    let slope = |k: usize, sign: f64| 2.0 * x[k] + sign;
                    let slopes = vec![slope(0, 1.0), slope(1, -1.0), slope(2, 1.0), slope(3, -1.0)];
                    (value - 8.0, slopes)
                },
                |x| {
                    let square = |k: usize| x[k] * x[k];
                    let value = square(0) + 2.0 * square(1) + square(2) + 2.0 * square(3);
                    let slopes = vec![2.0 * x[0] - 1.0, 4.0 * x[1], 2.0 * x[2], 4.0 * x[3] - 1.0];
                    (value - x[0] - x[3] - 10.0, slopes)
                },
                |x| {
                    let value = 2.0 * x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + 2.0 * x[0];
                    let slopes = vec![4.0 * x[0] + 2.0, 2.0 * x[1] - 1.0, 2.0 * x[2], -1.0];
                    (value - x[1] - x[3] - 5.0, slopes)
                },
            ],
        );
        let found = textbook.solve(&[0.0; 4], 10.0);
        assert_near(&found, &[0.0, 1.0, 2.0, -1.0], 1e-5);
        assert!(((textbook.criterion)(&found.x).0 + 44.0).abs() < 1e-6);
        assert!(found.violation < 1e-8, "{}", found.violation);
    }

    #[test]
    fn a_start_that_violates_a_constraint_is_led_back() {
        // The least x + y in the disc x² + y² ≤ 2.
        let disc: Smooth = |x| (dot(x, x) - 2.0, x.iter().map(|x| 2.0 * x).collect());
        let textbook = Textbook::new(|x| (x[0] + x[1], vec![1.0, 1.0]), vec![disc]);
        let found = textbook.solve(&[3.0, 2.0], 5.0);
        assert_near(&found, &[-1.0, -1.0], 1e-5);
        assert!(found.violation < 1e-8, "{}", found.violation);
    }
}
