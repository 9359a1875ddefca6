//! An MJCF for a robot that came from elsewhere.

use super::Exported;
use super::check::{checked_for_simulator, inertial};
use super::loss::TwoCoefficients;
use super::new_urdf::escaped;
use super::number::{number, numbers, without_rounding};
use super::patch::NewElement;
use super::patch_plan::check_drives;
use crate::error::Result;
use crate::parse_mjcf;
use taufit::friction::FrictionTerm;
use taufit::model::{Frame, Joint, JointKind, Robot};
use taufit::spatial::{LinkInertia, Transform};

/// Radius of the capsules that make the arm visible \[m\].
const DRAWN_RADIUS_M: f64 = 0.03;
const STEP: &str = "  ";
/// Name of the body that does not move.
const WORLD: &str = "world";

/// An MJCF that moves like the robot and needs the same torques: rotor inertias as armature, friction as damping and
/// friction loss, gravity in `<option>`.
///
/// MJCF puts the frame of a body at its joint; frames of links and tools become sites. Capsules between the joints are
/// drawn and neither collide nor weigh anything. Joints that follow others are equality constraints. Friction is written
/// as by [`export_mjcf`](super::export_mjcf).
pub fn write_mjcf(robot: &Robot, logged_qd: &[Vec<f64>]) -> Result<Exported> {
    let held = TwoCoefficients::nearest(robot, logged_qd);
    let robot = &held.robot;
    check_drives(robot)?;
    let gravity = numbers(&<[f64; 3]>::from(robot.gravity_in_world()));
    let mut lines = vec![
        format!("<mujoco model=\"{}\">", escaped(robot.name())),
        "  <compiler angle=\"radian\" autolimits=\"true\"/>".to_owned(),
        format!("  <option gravity=\"{gravity}\"/>"),
        "  <worldbody>".to_owned(),
    ];
    let root = robot.frames().first().map_or("base", |frame| frame.name.as_str());
    // MuJoCo's own name of what does not move: a second body of that name is refused.
    let is_world = root == WORLD;
    let depth = if is_world { 2 } else { 3 };
    lines.extend((!is_world).then(|| format!("    <body name=\"{}\">", escaped(root))));
    lines.extend(sites(robot, None, depth));
    lines.extend(bodies_on(robot, None, depth)?);
    lines.extend((!is_world).then(|| "    </body>".to_owned()));
    lines.push("  </worldbody>".to_owned());
    lines.extend(couplings(robot));
    lines.push("</mujoco>\n".to_owned());
    checked_for_simulator(lines.join("\n"), parse_mjcf, held, Vec::new())
}

/// The bodies that a link carries, those behind them inside them; `None` is the base.
fn bodies_on(robot: &Robot, link: Option<usize>, depth: usize) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for (i, joint) in robot.joints().iter().enumerate().filter(|(_, joint)| joint.parent == link) {
        let (outer, inner) = (STEP.repeat(depth), STEP.repeat(depth + 1));
        let place = place(&parent_from_joint(robot, joint));
        lines.push(format!("{outer}<body name=\"{}\"{place}>", escaped(&joint.link.name)));
        lines.extend(body(joint)?.map(|element| inner.clone() + &element.line()));
        lines.push(inner.clone() + &hinge(robot, joint).line());
        lines.extend(drawn(robot, i).map(|element| inner.clone() + &element.line()));
        lines.extend(sites(robot, Some(i), depth + 1));
        lines.extend(bodies_on(robot, Some(i), depth + 1)?);
        lines.push(format!("{outer}</body>"));
    }
    Ok(lines)
}

/// Place of a joint in the frame of the body that carries it.
fn parent_from_joint(robot: &Robot, joint: &Joint) -> Transform {
    let parent = joint.parent.and_then(|i| robot.joints().get(i));
    parent.map_or(joint.parent_from_joint, |p| p.joint_from_link * joint.parent_from_joint)
}

/// ` pos="..." xyaxes="..."`.
fn place(transform: &Transform) -> String {
    let [[xx, yx, _], [xy, yy, _], [xz, yz, _]] = transform.rotation.rows();
    let pos = <[f64; 3]>::from(transform.translation).map(without_rounding);
    let axes = [xx, xy, xz, yx, yy, yz].map(without_rounding);
    format!(" pos=\"{}\" xyaxes=\"{}\"", numbers(&pos), numbers(&axes))
}

