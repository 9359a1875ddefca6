//! Result of a physically consistent fit.

use super::objective::Objective;
use super::path::PathEnd;
use super::pseudo::{TEN, pseudo_inertia, smallest_eigenvalue};
use serde::Serialize;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::Warning;
use taufit_dynamics::params::Layout;

/// Status of the fit. The parameters are physical in every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FeasibleStatus {
    /// The optimum, within the accuracy asked for.
    Converged,
    /// The steps ran out before; the cost lies above the optimum.
    MaxIterations,
    /// Rounding stopped progress before; the cost lies above the optimum.
    Stalled,
}

/// A bound that the optimum lies on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActiveBound {
    /// The bound as a person writes it: `fc2 >= 0`, `m3 <= 4`.
    pub bound: String,
    /// Distance from it, in natural units of the robot.
    pub slack: f64,
}

/// Parameters of a robot that can exist.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FeasibleFit {
    /// Standard parameters, in column order.
    pub pi: Vec<f64>,
    /// Their base parameters.
    pub beta: Vec<f64>,
    /// `|r β − z|²`.
    pub cost: f64,
    /// The smallest `|r β − z|²` of any `β`, physical or not.
    pub cost_unconstrained: f64,
    /// `γ`: the weight of the links' divergence from the prior at the end.
    pub prior_weight: f64,
    /// Bound on the objective above its optimum, because barriers keep a distance from bounds.
    pub gap: f64,
    /// Newton steps.
    pub iterations: usize,
    /// Status of the fit.
    pub status: FeasibleStatus,
    /// Smallest eigenvalue of each link's pseudo-inertia (kg or kg m², whichever the direction).
    pub smallest_eigenvalues: Vec<f64>,
    /// Bounds that the optimum lies on.
    pub active: Vec<ActiveBound>,
    /// Warnings about the prior.
    pub warnings: Vec<Warning>,
}

impl FeasibleFit {
    pub(super) fn new(
        layout: &Layout,
        base: &Base,
        objective: &Objective,
        end: PathEnd,
        warnings: Vec<Warning>,
    ) -> Self {
        let pi = objective.coordinates.to_pi(&end.y);
        Self {
            beta: objective.coordinates.beta(&end.y).to_vec(),
            cost: objective.cost(&end.y),
            cost_unconstrained: objective.data.smallest_cost(),
            prior_weight: end.weights.prior,
            gap: end.gap,
            iterations: end.iterations,
            status: end.status,
            smallest_eigenvalues: smallest_eigenvalues(layout, &pi),
            active: active(layout, base, objective, &pi),
            warnings,
            pi,
        }
    }
}

fn smallest_eigenvalues(layout: &Layout, pi: &[f64]) -> Vec<f64> {
    let of_link = |link: usize| {
        let first = layout.link_block(link);
        let ten: [f64; TEN] = std::array::from_fn(|c| pi[first + c]);
        smallest_eigenvalue(&pseudo_inertia(&ten))
    };
    (0..layout.n_links()).map(of_link).collect()
}

/// Bounds nearer than a hundred-thousandth of a natural unit.
fn active(layout: &Layout, base: &Base, objective: &Objective, pi: &[f64]) -> Vec<ActiveBound> {
    const NEAR: f64 = 1e-5;
    let positive = objective.scalars.iter().filter(|s| s.is_positive()).map(|s| {
        let bound = format!("{} >= 0", layout.name(s.column));
        ActiveBound { bound, slack: pi[s.column] / base.unit(s.column) }
    });
    let bounds = objective
        .halfspaces
        .iter()
        .map(|h| ActiveBound { bound: h.name.clone(), slack: h.slack(pi) });
    positive.chain(bounds).filter(|a| a.slack < NEAR).collect()
}
