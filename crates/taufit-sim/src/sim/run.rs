//! A whole run in one call.

use super::arm::SimulatedArm;
use super::sensor::{ArmFeedback, WrenchSample};
use super::truth::{TrueSignals, TrueState, Truth};
use crate::command::Command;
use serde::Serialize;
use taufit_data::recording::Recording;
use taufit_dynamics::diagnostics::{InputError, Result, Warning};

/// Results of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimulatedRun {
    /// Recording of the arm's own sensors: positions are those of the motors.
    pub recording: Recording,
    /// Positions of the encoders on the links, channels like those of the recording.
    pub q_link: Vec<f64>,
    /// Torque sensors behind the gears, channels like those of the recording.
    pub joint_torque_nm: Vec<f64>,
    /// Samples of the force sensor, with its own stamps.
    pub wrenches: Vec<WrenchSample>,
    /// True states, at the moments of the recording's samples.
    pub truth: Truth,
    /// Warnings about the run.
    pub warnings: Vec<Warning>,
}

impl SimulatedRun {
    /// The recording of an arm with encoders on motors and links.
    pub fn with_both_encoders(&self) -> Recording {
        let q_motor = Some(self.recording.q.clone());
        Recording { q: self.q_link.clone(), q_motor, ..self.recording.clone() }
    }
}

/// Drives an arm by a reference and records it, from now on for `duration_s`, at `rate_hz`.
///
/// The reference gives the command for a time since the start of the run; it is asked once per period of
/// the controller. Lost packets are missing from the recording.
pub fn simulate(
    arm: &mut SimulatedArm,
    mut reference: impl FnMut(f64) -> Command,
    duration_s: f64,
    rate_hz: f64,
) -> Result<SimulatedRun> {
    InputError::check_positive("rate_hz of the recording", rate_hz)?;
    InputError::check_positive("duration_s", duration_s)?;
    let start_s = arm.t_s();
    let n_samples = (duration_s * rate_hz).floor() as usize + 1;
    let mut rows: Vec<(ArmFeedback, TrueState)> = Vec::with_capacity(n_samples);
    for k in 0..n_samples {
        let sample_s = start_s + k as f64 / rate_hz;
        while arm.t_s() < sample_s {
            let tick_s = arm.next_tick_s();
            arm.command(reference(tick_s - start_s))?;
            arm.advance_to(tick_s.min(sample_s))?;
        }
        let truth = arm.truth()?;
        rows.extend(arm.sense().map(|feedback| (feedback, truth)));
    }
    Ok(gathered(arm, &rows))
}

fn gathered(arm: &SimulatedArm, rows: &[(ArmFeedback, TrueState)]) -> SimulatedRun {
    let robot = arm.robot();
    let n_dof = robot.n_dof();
    let channels = |of: &dyn Fn(&(ArmFeedback, TrueState), usize) -> f64| -> Vec<f64> {
        (0..n_dof).flat_map(|dof| rows.iter().map(move |row| of(row, dof))).collect()
    };
    let signal =
        |of: fn(&TrueSignals) -> &Vec<f64>| channels(&|(_, truth), dof| of(&truth.signals)[dof]);
    SimulatedRun {
        recording: Recording {
            source: format!("simulated {}", robot.name()),
            joints: robot.dof_joint_iter().map(|j| j.name.clone()).collect(),
            t_s: rows.iter().map(|(said, _)| said.t_s).collect(),
            q: channels(&|(said, _), dof| said.q[dof]),
            qd: Some(channels(&|(said, _), dof| said.qd[dof])),
            effort: channels(&|(said, _), dof| said.effort[dof]),
            q_motor: None,
            effort_kind: arm.effort_kind(),
        },
        q_link: channels(&|(said, _), dof| said.q_link[dof]),
        joint_torque_nm: channels(&|(said, _), dof| said.joint_torque_nm[dof]),
        wrenches: rows.iter().filter_map(|(said, _)| said.wrench).collect(),
        truth: Truth {
            t_s: rows.iter().map(|(_, truth)| truth.t_s).collect(),
            signals: TrueSignals {
                q: signal(|s| &s.q),
                qd: signal(|s| &s.qd),
                qdd: signal(|s| &s.qdd),
                q_motor: signal(|s| &s.q_motor),
                qd_motor: signal(|s| &s.qd_motor),
                qdd_motor: signal(|s| &s.qdd_motor),
                tau: signal(|s| &s.tau),
                friction: signal(|s| &s.friction),
            },
        },
        warnings: arm.warnings(),
    }
}
