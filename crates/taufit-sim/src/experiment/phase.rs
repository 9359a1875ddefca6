//! A motion, and what it is for.

use super::PhaseMotion;
use serde::{Deserialize, Serialize};

/// Purpose of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PhaseKind {
    /// To where something begins.
    GoToStart,
    /// Come to rest.
    Settle,
    /// A trajectory.
    Follow,
    /// Constant velocity.
    Travel,
    /// A static pose.
    Dwell,
    /// Forces against a clamp.
    Press,
    /// Listening.
    Log,
    /// Back home.
    Return,
}

impl PhaseKind {
    /// In words.
    pub fn label(self) -> &'static str {
        match self {
            Self::GoToStart => "go to start",
            Self::Settle => "settle",
            Self::Follow => "follow trajectory",
            Self::Travel => "constant velocity",
            Self::Dwell => "hold pose",
            Self::Press => "press",
            Self::Log => "listen",
            Self::Return => "return home",
        }
    }
}

/// One phase of a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Phase {
    /// Purpose of the phase.
    pub kind: PhaseKind,
    /// Duration \[s\].
    pub duration_s: f64,
    /// The joint that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<String>,
    /// Velocity of that joint, with its sign \[rad/s or m/s\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed_rad_s: Option<f64>,
    /// Which repetition, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iteration: Option<usize>,
    /// Motion of the robot.
    #[serde(skip)]
    pub motion: PhaseMotion,
}

impl Phase {
    pub(super) fn new(kind: PhaseKind, motion: PhaseMotion) -> Self {
        let duration_s = motion.duration_s();
        Self { kind, duration_s, joint: None, speed_rad_s: None, iteration: None, motion }
    }
}

/// A phase that a robot went through, on the clock of its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrivenPhase {
    /// Purpose of the phase.
    pub kind: PhaseKind,
    /// Start \[s\].
    pub begin_s: f64,
    /// When it was over \[s\]; infinite where the log breaks off before.
    pub end_s: f64,
    /// The joint that it was about.
    pub joint: Option<String>,
    /// Commanded velocity of that joint, with its sign \[rad/s or m/s\].
    pub speed_rad_s: Option<f64>,
    /// Which repetition, from 1.
    pub iteration: Option<usize>,
}
