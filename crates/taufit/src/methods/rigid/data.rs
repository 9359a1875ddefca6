//! The logs of a study: surveyed once, conditioned alike, handed over stretch by stretch as often as
//! needed. Short logs stay in memory, long ones are read again.

use super::settings::RigidSettings;
use crate::diagnostics::{Error, Warning};
use crate::recording::{Log, Recording, Windows};
use crate::signal::{
    ConditionSettings, Gap, Motion, ParallelFilter, Segment, Timing, TorqueFilter, condition,
};
use crate::study::{LogRecord, LogRole};

/// Samples that are kept in memory, over all logs.
const MEMORY_SAMPLES: usize = 1 << 17;
/// Samples per window of a log that is not.
const WINDOW_SAMPLES: usize = 1 << 15;
/// Overlap of the windows of a log in its first reading, when no filter is known yet \[s\].
const SURVEY_OVERLAP_S: f64 = 1.0;

/// Takes a stretch, and whether it is for validation.
type TakeSegment<'t, L> = &'t mut dyn FnMut(&Segment, bool) -> Result<(), <L as Log>::Error>;

/// A log, ready to be used.
pub(super) struct StudyLog<'a, L: Log> {
    log: &'a L,
    gains: &'a [Option<f64>],
    pub(super) role: LogRole,
    pub(super) survey: Survey,
    /// With every cut-off filled in.
    settings: ConditionSettings,
    pub(super) filter: Option<ParallelFilter>,
    /// From here on the log is kept for validation \[s\].
    split_s: f64,
    /// All of it, if it is short.
    segments: Option<Vec<Segment>>,
}

/// What one reading of a log tells.
pub(super) struct Survey {
    pub(super) n_samples: usize,
    pub(super) first_s: f64,
    pub(super) last_s: f64,
    pub(super) timing: Timing,
    pub(super) rate_hz: f64,
    pub(super) torque_cutoff_hz: Option<f64>,
    pub(super) motion_cutoff_hz: f64,
    pub(super) edge_trim_s: f64,
    pub(super) reason: String,
    pub(super) n_segments: usize,
    pub(super) warnings: Vec<Warning>,
    /// The log itself, if it is short, and what conditioning made of it.
    recording: Option<(Recording, Motion)>,
}

/// Surveys all logs and settles what they have in common.
pub(super) fn prepare<'a, L: Log>(
    logs: &'a [L],
    other: &'a [L],
    gains: &'a [Option<f64>],
    settings: &RigidSettings,
) -> Result<Vec<StudyLog<'a, L>>, L::Error> {
    let role = if other.is_empty() { LogRole::Split } else { LogRole::Identification };
    let all = logs.iter().map(|l| (l, role)).chain(other.iter().map(|l| (l, LogRole::Validation)));
    let mut room = MEMORY_SAMPLES;
    let mut surveyed = Vec::new();
    for (log, role) in all {
        let survey = Survey::of(log, gains, &settings.condition, room)?;
        room -= survey.recording.as_ref().map_or(0, |(recording, _)| recording.n_samples());
        surveyed.push((log, role, survey));
    }
    let common = common_settings(&surveyed, &settings.condition);
    surveyed
        .into_iter()
        .map(|(log, role, survey)| {
            StudyLog::new(log, gains, role, survey, common.clone(), settings.hold_out)
        })
        .collect()
}

/// The settings with cut-offs that suit the fastest identification log.
fn common_settings<L: Log>(
    surveyed: &[(&L, LogRole, Survey)],
    given: &ConditionSettings,
) -> ConditionSettings {
    let fits = || surveyed.iter().filter(|(_, role, _)| *role != LogRole::Validation);
    let highest = |of: fn(&Survey) -> f64| fits().map(|(_, _, s)| of(s)).fold(0.0, f64::max);
    let lowest_rate_hz = surveyed.iter().map(|(_, _, s)| s.rate_hz).fold(f64::INFINITY, f64::min);
    let torque_hz = highest(|s| s.torque_cutoff_hz.unwrap_or(0.0)).min(0.2 * lowest_rate_hz);
    ConditionSettings {
        cutoff_hz: given
            .cutoff_hz
            .or(Some(highest(|s| s.motion_cutoff_hz).min(0.2 * lowest_rate_hz))),
        torque: match given.torque {
            TorqueFilter::Parallel { cutoff_hz } => {
                TorqueFilter::Parallel { cutoff_hz: cutoff_hz.or(Some(torque_hz)) }
            }
            like => like,
        },
        ..given.clone()
    }
}

