//! The standard parameters as tables: in the order of the regressor, with long names and units.

use super::loss::Unit;
use serde::Serialize;
use taufit::friction::FrictionShape;
use taufit::model::{Joint, Robot};
use taufit::params::{Layout, Param};

/// One standard parameter.
#[derive(Debug, Serialize)]
struct StandardParameterRow {
    /// `Izz1`
    name: String,
    /// `Izz[forearm]`
    long_name: String,
    unit: &'static str,
    value: f64,
}

/// Shape of a friction model, beside its coefficients.
#[derive(Debug, Serialize)]
struct FrictionModel<'a> {
    joint: &'a str,
    #[serde(flatten)]
    shape: &'a FrictionShape,
}

impl<'a> FrictionModel<'a> {
    fn of(joint: &'a Joint) -> Self {
        Self { joint: &joint.name, shape: &joint.friction.shape }
    }
}

#[derive(Debug, Serialize)]
struct ParameterDocument<'a> {
    schema_version: u32,
    robot: &'a str,
    gravity_in_world_m_s2: [f64; 3],
    /// Inertia is about the origin of the link frame.
    parameters: Vec<StandardParameterRow>,
    friction_models: Vec<FrictionModel<'a>>,
}

/// `name,long_name,unit,value`, a line per standard parameter: ten of every link about its own frame,
/// then rotor inertias, then friction.
pub fn parameters_csv(robot: &Robot) -> String {
    let line = |row: StandardParameterRow| {
        format!("{},{},{},{:?}\n", row.name, quoted(&row.long_name), row.unit, row.value)
    };
    let lines = rows(robot).into_iter().map(line);
    "name,long_name,unit,value\n".to_owned() + &lines.collect::<String>()
}

/// Standard parameters as JSON, with the shapes of the friction models and gravity.
pub fn parameters_json(robot: &Robot) -> String {
    let document = ParameterDocument {
        schema_version: 1,
        robot: robot.name(),
        gravity_in_world_m_s2: robot.gravity_in_world().into(),
        parameters: rows(robot),
        friction_models: robot.dof_joint_iter().map(FrictionModel::of).collect(),
    };
    super::json_text(&document)
}

fn rows(robot: &Robot) -> Vec<StandardParameterRow> {
    let layout = Layout::of_robot(robot);
    let row = |(column, value): (usize, f64)| StandardParameterRow {
        name: layout.name(column),
        long_name: layout.long_name(column),
        unit: unit(robot, layout.params()[column]),
        value,
    };
    layout.nominal(robot).into_iter().enumerate().map(row).collect()
}

fn unit(robot: &Robot, param: Param) -> &'static str {
    match param {
        Param::Link { param, .. } => param.unit(),
        Param::RotorInertia { dof } => Unit::RotorInertia.name(robot.dof_joint(dof).is_prismatic()),
        Param::Friction { dof, term } => {
            let slides = robot.dof_joint(dof).is_prismatic();
            let viscous = term.is_viscous();
            if viscous { Unit::Viscous.name(slides) } else { Unit::Effort.name(slides) }
        }
        Param::Stiffness { .. } | Param::Damping { .. } => param.unit_on(robot),
    }
}

/// Field of a CSV line, quoted if needed.
pub(super) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
