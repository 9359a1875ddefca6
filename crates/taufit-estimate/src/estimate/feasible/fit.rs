//! The physically consistent fit, step by step.

use super::coordinates::{Coordinates, is_unknown};
use super::data::{Compressed, Data};
use super::halfspace::{Halfspace, halfspaces};
use super::link_term::LinkTerm;
use super::newton::{Iterate, minimise};
use super::objective::{Objective, Weights};
use super::path::follow;
use super::prior::{Prior, physical_prior};
use super::pseudo::TEN;
use super::result::FeasibleFit;
use super::scalar_term::{ScalarKind, ScalarTerm};
use super::settings::FeasibleSettings;
use crate::diagnostics::EstimateError;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::{Result, Warning};
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::{Layout, Param};

/// The parameters `π` of a robot that can exist and whose `|r β(π) − z|²` is smallest.
///
/// Equations: see the [module](super). `prior` holds the nominal standard parameters. Directions that
/// the data do not see end at the smallest divergence from the prior; dropped parameters keep their
/// prior, fixed ones their value. A link whose prior is no body that can exist gets a stand-in, with a
/// warning; a prior of zero for a rotor inertia or a friction coefficient means "small": a hundredth
/// of the robot's natural unit.
///
/// With `prior_weight: None` the prior's share in the cost is below `accuracy`; the answer is the
/// optimum of the constrained problem to that accuracy, by primal-dual Newton steps along the central
/// path.
pub fn feasible_fit(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    data: &Compressed<'_>,
    prior: &[f64],
    settings: &FeasibleSettings,
) -> Result<FeasibleFit> {
    settings.validate(layout)?;
    let StartingPoint { objective, mut y, warnings } =
        set_up((robot, layout, base), data, prior, settings)?;
    enter_bounds(&objective, &mut y)?;
    let end = follow(&objective, y, settings);
    Ok(FeasibleFit::new(layout, base, &objective, end, warnings))
}

/// Objective, a point inside the cone, and warnings about the prior.
pub(super) struct StartingPoint {
    pub(super) objective: Objective,
    pub(super) y: Vec<f64>,
    pub(super) warnings: Vec<Warning>,
}

pub(super) fn set_up(
    (robot, layout, base): (&Robot, &Layout, &Base),
    data: &Compressed<'_>,
    prior: &[f64],
    settings: &FeasibleSettings,
) -> Result<StartingPoint> {
    let Prior { mut pi, warnings } = physical_prior(robot, layout, base, prior)?;
    let scalars = scalar_terms(layout, base, &pi);
    // The start is the prior, and a positive number where the prior of a positive one is zero.
    scalars.iter().for_each(|s| pi[s.column] = s.prior);
    let coordinates = Coordinates::new(base, &pi);
    let y = coordinates.to_y(base, &pi);
    let objective = Objective {
        data: Data::new(data, base)?,
        links: link_terms(layout, base, &pi),
        scalars,
        halfspaces: open_bounds(halfspaces(layout, base, &coordinates, settings), &pi)?,
        coordinates,
    };
    Ok(StartingPoint { objective, y, warnings })
}

/// The links with unknowns.
fn link_terms(layout: &Layout, base: &Base, pi: &[f64]) -> Vec<LinkTerm> {
    let firsts = (0..layout.n_links()).map(|link| layout.link_block(link));
    let with_unknowns = firsts.filter(|&first| (first..first + TEN).any(|c| is_unknown(base, c)));
    with_unknowns
        .filter_map(|first| LinkTerm::new(first, &std::array::from_fn(|c| pi[first + c])))
        .collect()
}

/// The unknown rotor inertias and friction coefficients.
fn scalar_terms(layout: &Layout, base: &Base, pi: &[f64]) -> Vec<ScalarTerm> {
    /// Priors below this share of a natural unit count as zero.
    const ZERO: f64 = 1e-6;
    /// Value that stands for zero.
    const SMALL: f64 = 1e-2;
    let term = |column: usize| {
        let (unit, given) = (base.unit(column), pi[column]);
        match layout.params()[column] {
            Param::Link { .. } => None,
            Param::Friction { term, .. } if term.is_signed() => {
                Some(ScalarTerm { column, prior: given, kind: ScalarKind::Free { unit } })
            }
            _ => {
                let prior = if given > ZERO * unit { given } else { SMALL * unit };
                Some(ScalarTerm { column, prior, kind: ScalarKind::Positive })
            }
        }
    };
    (0..layout.n_params()).filter(|&c| is_unknown(base, c)).filter_map(term).collect()
}

/// The bounds with an unknown in them; those without are kept or broken once and for all.
fn open_bounds(bounds: Vec<Halfspace>, pi: &[f64]) -> Result<Vec<Halfspace>> {
    let (open, closed): (Vec<_>, Vec<_>) = bounds.into_iter().partition(|h| !h.row.is_empty());
    match closed.into_iter().find(|h| h.slack(pi) < 0.0) {
        Some(broken) => Err(EstimateError::BoundsContradict { bound: broken.name }.into()),
        None => Ok(open),
    }
}

/// Moves `y`, inside the cone, inside the bounds as well.
///
/// Bounds are moved outwards until `y` is inside; then the centre is sought and the bounds are moved
/// back as far as the centre allows, until they are where they belong (phase I of the barrier method,
/// Boyd, Vandenberghe 2004, §11.4).
pub(super) fn enter_bounds(objective: &Objective, y: &mut Vec<f64>) -> Result<()> {
    const ROUNDS: usize = 60;
    const STEPS: usize = 50;
    const CENTRED: f64 = 1e-2;
    let mut shift = f64::INFINITY;
    for _ in 0..ROUNDS {
        let (outside, _) = worst(objective, y);
        if outside < 0.0 {
            return Ok(());
        }
        // Nine tenths of the way from the old bounds to the point.
        shift = if shift.is_finite() { outside + 0.1 * (shift - outside) } else { outside + 1.0 };
        let weights = Weights { data: 0.0, prior: 1.0, barrier: 1.0, shift };
        let mut at = Iterate::central(objective, std::mem::take(y), &weights);
        minimise(objective, &mut at, &weights, CENTRED, &mut STEPS.clone());
        *y = at.y;
    }
    let (_, bound) = worst(objective, y);
    Err(EstimateError::BoundsContradict { bound }.into())
}

/// Largest violation of a bound at `y`, negative inside; and which bound that is.
fn worst(objective: &Objective, y: &[f64]) -> (f64, String) {
    let pi = objective.coordinates.to_pi(y);
    let outside = objective.halfspaces.iter().map(|h| (-h.slack(&pi), h));
    let worst = outside.max_by(|a, b| a.0.total_cmp(&b.0));
    worst.map_or((-1.0, String::new()), |(by, h)| (by, h.name.clone()))
}
