//! Logs of currents, conditioned: positions, velocities and accelerations of all joints, and currents.

use super::super::gains::read_currents;
use super::settings::MotorsSettings;
use crate::diagnostics::{Error, Warning};
use crate::experiment::DrivenPhase;
use crate::model::Robot;
use crate::recording::{Log, Recording};
use crate::signal::{Motion, condition};

/// A log, the robot with all that was fixed to it then, and what the log says about its phases.
#[derive(Debug)]
pub struct MotorLog<'a, L> {
    /// The log; its efforts are currents.
    pub log: &'a L,
    /// The robot as it was, load included.
    pub robot: &'a Robot,
    /// Phases that were driven; empty where the log does not say.
    pub phases: &'a [DrivenPhase],
}

/// A conditioned log. The torques of its motion are currents \[A\].
pub(super) struct Run<'a> {
    pub(super) source: String,
    pub(super) robot: &'a Robot,
    pub(super) phases: &'a [DrivenPhase],
    pub(super) motion: Motion,
}

/// Reads and conditions every log.
pub(super) fn take_in<'a, L: Log>(
    logs: &[MotorLog<'a, L>],
    settings: &MotorsSettings,
) -> Result<Vec<Run<'a>>, L::Error> {
    if logs.is_empty() {
        return Err(Error::TooFewSamples { what: "the logs", needed: 1, found: 0 }.into());
    }
    let run = |log: &MotorLog<'a, L>| {
        let recording = read_currents(log.robot, log.log)?;
        check_names(&recording, log.robot)?;
        // A gain of one leaves currents as they are.
        let ones = vec![Some(1.0); log.robot.n_dof()];
        let motion = condition(&recording, &ones, &settings.condition)?;
        let source = log.log.source().to_owned();
        Ok(Run { source, robot: log.robot, phases: log.phases, motion })
    };
    logs.iter().map(run).collect()
}

fn check_names(recording: &Recording, robot: &Robot) -> Result<(), Error> {
    let pairs = recording.joints.iter().zip(robot.dof_joint_iter()).enumerate();
    for (k, (found, joint)) in pairs {
        if *found != joint.name {
            let (found, expected) = (found.clone(), joint.name.clone());
            return Err(Error::JointsDiffer { number: k + 1, found, expected });
        }
    }
    Ok(())
}

impl Run<'_> {
    /// Doubts about the log; joints that stand all the time are the rule here.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> + '_ {
        let stands = |warning: &&Warning| {
            matches!(warning, Warning::ConstantChannel { quantity: "position", .. })
        };
        self.motion.warnings.iter().filter(move |warning| !stands(warning)).cloned()
    }
}
