//! Whole logs, watched from end to end.

use super::detector::ContactDetector;
use super::settings::DetectionSettings;
use super::trace::TraceKeeper;
use crate::diagnostics::Result;
use crate::model::{Frame, Robot};
use crate::recording::Log;
use crate::study::{LogContacts, Thresholds};
use crate::survey::{LogUse, gate};

/// Watches logs for contacts, one after the other, without keeping them in memory.
pub fn detect_contacts<L: Log>(
    robot: &Robot,
    logs: &[L],
    gains: &[Option<f64>],
    thresholds: &Thresholds,
    frame: Option<&Frame>,
    settings: &DetectionSettings,
) -> Result<Vec<LogContacts>> {
    gate(robot, logs, gains, LogUse::FreeMotion, &settings.gate)?;
    let watch = |log: &L| watch_log(robot, log, gains, thresholds, frame, settings);
    logs.iter().map(watch).collect()
}

fn watch_log<L: Log>(
    robot: &Robot,
    log: &L,
    gains: &[Option<f64>],
    thresholds: &Thresholds,
    frame: Option<&Frame>,
    settings: &DetectionSettings,
) -> Result<LogContacts> {
    let mut detector = ContactDetector::new(robot, thresholds, frame, settings)?;
    let mut trace = TraceKeeper::new(robot.n_dof());
    let mut span_s: Option<[f64; 2]> = None;
    log.read(&mut |piece| {
        detector.read(piece, gains, &mut |t_s, residual, thresholds| {
            trace.take(t_s, residual, thresholds);
            span_s = Some([span_s.map_or(t_s, |[first_s, _]| first_s), t_s]);
        })?;
        Ok(())
    })?;
    let [start_s, end_s] = span_s.unwrap_or_default();
    Ok(LogContacts {
        source: log.source().to_owned(),
        start_s,
        duration_s: end_s - start_s,
        contacts: detector.finish()?,
        trace: trace.finish(),
    })
}
