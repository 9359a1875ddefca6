//! Scene of a robot: its links, their shapes, the axes that move them. The page's script reads it
//! (`web/src/views/scene_data.ts`).

use crate::diagnostics::Result;
use crate::project::OptionValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use taufit::collision::Scene;
use taufit::model::{Frame, Joint, Robot};
use taufit::spatial::Transform;
use taufit_io::{LoadedRobot, mesh_folders_of_environment, read_geometry, read_robot, read_scene};
use taufit_report::Scenery;

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
pub(crate) fn scene(loaded: &LoadedRobot, surroundings: Option<&std::path::Path>) -> Result<Value> {
    let world = surroundings.map(read_scene).transpose()?.unwrap_or_else(Scene::default);
    let robot = &loaded.robot;
    let geometry = read_geometry(loaded, &mesh_folders_of_environment()).geometry;
    let Scenery { links: solids, obstacles, floor_m, .. } = Scenery::new(&geometry, &world);
    let tool = last_frame(robot);
    Ok(json!({
        "links": robot.joints().iter().map(link).collect::<Vec<Value>>(),
        "solids": solids,
        "obstacles": obstacles,
        "floor_m": floor_m.unwrap_or(0.0),
        "reach_m": robot.reach_m(),
        "tool": { "link": tool.link, "point_m": <[f64; 3]>::from(tool.link_from_frame.translation) },
    }))
}

fn link(joint: &Joint) -> Value {
    json!({
        "name": joint.link.name,
        "joint": joint.name,
        "parent": joint.parent,
        "slides": joint.is_prismatic(),
        "parent_from_joint": columns(&joint.parent_from_joint),
        "joint_from_link": columns(&joint.joint_from_link),
        "axis": <[f64; 3]>::from(joint.axis),
        "drive": { "dof": joint.drive.dof, "ratio": joint.drive.ratio, "offset": joint.drive.offset },
    })
}

/// The last named frame on the last link, else that link's own.
fn last_frame(robot: &Robot) -> Frame {
    let last = robot.n_links().checked_sub(1);
    let on_last = robot.frames().iter().rev().find(|frame| frame.link == last);
    let own = || Frame { name: String::new(), link: last, link_from_frame: Transform::IDENTITY };
    on_last.cloned().unwrap_or_else(own)
}

/// Columns of the rotation, then the translation.
fn columns(pose: &Transform) -> Vec<f64> {
    let vectors = pose.rotation.cols.into_iter().chain([pose.translation]);
    vectors.flat_map(<[f64; 3]>::from).collect()
}
