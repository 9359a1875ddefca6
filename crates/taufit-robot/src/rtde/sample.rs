//! Contents of one data packet.

use super::protocol::{Recipe, RtdeValue};
use super::registers::{N_JOINTS, ProgramState};
use crate::connection::TimeStamped;
use crate::connection::{AuxiliaryData, RobotFeedback, Targets};
use serde_json::{Map, json};
use taufit::recording::EffortKind;

/// Required fields, beside the effort.
pub(super) const REQUIRED_FIELDS: [&str; 11] = [
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

/// Fields that are recorded where they exist.
pub(super) const OPTIONAL_FIELDS: [&str; 7] = [
    "target_q",
    "target_qd",
    "target_moment",
    "target_current",
    "joint_temperatures",
    "payload",
    "payload_cog",
];

/// Period of recording slowly changing state \[s\].
pub(super) const STATE_PERIOD_S: f64 = 1.0;

/// Field of the efforts.
pub(super) fn effort_field(kind: EffortKind) -> &'static str {
    match kind {
        EffortKind::Current => "actual_current",
        EffortKind::Torque => "actual_current_as_torque",
    }
}

/// State of the controller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Status {
    /// Current speed scaling, as a share of full speed.
    pub(super) speed_scaling: f64,
    /// Speed slider, as a share of full speed.
    pub(super) speed_fraction: f64,
    pub(super) robot_mode: i32,
    pub(super) safety_mode: i32,
    /// Whether a program runs.
    pub(super) runtime_state: u32,
    pub(super) program: ProgramState,
    /// Last heartbeat that the program received.
    pub(super) heartbeat: i32,
}

/// Data packet.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RtdeSample {
    pub(super) feedback: RobotFeedback,
    pub(super) status: Status,
    targets: Option<Targets>,
    temperatures_c: Option<[f64; N_JOINTS]>,
    payload_kg: Option<f64>,
    payload_cog_m: Option<[f64; 3]>,
    phase: i32,
}

impl TimeStamped for RtdeSample {
    fn t_s(&self) -> f64 {
        self.feedback.t_s
    }
}

impl RtdeSample {
    /// Sample of the values of a data packet. Fields that are absent or of another type become NaN, at which
    /// the guard stops.
    pub(super) fn new(recipe: &Recipe, values: &[RtdeValue], effort: EffortKind) -> Self {
        let find = |name: &str| {
            let place = recipe.fields.iter().position(|(field, _)| field == name);
            place.and_then(|k| values.get(k)).copied()
        };
        let number = |name: &str| match find(name) {
            Some(RtdeValue::Double(x)) => x,
            _ => f64::NAN,
        };
        let joints = |name: &str| match find(name) {
            Some(RtdeValue::Vector6(x)) => Some(x),
            _ => None,
        };
        let integer = |name: &str| match find(name) {
            Some(RtdeValue::Int32(x)) => x,
            _ => -1,
        };
        let joints_or_nan = |name: &str| joints(name).unwrap_or([f64::NAN; N_JOINTS]).to_vec();
        Self {
            feedback: RobotFeedback {
                t_s: number("timestamp"),
                q: joints_or_nan("actual_q"),
                q_link: None,
                qd: joints_or_nan("actual_qd"),
                effort: joints_or_nan(effort_field(effort)),
                wrench: None,
            },
            status: Status {
                speed_scaling: number("speed_scaling"),
                speed_fraction: number("target_speed_fraction"),
                robot_mode: integer("robot_mode"),
                safety_mode: integer("safety_mode"),
                runtime_state: match find("runtime_state") {
                    Some(RtdeValue::Uint32(x)) => x,
                    _ => 0,
                },
                program: ProgramState::of(integer("output_int_register_25")),
                heartbeat: integer("output_int_register_26"),
            },
            targets: joints("target_q").map(|q| Targets {
                q: q.to_vec(),
                qd: joints_or_nan("target_qd"),
                tau: joints_or_nan("target_moment"),
                current_a: joints_or_nan("target_current"),
            }),
            temperatures_c: joints("joint_temperatures"),
            payload_kg: find("payload").map(|_| number("payload")),
            payload_cog_m: match find("payload_cog") {
                Some(RtdeValue::Vector3(x)) => Some(x),
                _ => None,
            },
            phase: integer("output_int_register_24"),
        }
    }

    /// Auxiliary data for the log, with slowly changing state on request.
    pub(super) fn auxiliary(&self, with_state: bool) -> AuxiliaryData {
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
        AuxiliaryData { targets: self.targets.clone(), state }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(fields: &[(&str, RtdeValue)]) -> RtdeSample {
        let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
        let values: Vec<RtdeValue> = fields.iter().map(|(_, value)| *value).collect();
        let types: Vec<String> =
            values.iter().map(|value| value.field_type().name().to_owned()).collect();
        RtdeSample::new(&Recipe::new(1, &names, &types).unwrap(), &values, EffortKind::Current)
    }

    #[test]
    fn fields_are_found_by_name_and_what_is_missing_is_no_number() {
        let found = sample(&[
            ("actual_current", RtdeValue::Vector6([6.0; 6])),
            ("timestamp", RtdeValue::Double(12.5)),
            ("target_q", RtdeValue::Vector6([2.0; 6])),
            ("actual_qd", RtdeValue::Vector3([1.0; 3])),
            ("output_int_register_25", RtdeValue::Int32(1)),
            ("joint_temperatures", RtdeValue::Vector6([31.0; 6])),
        ]);
        assert_eq!((found.t_s(), &found.feedback.effort[..]), (12.5, &[6.0; 6][..]));
        // Absent, and of another type.
        assert!(found.feedback.q.iter().chain(&found.feedback.qd).all(|x| x.is_nan()));
        assert_eq!(found.status.program, ProgramState::Follows);
        let AuxiliaryData { targets, state } = found.auxiliary(true);
        let targets = targets.unwrap();
        assert!(targets.q == [2.0; 6] && targets.tau.len() == 6 && targets.tau[0].is_nan());
        assert_eq!(state.unwrap()["joint_temperatures_c"][5], 31.0);
        assert_eq!(found.auxiliary(false).state, None);
        assert_eq!(sample(&[("timestamp", RtdeValue::Double(0.0))]).auxiliary(false).targets, None);
    }
}