/// Mass, centre of mass and `fullinertia`; nothing for a link without matter, which MuJoCo refuses.
fn body(joint: &Joint) -> Result<Option<NewElement>> {
    let link = &joint.link;
    if link.inertia == LinkInertia::ZERO {
        return Ok(None);
    }
    let body = inertial(&link.name, &link.inertia.expressed_in(&joint.joint_from_link))?;
    let [xx, xy, xz, yy, yz, zz] = body.inertia_about_com_in_link;
    let attributes = [
        ("pos", numbers(&<[f64; 3]>::from(body.com_in_link_m))),
        ("mass", number(body.mass_kg)),
        ("fullinertia", numbers(&[xx, yy, zz, xy, xz, yz])),
    ];
    Ok(Some(NewElement::bare("inertial", &attributes)))
}

fn hinge(robot: &Robot, joint: &Joint) -> NewElement {
    let slides = joint.kind == JointKind::Prismatic;
    let mut attributes = vec![
        ("name", escaped(&joint.name)),
        ("type", if slides { "slide" } else { "hinge" }.to_owned()),
        ("axis", numbers(&<[f64; 3]>::from(joint.axis))),
    ];
    let limits = &joint.limits;
    if let (Some(lower), Some(upper)) = (limits.lower, limits.upper) {
        attributes.push(("range", numbers(&[lower, upper])));
    }
    if let Some(effort) = limits.effort.filter(|effort| effort.is_finite() && *effort > 0.0) {
        attributes.push(("actuatorfrcrange", numbers(&[-effort, effort])));
    }
    if !joint.is_mimic(robot) {
        let friction = |term| number(joint.friction.coefficient(term));
        attributes.push(("armature", number(joint.motor.rotor_inertia_kg_m2)));
        attributes.push(("damping", friction(FrictionTerm::Viscous)));
        attributes.push(("frictionloss", friction(FrictionTerm::Coulomb)));
    }
    NewElement::bare("joint", &attributes)
}

/// Capsules from a joint to those that its link carries.
fn drawn(robot: &Robot, i: usize) -> impl Iterator<Item = NewElement> {
    let next = robot.joints().iter().filter(move |joint| joint.parent == Some(i));
    next.filter_map(|joint| {
        let to = <[f64; 3]>::from(parent_from_joint(robot, joint).translation);
        let [x, y, z] = to.map(without_rounding);
        let length_m = (x * x + y * y + z * z).sqrt();
        let attributes = [
            ("type", "capsule".to_owned()),
            ("fromto", numbers(&[0.0, 0.0, 0.0, x, y, z])),
            ("size", number(DRAWN_RADIUS_M)),
            ("mass", number(0.0)),
            ("contype", "0".to_owned()),
            ("conaffinity", "0".to_owned()),
        ];
        (length_m > DRAWN_RADIUS_M).then(|| NewElement::bare("geom", &attributes))
    })
}

/// Frames of a link other than that of its body.
fn sites(robot: &Robot, link: Option<usize>, depth: usize) -> Vec<String> {
    let carrier = link.and_then(|i| robot.joints().get(i));
    let site = |frame: &Frame| {
        let own = carrier.is_some_and(|joint| joint.link.name == frame.name);
        let carrier_from_frame = carrier
            .map_or(frame.link_from_frame, |joint| joint.joint_from_link * frame.link_from_frame);
        let name = if own { format!("{}_frame", frame.name) } else { frame.name.clone() };
        let place = place(&carrier_from_frame);
        format!("{}<site name=\"{}\"{place}/>", STEP.repeat(depth), escaped(&name))
    };
    let frames = robot.frames().iter().skip(1).filter(|frame| frame.link == link);
    frames.map(site).collect()
}

/// Joints that follow others.
fn couplings(robot: &Robot) -> Vec<String> {
    let followers = robot.joints().iter().filter(|joint| joint.is_mimic(robot));
    let mut lines: Vec<String> = followers
        .map(|joint| {
            let leader = &robot.dof_joint(joint.drive.dof).name;
            let attributes = [
                ("joint1", escaped(&joint.name)),
                ("joint2", escaped(leader)),
                ("polycoef", numbers(&[joint.drive.offset, joint.drive.ratio, 0.0, 0.0, 0.0])),
            ];
            format!("    {}", NewElement::bare("joint", &attributes).line())
        })
        .collect();
    if !lines.is_empty() {
        lines.insert(0, "  <equality>".to_owned());
        lines.push("  </equality>".to_owned());
    }
    lines
}
