//! The robot of the project, and its picture.

use crate::diagnostics::Result;
use crate::project::OptionValue;
use std::collections::BTreeMap;
use taufit::collision::Scene;
use taufit_io::{LoadedRobot, mesh_folders_of_environment, read_geometry, read_robot, read_scene};
use taufit_report::{SceneView, Scenery};

/// The robot of the choices, with the joints fixed that they fix.
pub(crate) fn load(source: &str, options: &BTreeMap<String, OptionValue>) -> Result<LoadedRobot> {
    let mut loaded = read_robot(source)?;
    for entry in options.get("lock").map(OptionValue::texts).unwrap_or_default() {
        let position =
            entry.rsplit_once('=').and_then(|(joint, at)| Some((joint, at.trim().parse().ok()?)));
        if let Some((joint, position)) = position {
            loaded.lock(joint.trim(), position)?;
        }
    }
    Ok(loaded)
}

/// A robot among its surroundings.
pub(crate) fn scene(
    loaded: &LoadedRobot,
    surroundings: Option<&std::path::Path>,
) -> Result<SceneView> {
    let world = surroundings.map(read_scene).transpose()?.unwrap_or_else(Scene::default);
    let geometry = read_geometry(loaded, &mesh_folders_of_environment()).geometry;
    Ok(SceneView::of_robot(&loaded.robot, &Scenery::new(&geometry, &world)))
}
