//! Phases of a run, from the topic `/taufit/events` of a recording by taufit.

use super::bag::texts_on_topic;
use super::format::LogFormat;
use crate::error::Result;
use serde::Deserialize;
use std::path::Path;
use taufit::experiment::{DrivenPhase, PhaseKind};

/// Topic of the runner's events.
const EVENTS: &str = "/taufit/events";

/// An event of the runner; other events are passed over.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum RunnerEvent {
    Begin {
        phase: usize,
        kind: PhaseKind,
        joint: Option<String>,
        speed_rad_s: Option<f64>,
        iteration: Option<usize>,
    },
    End {
        phase: usize,
    },
    #[serde(other)]
    Other,
}

/// Phases of a recording by the runner, in turn; none for other logs.
///
/// Times are those of the recording. A phase in which the recording breaks off has no end.
pub fn read_phases(path: impl AsRef<Path>) -> Result<Vec<DrivenPhase>> {
    let path = path.as_ref();
    let found = match LogFormat::of(path) {
        Ok(LogFormat::Mcap) => texts_on_topic(path, EVENTS),
        Ok(_) => return Ok(Vec::new()),
        Err(error) => Err(error),
    };
    Ok(phases(&found.map_err(|error| error.in_file(path))?))
}

fn phases(events: &[(f64, String)]) -> Vec<DrivenPhase> {
    let mut phases: Vec<(usize, DrivenPhase)> = Vec::new();
    for (t_s, text) in events {
        match serde_json::from_str(text) {
            Ok(RunnerEvent::Begin { phase, kind, joint, speed_rad_s, iteration }) => {
                let (begin_s, end_s) = (*t_s, f64::INFINITY);
                let begun = DrivenPhase { kind, begin_s, end_s, joint, speed_rad_s, iteration };
                phases.push((phase, begun));
            }
            Ok(RunnerEvent::End { phase }) => {
                let begun = phases.iter_mut().rev().find(|(number, _)| *number == phase);
                if let Some((_, begun)) = begun {
                    begun.end_s = *t_s;
                }
            }
            Ok(RunnerEvent::Other) | Err(_) => {}
        }
    }
    phases.into_iter().map(|(_, phase)| phase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_have_their_joint_speed_and_times() {
        let events = [
            (0.0, r#"{"event":"begin","phase":1,"kind":"go_to_start","duration_s":1.5}"#),
            (1.5, r#"{"event":"end","phase":1}"#),
            (
                1.5,
                r#"{"event":"begin","phase":2,"kind":"travel","duration_s":3,"joint":"joint2",
                    "speed_rad_s":-0.4,"iteration":3,"direction":"backward"}"#,
            ),
            (2.0, r#"{"event":"stop","code":"E159","reason":"x"}"#),
            (2.1, "no JSON"),
        ];
        let found = phases(&events.map(|(t_s, text)| (t_s, text.to_owned())));
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].kind, found[0].end_s), (PhaseKind::GoToStart, 1.5));
        let travel = &found[1];
        assert_eq!((travel.joint.as_deref(), travel.speed_rad_s), (Some("joint2"), Some(-0.4)));
        assert_eq!((travel.begin_s, travel.end_s, travel.iteration), (1.5, f64::INFINITY, Some(3)));
    }
}
