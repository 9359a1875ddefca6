//! What is doubtful about a link, beside what is refused.

use serde::Serialize;
use std::fmt;
use taufit::model::{Joint, Robot};
use taufit::recording::EffortKind;

/// A doubt about a link, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum LiveDoubt {
    /// The controller does not say everything that is worth keeping.
    NotRecorded {
        /// What it does not know.
        fields: Vec<String>,
    },
    /// The robot has a rate of its own.
    OtherRate {
        /// Packets per second that the experiment asks for \[Hz\].
        asked_hz: f64,
        /// Packets per second that come \[Hz\].
        found_hz: f64,
    },
    /// The robot's own description cannot be compared with the model.
    NotCompared {
        /// Why not.
        problem: String,
    },
    /// Torque limits that are not guarded, since efforts are currents.
    TorqueUnguarded {
        /// The joints without a torque constant.
        joints: Vec<String>,
    },
    /// Much of what the robot said did not come.
    PacketsLost {
        /// Packets that did not come, by the robot's rate.
        n_lost: u64,
        /// Packets that should have come.
        n_expected: u64,
    },
    /// Nobody can be asked whether the robot is in remote control.
    NoDashboard {
        /// What the network said.
        problem: String,
    },
}

impl LiveDoubt {
    /// Joints with a torque limit that cannot be guarded by efforts of this kind.
    pub(crate) fn torque_unguarded(robot: &Robot, effort: EffortKind) -> Option<Self> {
        let is_blind = |joint: &&Joint| {
            joint.limits.effort.is_some() && joint.motor.torque_constant_nm_a.is_none()
        };
        let joints: Vec<String> =
            robot.dof_joint_iter().filter(is_blind).map(|joint| joint.name.clone()).collect();
        let is_off = effort == EffortKind::Current && !joints.is_empty();
        is_off.then_some(Self::TorqueUnguarded { joints })
    }

    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotRecorded { .. } => "W240",
            Self::OtherRate { .. } => "W241",
            Self::NoDashboard { .. } => "W242",
            Self::NotCompared { .. } => "W246",
            Self::PacketsLost { .. } => "W171",
            Self::TorqueUnguarded { .. } => "W172",
        }
    }

    /// What to do.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotRecorded { .. } => {
                "joints are recorded all the same; newer software says more"
            }
            Self::OtherRate { .. } => {
                "say this rate in the experiment, so that its plan shows what comes"
            }
            Self::NotCompared { .. } => "make sure yourself that this is the robot of the model",
            Self::TorqueUnguarded { .. } => {
                "identify torque constants with `taufit motors`, or give them in the robot's file"
            }
            Self::PacketsLost { .. } => {
                "use a cable, or lower the rate of the driver, and record again"
            }
            Self::NoDashboard { .. } => {
                "make sure that the robot is in remote control before it moves"
            }
        }
    }
}

impl fmt::Display for LiveDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRecorded { fields } => {
                write!(f, "the controller does not know {}", fields.join(", "))
            }
            Self::OtherRate { asked_hz, found_hz } => write!(
                f,
                "the experiment asks for {asked_hz} packets per second, the robot sends {found_hz}"
            ),
            Self::NotCompared { problem } => {
                write!(f, "the robot's own description was not compared with the model: {problem}")
            }
            Self::TorqueUnguarded { joints } => write!(
                f,
                "the torque limit of {} is not guarded: efforts are currents, and the model has no torque constant",
                joints.join(", ")
            ),
            Self::PacketsLost { n_lost, n_expected } => {
                let percent = 100.0 * *n_lost as f64 / (*n_expected).max(1) as f64;
                write!(f, "{n_lost} of {n_expected} packets were lost ({percent:.0} %)")
            }
            Self::NoDashboard { problem } => {
                write!(f, "the dashboard server of the controller does not answer: {problem}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;

    #[test]
    fn currents_without_torque_constants_are_named() {
        let doubt = |robot: &str, effort| {
            LiveDoubt::torque_unguarded(&catalog::robot(robot).unwrap(), effort)
        };
        let blind = doubt("panda", EffortKind::Current).unwrap();
        assert_eq!(blind.to_string().matches("joint").count(), 7, "{blind}");
        assert_eq!(doubt("panda", EffortKind::Torque), None);
        assert_eq!(doubt("ur5", EffortKind::Current), None);
    }
}
