//! Distances and gradients of all pairs at a position.

use super::body::{Body, Extent};
use super::contact::{
    ClosestPoints, Placed, Proximity, convex_contact, half_space_contact, least_distance,
};
use super::convex::Capsule;
use super::model::{CollisionModel, CollisionScratch, Gradients};
use super::pair::Pair;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::{Scratch, forward_kinematics};
use taufit_dynamics::spatial::Transform;

impl CollisionModel {
    /// Signed distance of every pair at a position, negative if they overlap.
    pub fn distances<'s>(
        &self,
        q: &[f64],
        scratch: &'s mut CollisionScratch,
    ) -> Result<&'s [Proximity]> {
        let CollisionScratch { dynamics, bounds, proximities, .. } = scratch;
        let poses = self.place(q, dynamics, bounds)?;
        proximities.clear();
        proximities.extend(self.pairs.iter().map(|pair| self.proximity(pair, poses, bounds)));
        Ok(proximities)
    }

    /// Distances of all pairs, and gradients with respect to `q` of those that are nearer than `below_m`,
    /// which should not be larger than
    /// [`exact_within_m`](super::CollisionSettings::exact_within_m).
    ///
    /// `d distance / dq = nᵀ (J_b − J_a)`, with the Jacobians of the points that are nearest to each other and
    /// `n` from one to the other. Where two places of a body are equally near, it is that of one of them.
    pub fn gradients<'s>(
        &self,
        q: &[f64],
        below_m: f64,
        scratch: &'s mut CollisionScratch,
    ) -> Result<(&'s [Proximity], &'s Gradients)> {
        self.distances(q, scratch)?;
        let CollisionScratch { dynamics, proximities, gradients, .. } = scratch;
        let poses = dynamics.world_from_link();
        gradients.pairs.clear();
        gradients.rows.clear();
        for (k, (pair, near)) in self.pairs.iter().zip(proximities.iter()).enumerate() {
            if let Some(contact) = near.contact.filter(|_| near.distance_m < below_m) {
                gradients.pairs.push(k);
                let start = gradients.rows.len();
                gradients.rows.resize(start + gradients.n_dof, 0.0);
                self.gradient(pair, &contact, poses, &mut gradients.rows[start..]);
            }
        }
        Ok((proximities, gradients))
    }

    /// Distance of one pair and its gradient, which is zero where the distance is a bound.
    pub(super) fn pair_gradient(
        &self,
        pair: usize,
        q: &[f64],
        scratch: &mut CollisionScratch,
    ) -> Result<(f64, Vec<f64>)> {
        let CollisionScratch { dynamics, bounds, .. } = scratch;
        let poses = self.place(q, dynamics, bounds)?;
        let pair = &self.pairs[pair];
        let near = self.proximity(pair, poses, bounds);
        let mut gradient = vec![0.0; self.robot.n_dof()];
        if let Some(contact) = near.contact {
            self.gradient(pair, &contact, poses, &mut gradient);
        }
        Ok((near.distance_m, gradient))
    }

    /// Poses of the links, and the bounds of all solids in the base frame.
    fn place<'s>(
        &self,
        q: &[f64],
        dynamics: &'s mut Scratch,
        bounds: &mut [Capsule],
    ) -> Result<&'s [Transform]> {
        if !q.iter().all(|x| x.is_finite()) {
            return Err(InputError::NotFinite {
                element: "collision check".into(),
                field: "a position",
            }
            .into());
        }
        let poses = forward_kinematics(&self.robot, dynamics, q)?;
        let mut bounds = bounds.iter_mut();
        for body in &self.bodies {
            let world_from_link = pose(body, poses);
            for (solid, bound) in body.solids().iter().zip(&mut bounds) {
                let ends = solid.bound.ends.map(|p| world_from_link.point(p));
                *bound = Capsule { ends, ..solid.bound };
            }
        }
        Ok(poses)
    }

    /// The nearest of all solids of one body to all solids of the other.
    fn proximity(&self, pair: &Pair, poses: &[Transform], bounds: &[Capsule]) -> Proximity {
        // Obstacles come last, so that only `b` can be a half-space.
        let b = &self.bodies[pair.bodies.1];
        let mut search = Search::new(self.exact_within_m);
        for one in self.placed(pair.bodies.0, poses, bounds) {
            if let Extent::HalfSpace(half_space) = &b.extent {
                search.meet(half_space_contact(&one, half_space));
                continue;
            }
            for other in self.placed(pair.bodies.1, poses, bounds) {
                if search.is_open(least_distance(&one, &other)) {
                    search.meet(convex_contact(&one, &other));
                }
            }
        }
        search.finish()
    }

    fn placed<'m>(
        &'m self,
        body: usize,
        poses: &'m [Transform],
        bounds: &'m [Capsule],
    ) -> impl Iterator<Item = Placed<'m>> {
        let world_from_link = pose(&self.bodies[body], poses);
        let bounds = &bounds[self.first_solid[body]..];
        let solids = self.bodies[body].solids().iter().zip(bounds);
        solids.map(move |(body, bound)| Placed { body, world_from_link, bound })
    }

    /// `nᵀ (J_b − J_a)`, added to `row`.
    fn gradient(&self, pair: &Pair, contact: &ClosestPoints, poses: &[Transform], row: &mut [f64]) {
        let ClosestPoints { point_a, point_b, normal } = *contact;
        for (body, point, n) in
            [(pair.bodies.0, point_a, -normal), (pair.bodies.1, point_b, normal)]
        {
            let link = self.bodies[body].link();
            for &j in link.map_or(&[][..], |i| self.robot.path(i)) {
                let map = &self.robot.joints()[j].map;
                let at_base = poses[j].motion(map.screw);
                row[map.dof] += n.dot(at_base.linear + at_base.angular.cross(point));
            }
        }
    }
}

fn pose<'p>(body: &Body, poses: &'p [Transform]) -> &'p Transform {
    const FIXED: &Transform = &Transform::IDENTITY;
    body.link().map_or(FIXED, |i| &poses[i])
}

/// The nearest contact so far, and the least distance of what was passed over.
pub(super) struct Search {
    exact_within_m: f64,
    passed_over_m: f64,
    nearest: Option<(f64, ClosestPoints)>,
}

impl Search {
    pub(super) fn new(exact_within_m: f64) -> Self {
        Self { exact_within_m, passed_over_m: f64::INFINITY, nearest: None }
    }

    /// Whether a pair of solids that is at least this far apart can still matter.
    pub(super) fn is_open(&mut self, least_m: f64) -> bool {
        if least_m > self.exact_within_m {
            self.passed_over_m = self.passed_over_m.min(least_m);
            return false;
        }
        self.nearest.is_none_or(|(nearest_m, _)| least_m < nearest_m)
    }

    pub(super) fn meet(&mut self, (distance_m, contact): (f64, ClosestPoints)) {
        if self.nearest.is_none_or(|(nearest_m, _)| distance_m < nearest_m) {
            self.nearest = Some((distance_m, contact));
        }
    }

    pub(super) fn finish(self) -> Proximity {
        match self.nearest {
            Some((distance_m, contact)) if distance_m <= self.passed_over_m => {
                Proximity { distance_m, contact: Some(contact) }
            }
            _ => Proximity { distance_m: self.passed_over_m, contact: None },
        }
    }
}
