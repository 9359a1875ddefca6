//! `<joint>`.

use super::{origin, unknown_elements};
use crate::error::{Error, Result};
use crate::ignored;
use crate::xml::Element;
use std::collections::HashMap;
use taufit::Warning;
use taufit::friction::Friction;
use taufit::model::{JointDescription, JointKind, Limits, Mimic};
use taufit::spatial::Vec3;

const PASSED_OVER: [&str; 9] = [
    "origin",
    "parent",
    "child",
    "axis",
    "limit",
    "dynamics",
    "mimic",
    "calibration",
    "safety_controller",
];

pub(super) fn read(
    element: Element<'_, '_>,
    warnings: &mut Vec<Warning>,
) -> Result<JointDescription> {
    let name = element.required("name")?;
    let kind = kind(element, name)?;
    warnings.extend(unknown_elements(element, &PASSED_OVER));
    let end = |tag| element.required_child(tag)?.required("link").map(str::to_owned);
    Ok(JointDescription {
        parent_from_joint: origin(element)?,
        axis: axis(element)?,
        limits: limits(element, kind, warnings)?,
        friction: friction(element)?,
        mimic: element.child("mimic").map(mimic).transpose()?,
        ..JointDescription::new(name, kind, end("parent")?, end("child")?)
    })
}

fn kind(element: Element<'_, '_>, name: &str) -> Result<JointKind> {
    match element.required("type")? {
        "revolute" => Ok(JointKind::Revolute),
        "continuous" => Ok(JointKind::Continuous),
        "prismatic" => Ok(JointKind::Prismatic),
        "fixed" => Ok(JointKind::Fixed),
        kind => Err(Error::UnsupportedJoint {
            joint: name.to_owned(),
            kind: kind.to_owned(),
            supported: "revolute, continuous, prismatic, fixed",
            advice: "Make it fixed, or replace it by a chain of joints with one axis each",
            position: element.attribute_position("type"),
        }),
    }
}

/// URDF's default axis is x, not the z of most tables.
fn axis(element: Element<'_, '_>) -> Result<Vec3> {
    let given = element.child("axis").map(|e| e.numbers::<3>("xyz")).transpose()?.flatten();
    Ok(given.map_or(Vec3::X, Vec3::from))
}

/// URDF obliges every joint to have limits, so exporters write zeros for what they do not know: zero
/// effort and velocity, or a range from 0 to 0, are "not given".
fn limits(
    element: Element<'_, '_>,
    kind: JointKind,
    warnings: &mut Vec<Warning>,
) -> Result<Limits> {
    let Some(limit) = element.child("limit") else { return Ok(Limits::default()) };
    let given = |name: &str| limit.number(name).map(|x| x.filter(|x| *x != 0.0));
    let (mut lower, mut upper) = (limit.number("lower")?, limit.number("upper")?);
    let moves = matches!(kind, JointKind::Revolute | JointKind::Prismatic);
    if moves && (lower, upper) == (Some(0.0), Some(0.0)) {
        warnings.push(ignored(element.label(), "position limits 0 and 0, taken as not given"));
    }
    if !moves || (lower, upper) == (Some(0.0), Some(0.0)) {
        (lower, upper) = (None, None);
    }
    Ok(Limits {
        lower,
        upper,
        velocity: given("velocity")?,
        acceleration: given("acceleration")?,
        effort: given("effort")?,
    })
}

fn friction(element: Element<'_, '_>) -> Result<Friction> {
    let Some(dynamics) = element.child("dynamics") else { return Ok(Friction::NONE) };
    let (coulomb, viscous) = (dynamics.number("friction")?, dynamics.number("damping")?);
    if coulomb.is_none() && viscous.is_none() {
        return Ok(Friction::NONE);
    }
    Ok(Friction::coulomb_viscous(coulomb.unwrap_or(0.0), viscous.unwrap_or(0.0)))
}

fn mimic(element: Element<'_, '_>) -> Result<Mimic> {
    Ok(Mimic {
        joint: element.required("joint")?.to_owned(),
        ratio: element.number("multiplier")?.unwrap_or(1.0),
        offset: element.number("offset")?.unwrap_or(0.0),
    })
}

/// Takes the mechanical reduction of every transmission between one actuator and one joint.
///
/// A reduction of 1 is what templates write for direct control of a joint; it says nothing about the
/// gearbox.
pub(super) fn apply_transmissions(
    root: Element<'_, '_>,
    joints: &mut [JointDescription],
) -> Result<()> {
    let mut ratios = HashMap::new();
    for transmission in root.children("transmission") {
        if let (Some(joint), Some(ratio)) = (only_joint(transmission), reduction(transmission)?) {
            ratios.insert(joint, ratio);
        }
    }
    for joint in joints {
        joint.motor.gear_ratio = ratios.get(joint.name.as_str()).copied();
    }
    Ok(())
}

fn only_joint<'a>(transmission: Element<'a, '_>) -> Option<&'a str> {
    let mut joints = transmission.children("joint");
    let joint = joints.next()?.attribute("name")?;
    (joints.next().is_none() && transmission.children("actuator").count() == 1).then_some(joint)
}

fn reduction(transmission: Element<'_, '_>) -> Result<Option<f64>> {
    let holders = [transmission.child("actuator"), transmission.child("joint"), Some(transmission)];
    let element = holders.into_iter().flatten().find_map(|e| e.child("mechanicalReduction"));
    let Some(element) = element else { return Ok(None) };
    let text = element.text().unwrap_or_default();
    let [ratio] = element.parse_numbers("mechanicalReduction", text)?;
    Ok(Some(ratio).filter(|r| *r != 1.0 && *r != 0.0))
}
