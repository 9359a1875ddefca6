//! The moving robot: what the script must know to draw it.

use super::sampled::{Frames, tool};
use super::scenery::{DrawnSolid, Scenery};
use crate::series::packed;
use serde::Serialize;
use taufit::Error;
use taufit::collision::{Geometry, Scene};
use taufit::excite::Design;
use taufit::model::Robot;

/// Data of the 3D view.
#[derive(Debug, Serialize)]
pub(super) struct RobotView {
    data: PreviewScript,
    /// Base64 of little-endian single-precision numbers: for every picture and link the three columns
    /// of the rotation and the translation.
    poses: String,
}

#[derive(Debug, Serialize)]
struct PreviewScript {
    duration_s: f64,
    n_frames: usize,
    n_links: usize,
    links: Vec<DrawnSolid>,
    obstacles: Vec<DrawnSolid>,
    floor_m: f64,
    reach_m: f64,
    tool: ScriptTool,
    /// The box that the tool must not leave.
    tool_box_m: Option<[[f64; 3]; 2]>,
}

#[derive(Debug, Serialize)]
struct ScriptTool {
    link: Option<usize>,
    point_m: [f64; 3],
}

impl RobotView {
    pub(super) fn new(design: &Design, robot: &Robot, scenery: &Scenery) -> Result<Self, Error> {
        let frames = Frames::new(design, robot)?;
        let numbers = frames.poses.iter().flatten().flat_map(|pose| {
            let columns = pose.rotation.cols.into_iter().chain([pose.translation]);
            columns.flat_map(<[f64; 3]>::from)
        });
        let tool = tool(design, robot)?;
        let links = match &scenery.links[..] {
            [] => Scenery::new(&Geometry::without_meshes(robot), &Scene::default()).links,
            links => links.to_vec(),
        };
        let data = PreviewScript {
            duration_s: design.trajectory.duration_s(),
            n_frames: frames.poses.len(),
            n_links: robot.n_links(),
            links,
            obstacles: scenery.obstacles.clone(),
            floor_m: scenery.floor_m.unwrap_or(0.0),
            reach_m: robot.reach_m(),
            tool: ScriptTool { link: tool.link, point_m: tool.link_from_frame.translation.into() },
            tool_box_m: design.settings.limits.tool_box_m.map(|b| b.map(Into::into)),
        };
        Ok(Self { data, poses: packed(numbers) })
    }
}
