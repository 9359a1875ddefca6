//! The robot in 3D, as the page's script reads it (`web/src/views/scene_data.ts`).

use crate::figure::half_axes;
use crate::preview::{DrawnSolid, Scenery};
use serde::Serialize;
use taufit::collision::{Geometry, Scene};
use taufit::model::{Frame, Joint, Robot};
use taufit::spatial::Transform;
use taufit::study::{LinkRecord, LinkValues, Study};

/// A robot and its surroundings, as the page's script draws them.
#[derive(Debug, Serialize)]
pub struct SceneView {
    links: Vec<SceneLink>,
    solids: Vec<DrawnSolid>,
    obstacles: Vec<DrawnSolid>,
    floor_m: f64,
    reach_m: f64,
    tool: SceneTool,
    /// Box that the tool must not leave: opposite corners \[m\].
    tool_box_m: Option<[[f64; 3]; 2]>,
}

/// A link, and the joint that moves it.
#[derive(Debug, Serialize)]
struct SceneLink {
    name: String,
    joint: String,
    parent: Option<usize>,
    slides: bool,
    /// Columns of the rotation, then the translation \[m\].
    parent_from_joint: [f64; 12],
    joint_from_link: [f64; 12],
    axis: [f64; 3],
    drive: SceneDrive,
    before: Option<Ellipsoid>,
    after: Option<Ellipsoid>,
}

/// Coordinate of a joint.
#[derive(Debug, Serialize)]
struct SceneDrive {
    dof: usize,
    ratio: f64,
    offset: f64,
}

#[derive(Debug, Serialize)]
struct SceneTool {
    link: Option<usize>,
    point_m: [f64; 3],
}

/// Solid ellipsoid of even density with the mass, centre and inertia of a body.
#[derive(Debug, Serialize)]
struct Ellipsoid {
    centre_m: [f64; 3],
    /// Half axes as vectors \[m\].
    half_axes_m: [[f64; 3]; 3],
}

impl SceneView {
    /// A robot among its surroundings, with the last named frame on its last link as its tool.
    pub fn of_robot(robot: &Robot, scenery: &Scenery) -> Self {
        Self::new(robot, scenery, &last_frame(robot), None)
    }

    /// A robot among its surroundings; links without shape are drawn as capsules between the joints.
    pub(crate) fn new(
        robot: &Robot,
        scenery: &Scenery,
        tool: &Frame,
        tool_box_m: Option<[[f64; 3]; 2]>,
    ) -> Self {
        let solids = match &scenery.links[..] {
            [] => Scenery::new(&Geometry::without_meshes(robot), &Scene::default()).links,
            links => links.to_vec(),
        };
        Self {
            links: robot.joints().iter().map(SceneLink::new).collect(),
            solids,
            obstacles: scenery.obstacles.clone(),
            floor_m: scenery.floor_m.unwrap_or(0.0),
            reach_m: robot.reach_m(),
            tool: SceneTool { link: tool.link, point_m: tool.link_from_frame.translation.into() },
            tool_box_m,
        }
    }

    /// The robot of a study with the inertia of its links before and after; `None` where its description
    /// cannot be built.
    pub(crate) fn of_study(study: &Study) -> Option<Self> {
        let robot = study.header.robot.description.clone().build().ok()?;
        let mut scene = Self::of_robot(&robot, &Scenery::default());
        for link in &mut scene.links {
            let record = study.links.iter().find(|record| record.name == link.name);
            let ellipsoid =
                |of: fn(&LinkRecord) -> &LinkValues| record.and_then(|r| Ellipsoid::of(of(r)));
            (link.before, link.after) = (ellipsoid(|r| &r.nominal), ellipsoid(|r| &r.identified));
        }
        Some(scene)
    }
}

/// The last named frame on the last link, else that link's own.
pub(crate) fn last_frame(robot: &Robot) -> Frame {
    let last = robot.n_links().checked_sub(1);
    let on_last = robot.frames().iter().rev().find(|frame| frame.link == last);
    let own = || Frame { name: String::new(), link: last, link_from_frame: Transform::IDENTITY };
    on_last.cloned().unwrap_or_else(own)
}

impl SceneLink {
    fn new(joint: &Joint) -> Self {
        Self {
            name: joint.link.name.clone(),
            joint: joint.name.clone(),
            parent: joint.parent,
            slides: joint.is_prismatic(),
            parent_from_joint: columns(&joint.parent_from_joint),
            joint_from_link: columns(&joint.joint_from_link),
            axis: joint.axis.into(),
            drive: SceneDrive {
                dof: joint.drive.dof,
                ratio: joint.drive.ratio,
                offset: joint.drive.offset,
            },
            before: None,
            after: None,
        }
    }
}

fn columns(pose: &Transform) -> [f64; 12] {
    let [a, b, c] = pose.rotation.cols.map(<[f64; 3]>::from);
    let d = <[f64; 3]>::from(pose.translation);
    std::array::from_fn(|k| [a, b, c, d][k / 3][k % 3])
}

impl Ellipsoid {
    fn of(body: &LinkValues) -> Option<Self> {
        Some(Self { centre_m: body.com_m, half_axes_m: half_axes(body)? })
    }
}
