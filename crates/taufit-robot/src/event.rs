//! What a log says beside the samples.

use crate::error::Error;
use serde::Serialize;
use taufit::experiment::Phase;

/// Something that happened, with the number of the phase from 1.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(crate) enum Event<'a> {
    /// A phase begins.
    Begin {
        phase: usize,
        #[serde(flatten)]
        details: &'a Phase,
        #[serde(skip_serializing_if = "Option::is_none")]
        direction: Option<&'static str>,
    },
    /// A phase is over.
    End { phase: usize },
    /// What the robot says now and then.
    State {
        #[serde(flatten)]
        state: &'a serde_json::Value,
    },
    /// The run ended before its time.
    Stop { code: &'static str, reason: String },
}

impl<'a> Event<'a> {
    pub(crate) fn begin(phase: usize, details: &'a Phase) -> Self {
        let way = |speed: f64| if speed < 0.0 { "backward" } else { "forward" };
        Self::Begin { phase, details, direction: details.speed_rad_s.map(way) }
    }

    pub(crate) fn stop(error: &Error) -> Self {
        Self::Stop { code: error.code(), reason: error.to_string() }
    }
}
