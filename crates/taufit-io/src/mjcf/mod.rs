//! MJCF, the XML of MuJoCo.
//!
//! Elements that are read: bodies with explicit inertials, hinge and slide joints with armature, damping, friction
//! loss and range, default classes, `<frame>`s, gravity, force limits of actuators, linear couplings of
//! joints, geoms that can touch something. Inertia from geoms is not derived: that needs the meshes. Whatever else would change the
//! dynamics is an error or a warning.

mod actuator;
mod body;
mod compiler;
mod contents;
mod defaults;
mod equality;
mod geom;
mod joint;
mod pose;

pub(crate) use body::{BodyElement, ElementIndex};
pub(crate) use compiler::OVERRIDES;
pub(crate) use pose::ORIENTATIONS;

use crate::error::Result;
use crate::xml::{self, Element};
use crate::{Parsed, ignored, without_repeats};
use body::BodyTree;
use compiler::Compiler;
use defaults::Defaults;
use taufit::Warning;
use taufit::model::{RobotDescription, STANDARD_GRAVITY};
use taufit::spatial::Vec3;

/// Sections without rigid-body dynamics, or read elsewhere.
const SECTIONS: [&str; 15] = [
    "compiler",
    "option",
    "size",
    "statistic",
    "visual",
    "default",
    "custom",
    "asset",
    "worldbody",
    "contact",
    "equality",
    "actuator",
    "sensor",
    "keyframe",
    "extension",
];

/// Reads a robot from the text of an MJCF file.
pub fn parse_mjcf(text: &str) -> Result<Parsed> {
    xml::parse(text, "mujoco", |root| Ok(read_model(root)?.0))
}

/// Model, with the elements of its bodies and joints in the text.
pub(crate) fn read_model<'a, 'input>(
    root: Element<'a, 'input>,
) -> Result<(Parsed, ElementIndex<'a, 'input>)> {
    if let Some(include) = root.descendants().find(|e| e.tag() == "include") {
        return Err(include.unsupported(
            "included files are not followed; read the included file itself, or let MuJoCo write \
             one file of all",
        ));
    }
    let mut warnings = unknown_sections(root);
    let compiler = Compiler::read(root, &mut warnings)?;
    let defaults = Defaults::read(root)?;
    let mut tree = BodyTree::read(root, &compiler, &defaults)?;
    actuator::apply(root, &compiler, &defaults, &mut tree)?;
    equality::apply(root, &mut tree)?;
    warnings.append(&mut tree.warnings);
    let description = RobotDescription {
        name: root.attribute("model").unwrap_or("MuJoCo Model").to_owned(),
        gravity_in_world: gravity(root)?,
        links: tree.links,
        joints: tree.joints,
    };
    Ok((Parsed { description, warnings: without_repeats(warnings) }, tree.places))
}

fn unknown_sections(root: Element<'_, '_>) -> Vec<Warning> {
    let unknown = root.elements().filter(|e| !SECTIONS.contains(&e.tag()));
    unknown.map(|e| ignored(e.label(), "this section is not read")).collect()
}

/// The last `<option gravity>` counts, as in MuJoCo.
fn gravity(root: Element<'_, '_>) -> Result<Vec3> {
    let mut gravity = STANDARD_GRAVITY;
    for option in root.children("option") {
        if let Some(given) = option.numbers::<3>("gravity")? {
            gravity = given.into();
        }
    }
    Ok(gravity)
}
