//! Patch of a `robot.toml`.

use super::Exported;
use super::check::checked;
use super::patch_plan::SourceFile;
use super::patch_plan::{Group, PatchPlan};
use crate::error::{Error, Position, Result};
use crate::parse_robot_toml;
use crate::robot_toml::FrictionTable;
use crate::text_file::without_bom;
use taufit::model::{Joint, Robot};
use taufit::spatial::Inertial;
use toml_edit::{Array, DocumentMut, InlineTable, Item, TableLike, Value};

/// The user's own `robot.toml` with the robot's inertias, friction, torque constants, rotor inertias and gravity in it.
///
/// As [`export_urdf`](super::export_urdf): comments, order and all that has not changed stay.
pub fn export_robot_toml(source_text: &str, robot: &Robot) -> Result<Exported> {
    let source = SourceFile::of(parse_robot_toml(source_text)?, robot)?;
    let plan = PatchPlan::of_bodies(&source, robot)?;
    let text = without_bom(source_text);
    let mut document: DocumentMut = text.parse().map_err(syntax)?;
    for Group { link, body, emptied, .. } in &plan.groups {
        with_link(&mut document, &source, link, |table| set_body(table, body));
        for link in emptied {
            with_link(&mut document, &source, link, clear_body);
        }
    }
    for (was, is) in source.robot.joints().iter().zip(robot.joints()) {
        set_drive(&mut document, &source, was, is);
    }
    if source.robot.gravity_in_world() != robot.gravity_in_world() {
        let gravity = <[f64; 3]>::from(robot.gravity_in_world());
        set(document.as_table_mut(), "gravity_m_s2", array(&gravity));
    }
    let written = with_line_ends_of(text, &document.to_string());
    let mark = source_text.strip_suffix(text).unwrap_or_default();
    checked(format!("{mark}{written}"), parse_robot_toml, robot, plan.warnings)
}

/// Syntax error of the editor, in a text that the reader has accepted.
fn syntax(error: toml_edit::TomlError) -> Error {
    let reason = error.message().to_owned();
    Error::Syntax { format: "robot.toml", reason, position: Position::START }
}

/// The editor ends every line with a line feed alone.
fn with_line_ends_of(source: &str, text: &str) -> String {
    if source.contains("\r\n") {
        text.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        text.to_owned()
    }
}

/// Changes the table that describes a link: `link` of its joint, or its attachment.
fn with_link(
    document: &mut DocumentMut,
    source: &SourceFile,
    link: &str,
    change: impl FnOnce(&mut dyn TableLike),
) {
    // The reader makes one joint of every [[joint]], then one of every [[attachment]].
    let Some(at) = source.description.joints.iter().position(|j| j.child == link) else { return };
    let n_joints = tables(document, "joint").len();
    if at >= n_joints {
        tables(document, "attachment").into_iter().nth(at - n_joints).map(change);
    } else if let Some(joint) = tables(document, "joint").into_iter().nth(at) {
        subtable(joint, "link").map(change);
    }
}

/// The tables under a key: `[[key]]`, or `key = [{ .. }]`.
fn tables<'d>(document: &'d mut DocumentMut, key: &str) -> Vec<&'d mut dyn TableLike> {
    match document.get_mut(key) {
        Some(Item::ArrayOfTables(tables)) => {
            tables.iter_mut().map(|table| table as &mut dyn TableLike).collect()
        }
        Some(Item::Value(Value::Array(values))) => {
            let inline = values.iter_mut().filter_map(Value::as_inline_table_mut);
            inline.map(|table| table as &mut dyn TableLike).collect()
        }
        _ => Vec::new(),
    }
}

/// A table inside a table; made where it is missing.
fn subtable<'t>(table: &'t mut dyn TableLike, key: &str) -> Option<&'t mut dyn TableLike> {
    let empty = Item::Value(InlineTable::new().into());
    table.entry(key).or_insert(empty).as_table_like_mut()
}

const BODY_KEYS: [&str; 3] = ["mass_kg", "com_m", "inertia_kg_m2"];

fn set_body(table: &mut dyn TableLike, body: &Inertial) {
    let [mass, com, inertia] = BODY_KEYS;
    set(table, mass, body.mass_kg.into());
    set(table, com, array(&<[f64; 3]>::from(body.com_in_link_m)));
    set(table, inertia, array(&body.inertia_about_com_in_link));
}

fn clear_body(table: &mut dyn TableLike) {
    for key in BODY_KEYS {
        table.remove(key);
    }
}

/// The friction and the rotor inertia of a joint, where they have changed.
fn set_drive(document: &mut DocumentMut, source: &SourceFile, was: &Joint, is: &Joint) {
    let at = source.description.joints.iter().position(|j| j.name == is.name);
    let Some(joint) = at.and_then(|at| tables(document, "joint").into_iter().nth(at)) else {
        return;
    };
    if was.friction != is.friction
        && let Some(table) = subtable(joint, "friction")
    {
        for (key, value) in FrictionTable::from(&is.friction).entries() {
            match value {
                Some(value) => set(table, key, value.into()),
                None => drop(table.remove(key)),
            }
        }
    }
    if was.motor.torque_constant_nm_a != is.motor.torque_constant_nm_a
        && let Some(constant) = is.motor.torque_constant_nm_a
        && let Some(table) = subtable(joint, "motor")
    {
        table.remove("motor_torque_constant_nm_a");
        set(table, "torque_constant_nm_a", constant.into());
    }
    let rotor_inertia = is.motor.rotor_inertia_kg_m2;
    if was.motor.rotor_inertia_kg_m2 != rotor_inertia
        && let Some(table) = subtable(joint, "motor")
    {
        table.remove("motor_rotor_inertia_kg_m2");
        set(table, "rotor_inertia_kg_m2", rotor_inertia.into());
    }
}

/// Gives a key another value; spaces and comments around the old one stay.
fn set(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        None => drop(table.insert(key, Item::Value(value))),
    }
}

fn array(values: &[f64]) -> Value {
    values.iter().copied().collect::<Array>().into()
}
