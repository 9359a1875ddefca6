//! First pass over a log: its statistics, and the part of it that stays in memory.

use crate::diagnostics::{DataError, Result, SignalWarning, Warning, is_too_short};
use crate::recording::{Gather, Log, Recording, Windows};
use crate::signal::{ConditionSettings, Gap, Motion, Segment, Timing, condition};

/// Samples per window of a log that does not stay in memory.
pub(super) const WINDOW_SAMPLES: usize = 1 << 15;
/// Overlap of its windows in the first reading, when no filter is known yet \[s\].
const SURVEY_OVERLAP_S: f64 = 1.0;

/// Summary of one pass over a log.
pub(in crate::methods) struct LogSummary {
    pub(in crate::methods) n_samples: usize,
    pub(in crate::methods) first_s: f64,
    pub(in crate::methods) last_s: f64,
    pub(in crate::methods) timing: Timing,
    pub(in crate::methods) rate_hz: f64,
    pub(in crate::methods) torque_cutoff_hz: Option<f64>,
    pub(in crate::methods) motion_cutoff_hz: f64,
    pub(in crate::methods) edge_trim_s: f64,
    pub(in crate::methods) reason: String,
    pub(in crate::methods) n_segments: usize,
    pub(in crate::methods) warnings: Vec<Warning>,
}

/// Part of a log that stays in memory.
pub(super) enum KeptSamples {
    /// All of it, and what conditioning made of it.
    Whole(Recording, Box<Motion>),
    /// The beginning of a long log, if there was room for any.
    Beginning(Option<Recording>),
}

impl KeptSamples {
    pub(super) fn n_samples(&self) -> usize {
        match self {
            Self::Whole(recording, _) | Self::Beginning(Some(recording)) => recording.n_samples(),
            Self::Beginning(None) => 0,
        }
    }
}

/// Reads a log once; keeps it if it has at most `room` samples, and of a longer one half as many.
pub(super) fn survey<L: Log>(
    log: &L,
    gains: &[Option<f64>],
    settings: &ConditionSettings,
    room: usize,
) -> Result<(LogSummary, KeptSamples)> {
    let mut survey: Option<LogSummary> = None;
    let mut note = |window: &Recording| -> Result<()> {
        if let Some(motion) = condition_window(window, gains, settings)? {
            match &mut survey {
                Some(survey) => survey.merge(&motion, window),
                None => survey = Some(LogSummary::new(&motion, window)),
            }
        }
        Ok(())
    };
    let mut reading = Reading::Short(Gather::without_velocities(room));
    log.read(&mut |piece| reading.push(piece, room, &mut note))?;
    match reading {
        Reading::Short(whole) => {
            let recording = whole.finish()?;
            let motion = condition(&recording, gains, settings)?;
            Ok((
                LogSummary::new(&motion, &recording),
                KeptSamples::Whole(recording, Box::new(motion)),
            ))
        }
        Reading::Long { beginning, windows } => {
            windows.finish(&mut note)?;
            let empty = DataError::TooFewSamples { what: "a log", needed: 2, found: 0 };
            Ok((survey.ok_or(empty)?, KeptSamples::Beginning(beginning)))
        }
    }
}

/// A log that is being read: kept as long as there is room, then cut into windows.
enum Reading {
    Short(Gather),
    Long { beginning: Option<Recording>, windows: Box<Windows> },
}

impl Reading {
    fn push(
        &mut self,
        piece: &Recording,
        room: usize,
        note: &mut dyn FnMut(&Recording) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::Long { windows, .. } => windows.push(piece, note)?,
            Self::Short(whole) if whole.n_samples() + piece.n_samples() <= room => {
                whole.push(piece)?;
            }
            Self::Short(whole) => {
                let mut windows = Box::new(Windows::new(WINDOW_SAMPLES, SURVEY_OVERLAP_S));
                let mut whole = std::mem::replace(whole, Gather::new(0));
                whole.push(piece)?;
                let beginning = whole.finish()?;
                windows.push(&beginning, note)?;
                // The other half is left to the logs to come.
                let beginning = (room > 1).then(|| beginning.range(0, room / 2));
                *self = Self::Long { beginning, windows };
            }
        }
        Ok(())
    }
}

/// A window of a long log; `None` if it is too short to be conditioned, as the last one may be.
pub(super) fn condition_window(
    window: &Recording,
    gains: &[Option<f64>],
    settings: &ConditionSettings,
) -> Result<Option<Motion>> {
    match condition(window, gains, settings) {
        Err(error) if is_too_short(&error) => Ok(None),
        other => other.map(Some),
    }
}

impl LogSummary {
    fn new(motion: &Motion, window: &Recording) -> Self {
        Self {
            n_samples: window.n_samples(),
            first_s: window.t_s.first().copied().unwrap_or(0.0),
            last_s: window.t_s.last().copied().unwrap_or(0.0),
            ..Self::of_motion(motion)
        }
    }

