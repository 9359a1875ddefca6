//! A phase as a log remembers it: what was driven, from when to when.

use super::PhaseKind;
use serde::{Deserialize, Serialize};

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
