//! Actuator values for Isaac Lab, as Python text.
//!
//! Isaac Lab hands `armature`, `friction`, `dynamic_friction` and `viscous_friction` of an actuator
//! configuration to PhysX. Up to Isaac Sim 4.5 `friction` is a coefficient without unit, a share of the spatial force
//! that the joint carries, and the other two are not applied; from 5.0 on they are torques and a torque per velocity.
//! `damping` is the velocity gain of the controller and takes nothing of what is identified.

use super::Exported;
use super::drive_records::{DriveRecords, Ranged, SimulatorDrive, simulator_drives};
use super::loss::{TwoCoefficients, losses};
use super::number::number;
use super::patch_plan::check_drives;
use crate::error::Result;
use taufit::friction::{Friction, FrictionTerm};
use taufit::model::{Motor, Robot};
use taufit::study::Identifiability;

/// Python text with the values of `ImplicitActuatorCfg` by joint name, one dictionary per generation of Isaac Sim,
/// and their 95 % intervals as ranges for domain randomisation.
///
/// Friction is written as by [`export_urdf`](super::export_urdf). Values that the data do not support are left out, with
/// a comment that says why. `records` are the parameters of the result: without them nothing counts as identified.
pub fn isaac_lab_actuators(
    robot: &Robot,
    logged_qd: &[Vec<f64>],
    records: &DriveRecords,
) -> Result<Exported> {
    let held = TwoCoefficients::nearest(robot, logged_qd);
    check_drives(&held.robot)?;
    let drives = simulator_drives(robot, &held, logged_qd, records);
    let mut notes = losses(&held.robot, &bare(&held.robot));
    notes.extend(held.losses);
    Ok(Exported { text: module(robot.name(), &drives), notes, warnings: Vec::new() })
}

/// The robot as the configuration can hold it; limits are those of the asset.
fn bare(robot: &Robot) -> Robot {
    (0..robot.n_dof()).fold(robot.clone(), |held, dof| {
        let joint = robot.dof_joint(dof);
        let [coulomb, viscous] = [FrictionTerm::Coulomb, FrictionTerm::Viscous]
            .map(|term| joint.friction.coefficient(term));
        let rotor_inertia_kg_m2 = joint.motor.rotor_inertia_kg_m2;
        held.with_friction(dof, Friction::coulomb_viscous(coulomb, viscous))
            .with_motor(dof, Motor { rotor_inertia_kg_m2, ..Motor::default() })
    })
}

const HEADING: &str = r#"Stiffness and damping are the gains of your controller, nothing that is identified:

    from isaaclab.actuators import ImplicitActuatorCfg
    arm = ImplicitActuatorCfg(**ISAAC_SIM_5, stiffness=..., damping=...)

Only the syntax of this file and the names of the fields are checked; it was not run in Isaac Lab.
Joint names are regular expressions there. Units: kg m^2, N m, N m s/rad; of joints that slide kg, N, N s/m.
Link masses and inertias are not part of an actuator: convert the identified URDF, of which an armature may hold a share.
Effort and velocity limits are left out: they are not identified, and their names differ between versions of Isaac Lab.
"#;

const SIM_5: &str = "# Isaac Sim 5.0 and later: friction is a torque. `friction` holds the joint at rest, `dynamic_friction` resists motion,
# `viscous_friction` grows with speed. `damping` is the velocity gain and not viscous friction.";

const SIM_4_5: &str = "# Isaac Sim 4.5 and earlier.
# friction is left out: it is a share of the force that the joint carries there, without unit; no torque can be stated.
# dynamic_friction and viscous_friction are left out: they are not applied there. An explicit actuator of your own can
# subtract the torques of ISAAC_SIM_5.";

const RANGES: &str = "# 95 % intervals (about 2 sigma) for domain randomisation: lower end, upper end.
# friction has no range of its own: PhysX wants friction >= dynamic_friction; scale it with the draw of dynamic_friction.
# These are errors of one identification; friction also changes with temperature, load and wear.";

