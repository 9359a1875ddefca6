//! The solids of every link, complete.

use super::fit::fitted;
use crate::diagnostics::CollisionWarning;
use serde::Serialize;
use taufit_dynamics::diagnostics::Warning;
use taufit_dynamics::model::{Robot, Shape, Solid};

/// The space that a robot takes up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Geometry {
    /// The base, in its own frame.
    pub base: BodyGeometry,
    /// The moving links in the order of the joints, each in its own frame.
    pub links: Vec<BodyGeometry>,
}

/// The solids of a link.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
pub struct BodyGeometry {
    /// All of them, fitted ones last.
    pub solids: Vec<Solid>,
    /// Number of capsules from joint to joint among them, because the description has none or its meshes
    /// cannot be had.
    pub n_fitted: usize,
    /// Meshes that cannot be had.
    pub n_missing: usize,
}

impl Geometry {
    /// The shapes of the description. `mesh` gives the hull of a mesh, from the name of its link, the file
    /// and its scale; `None` if it cannot be had.
    ///
    /// A link with a missing mesh gets capsules beside what else it has; so do all links of a robot without
    /// any shape: from its joint to each that it carries, or to its tools, 4.5 % of the reach in radius. A
    /// link without shape on a robot that has some is taken as bare.
    pub fn new(robot: &Robot, mut mesh: impl FnMut(&str, &str, [f64; 3]) -> Option<Shape>) -> Self {
        let described = robot.joints().iter().any(|j| !j.link.collision.is_empty());
        let mut complete = |link: Option<usize>, name: &str, solids: &[Solid]| {
            let mut body = with_hulls(solids, |file, scale| mesh(name, file, scale));
            if body.n_missing > 0 || !described && solids.is_empty() {
                let capsules = fitted(robot, link);
                body.n_fitted = capsules.len();
                body.solids.extend(capsules);
            }
            body
        };
        let base = complete(None, base_name(robot), robot.base_collision());
        let links = robot.joints().iter().enumerate();
        let links = links.map(|(i, j)| complete(Some(i), &j.link.name, &j.link.collision));
        Self { links: links.collect(), base }
    }

    /// The shapes of the description without its meshes, and capsules where they are missing.
    pub fn without_meshes(robot: &Robot) -> Self {
        Self::new(robot, |_, _, _| None)
    }

    /// The base, then the links.
    pub fn bodies(&self) -> impl Iterator<Item = &BodyGeometry> {
        std::iter::once(&self.base).chain(&self.links)
    }

    /// Links that are taken as bare.
    pub fn warnings(&self, robot: &Robot) -> Vec<Warning> {
        let links = robot.joints().iter().zip(&self.links);
        let bare = links.filter(|(_, body)| body.solids.is_empty());
        bare.map(|(joint, _)| CollisionWarning::NoShape { link: joint.link.name.clone() })
            .map(Warning::from)
            .collect()
    }
}

/// The name of the link that does not move.
pub(super) fn base_name(robot: &Robot) -> &str {
    robot.frames().iter().find(|f| f.link.is_none()).map_or("base", |f| &f.name)
}

fn with_hulls(
    solids: &[Solid],
    mut mesh: impl FnMut(&str, [f64; 3]) -> Option<Shape>,
) -> BodyGeometry {
    let mut body = BodyGeometry::default();
    for solid in solids {
        match &solid.shape {
            Shape::Mesh { file, scale } => match mesh(file, *scale) {
                Some(shape) => body.solids.push(Solid { shape, ..solid.clone() }),
                None => body.n_missing += 1,
            },
            _ => body.solids.push(solid.clone()),
        }
    }
    body
}
