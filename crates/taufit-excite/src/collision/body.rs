//! Everything that can be touched, by one index: the base, the moving links, the obstacles.

use super::convex::Convex;
use super::geometry::{BodyGeometry, Geometry, base_name};
use super::scene::{HalfSpace, Obstacle, Scene};
use taufit_dynamics::diagnostics::{InputError, ModelError, Result};
use taufit_dynamics::model::Robot;

/// A body with its name.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) name: String,
    pub(super) kind: BodyKind,
    pub(super) extent: Extent,
}

/// Coordinate that moves a body, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyKind {
    Base,
    Link(usize),
    Obstacle,
}

/// The space that a body takes up, in the frame of its link; of the base, if it does not move.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    Solids(Vec<Convex>),
    HalfSpace(HalfSpace),
}

impl Body {
    /// The moving link that carries it.
    pub(super) fn link(&self) -> Option<usize> {
        match self.kind {
            BodyKind::Link(i) => Some(i),
            BodyKind::Base | BodyKind::Obstacle => None,
        }
    }

    /// Its convex solids; none for a half-space.
    pub(super) fn solids(&self) -> &[Convex] {
        match &self.extent {
            Extent::Solids(solids) => solids,
            Extent::HalfSpace(_) => &[],
        }
    }

    pub(super) fn is_bare(&self) -> bool {
        matches!(&self.extent, Extent::Solids(solids) if solids.is_empty())
    }

    /// Largest distance of one of its points from the origin of its frame; infinite for a half-space.
    pub(super) fn farthest_m(&self) -> f64 {
        match &self.extent {
            Extent::Solids(solids) => solids.iter().map(Convex::farthest_m).fold(0.0, f64::max),
            Extent::HalfSpace(_) => f64::INFINITY,
        }
    }
}

/// All bodies: the base, the moving links in order, the obstacles.
pub(super) fn bodies(robot: &Robot, geometry: &Geometry, scene: &Scene) -> Result<Vec<Body>> {
    if geometry.links.len() != robot.n_links() {
        return Err(InputError::LengthMismatch {
            what: "the geometry's links",
            expected: robot.n_links(),
            found: geometry.links.len(),
        }
        .into());
    }
    let mut bodies = vec![robot_body(base_name(robot), BodyKind::Base, &geometry.base)?];
    for (i, (joint, body)) in robot.joints().iter().zip(&geometry.links).enumerate() {
        bodies.push(robot_body(&joint.link.name, BodyKind::Link(i), body)?);
    }
    for (name, obstacle) in scene.obstacles()? {
        let extent = match obstacle {
            Obstacle::HalfSpace(half_space) => Extent::HalfSpace(half_space),
            Obstacle::Box(solid) => Extent::Solids(Convex::new(&solid).into_iter().collect()),
        };
        bodies.push(Body { name, kind: BodyKind::Obstacle, extent });
    }
    Ok(bodies)
}

fn robot_body(name: &str, kind: BodyKind, geometry: &BodyGeometry) -> Result<Body> {
    let owner = format!("link {name:?}");
    let mut solids = Vec::with_capacity(geometry.solids.len());
    for solid in &geometry.solids {
        solid.check(&owner)?;
        let reason = "its mesh was not read";
        let not_read = || ModelError::BadSolid { owner: owner.clone(), reason };
        solids.push(Convex::new(solid).ok_or_else(not_read)?);
    }
    Ok(Body { name: name.to_owned(), kind, extent: Extent::Solids(solids) })
}
