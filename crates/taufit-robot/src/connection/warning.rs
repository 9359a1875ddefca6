//! Warnings about connections.

use serde::Serialize;
use std::fmt;
use taufit::model::{Joint, Robot};
use taufit::recording::EffortKind;

/// Warning about a connection.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ConnectionWarning {
    /// Output fields are missing.
    NotRecorded {
        /// Missing fields.
        fields: Vec<String>,
    },
    /// The robot has another rate than the experiment.
    OtherRate {
        /// Rate of the experiment \[Hz\].
        asked_hz: f64,
        /// Rate of the robot \[Hz\].
        found_hz: f64,
    },
    /// The robot's own URDF cannot be compared with the model.
    NotCompared {
        /// Reason.
        problem: String,
    },
    /// Torque limits are not checked, since efforts are currents.
    TorqueUnguarded {
        /// Joints without a torque constant.
        joints: Vec<String>,
    },
    /// Packets from other network interfaces than the named one are received.
    NotConfined {
        /// Address of the interface.
        interface: std::net::IpAddr,
        /// Reason.
        problem: String,
    },
    /// Many packets were lost.
    PacketsLost {
        /// Lost packets, by the robot's rate.
        n_lost: u64,
        /// Expected packets.
        n_expected: u64,
    },
    /// The dashboard server does not answer: remote control cannot be checked.
    NoDashboard {
        /// Network error.
        problem: String,
    },
}

impl ConnectionWarning {
    /// Warning about joints whose torque limit cannot be checked by efforts of this kind.
    pub(crate) fn torque_unguarded(robot: &Robot, effort: EffortKind) -> Option<Self> {
        let is_blind = |joint: &&Joint| {
            joint.limits.effort.is_some() && joint.motor.torque_constant_nm_a.is_none()
        };
        let joints: Vec<String> =
            robot.dof_joint_iter().filter(is_blind).map(|joint| joint.name.clone()).collect();
        let is_off = effort == EffortKind::Current && !joints.is_empty();
        is_off.then_some(Self::TorqueUnguarded { joints })
    }

    /// Stable code of the warning.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotRecorded { .. } => "W240",
            Self::OtherRate { .. } => "W241",
            Self::NoDashboard { .. } => "W242",
            Self::NotConfined { .. } => "W243",
            Self::NotCompared { .. } => "W246",
            Self::PacketsLost { .. } => "W171",
            Self::TorqueUnguarded { .. } => "W172",
        }
    }

    /// Advice.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::NotRecorded { .. } => {
                "joints are recorded all the same; newer software has more fields"
            }
            Self::OtherRate { .. } => {
                "give this rate in the experiment, so that the plan is that of the recording"
            }
            Self::NotCompared { .. } => "check that this is the robot of the model",
            Self::TorqueUnguarded { .. } => {
                "identify torque constants with `taufit motors`, or give them in the robot's file"
            }
            Self::NotConfined { .. } => {
                "close the ports from 7400 on (UDP) for other networks in the firewall"
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

impl fmt::Display for ConnectionWarning {
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
            Self::NotConfined { interface, problem } => write!(
                f,
                "ROS 2 packets from other interfaces than {interface} are received: {problem}"
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
        let warning = |robot: &str, effort| {
            ConnectionWarning::torque_unguarded(&catalog::robot(robot).unwrap(), effort)
        };
        let blind = warning("panda", EffortKind::Current).unwrap();
        assert_eq!(blind.code(), "W172");
        assert_eq!(blind.to_string().matches("joint").count(), 7, "{blind}");
        assert_eq!(warning("panda", EffortKind::Torque), None);
        assert_eq!(warning("ur5", EffortKind::Current), None);
    }
}
