//! What is doubtful about a link, beside what is refused.

use serde::Serialize;
use std::fmt;

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
    /// Nobody can be asked whether the robot is in remote control.
    NoDashboard {
        /// What the network said.
        problem: String,
    },
}

impl LiveDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotRecorded { .. } => "W240",
            Self::OtherRate { .. } => "W241",
            Self::NoDashboard { .. } => "W242",
            Self::NotCompared { .. } => "W246",
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
            Self::NoDashboard { problem } => {
                write!(f, "the dashboard server of the controller does not answer: {problem}")
            }
        }
    }
}
