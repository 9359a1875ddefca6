//! The space that a robot takes up, in one line.

use crate::numbers::count;
use crate::warnings::{WarningView, warning_views};
use serde::Serialize;
use taufit::collision::{BodyGeometry, CollisionModel, CollisionSettings, Geometry, Scene};
use taufit::model::{Shape, Solid};
use taufit_io::{LoadedRobot, Result, mesh_folders_of_environment, read_geometry};

/// Shapes for collision checks, and what is checked with them, without surroundings.
#[derive(Debug, Serialize)]
pub(crate) struct CollisionView {
    /// The base and the moving links.
    pub(crate) n_bodies: usize,
    /// Number of links with a shape.
    pub(crate) n_with_shape: usize,
    /// Shapes of the description by kind, those that are there; `hull` is a mesh.
    pub(crate) shapes: Vec<(&'static str, usize)>,
    /// Capsules from joint to joint, for want of shapes.
    pub(crate) n_fitted: usize,
    /// Meshes that are missing or unusable.
    pub(crate) n_missing: usize,
    /// Pairs that are checked.
    pub(crate) n_pairs: usize,
    /// Pairs that are not, because they are connected, always touch or never come near.
    pub(crate) n_excluded: usize,
    /// Warnings about the shapes.
    pub(crate) warnings: Vec<WarningView>,
}

impl CollisionView {
    pub(super) fn new(loaded: &LoadedRobot) -> Result<Self> {
        let shapes = read_geometry(loaded, &mesh_folders_of_environment());
        let geometry = &shapes.geometry;
        let settings = CollisionSettings::default();
        let model = CollisionModel::new(&loaded.robot, geometry, &Scene::default(), &settings)?;
        let sum = |of: fn(&BodyGeometry) -> usize| geometry.bodies().map(of).sum();
        Ok(Self {
            n_bodies: geometry.bodies().count(),
            n_with_shape: sum(|body| usize::from(!body.solids.is_empty())),
            shapes: kinds(geometry),
            n_fitted: sum(|body| body.n_fitted),
            n_missing: sum(|body| body.n_missing),
            n_pairs: model.pairs().len(),
            n_excluded: model.excluded().len(),
            warnings: warning_views(&shapes.warnings),
        })
    }

    /// `6 hulls, 2 fitted capsules on 7 of 7 bodies; 3 meshes missing; 9 of 21 pairs checked`.
    pub(super) fn label(&self) -> String {
        let mut parts: Vec<String> = self.shapes.iter().map(|(kind, n)| count(*n, kind)).collect();
        if self.n_fitted > 0 {
            parts.push(count(self.n_fitted, "fitted capsule"));
        }
        let shapes = if parts.is_empty() { "no shape".to_owned() } else { parts.join(", ") };
        let missing = match self.n_missing {
            0 => String::new(),
            1 => "; 1 mesh missing".to_owned(),
            n => format!("; {n} meshes missing"),
        };
        format!(
            "{shapes} on {} of {} bodies{missing}; {} of {} pairs checked",
            self.n_with_shape,
            self.n_bodies,
            self.n_pairs,
            self.n_pairs + self.n_excluded
        )
    }
}

/// Number of shapes of each kind, fitted ones apart.
fn kinds(geometry: &Geometry) -> Vec<(&'static str, usize)> {
    let described = |body: &BodyGeometry| body.solids.len() - body.n_fitted;
    let solids = geometry.bodies().flat_map(|body| body.solids.iter().take(described(body)));
    let mut kinds: Vec<(&'static str, usize)> = Vec::new();
    for kind in solids.map(kind) {
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, n)) => *n += 1,
            None => kinds.push((kind, 1)),
        }
    }
    kinds
}

fn kind(solid: &Solid) -> &'static str {
    match solid.shape {
        Shape::Sphere { .. } => "ball",
        Shape::Capsule { .. } => "capsule",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Box { .. } => "cuboid",
        Shape::Hull { .. } | Shape::Mesh { .. } => "hull",
    }
}
