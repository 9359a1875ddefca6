//! Logs of currents, conditioned: positions, velocities and accelerations of all joints, and currents.

use super::super::gains::current_head;
use super::settings::MotorsSettings;
use crate::diagnostics::{DataError, Result, SignalWarning, Warning};
use crate::experiment::DrivenPhase;
use crate::methods::common::{
    DespikedLog, SPIKE_FACTOR, SampleBound, despiked, read_motions, unwatched,
};
use crate::model::Robot;
use crate::recording::{Log, Recording};
use crate::signal::Motion;

/// A log, the robot with all that was fixed to it then, and the recorded phases of the log.
#[derive(Debug)]
pub struct MotorLog<'a, L> {
    /// The log; its efforts are currents.
    pub log: &'a L,
    /// The robot as it was, load included.
    pub robot: &'a Robot,
    /// Phases that were driven; empty where the log has none.
    pub phases: &'a [DrivenPhase],
}

/// A conditioned log. The torques of its motion are currents \[A\].
pub(super) struct Run<'a> {
    pub(super) source: String,
    pub(super) robot: &'a Robot,
    pub(super) phases: &'a [DrivenPhase],
    pub(super) motion: Motion,
}

/// Samples that are kept of all logs together.
const BOUND: SampleBound = SampleBound { most_samples: 3 << 17, thins: true };

/// Reads and conditions every log; of all logs together at most 393 216 samples are kept, of a single
/// log that is longer about half as many, in windows spread over it.
pub(super) fn condition_runs<'a, L: Log>(
    logs: &[MotorLog<'a, L>],
    settings: &MotorsSettings,
) -> Result<Vec<Run<'a>>> {
    if logs.is_empty() {
        return Err(DataError::TooFewSamples { what: "the logs", needed: 1, found: 0 }.into());
    }
    for MotorLog { log, robot, .. } in logs {
        check_names(&current_head(robot, *log)?, robot)?;
    }
    let despiked = despiked(logs.iter().map(|log| log.log), Some(SPIKE_FACTOR), &unwatched)?;
    // A gain of one leaves currents as they are.
    let ones = vec![Some(1.0); logs[0].robot.n_dof()];
    let motions =
        read_motions(despiked.iter().map(|log| (log, &ones[..])), &settings.condition, BOUND)?;
    let run = |((log, despiked), mut motion): ((&MotorLog<'a, L>, &DespikedLog<'_, L>), Motion)| {
        motion.warnings.extend(despiked.warnings());
        let source = log.log.source().to_owned();
        Run { source, robot: log.robot, phases: log.phases, motion }
    };
    Ok(logs.iter().zip(&despiked).zip(motions).map(run).collect())
}

fn check_names(recording: &Recording, robot: &Robot) -> Result<()> {
    let pairs = recording.joints.iter().zip(robot.dof_joint_iter()).enumerate();
    for (k, (found, joint)) in pairs {
        if *found != joint.name {
            let (found, expected) = (found.clone(), joint.name.clone());
            return Err(DataError::JointsDiffer { number: k + 1, found, expected }.into());
        }
    }
    Ok(())
}

impl Run<'_> {
    /// Warnings about the log; joints that stand all the time are the rule here.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> + '_ {
        let stands = |warning: &&Warning| {
            matches!(
                warning.kind(),
                Some(SignalWarning::ConstantChannel { quantity: "position", .. })
            )
        };
        self.motion.warnings.iter().filter(move |warning| !stands(warning)).cloned()
    }
}