    /// Of a conditioned log: samples and times of its grid, with the edges that were cut off.
    pub(super) fn of_motion(motion: &Motion) -> Self {
        let ends = |segment: &Segment| match segment.t_s[..] {
            [first, .., last] => Some((first - motion.edge_trim_s, last + motion.edge_trim_s)),
            _ => None,
        };
        let stretches: Vec<(f64, f64)> = motion.segments.iter().filter_map(ends).collect();
        let n_samples = |(first, last): &(f64, f64)| {
            ((last - first) * motion.filter_rate_hz).round() as usize + 1
        };
        Self {
            n_samples: stretches.iter().map(n_samples).sum(),
            first_s: stretches.first().map_or(0.0, |(first, _)| *first),
            last_s: stretches.last().map_or(0.0, |(_, last)| *last),
            timing: motion.timing.clone(),
            rate_hz: motion.filter_rate_hz,
            torque_cutoff_hz: motion.torque_cutoff_hz,
            motion_cutoff_hz: motion.cutoff_hz,
            edge_trim_s: motion.edge_trim_s,
            reason: motion.cutoff_reason.clone(),
            n_segments: motion.segments.len(),
            warnings: motion.warnings.clone(),
        }
    }

    /// Adds a later window of the same log.
    fn merge(&mut self, motion: &Motion, window: &Recording) {
        let new = window.t_s.iter().filter(|t| **t > self.last_s).count();
        let weight = new as f64 / (self.n_samples + new).max(1) as f64;
        let later = &motion.timing;
        let known = |gap: &&Gap| gap.t_s >= self.last_s;
        self.timing.gaps.extend(later.gaps.iter().filter(known));
        self.timing.jitter_rms_s = (self.timing.jitter_rms_s.powi(2) * (1.0 - weight)
            + later.jitter_rms_s.powi(2) * weight)
            .sqrt();
        self.timing.shortest_s = self.timing.shortest_s.min(later.shortest_s);
        self.timing.longest_s = self.timing.longest_s.max(later.longest_s);
        self.timing.n_duplicates += later.n_duplicates;
        self.n_samples += new;
        self.last_s = window.t_s.last().copied().unwrap_or(self.last_s);
        self.n_segments += motion.segments.len();
        if motion.torque_cutoff_hz > self.torque_cutoff_hz
            || motion.cutoff_hz > self.motion_cutoff_hz
        {
            self.torque_cutoff_hz = motion.torque_cutoff_hz;
            self.motion_cutoff_hz = motion.cutoff_hz;
            self.reason.clone_from(&motion.cutoff_reason);
        }
        let fresh = |w: &&Warning| !self.warnings.iter().any(|known| known.code() == w.code());
        let fresh: Vec<Warning> = motion.warnings.iter().filter(fresh).cloned().collect();
        self.warnings.extend(fresh);
        self.recount_gaps();
    }

    /// The warning about gaps is about those of all windows.
    fn recount_gaps(&mut self) {
        let gaps = &self.timing.gaps;
        let Some(longest) = gaps.iter().max_by(|a, b| a.duration_s.total_cmp(&b.duration_s)) else {
            return;
        };
        for warning in &mut self.warnings {
            if let Some(&SignalWarning::Gaps { period_s, .. }) = warning.kind() {
                let (count, longest_s, t_s) = (gaps.len(), longest.duration_s, longest.t_s);
                *warning = SignalWarning::Gaps { count, longest_s, t_s, period_s }.into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::EffortKind;

    /// One joint that sways for 700 s at 100 Hz, with pauses after 100 s and 600 s.
    fn log() -> Recording {
        let t_s: Vec<f64> = (0..70_000)
            .map(|k| 0.01 * f64::from(k))
            .map(|t| t + if t < 100.0 { 0.0 } else { 2.0 } + if t < 600.0 { 0.0 } else { 3.0 })
            .collect();
        Recording {
            source: "sway".into(),
            joints: vec!["elbow".into()],
            q: t_s.iter().map(|t| (0.9 * t).sin()).collect(),
            qd: Some(t_s.clone()),
            effort: t_s.iter().map(|t| (0.9 * t).cos()).collect(),
            q_motor: None,
            effort_kind: EffortKind::Torque,
            t_s,
        }
    }

    #[test]
    fn a_long_log_is_surveyed_whole_and_kept_in_part() {
        let (survey, kept) = survey(&log(), &[], &ConditionSettings::default(), 1000).unwrap();
        assert_eq!((survey.n_samples, survey.timing.gaps.len()), (70_000, 2));
        assert!((survey.last_s - 704.99).abs() < 1e-9, "{}", survey.last_s);
        let Some(SignalWarning::Gaps { count, longest_s, .. }) = survey.warnings[0].kind() else {
            panic!("{:?}", survey.warnings)
        };
        assert_eq!((*count, longest_s.round()), (2, 3.0));
        assert!(
            matches!(&kept, KeptSamples::Beginning(Some(r)) if r.n_samples() == 500 && r.qd.is_none())
        );
        assert_eq!(kept.n_samples(), 500);
    }

    #[test]
    fn a_short_log_is_kept_whole_and_nothing_without_room() {
        let settings = ConditionSettings::default();
        let (whole, kept) = survey(&log(), &[], &settings, 70_000).unwrap();
        assert_eq!((whole.n_samples, kept.n_samples()), (70_000, 70_000));
        let (parts, kept) = survey(&log(), &[], &settings, 0).unwrap();
        assert_eq!((parts.n_samples, kept.n_samples()), (70_000, 0));
        assert_eq!((parts.first_s, parts.last_s), (whole.first_s, whole.last_s));
    }
}