impl Survey {
    /// Reads a log once; keeps it if it has at most `room` samples.
    fn of<L: Log>(
        log: &L,
        gains: &[Option<f64>],
        settings: &ConditionSettings,
        room: usize,
    ) -> Result<Self, L::Error> {
        let mut kept: Option<Recording> = None;
        let mut windows: Option<Windows> = None;
        let mut survey: Option<Self> = None;
        let mut note = |window: &Recording| -> Result<(), L::Error> {
            if let Some(motion) = condition_window(window, gains, settings)? {
                match &mut survey {
                    Some(survey) => survey.merge(&motion, window),
                    None => survey = Some(Self::new(&motion, window)),
                }
            }
            Ok(())
        };
        log.read(&mut |piece| {
            if let Some(windows) = &mut windows {
                return windows.push(piece, &mut note);
            }
            match &mut kept {
                Some(recording) => recording.append(piece),
                None => kept = Some(piece.clone()),
            }
            if kept.as_ref().is_some_and(|recording| recording.n_samples() > room)
                && let Some(recording) = kept.take()
            {
                let mut long = Windows::new(WINDOW_SAMPLES, SURVEY_OVERLAP_S);
                long.push(&recording, &mut note)?;
                windows = Some(long);
            }
            Ok(())
        })?;
        if let Some(windows) = windows {
            windows.finish(&mut note)?;
        } else if let Some(recording) = kept {
            let motion = condition(&recording, gains, settings)?;
            let mut whole = Self::new(&motion, &recording);
            whole.recording = Some((recording, motion));
            return Ok(whole);
        }
        let empty = Error::TooFewSamples { what: "a log", needed: 2, found: 0 };
        Ok(survey.ok_or(empty)?)
    }

    fn new(motion: &Motion, window: &Recording) -> Self {
        Self {
            n_samples: window.n_samples(),
            first_s: window.t_s.first().copied().unwrap_or(0.0),
            last_s: window.t_s.last().copied().unwrap_or(0.0),
            timing: motion.timing.clone(),
            rate_hz: motion.filter_rate_hz,
            torque_cutoff_hz: motion.torque_cutoff_hz,
            motion_cutoff_hz: motion.cutoff_hz,
            edge_trim_s: motion.edge_trim_s,
            reason: motion.cutoff_reason.clone(),
            n_segments: motion.segments.len(),
            warnings: motion.warnings.clone(),
            recording: None,
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
    }
}

/// A window of a long log; `None` if it is too short to be conditioned, as the last one may be.
fn condition_window(
    window: &Recording,
    gains: &[Option<f64>],
    settings: &ConditionSettings,
) -> Result<Option<Motion>, Error> {
    match condition(window, gains, settings) {
        Err(Error::LogTooShort { .. } | Error::TooFewSamples { .. }) => Ok(None),
        other => other.map(Some),
    }
}

impl<'a, L: Log> StudyLog<'a, L> {
    fn new(
        log: &'a L,
        gains: &'a [Option<f64>],
        role: LogRole,
        mut survey: Survey,
        settings: ConditionSettings,
        hold_out: f64,
    ) -> Result<Self, L::Error> {
        let recording = survey.recording.take();
        let is_settled = |motion: &Motion| {
            Some(motion.cutoff_hz) == settings.cutoff_hz
                && TorqueFilter::Parallel { cutoff_hz: motion.torque_cutoff_hz } == settings.torque
        };
        let split_s = match role {
            LogRole::Identification => f64::INFINITY,
            LogRole::Validation => f64::NEG_INFINITY,
            LogRole::Split => survey.last_s - hold_out * (survey.last_s - survey.first_s),
        };
        let again = |(recording, motion): (Recording, Motion)| match is_settled(&motion) {
            true => Ok(motion),
            false => condition(&recording, gains, &settings),
        };
        let motion = recording.map(again).transpose()?;
        if let Some(motion) = &motion {
            survey.n_segments = motion.segments.len();
            survey.edge_trim_s = motion.edge_trim_s;
        }
        survey.motion_cutoff_hz = settings.cutoff_hz.unwrap_or(survey.motion_cutoff_hz);
        survey.torque_cutoff_hz = match settings.torque {
            TorqueFilter::Parallel { cutoff_hz } => cutoff_hz,
            TorqueFilter::LikePositions => None,
        };
        let row_rate_hz = survey.rate_hz / settings.decimation as f64;
        let filter =
            survey.torque_cutoff_hz.map(|hz| ParallelFilter::new(hz, row_rate_hz)).transpose()?;
        let segments = motion.map(|motion| motion.segments);
        Ok(Self { log, gains, role, survey, settings, filter, split_s, segments })
    }