fn module(robot: &str, drives: &[SimulatorDrive<'_>]) -> String {
    let names: Vec<String> = drives.iter().map(|d| format!("    {},\n", key(d))).collect();
    let torque = |of: fn(&SimulatorDrive<'_>) -> Ranged| field(drives, of, |d| of(d).value);
    let armature = |name| entry(name, &field(drives, |d| d.armature, |d| d.armature.value));
    let title = plain(robot);
    [
        format!("\"\"\"Isaac Lab actuator values of {title}.\n\n{HEADING}\"\"\"\n\n"),
        format!("JOINTS = [\n{}]\n\n", names.concat()),
        format!("{SIM_5}\nISAAC_SIM_5 = {{\n    \"joint_names_expr\": JOINTS,\n"),
        armature("armature"),
        entry("friction", &field(drives, |d| d.coulomb, |d| d.break_away)),
        entry("dynamic_friction", &torque(|d| d.coulomb)),
        entry("viscous_friction", &torque(|d| d.viscous)),
        format!("}}\n\n{SIM_4_5}\nISAAC_SIM_4_5 = {{\n    \"joint_names_expr\": JOINTS,\n"),
        armature("armature"),
        format!("}}\n\n{RANGES}\nRANGES_95 = {{\n"),
        entry("armature", &ranges(drives, |d| d.armature)),
        entry("dynamic_friction", &ranges(drives, |d| d.coulomb)),
        entry("viscous_friction", &ranges(drives, |d| d.viscous)),
        "}\n".to_owned(),
    ]
    .concat()
}

/// A dictionary in a dictionary.
fn entry(name: &str, lines: &str) -> String {
    format!("    \"{name}\": {{\n{lines}    }},\n")
}

/// A line per joint: its value, or the reason why it has none.
fn field(
    drives: &[SimulatorDrive<'_>],
    known: impl Fn(&SimulatorDrive<'_>) -> Ranged,
    value: impl Fn(&SimulatorDrive<'_>) -> f64,
) -> String {
    let line = |drive: &SimulatorDrive<'_>| match known(drive).identifiability {
        Identifiability::Determined | Identifiability::ConsistentWithZero => {
            format!("        {}: {},\n", key(drive), rounded(value(drive)))
        }
        Identifiability::Grouped => format!(
            "        {}: {},  # its sum with link parameters is known: right together with the identified URDF\n",
            key(drive),
            rounded(value(drive))
        ),
        other => left_out(drive, &format!("{other} by these data")),
    };
    drives.iter().map(line).collect()
}

/// A line per joint: the ends of its interval, or the reason why it has none.
fn ranges(drives: &[SimulatorDrive<'_>], of: impl Fn(&SimulatorDrive<'_>) -> Ranged) -> String {
    let line = |drive: &SimulatorDrive<'_>| match of(drive) {
        Ranged { interval: Some([low, high]), .. } => {
            format!("        {}: ({}, {}),\n", key(drive), rounded(low), rounded(high))
        }
        Ranged { identifiability: Identifiability::Determined, .. } => {
            left_out(drive, "at its bound of zero, or without a recorded error of its own")
        }
        Ranged { identifiability, .. } => {
            left_out(drive, &format!("{identifiability} by these data"))
        }
    };
    drives.iter().map(line).collect()
}

fn left_out(drive: &SimulatorDrive<'_>, reason: &str) -> String {
    format!("        # {} is left out: {reason}\n", plain(&drive.joint.name))
}

/// The name of a joint as a Python string that matches itself as a regular expression.
fn key(drive: &SimulatorDrive<'_>) -> String {
    let mut text = String::from("\"");
    for c in drive.joint.name.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str(r"\\\\"),
            '.' | '^' | '$' | '*' | '+' | '?' | '{' | '}' | '[' | ']' | '|' | '(' | ')' => {
                text.push_str(r"\\");
                text.push(c);
            }
            // Any character.
            c if c.is_control() => text.push('.'),
            c => text.push(c),
        }
    }
    text + "\""
}

/// A name within a comment or a documentation string.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_control() || c == '"' || c == '\\' { ' ' } else { c }).collect()
}

/// A number with the digits that a measurement has.
fn rounded(x: f64) -> String {
    const DIGITS: usize = 6;
    let text = format!("{x:.precision$e}", precision = DIGITS - 1);
    number(text.parse().unwrap_or(x))
}
