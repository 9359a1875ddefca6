//! `physical_parameters.yaml` of Universal Robots' ROS description.
//!
//! The file holds, for the six links of the arm in the frames of `ur_description`: mass, centre of mass,
//! and the tensor about it in axes that are turned against the link by `rotation`. Besides it has the
//! base and offsets of shapes, which nothing here identifies: they stay as they are.

use super::Exported;
use super::check::compare;
use super::check::inertial;
use super::loss::losses;
use super::yaml_patch::YamlPatch;
use crate::diagnostics::ExportWarning;
use crate::error::{Error, Result};
use taufit::Warning;
use taufit::friction::Friction;
use taufit::model::{Joint, Motor, Robot};
use taufit::spatial::{Inertial, Mat3, Transform, Vec3};

/// Joint, what the file calls the link that it moves, and by how many half turns about x the frame of that
/// link is turned against the one before.
const ARM: [(&str, &str, f64); 6] = [
    ("shoulder_pan_joint", "shoulder", 0.0),
    ("shoulder_lift_joint", "upper_arm", 0.5),
    ("elbow_joint", "forearm", 0.0),
    ("wrist_1_joint", "wrist_1", 0.0),
    ("wrist_2_joint", "wrist_2", 0.5),
    ("wrist_3_joint", "wrist_3", -0.5),
];

/// Frames without mass that the description fixes to the last link.
const BARE: [&str; 4] = ["flange", "tool0", "ft_frame", "ee_link"];

/// The user's own `physical_parameters.yaml` with the robot's inertias in it; all else stays as it is.
///
/// The robot must be one of Universal Robots' arms, described as `ur_description` does: six joints of
/// its names (a common prefix is allowed), each turning about z of its link.
/// Give the file to the driver with `physical_params_file:=`.
/// [`write_ur_parameters`](super::write_ur_parameters) needs no file.
pub fn export_ur_parameters(source_text: &str, robot: &Robot) -> Result<Exported> {
    let prefix = check_arm(robot)?;
    let mut patch = YamlPatch::new(source_text);
    let links = || robot.joints().iter().map(|j| &j.link).zip(ARM.map(|(_, key, _)| Keys::of(key)));
    for (link, keys) in links() {
        keys.write(&mut patch, &inertial(&link.name, &link.inertia)?)?;
    }
    let text = patch.apply();
    let written = YamlPatch::new(&text);
    for (link, keys) in links() {
        compare(&link.name, &link.inertia, &keys.read(&written)?.into())?;
    }
    let warnings = robot.joints().iter().filter_map(|joint| fixed(joint, prefix)).collect();
    let notes = losses(robot, &held(robot));
    Ok(Exported { text, notes, warnings })
}

/// The names of the links in the file.
pub(super) fn link_names() -> [&'static str; 6] {
    ARM.map(|(_, key, _)| key)
}

/// The prefix of all names, if the robot is such an arm.
pub(super) fn check_arm(robot: &Robot) -> Result<&str> {
    let joints = robot.joints();
    let first = joints.first().map_or("", |joint| &joint.name);
    let other = |reason: String| Error::NotUniversalRobots { reason };
    let prefix = first
        .strip_suffix(ARM[0].0)
        .ok_or_else(|| other(format!("its first joint is {first:?}, expected {:?}", ARM[0].0)))?;
    if joints.len() != ARM.len() {
        return Err(other(format!("it has {} moving joints, expected 6", joints.len())));
    }
    for (i, (joint, (name, _, half_turns))) in joints.iter().zip(ARM).enumerate() {
        if joint.name.strip_prefix(prefix) != Some(name) {
            return Err(other(format!("joint {} is {:?}, expected {name:?}", i + 1, joint.name)));
        }
        if !is_placed(joint, (i > 0).then_some(half_turns)) {
            return Err(other(format!(
                "the frame of link {:?} is not that of ur_description, as in old URDF files and DH tables",
                joint.link.name
            )));
        }
    }
    Ok(prefix)
}

/// Whether a joint turns about z of its link, whose frame is turned about x against the one before.
fn is_placed(joint: &Joint, half_turns: Option<f64>) -> bool {
    // Calibration turns frames by thousandths; another convention turns them by right angles.
    const CALIBRATED: f64 = 0.1;
    let near = |found: &Mat3, expected: &Mat3| {
        (*found - *expected).cols.iter().all(|column| column.norm() < CALIBRATED)
    };
    let turned = half_turns.map(|x| Mat3::rotation(Vec3::X, x * std::f64::consts::PI));
    (joint.axis - Vec3::Z).norm() < CALIBRATED
        && joint.joint_from_link == Transform::IDENTITY
        && turned.is_none_or(|expected| near(&joint.parent_from_joint.rotation, &expected))
}

/// Keys of the inertia of a link in the file.
struct Keys {
    mass: String,
    centre: [String; 3],
    rotation: [String; 3],
    tensor: [String; 6],
}

impl Keys {
    fn of(link: &str) -> Self {
        let of_link = |part: &str, key: &str| format!("inertia_parameters.{part}.{key}");
        let tensor = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"];
        Self {
            mass: format!("inertia_parameters.{link}_mass"),
            centre: ["x", "y", "z"]
                .map(|key| of_link("center_of_mass", &format!("{link}_cog.{key}"))),
            rotation: ["roll", "pitch", "yaw"]
                .map(|key| of_link("rotation", &format!("{link}.{key}"))),
            tensor: tensor.map(|key| of_link("tensor", &format!("{link}.{key}"))),
        }
    }

    fn write(&self, patch: &mut YamlPatch<'_>, body: &Inertial) -> Result<()> {
        // Rᵀ I R: the tensor in the axes that the file has chosen for it.
        let r = Mat3::from_rpy(patch.numbers(&self.rotation)?);
        let tensor = r.transpose() * Mat3::symmetric(body.inertia_about_com_in_link) * r;
        patch.set(&self.mass, body.mass_kg)?;
        patch.set_all(&self.centre, body.com_in_link_m.into())?;
        patch.set_all(&self.tensor, tensor.symmetric_entries())
    }

    fn read(&self, file: &YamlPatch<'_>) -> Result<Inertial> {
        let r = Mat3::from_rpy(file.numbers(&self.rotation)?);
        let tensor = r * Mat3::symmetric(file.numbers(&self.tensor)?) * r.transpose();
        Ok(Inertial {
            mass_kg: file.number(&self.mass)?,
            com_in_link_m: file.numbers(&self.centre)?.into(),
            inertia_about_com_in_link: tensor.symmetric_entries(),
        })
    }
}

/// A warning where more than bare frames is fixed to a link: the file is about the arm alone.
fn fixed(joint: &Joint, prefix: &str) -> Option<Warning> {
    let bare = |name: &&String| BARE.iter().any(|b| name.strip_prefix(prefix) == Some(b));
    let fixed: Vec<String> = joint.link.merged.iter().filter(|name| !bare(name)).cloned().collect();
    (!fixed.is_empty()).then(|| {
        Warning::from(ExportWarning::FixedIncluded { link: joint.link.name.clone(), fixed })
    })
}

/// The robot as the file can hold it: bodies, no drives.
fn held(robot: &Robot) -> Robot {
    (0..robot.n_dof()).fold(robot.clone(), |held, dof| {
        held.with_friction(dof, Friction::NONE).with_motor(dof, Motor::default())
    })
}
