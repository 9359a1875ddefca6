//! View of `inspect`: the body of its JSON document, and the source of its tables.

use super::collision::CollisionView;
use super::verdict::verdict;
use crate::warnings::{WarningView, warning_views};
use serde::Serialize;
use taufit::friction::Friction;
use taufit::model::{Frame, Joint, JointKind, Limits, Motor, Robot, catalog};
use taufit::spatial::{Mat3, Transform, principal_moments};
use taufit_io::{LoadedRobot, Origin, Result, RobotFormat};

/// Everything about a robot. SI units and radians.
#[derive(Debug, Serialize)]
pub(crate) struct Inspection {
    /// One sentence.
    pub(crate) verdict: String,
    /// Name in the source.
    pub(crate) name: String,
    /// Name of the source.
    pub(crate) origin: String,
    /// In the frame of the base.
    pub(crate) gravity_m_s2: [f64; 3],
    /// Sum over the moving links.
    pub(crate) total_mass_kg: f64,
    /// Stretched length, joint to joint and on to the farthest frame.
    pub(crate) reach_m: f64,
    /// Shapes for collision checks.
    pub(crate) collision: CollisionView,
    /// Moving joints, parents first.
    pub(crate) joints: Vec<JointView>,
    /// Moving links, in the order of the joints.
    pub(crate) links: Vec<LinkView>,
    /// Named frames, the links' own included.
    pub(crate) frames: Vec<FrameView>,
    /// Warnings about the description.
    pub(crate) warnings: Vec<WarningView>,
}

/// A moving joint.
#[derive(Debug, Serialize)]
pub(crate) struct JointView {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) kind: JointKind,
    /// The link it hangs on.
    pub(crate) parent: String,
    /// The link it moves.
    pub(crate) link: String,
    /// Unit vector in the joint frame.
    pub(crate) axis: [f64; 3],
    /// Joint that it follows, if it is no coordinate of its own.
    pub(crate) mimic: Option<MimicView>,
    pub(crate) limits: Limits,
    pub(crate) motor: Motor,
    pub(crate) friction: Friction,
}

/// `q = ratio · q[joint] + offset`.
#[derive(Debug, Serialize)]
pub(crate) struct MimicView {
    pub(crate) joint: String,
    /// Its number, from 1.
    pub(crate) number: usize,
    pub(crate) ratio: f64,
    pub(crate) offset: f64,
}

/// A moving link with all that is fixed to it.
#[derive(Debug, Serialize)]
pub(crate) struct LinkView {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) mass_kg: f64,
    /// `null` without mass.
    pub(crate) com_in_link_m: Option<[f64; 3]>,
    /// `Ixx Ixy Ixz Iyy Iyz Izz`; `null` without mass.
    pub(crate) inertia_about_com_kg_m2: Option<[f64; 6]>,
    /// Ascending; `null` without mass.
    pub(crate) principal_moments_kg_m2: Option<[f64; 3]>,
    /// Links joined to it by fixed joints.
    pub(crate) merged: Vec<String>,
}

/// A named frame.
#[derive(Debug, Serialize)]
pub(crate) struct FrameView {
    pub(crate) name: String,
    /// The moving link that carries it; `null` for the base.
    pub(crate) link: Option<String>,
    /// Upper 3 × 4 part of the homogeneous matrix, by rows.
    pub(crate) link_from_frame: Transform,
}

impl Inspection {
    /// Collects what there is to show.
    pub(crate) fn new(loaded: &LoadedRobot) -> Result<Self> {
        let robot = &loaded.robot;
        let links: Vec<LinkView> = (0..robot.n_links()).map(|i| LinkView::new(robot, i)).collect();
        let total_mass_kg = links.iter().map(|l| l.mass_kg).sum();
        Ok(Self {
            verdict: verdict(robot, total_mass_kg, &loaded.warnings),
            name: robot.name().to_owned(),
            origin: origin(&loaded.origin),
            gravity_m_s2: robot.gravity_in_world().into(),
            total_mass_kg,
            reach_m: robot.reach_m(),
            collision: CollisionView::new(loaded)?,
            joints: (0..robot.n_links()).map(|i| JointView::new(robot, i)).collect(),
            links,
            frames: robot.frames().iter().map(|f| FrameView::new(robot, f)).collect(),
            warnings: warning_views(&loaded.warnings),
        })
    }
}

fn origin(origin: &Origin) -> String {
    match origin {
        Origin::BuiltIn { name } => {
            let about = catalog::ENTRIES.iter().find(|e| e.name == name).map_or("", |e| e.about);
            format!("built-in; {about}")
        }
        Origin::File { path, format } => format!("{} ({})", path.display(), format_name(*format)),
        _ => String::new(),
    }
}

fn format_name(format: RobotFormat) -> &'static str {
    match format {
        RobotFormat::Urdf => "URDF",
        RobotFormat::Mjcf => "MJCF",
        RobotFormat::RobotToml => "robot.toml",
        _ => "file",
    }
}

impl JointView {
    fn new(robot: &Robot, i: usize) -> Self {
        let joint = &robot.joints()[i];
        Self {
            number: i + 1,
            name: joint.name.clone(),
            kind: joint.kind,
            parent: parent_name(robot, joint),
            link: joint.link.name.clone(),
            axis: joint.axis.into(),
            mimic: joint.is_mimic(robot).then(|| MimicView::new(robot, joint)),
            limits: joint.limits,
            motor: joint.motor.clone(),
            friction: joint.friction,
        }
    }
}

impl MimicView {
    fn new(robot: &Robot, joint: &Joint) -> Self {
        let leader = robot.dof_joint(joint.drive.dof);
        let index = robot.joints().iter().position(|j| j.name == leader.name);
        Self {
            joint: leader.name.clone(),
            number: index.map_or(0, |i| i + 1),
            ratio: joint.drive.ratio,
            offset: joint.drive.offset,
        }
    }
}

fn parent_name(robot: &Robot, joint: &Joint) -> String {
    let base = || robot.frames().iter().find(|f| f.link.is_none()).map(|f| f.name.clone());
    let link = joint.parent.map(|p| robot.joints()[p].link.name.clone());
    link.or_else(base).unwrap_or_default()
}

impl LinkView {
    fn new(robot: &Robot, i: usize) -> Self {
        let link = &robot.joints()[i].link;
        let body = link.inertia.to_inertial();
        let tensor = body.map(|b| b.inertia_about_com_in_link);
        Self {
            number: i + 1,
            name: link.name.clone(),
            mass_kg: link.inertia.mass_kg,
            com_in_link_m: body.map(|b| b.com_in_link_m.into()),
            inertia_about_com_kg_m2: tensor,
            principal_moments_kg_m2: tensor.map(|t| principal_moments(&Mat3::symmetric(t))),
            merged: link.merged.clone(),
        }
    }
}

impl FrameView {
    fn new(robot: &Robot, frame: &Frame) -> Self {
        Self {
            name: frame.name.clone(),
            link: frame.link.map(|i| robot.joints()[i].link.name.clone()),
            link_from_frame: frame.link_from_frame,
        }
    }
}