    /// Where it comes from.
    pub(super) fn source(&self) -> &str {
        self.log.source()
    }

    /// What was done to it.
    pub(super) fn record(&self) -> LogRecord {
        let Survey { n_samples, first_s, last_s, timing, rate_hz, .. } = &self.survey;
        let every = self.filter.as_ref().map_or(1, ParallelFilter::every);
        LogRecord {
            source: self.source().to_owned(),
            role: self.role,
            n_samples: *n_samples,
            start_s: *first_s,
            duration_s: last_s - first_s,
            rate_hz: *rate_hz,
            jitter_rms_s: timing.jitter_rms_s,
            n_duplicates: timing.n_duplicates,
            gaps_s: timing.gaps.iter().map(|gap| [gap.t_s, gap.duration_s]).collect(),
            n_segments: self.survey.n_segments,
            motion_cutoff_hz: self.survey.motion_cutoff_hz,
            torque_cutoff_hz: self.survey.torque_cutoff_hz,
            cutoff_reason: self.survey.reason.clone(),
            row_rate_hz: rate_hz / (every * self.settings.decimation) as f64,
            edge_trim_s: self.survey.edge_trim_s,
            n_rows: self.n_rows(),
        }
    }

    /// Rows per joint; of a log that is not in memory, about as many.
    fn n_rows(&self) -> usize {
        let rows = |n: usize| self.filter.as_ref().map_or(n, |filter| filter.n_rows(n));
        match &self.segments {
            Some(segments) => segments.iter().map(|s| rows(s.n_samples)).sum(),
            None => rows(self.survey.n_samples),
        }
    }

    /// Hands over the stretches for identification that are in memory, or else the first ones of the
    /// log, up to what is kept in memory of any log.
    pub(super) fn sample(&self, take: &mut dyn FnMut(&Segment)) -> Result<(), L::Error> {
        let mut room = MEMORY_SAMPLES;
        self.visit(&mut |segment, is_validation| {
            if !is_validation && room > 0 {
                room = room.saturating_sub(segment.n_samples);
                take(segment);
            }
            Ok(())
        })
    }

    /// Hands over every stretch, cut where validation begins, and whether it is for validation.
    pub(super) fn visit(&self, take: TakeSegment<'_, L>) -> Result<(), L::Error> {
        let mut cut = |segment: &Segment| -> Result<(), L::Error> {
            let n = segment.t_s.partition_point(|t| *t < self.split_s);
            match n {
                0 => take(segment, true),
                n if n == segment.n_samples => take(segment, false),
                n => {
                    let (fit, prove) = segment.split_at(n);
                    take(&fit, false)?;
                    take(&prove, true)
                }
            }
        };
        match &self.segments {
            Some(segments) => segments.iter().try_for_each(cut),
            None => self.read_again(&mut cut),
        }
    }

    fn read_again(
        &self,
        take: &mut dyn FnMut(&Segment) -> Result<(), L::Error>,
    ) -> Result<(), L::Error> {
        let reach = self.filter.as_ref().map_or(0, ParallelFilter::length) as f64;
        let overlap_s = 2.0 * self.survey.edge_trim_s + reach / self.survey.rate_hz;
        let mut windows = Windows::new(WINDOW_SAMPLES, overlap_s);
        let settings =
            ConditionSettings { rate_hz: Some(self.survey.rate_hz), ..self.settings.clone() };
        let mut note = |window: &Recording| -> Result<(), L::Error> {
            let motion = condition_window(window, self.gains, &settings)?;
            motion.iter().flat_map(|m| &m.segments).try_for_each(&mut *take)
        };
        self.log.read(&mut |piece| windows.push(piece, &mut note))?;
        windows.finish(&mut note)
    }
}
