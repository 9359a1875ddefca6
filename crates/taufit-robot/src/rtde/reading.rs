//! What one packet of the controller says.

use super::protocol::{Recipe, Value};
use super::registers::{N_JOINTS, ProgramState};
use crate::link::{Aside, Feedback, Targets};
use crate::live::Stamped;
use serde_json::{Map, json};
use taufit::recording::EffortKind;

/// Fields without which there is no run; the effort comes on top.
pub(super) const NEEDED: [&str; 11] = [
    "timestamp",
    "actual_q",
    "actual_qd",
    "speed_scaling",
    "target_speed_fraction",
    "robot_mode",
    "safety_mode",
    "runtime_state",
    "output_int_register_24",
    "output_int_register_25",
    "output_int_register_26",
];

/// Fields that are kept where there are any.
pub(super) const WORTH_KEEPING: [&str; 7] = [
    "target_q",
    "target_qd",
    "target_moment",
    "target_current",
    "joint_temperatures",
    "payload",
    "payload_cog",
];

/// How often slow things are kept \[s\].
pub(super) const STATE_EVERY_S: f64 = 1.0;

/// The field with the efforts.
pub(super) fn effort_field(kind: EffortKind) -> &'static str {
    match kind {
        EffortKind::Current => "actual_current",
        EffortKind::Torque => "actual_current_as_torque",
    }
}

/// What the controller says about itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Status {
    /// Share of its speed that motions are scaled to now.
    pub(super) speed_scaling: f64,
    /// The speed slider, as a share.
    pub(super) speed_fraction: f64,
    pub(super) robot_mode: i32,
    pub(super) safety_mode: i32,
    /// Whether a program runs.
    pub(super) runtime_state: u32,
    pub(super) program: ProgramState,
    /// The count that the program saw last.
    pub(super) beat: i32,
}

/// One packet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) feedback: Feedback,
    pub(super) status: Status,
    targets: Option<Targets>,
    temperatures_c: Option<[f64; N_JOINTS]>,
    payload_kg: Option<f64>,
    payload_cog_m: Option<[f64; 3]>,
    phase: i32,
}

impl Stamped for Reading {
    fn t_s(&self) -> f64 {
        self.feedback.t_s
    }
}

impl Reading {
    /// From the values of a data packet. Fields that the packet does not have, or that are of another
    /// type than they should be, are not numbers: the guard stops at them.
    pub(super) fn new(recipe: &Recipe, values: &[Value], effort: EffortKind) -> Self {
        let find = |name: &str| {
            let place = recipe.fields.iter().position(|(field, _)| field == name);
            place.and_then(|k| values.get(k)).copied()
        };
        let number = |name: &str| match find(name) {
            Some(Value::Double(x)) => x,
            _ => f64::NAN,
        };
        let joints = |name: &str| match find(name) {
            Some(Value::Vector6(x)) => Some(x),
            _ => None,
        };
        let integer = |name: &str| match find(name) {
            Some(Value::Int32(x)) => x,
            _ => -1,
        };
        let sure = |name: &str| joints(name).unwrap_or([f64::NAN; N_JOINTS]).to_vec();
        Self {
            feedback: Feedback {
                t_s: number("timestamp"),
                q: sure("actual_q"),
                q_link: None,
                qd: sure("actual_qd"),
                effort: sure(effort_field(effort)),
                wrench: None,
            },
            status: Status {
                speed_scaling: number("speed_scaling"),
                speed_fraction: number("target_speed_fraction"),
                robot_mode: integer("robot_mode"),
                safety_mode: integer("safety_mode"),
                runtime_state: match find("runtime_state") {
                    Some(Value::Uint32(x)) => x,
                    _ => 0,
                },
                program: ProgramState::of(integer("output_int_register_25")),
                beat: integer("output_int_register_26"),
            },
            targets: joints("target_q").map(|q| Targets {
                q: q.to_vec(),
                qd: sure("target_qd"),
                tau: sure("target_moment"),
                current_a: sure("target_current"),
            }),
            temperatures_c: joints("joint_temperatures"),
            payload_kg: find("payload").map(|_| number("payload")),
            payload_cog_m: match find("payload_cog") {
                Some(Value::Vector3(x)) => Some(x),
                _ => None,
            },
            phase: integer("output_int_register_24"),
        }
    }

    /// What goes into the log beside the joints; what is slow only now and then.
    pub(super) fn aside(&self, with_state: bool) -> Aside {
        let state = with_state.then(|| {
            let mut state = Map::new();
            let Status { speed_scaling, speed_fraction, .. } = self.status;
            state.insert("speed_scaling".to_owned(), json!(speed_scaling));
            state.insert("target_speed_fraction".to_owned(), json!(speed_fraction));
            state.insert("program_phase".to_owned(), json!(self.phase));
            let mut add = |name: &str, value: Option<serde_json::Value>| {
                value.map(|value| state.insert(name.to_owned(), value))
            };
            add("joint_temperatures_c", self.temperatures_c.map(|t| json!(t)));
            add("payload_kg", self.payload_kg.map(|m| json!(m)));
            add("payload_cog_m", self.payload_cog_m.map(|c| json!(c)));
            serde_json::Value::Object(state)
        });
        Aside { targets: self.targets.clone(), state }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(fields: &[(&str, Value)]) -> Reading {
        let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        let values: Vec<Value> = fields.iter().map(|(_, value)| *value).collect();
        let types: Vec<String> =
            values.iter().map(|value| value.field_type().name().to_owned()).collect();
        Reading::new(&Recipe::new(1, &names, &types).unwrap(), &values, EffortKind::Current)
    }

    #[test]
    fn fields_are_found_by_name_and_what_is_missing_is_no_number() {
        let found = reading(&[
            ("actual_current", Value::Vector6([6.0; 6])),
            ("timestamp", Value::Double(12.5)),
            ("target_q", Value::Vector6([2.0; 6])),
            ("actual_qd", Value::Vector3([1.0; 3])),
            ("output_int_register_25", Value::Int32(1)),
            ("joint_temperatures", Value::Vector6([31.0; 6])),
        ]);
        assert_eq!((found.t_s(), &found.feedback.effort[..]), (12.5, &[6.0; 6][..]));
        // Absent, and of another type.
        assert!(found.feedback.q.iter().chain(&found.feedback.qd).all(|x| x.is_nan()));
        assert_eq!(found.status.program, ProgramState::Follows);
        let Aside { targets, state } = found.aside(true);
        let targets = targets.unwrap();
        assert!(targets.q == [2.0; 6] && targets.tau.len() == 6 && targets.tau[0].is_nan());
        assert_eq!(state.unwrap()["joint_temperatures_c"][5], 31.0);
        assert_eq!(found.aside(false).state, None);
        assert_eq!(reading(&[("timestamp", Value::Double(0.0))]).aside(false).targets, None);
    }
}
