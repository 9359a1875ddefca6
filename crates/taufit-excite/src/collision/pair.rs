//! Pairs of bodies that are checked, and excluded ones with the reason.

use super::body::{Body, BodyKind};
use serde::Serialize;
use std::fmt;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::Robot;

/// Two bodies that are checked against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// Name of the first: the base or a moving link.
    pub a: String,
    /// Name of the second: a moving link or an obstacle.
    pub b: String,
    #[serde(skip)]
    pub(super) bodies: (usize, usize),
    /// For every coordinate, how much the distance can shrink per unit of it \[m/rad or m/m\].
    pub(super) approach: Vec<f64>,
}

/// Two bodies that are not checked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Excluded {
    /// Name of the first.
    pub a: String,
    /// Name of the second.
    pub b: String,
    /// Reason of the exclusion.
    pub reason: Exclusion,
}

/// Reason for which a pair is not checked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Exclusion {
    /// A joint connects the two.
    Adjacent,
    /// Excluded by the settings.
    ByUser,
    /// They touch in nearly every pose.
    AlwaysTouching {
        /// Share of the sampled poses in which they touch.
        share: f64,
    },
    /// They never come near.
    NeverNear {
        /// Nearest that they came, in random poses and in a descent from the nearest of them \[m\].
        nearest_m: f64,
    },
}

impl fmt::Display for Exclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Adjacent => f.write_str("a joint connects them"),
            Self::ByUser => f.write_str("excluded in the settings"),
            Self::AlwaysTouching { share } => {
                write!(f, "they touch in {:.0} % of the sampled poses", 100.0 * share)
            }
            Self::NeverNear { nearest_m } => {
                write!(f, "they never come nearer than {nearest_m:.2} m")
            }
        }
    }
}

/// Pairs whose distance can change.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// Indices of the bodies, the smaller first.
    pub(super) kept: Vec<(usize, usize)>,
    pub(super) excluded: Vec<Excluded>,
}

/// All pairs whose distance can change, apart from those that a joint connects or the user excludes.
pub(super) fn candidates(
    robot: &Robot,
    bodies: &[Body],
    exclude: &[[String; 2]],
) -> Result<Candidates> {
    let wanted = exclude.iter().map(|[a, b]| Ok((index(bodies, a)?, index(bodies, b)?)));
    let wanted = wanted.collect::<Result<Vec<_>>>()?;
    let mut candidates = Candidates::default();
    for b in 0..bodies.len() {
        for a in 0..b {
            let (first, second) = (&bodies[a], &bodies[b]);
            if first.is_bare() || second.is_bare() || !is_movable(first, second) {
                continue;
            }
            let reason = if is_adjacent(robot, first, second) {
                Exclusion::Adjacent
            } else if wanted.contains(&(a, b)) || wanted.contains(&(b, a)) {
                Exclusion::ByUser
            } else {
                candidates.kept.push((a, b));
                continue;
            };
            let (a, b) = (first.name.clone(), second.name.clone());
            candidates.excluded.push(Excluded { a, b, reason });
        }
    }
    Ok(candidates)
}

/// The base never moves against the obstacles, nor they against each other.
fn is_movable(a: &Body, b: &Body) -> bool {
    a.link().is_some() || b.link().is_some()
}

fn is_adjacent(robot: &Robot, a: &Body, b: &Body) -> bool {
    let carried_by = |i: usize, other: &Body| match (robot.joints()[i].parent, other.kind) {
        (Some(parent), BodyKind::Link(k)) => parent == k,
        (None, BodyKind::Base) => true,
        _ => false,
    };
    a.link().is_some_and(|i| carried_by(i, b)) || b.link().is_some_and(|i| carried_by(i, a))
}

fn index(bodies: &[Body], name: &str) -> Result<usize> {
    let mut names = bodies.iter().map(|body| body.name.as_str());
    let all = names.clone();
    names
        .position(|body| body == name)
        .ok_or_else(|| InputError::unknown_name("link or obstacle", name, all))
}
