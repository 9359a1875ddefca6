//! Collision geometry of a robot, with its meshes read.

use crate::diagnostics::MeshWarning;
use crate::mesh::{MeshSearch, read_points};
use crate::{LoadedRobot, without_repeats};
use std::path::{Path, PathBuf};
use taufit::Warning;
use taufit::collision::{Geometry, hull_of};
use taufit::diagnostics::ModelError;
use taufit::model::Shape;
use taufit::spatial::Vec3;

/// Collision shapes of a robot, with warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedGeometry {
    /// The shapes.
    pub geometry: Geometry,
    /// Meshes that are missing or unusable, links without shape.
    pub warnings: Vec<Warning>,
}

/// Reads the collision meshes of a robot and completes its shapes.
///
/// `package://` names are looked for around the robot's file and in `folders`; see
/// [`mesh_folders_of_environment`](crate::mesh_folders_of_environment). A mesh that cannot be had is a
/// warning, and capsules stand in for it.
pub fn read_geometry(loaded: &LoadedRobot, folders: &[PathBuf]) -> LoadedGeometry {
    let file = loaded.file().unwrap_or_default();
    let search = MeshSearch::new(&file, folders);
    let mut warnings = Vec::new();
    let geometry = Geometry::new(&loaded.robot, |link, file, scale| {
        hull(&search, link, file, scale).map_err(|finding| warnings.push(finding)).ok()
    });
    warnings.extend(geometry.warnings(&loaded.robot));
    LoadedGeometry { geometry, warnings: without_repeats(warnings) }
}

fn hull(
    search: &MeshSearch<'_>,
    link: &str,
    file: &str,
    scale: [f64; 3],
) -> Result<Shape, Warning> {
    let places = search.places(file);
    let Some(path) = places.iter().find(|path| path.is_file()) else {
        let (link, file) = (link.to_owned(), file.to_owned());
        return Err(MeshWarning::MeshNotFound { link, file, n_places: places.len() }.into());
    };
    hull_in_file(path, scale).map_err(|reason| {
        Warning::from(MeshWarning::ShapeUnusable {
            link: link.to_owned(),
            shape: file.to_owned(),
            reason,
        })
    })
}

fn hull_in_file(path: &Path, [x, y, z]: [f64; 3]) -> Result<Shape, String> {
    let scaled = |p: Vec3| Vec3::new(x * p.x, y * p.y, z * p.z);
    let points: Vec<Vec3> = read_points(path)?.into_iter().map(scaled).collect();
    // Beyond this, squares and products leave the range in which hulls are computed.
    const FARTHEST_M: f64 = 1e4;
    let is_far = |p: &&Vec3| [p.x, p.y, p.z].iter().any(|x| x.abs() > FARTHEST_M);
    if let Some(p) = points.iter().find(is_far) {
        return Err(format!(
            "a point at {:e} {:e} {:e} m; {FARTHEST_M} m is the farthest",
            p.x, p.y, p.z
        ));
    }
    hull_of(&points, "mesh").map_err(|error| match error.kind() {
        Some(ModelError::BadSolid { reason, .. }) => (*reason).to_owned(),
        _ => error.to_string(),
    })
}
