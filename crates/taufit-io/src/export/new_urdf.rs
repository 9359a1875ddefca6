//! A URDF for a robot that came from a table.

use super::Exported;
use super::check::checked_for_simulator;
use super::check::inertial;
use super::loss::TwoCoefficients;
use super::number::{number, numbers};
use super::number::{rpy, without_rounding};
use super::patch::NewElement;
use super::patch_plan::check_drives;
use super::urdf::new_inertial;
use crate::error::Result;
use crate::parse_urdf;
use taufit::friction::FrictionTerm;
use taufit::model::{Frame, Joint, JointKind, Limits, Robot};
use taufit::spatial::{LinkInertia, Transform};

/// A URDF that moves like the robot and needs the same torques.
///
/// URDF puts the frame of a link at its joint, Denavit–Hartenberg tables at the far end: where the two
/// differ, the link's own frame is kept as a massless link `NAME_frame`. Frames of fixed links are kept
/// as massless links, their bodies are part of the moving link. There are no shapes: a `Robot` has none.
/// URDF has no gravity: a tilted one is in [`Exported::notes`]. Friction is written as by
/// [`export_urdf`](super::export_urdf).
pub fn write_urdf(robot: &Robot, logged_qd: &[Vec<f64>]) -> Result<Exported> {
    let held = TwoCoefficients::nearest(robot, logged_qd);
    let robot = &held.robot;
    check_drives(robot)?;
    let mut lines = vec![
        r#"<?xml version="1.0" encoding="utf-8"?>"#.to_owned(),
        format!("<robot name=\"{}\">", escaped(robot.name())),
    ];
    let root = robot.frames().first().map_or("base", |frame| frame.name.as_str());
    lines.push(format!("  <link name=\"{}\"/>", escaped(root)));
    for joint in robot.joints() {
        lines.extend(link_lines(joint)?);
        lines.extend(joint_lines(robot, root, joint));
    }
    for frame in robot.frames().iter().skip(1) {
        lines.extend(frame_lines(robot, root, frame));
    }
    lines.push("</robot>\n".to_owned());
    checked_for_simulator(lines.join("\n"), parse_urdf, held, Vec::new())
}

fn link_lines(joint: &Joint) -> Result<Vec<String>> {
    let link = &joint.link;
    let open = format!("  <link name=\"{}\"", escaped(&link.name));
    if link.inertia == LinkInertia::ZERO {
        return Ok(vec![open + "/>"]);
    }
    let body = inertial(&link.name, &link.inertia.expressed_in(&joint.joint_from_link))?;
    let lines = new_inertial(&body).lines("    ", "  ");
    Ok([vec![open + ">"], lines, vec!["  </link>".to_owned()]].concat())
}

fn joint_lines(robot: &Robot, root: &str, joint: &Joint) -> Vec<String> {
    let parent = joint.parent.and_then(|i| robot.joints().get(i));
    // The parent's link frame sits at its joint now.
    let parent_from_joint = match parent {
        Some(parent) => parent.joint_from_link * joint.parent_from_joint,
        None => joint.parent_from_joint,
    };
    let kind = match joint.kind {
        JointKind::Prismatic => "prismatic",
        JointKind::Revolute if has_range(&joint.limits) => "revolute",
        _ => "continuous",
    };
    let axis = numbers(&<[f64; 3]>::from(joint.axis));
    let mut inside = vec![
        origin(&parent_from_joint),
        NewElement::bare("axis", &[("xyz", axis)]),
        NewElement::bare("limit", &limits(&joint.limits)),
        NewElement::bare("dynamics", &dynamics(joint)),
    ];
    if joint.is_mimic(robot) {
        inside.push(mimic(robot, joint));
    }
    let parent = parent.map_or(root, |parent| &parent.link.name);
    connection(&joint.name, kind, parent, &joint.link.name, &inside)
}

/// `<joint>` with its ends and what else it has.
fn connection(
    name: &str,
    kind: &str,
    parent: &str,
    child: &str,
    inside: &[NewElement],
) -> Vec<String> {
    let ends = [("parent", parent), ("child", child)]
        .map(|(tag, link)| NewElement::bare(tag, &[("link", escaped(link))]));
    let inner = ends.iter().chain(inside).map(|element| format!("    {}", element.line()));
    std::iter::once(format!("  <joint name=\"{}\" type=\"{kind}\">", escaped(name)))
        .chain(inner)
        .chain(["  </joint>".to_owned()])
        .collect()
}

fn has_range(limits: &Limits) -> bool {
    limits.lower.is_some() && limits.upper.is_some()
}

/// URDF obliges effort and velocity to be there: zero is its "not known".
fn limits(limits: &Limits) -> Vec<(&'static str, String)> {
    let Limits { lower, upper, velocity, acceleration, effort } = *limits;
    let given = [("lower", lower), ("upper", upper), ("acceleration", acceleration)];
    let given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let obliged = [("effort", effort), ("velocity", velocity)].map(|(n, x)| (n, x.unwrap_or(0.0)));
    let finite = given.chain(obliged).filter(|(_, x)| x.is_finite());
    finite.map(|(name, value)| (name, number(value))).collect()
}

fn dynamics(joint: &Joint) -> [(&'static str, String); 2] {
    let value = |term| number(joint.friction.coefficient(term));
    [("damping", value(FrictionTerm::Viscous)), ("friction", value(FrictionTerm::Coulomb))]
}

fn mimic(robot: &Robot, joint: &Joint) -> NewElement {
    let leader = escaped(&robot.dof_joint(joint.drive.dof).name);
    let (multiplier, offset) = (number(joint.drive.ratio), number(joint.drive.offset));
    NewElement::bare("mimic", &[("joint", leader), ("multiplier", multiplier), ("offset", offset)])
}

/// A massless link for a frame; nothing for the frame of a link that URDF puts at the same place.
fn frame_lines(robot: &Robot, root: &str, frame: &Frame) -> Vec<String> {
    let carrier = frame.link.and_then(|i| robot.joints().get(i));
    let own = carrier.is_some_and(|joint| joint.link.name == frame.name);
    let carrier_from_frame = match carrier {
        Some(joint) => joint.joint_from_link * frame.link_from_frame,
        None => frame.link_from_frame,
    };
    if own && carrier_from_frame == Transform::IDENTITY {
        return Vec::new();
    }
    let name = if own { format!("{}_frame", frame.name) } else { frame.name.clone() };
    let parent = carrier.map_or(root, |joint| &joint.link.name);
    let place = [origin(&carrier_from_frame)];
    let mut lines = vec![format!("  <link name=\"{}\"/>", escaped(&name))];
    lines.extend(connection(&format!("{name}_fixed"), "fixed", parent, &name, &place));
    lines
}

fn origin(parent_from_joint: &Transform) -> NewElement {
    let xyz = <[f64; 3]>::from(parent_from_joint.translation).map(without_rounding);
    let rpy = rpy(&parent_from_joint.rotation);
    NewElement::bare("origin", &[("xyz", numbers(&xyz)), ("rpy", numbers(&rpy))])
}

/// A name inside an XML attribute.
pub(super) fn escaped(name: &str) -> String {
    let pairs = [("&", "&amp;"), ("<", "&lt;"), ("\"", "&quot;")];
    pairs.iter().fold(name.to_owned(), |text, (from, to)| text.replace(from, to))
}
