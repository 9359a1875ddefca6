//! URDF (Unified Robot Description Format).
//!
//! Elements that are read: links with their inertials and collision shapes, joints with origin, axis, limits, dynamics
//! and mimic, and the gear ratios of simple transmissions. Visual shapes and simulator settings are passed
//! over; nothing is invented for what is missing.

mod joint;
mod link;
mod rounded_angle;

use crate::error::{Error, Result};
use crate::limits::check_count;
use crate::xml::{self, Element};
use crate::{Parsed, ignored, without_repeats};
use taufit::Warning;
use taufit::model::{RobotDescription, STANDARD_GRAVITY};
use taufit::spatial::{Mat3, Transform};

/// Elements without dynamics.
const ROBOT_PASSED_OVER: [&str; 6] =
    ["link", "joint", "material", "gazebo", "transmission", "ros2_control"];

/// Reads a robot from the text of a URDF file.
pub fn parse_urdf(text: &str) -> Result<Parsed> {
    xml::parse(text, "robot", read_robot)
}

fn read_robot(root: Element<'_, '_>) -> Result<Parsed> {
    refuse_xacro(root)?;
    check_count("links", root.children("link").count())?;
    check_count("joints", root.children("joint").count())?;
    let mut warnings = unknown_elements(root, &ROBOT_PASSED_OVER);
    let links =
        root.children("link").map(|e| link::read(e, &mut warnings)).collect::<Result<_>>()?;
    let mut joints = Vec::new();
    for element in root.children("joint") {
        joints.push(joint::read(element, &mut warnings)?);
    }
    joint::apply_transmissions(root, &mut joints)?;
    let description = RobotDescription {
        name: root.required("name")?.to_owned(),
        gravity_in_world: STANDARD_GRAVITY,
        links,
        joints,
    };
    Ok(Parsed { description, warnings: without_repeats(warnings) })
}

/// A warning for every element that is not one of the known ones.
fn unknown_elements(parent: Element<'_, '_>, known: &[&str]) -> Vec<Warning> {
    let unknown = parent.elements().filter(|e| !known.contains(&e.tag()));
    let what = |e: Element<'_, '_>| format!("<{}> is not an element that is read", e.tag());
    unknown.map(|e| ignored(parent.label(), what(e))).collect()
}

/// `<origin xyz rpy>`; identity where it is missing. `quat_xyzw` of URDF 1.2 is understood too.
pub(crate) fn origin(element: Element<'_, '_>) -> Result<Transform> {
    let Some(origin) = element.child("origin") else { return Ok(Transform::IDENTITY) };
    let xyz_m = origin.numbers("xyz")?.unwrap_or_default();
    let rotation = match origin.numbers::<4>("quat_xyzw")? {
        Some([x, y, z, w]) => {
            let norm = (x * x + y * y + z * z + w * w).sqrt();
            Mat3::from_quaternion([w, x, y, z].map(|c| c / norm))
        }
        None => Mat3::from_rpy(rounded_angle::angles(origin, "rpy")?),
    };
    Ok(Transform { rotation, translation: xyz_m.into() })
}

/// Refuses a document with xacro elements or `${...}` in an attribute.
fn refuse_xacro(root: Element<'_, '_>) -> Result<()> {
    for element in root.descendants() {
        let position = || element.position();
        if element.namespace().is_some_and(|n| n.contains("xacro")) {
            let found = format!("<xacro:{}>", element.tag());
            return Err(Error::Xacro { found, position: position() });
        }
        if let Some((name, value)) = element.attributes().find(|(_, v)| v.contains("${")) {
            const SHOWN: usize = 80;
            let value: String = value.chars().take(SHOWN).collect();
            let found = format!("{name} = {value:?}");
            return Err(Error::Xacro { found, position: position() });
        }
    }
    Ok(())
}
