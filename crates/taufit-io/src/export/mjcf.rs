//! Patch of an MJCF file: `<inertial>`, and the drive of every `<joint>`, nothing else.

use super::Exported;
use super::check::checked_for_simulator;
use super::loss::TwoCoefficients;
use super::number::{number, numbers};
use super::patch::{NewElement, Patch};
use super::patch_plan::SourceFile;
use super::patch_plan::{DriveChange, Group, PatchPlan};
use crate::diagnostics::ExportWarning;
use crate::error::{Error, Result};
use crate::mjcf::{BodyElement, ElementIndex, ORIENTATIONS, OVERRIDES, read_model};
use crate::parse_mjcf;
use crate::xml::{self, Element};
use taufit::Warning;
use taufit::model::Robot;
use taufit::spatial::Inertial;

/// The user's own MJCF with the robot's inertias, friction and rotor inertias in it.
///
/// As [`export_urdf`](super::export_urdf): only what has changed is touched. Values go onto the joints
/// themselves, whatever their default class says. Inertials are written with `fullinertia`, since the
/// axes of an identified tensor are not those of the old one. A body whose inertia MuJoCo would infer
/// from its shapes gets an inertial of its own.
///
/// MJCF holds a Coulomb and a viscous coefficient per joint: those that come closest to the robot's friction
/// at the velocities `logged_qd` \[rad/s or m/s\], joint by joint. Where there are none (`&[]`), velocities within
/// the limits stand in.
pub fn export_mjcf(source_text: &str, robot: &Robot, logged_qd: &[Vec<f64>]) -> Result<Exported> {
    let source = SourceFile::of(parse_mjcf(source_text)?, robot)?;
    let held = TwoCoefficients::nearest(robot, logged_qd);
    let mut plan = PatchPlan::for_simulator(&source, &held.robot)?;
    let text = xml::parse(source_text, "mujoco", |root| patched(source_text, root, &mut plan))?;
    let warnings = plan.warnings;
    checked_for_simulator(text, parse_mjcf, held, warnings)
}

fn patched(text: &str, root: Element<'_, '_>, plan: &mut PatchPlan<'_>) -> Result<String> {
    if !plan.groups.is_empty() {
        refuse_overrides(root)?;
    }
    let (_, places) = read_model(root)?;
    let mut patch = Patch::new(text);
    for group in &plan.groups {
        set_group(&mut patch, &places, group)?;
        plan.warnings.extend(geometry_warnings(&places, group));
    }
    for change in &plan.drives {
        if let Some(element) = places.joints.get(&change.joint.name) {
            set_drive(&mut patch, *element, change);
        }
    }
    Ok(patch.apply())
}

/// Refuses compiler settings that replace inertias; the last `<compiler>` counts, as in MuJoCo.
fn refuse_overrides(root: Element<'_, '_>) -> Result<()> {
    for (setting, harmless) in OVERRIDES {
        let stated = root.children("compiler").filter_map(|e| e.attribute(setting)).next_back();
        if let Some(value) = stated.filter(|value| !harmless.contains(value)) {
            return Err(Error::CompilerOverrides { setting, value: value.to_owned() });
        }
    }
    Ok(())
}

fn set_group(
    patch: &mut Patch<'_>,
    places: &ElementIndex<'_, '_>,
    group: &Group<'_>,
) -> Result<()> {
    let Some(place) = places.bodies.get(group.link) else {
        return Err(Error::NoPlace { link: group.link.to_owned() });
    };
    set_inertial(patch, place.element, &group.body);
    let bodies = |names: &[&str]| -> Vec<BodyElement<'_, '_>> {
        names.iter().filter_map(|name| places.bodies.get(*name).copied()).collect()
    };
    // Without an inertial MuJoCo would infer one from the shapes: an empty body needs an explicit one.
    let inferred = bodies(&group.kept).into_iter().filter(infers);
    for place in bodies(&group.emptied).into_iter().chain(inferred) {
        set_nothing(patch, place.element);
    }
    Ok(())
}

/// Whether MuJoCo infers the inertia of a body from its shapes.
fn infers(place: &BodyElement<'_, '_>) -> bool {
    place.has_geom && place.element.child("inertial").is_none()
}

/// Warnings about bodies whose inertia is no longer inferred from shapes.
fn geometry_warnings(places: &ElementIndex<'_, '_>, group: &Group<'_>) -> Vec<Warning> {
    let bodies = std::iter::once(&group.link).chain(&group.kept);
    let inferred = bodies.filter(|name| places.bodies.get(**name).is_some_and(infers));
    inferred
        .map(|name| Warning::from(ExportWarning::ShapesSilenced { body: (*name).to_owned() }))
        .collect()
}

fn set_inertial(patch: &mut Patch<'_>, body: Element<'_, '_>, inertial: &Inertial) {
    let [xx, xy, xz, yy, yz, zz] = inertial.inertia_about_com_in_link;
    let pos = numbers(&<[f64; 3]>::from(inertial.com_in_link_m));
    let tensor = ("fullinertia", numbers(&[xx, yy, zz, xy, xz, yz]));
    write_inertial(patch, body, &[("pos", pos), ("mass", number(inertial.mass_kg)), tensor]);
}

/// MuJoCo takes a tensor of zeros in the diagonal form only.
fn set_nothing(patch: &mut Patch<'_>, body: Element<'_, '_>) {
    let zeros = numbers(&[0.0; 3]);
    let attributes = [("pos", zeros.clone()), ("mass", number(0.0)), ("diaginertia", zeros)];
    write_inertial(patch, body, &attributes);
}

/// States the inertial of a body by these attributes alone: an orientation, or a second form of the
/// tensor, would contradict them.
fn write_inertial(
    patch: &mut Patch<'_>,
    body: Element<'_, '_>,
    attributes: &[(&'static str, String)],
) {
    let Some(element) = body.child("inertial") else {
        return patch.insert_first(body, &NewElement::bare("inertial", attributes));
    };
    let forms = ORIENTATIONS.into_iter().chain(["diaginertia", "fullinertia"]);
    for name in forms.filter(|form| attributes.iter().all(|(name, _)| name != form)) {
        patch.remove_attribute(element, name);
    }
    attributes.iter().for_each(|(name, value)| patch.set(element, name, value));
}

fn set_drive(patch: &mut Patch<'_>, joint: Element<'_, '_>, change: &DriveChange<'_>) {
    let named = [
        ("damping", change.viscous),
        ("frictionloss", change.coulomb),
        ("armature", change.rotor_inertia_kg_m2),
    ];
    for (name, value) in named {
        value.into_iter().for_each(|value| patch.set(joint, name, &number(value)));
    }
}
