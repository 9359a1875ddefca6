//! Everything that can collide, and the pairs worth checking.

use super::approach::approach_bounds;
use super::body::{Body, bodies};
use super::contact::Proximity;
use super::convex::Capsule;
use super::geometry::Geometry;
use super::pair::{Candidates, Excluded, Exclusion, Pair, candidates};
use super::scene::Scene;
use super::settings::CollisionSettings;
use super::survey;
use crate::diagnostics::CollisionWarning;
use taufit_dynamics::diagnostics::{Result, Warning};
use taufit_dynamics::dynamics::Scratch;
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::Vec3;

/// Bodies that can collide, and the pairs that are checked. Immutable; threads may share it, each with
/// a [`CollisionScratch`] of its own.
#[derive(Clone, Debug)]
pub struct CollisionModel {
    pub(super) robot: Robot,
    pub(super) bodies: Vec<Body>,
    /// Where the solids of each body begin among the bounds of the scratch.
    pub(super) first_solid: Vec<usize>,
    pub(super) pairs: Vec<Pair>,
    pub(super) excluded: Vec<Excluded>,
    pub(super) exact_within_m: f64,
}

impl CollisionModel {
    /// Finds the pairs worth checking: not those that a joint connects, that the settings exclude, that touch
    /// in nearly every pose or never come near, in random poses within the limits. The base is never checked
    /// against obstacles; a link that stands on the floor in every pose falls out as always touching it.
    pub fn new(
        robot: &Robot,
        geometry: &Geometry,
        scene: &Scene,
        settings: &CollisionSettings,
    ) -> Result<Self> {
        settings.validate()?;
        let bodies = bodies(robot, geometry, scene)?;
        let Candidates { kept, excluded } = candidates(robot, &bodies, &settings.exclude)?;
        let pair = |(a, b): (usize, usize)| Pair {
            a: bodies[a].name.clone(),
            b: bodies[b].name.clone(),
            bodies: (a, b),
            approach: approach_bounds(robot, &bodies[a], &bodies[b]),
        };
        let all = Self {
            robot: robot.clone(),
            pairs: kept.into_iter().map(pair).collect(),
            first_solid: first_solids(&bodies),
            bodies,
            excluded,
            // The survey follows distances down from afar.
            exact_within_m: f64::INFINITY,
        };
        let verdicts = survey::exclusions(&all, settings)?;
        Ok(all.without(verdicts, settings.exact_within_m))
    }

    fn without(mut self, verdicts: Vec<Option<Exclusion>>, exact_within_m: f64) -> Self {
        let mut pairs = Vec::new();
        for (pair, verdict) in self.pairs.into_iter().zip(verdicts) {
            match verdict {
                None => pairs.push(pair),
                Some(reason) => self.excluded.push(Excluded { a: pair.a, b: pair.b, reason }),
            }
        }
        Self { pairs, exact_within_m, ..self }
    }

    /// The robot.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// The pairs that are checked, in the order of all results.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The pairs that are not checked, and why.
    pub fn excluded(&self) -> &[Excluded] {
        &self.excluded
    }

    /// Pairs that are not checked though nothing connects them.
    pub fn warnings(&self) -> Vec<Warning> {
        let finding = |pair: &Excluded| match pair.reason {
            Exclusion::AlwaysTouching { share } => Some(CollisionWarning::AlwaysTouching {
                a: pair.a.clone(),
                b: pair.b.clone(),
                share,
            }),
            _ => None,
        };
        self.excluded.iter().filter_map(finding).map(Warning::from).collect()
    }

    /// Work space for one thread.
    pub fn scratch(&self) -> CollisionScratch {
        let n_solids = self.bodies.iter().map(|b| b.solids().len()).sum();
        CollisionScratch {
            dynamics: Scratch::new(&self.robot),
            bounds: vec![Capsule { ends: [Vec3::ZERO; 2], radius_m: 0.0 }; n_solids],
            proximities: Vec::with_capacity(self.pairs.len()),
            gradients: Gradients { n_dof: self.robot.n_dof(), ..Gradients::default() },
        }
    }

    /// Upper bound of the speed at which the distance of a pair can shrink \[m/s\], if no coordinate is faster
    /// than `qd_most` \[rad/s or m/s\]. It holds in every pose: a distance that exceeds the product of this
    /// and the time between two samples proves that nothing touches in between.
    pub fn max_approach_speed(&self, pair: usize, qd_most: &[f64]) -> f64 {
        let bounds = self.pairs[pair].approach.iter().zip(qd_most);
        // A sliding joint without limits makes bounds infinite, which must not meet a joint at rest.
        bounds.filter(|(_, qd)| **qd != 0.0).map(|(bound, qd)| bound * qd.abs()).sum()
    }
}

fn first_solids(bodies: &[Body]) -> Vec<usize> {
    let mut total = 0;
    let first = |body: &Body| {
        total += body.solids().len();
        total - body.solids().len()
    };
    bodies.iter().map(first).collect()
}

/// Work space for one [`CollisionModel`](super::CollisionModel) and one thread. Results are borrowed from
/// it: the next call overwrites them.
#[derive(Clone, Debug)]
pub struct CollisionScratch {
    pub(super) dynamics: Scratch,
    /// The bound of every solid in the base frame, body after body.
    pub(super) bounds: Vec<Capsule>,
    pub(super) proximities: Vec<Proximity>,
    pub(super) gradients: Gradients,
}

/// Gradients of the distances of near pairs.
#[derive(Clone, Debug, Default)]
pub struct Gradients {
    pub(super) pairs: Vec<usize>,
    /// One row per pair, one column per coordinate.
    pub(super) rows: Vec<f64>,
    pub(super) n_dof: usize,
}

impl Gradients {
    /// Every near pair: its index in [`CollisionModel::pairs`](super::CollisionModel::pairs), and the
    /// change of its distance per unit of every coordinate \[m/rad or m/m\].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &[f64])> {
        self.pairs.iter().copied().zip(self.rows.chunks_exact(self.n_dof))
    }
}
