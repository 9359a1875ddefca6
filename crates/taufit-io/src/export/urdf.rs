//! Patch of a URDF file: the numbers of `<inertial>` and `<dynamics>`, nothing else.

use super::Exported;
use super::check::checked_for_simulator;
use super::loss::TwoCoefficients;
use super::number::{number, numbers};
use super::patch::{NewElement, Patch};
use super::patch_plan::SourceFile;
use super::patch_plan::{DriveChange, Group, PatchPlan};
use crate::error::Result;
use crate::parse_urdf;
use crate::urdf::origin;
use crate::xml::{self, Element};
use taufit::model::Robot;
use taufit::spatial::{Inertial, Mat3};

/// The user's own URDF with the robot's inertias and friction in it.
///
/// Comments, order, white space and all that is not read stay as they are, byte for byte; links and
/// joints whose numbers have not changed are not touched. An inertial keeps the orientation of its
/// frame. The base and mimic joints keep what they have. The text is read again before it is returned:
/// what it cannot hold is in [`Exported::notes`].
///
/// URDF holds a Coulomb and a viscous coefficient per joint: those that come closest to the robot's friction
/// at the velocities `logged_qd` \[rad/s or m/s\], joint by joint. Where there are none (`&[]`), velocities within
/// the limits stand in.
pub fn export_urdf(source_text: &str, robot: &Robot, logged_qd: &[Vec<f64>]) -> Result<Exported> {
    let source = SourceFile::of(parse_urdf(source_text)?, robot)?;
    let held = TwoCoefficients::nearest(robot, logged_qd);
    let plan = PatchPlan::for_simulator(&source, &held.robot)?;
    let text = xml::parse(source_text, "robot", |root| patched(source_text, root, &plan))?;
    let warnings = plan.warnings;
    checked_for_simulator(text, parse_urdf, held, warnings)
}

fn patched(text: &str, root: Element<'_, '_>, plan: &PatchPlan<'_>) -> Result<String> {
    let mut patch = Patch::new(text);
    let named = |tag, name: &str| root.children(tag).find(|e| e.attribute("name") == Some(name));
    for Group { link, body, emptied, .. } in &plan.groups {
        if let Some(element) = named("link", link) {
            set_inertial(&mut patch, element, body)?;
        }
        let bare = emptied.iter().filter_map(|link| named("link", link)?.child("inertial"));
        bare.for_each(|inertial| patch.remove(inertial));
    }
    for change in &plan.drives {
        if let Some(element) = named("joint", &change.joint.name) {
            set_dynamics(&mut patch, element, change);
        }
    }
    Ok(patch.apply())
}

fn set_inertial(patch: &mut Patch<'_>, link: Element<'_, '_>, body: &Inertial) -> Result<()> {
    let Some(inertial) = link.child("inertial") else {
        patch.insert_first(link, &new_inertial(body));
        return Ok(());
    };
    // Rᵀ I R: the tensor in the axes that the user chose for it.
    let r = origin(inertial)?.rotation;
    let tensor = r.transpose() * Mat3::symmetric(body.inertia_about_com_in_link) * r;
    patch.set(inertial.required_child("mass")?, "value", &number(body.mass_kg));
    let xyz = numbers(&<[f64; 3]>::from(body.com_in_link_m));
    match inertial.child("origin") {
        Some(origin) => patch.set(origin, "xyz", &xyz),
        None => patch.insert_first(inertial, &NewElement::bare("origin", &[("xyz", xyz)])),
    }
    let element = inertial.required_child("inertia")?;
    for (name, value) in tensor_attributes(tensor.symmetric_entries()) {
        patch.set(element, name, &value);
    }
    Ok(())
}

/// An inertial with axes parallel to those of the link.
pub(super) fn new_inertial(body: &Inertial) -> NewElement {
    let xyz = numbers(&<[f64; 3]>::from(body.com_in_link_m));
    let parts = [
        NewElement::bare("origin", &[("xyz", xyz)]),
        NewElement::bare("mass", &[("value", number(body.mass_kg))]),
        NewElement::bare("inertia", &tensor_attributes(body.inertia_about_com_in_link)),
    ];
    NewElement {
        inside: parts.map(|part| part.line()).to_vec(),
        ..NewElement::bare("inertial", &[])
    }
}

fn tensor_attributes(tensor: [f64; 6]) -> [(&'static str, String); 6] {
    let names = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"];
    std::array::from_fn(|k| (names[k], number(tensor[k])))
}

fn set_dynamics(patch: &mut Patch<'_>, joint: Element<'_, '_>, change: &DriveChange<'_>) {
    let named = [("damping", change.viscous), ("friction", change.coulomb)];
    let changed = named.into_iter().filter_map(|(name, value)| Some((name, number(value?))));
    let values: Vec<(&str, String)> = changed.collect();
    match joint.child("dynamics") {
        Some(dynamics) => values.iter().for_each(|(name, value)| patch.set(dynamics, name, value)),
        None if values.is_empty() => {}
        None => patch.insert_last(joint, &NewElement::bare("dynamics", &values)),
    }
}
