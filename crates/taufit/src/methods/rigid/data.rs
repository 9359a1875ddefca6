//! The logs of a study: surveyed once, conditioned alike, handed over stretch by stretch as often as
//! needed. Short logs stay in memory, long ones are read again.

use super::first_reading::{Kept, Survey, WINDOW_SAMPLES, condition_window, survey};
use super::settings::RigidSettings;
use crate::diagnostics::Error;
use crate::recording::{Log, Recording, Windows};
use crate::signal::{ConditionSettings, Motion, ParallelFilter, Segment, TorqueFilter, condition};
use crate::study::{LogRecord, LogRole, Mending};

/// Samples that are kept in memory, over all logs.
const MEMORY_SAMPLES: usize = 1 << 17;

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
    memory: Memory,
}

/// What is in memory of a log.
enum Memory {
    /// All stretches, cut where validation begins, and whether they are for validation.
    Whole(Vec<(Segment, bool)>),
    /// The beginning as it was read, if there was room for any.
    Beginning(Option<Recording>),
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
    let (mut surveyed, mut memory) = (Vec::new(), Vec::new());
    for (log, role) in all {
        let (survey, kept) = survey(log, gains, &settings.condition, room)?;
        room -= kept.n_samples();
        surveyed.push((log, role, survey));
        memory.push(kept);
    }
    let common = common_settings(&surveyed, &settings.condition);
    let ready = surveyed.into_iter().zip(memory).map(|((log, role, survey), kept)| {
        StudyLog::new(log, gains, role, survey, kept, common.clone(), settings.hold_out)
    });
    ready.collect()
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

impl<'a, L: Log> StudyLog<'a, L> {
    fn new(
        log: &'a L,
        gains: &'a [Option<f64>],
        role: LogRole,
        mut survey: Survey,
        kept: Kept,
        settings: ConditionSettings,
        hold_out: f64,
    ) -> Result<Self, L::Error> {
        let split_s = match role {
            LogRole::Identification => f64::INFINITY,
            LogRole::Validation => f64::NEG_INFINITY,
            LogRole::Split => survey.last_s - hold_out * (survey.last_s - survey.first_s),
        };
        let memory = match kept {
            Kept::Beginning(recording) => Memory::Beginning(recording),
            Kept::Whole(recording, motion) => {
                let motion = match is_settled(&motion, &settings) {
                    true => *motion,
                    false => condition(&recording, gains, &settings)?,
                };
                survey.n_segments = motion.segments.len();
                survey.edge_trim_s = motion.edge_trim_s;
                Memory::Whole(motion.segments.into_iter().flat_map(|s| cut(s, split_s)).collect())
            }
        };
        survey.motion_cutoff_hz = settings.cutoff_hz.unwrap_or(survey.motion_cutoff_hz);
        survey.torque_cutoff_hz = match settings.torque {
            TorqueFilter::Parallel { cutoff_hz } => cutoff_hz,
            TorqueFilter::LikePositions => None,
        };
        let row_rate_hz = survey.rate_hz / settings.decimation as f64;
        let filter =
            survey.torque_cutoff_hz.map(|hz| ParallelFilter::new(hz, row_rate_hz)).transpose()?;
        Ok(Self { log, gains, role, survey, settings, filter, split_s, memory })
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
            mending: Mending::default(),
        }
    }

    /// Samples for identification, about.
    pub(super) fn n_fit_samples(&self) -> usize {
        let Survey { first_s, last_s, n_samples, .. } = self.survey;
        let share = (self.split_s - first_s) / (last_s - first_s).max(f64::MIN_POSITIVE);
        (share.clamp(0.0, 1.0) * n_samples as f64) as usize
    }

    /// Rows per joint; of a log that is not in memory, about as many.
    fn n_rows(&self) -> usize {
        let rows = |n: usize| self.filter.as_ref().map_or(n, |filter| filter.n_rows(n));
        match &self.memory {
            Memory::Whole(stretches) => stretches.iter().map(|(s, _)| rows(s.n_samples)).sum(),
            Memory::Beginning(_) => rows(self.survey.n_samples),
        }
    }

    /// Hands over the stretches for identification that are in memory.
    pub(super) fn sample(&self, take: &mut dyn FnMut(&Segment)) -> Result<(), L::Error> {
        let mut take_fit = |(segment, is_proof): &(Segment, bool)| {
            if !is_proof {
                take(segment);
            }
        };
        match &self.memory {
            Memory::Whole(stretches) => stretches.iter().for_each(&mut take_fit),
            Memory::Beginning(Some(part)) => self.stretches(part)?.iter().for_each(&mut take_fit),
            Memory::Beginning(None) => {}
        }
        Ok(())
    }

    /// Hands over every stretch, cut where validation begins, and whether it is for validation.
    pub(super) fn visit(&self, take: TakeSegment<'_, L>) -> Result<(), L::Error> {
        match &self.memory {
            Memory::Whole(stretches) => {
                stretches.iter().try_for_each(|(segment, is_proof)| take(segment, *is_proof))
            }
            Memory::Beginning(_) => self.read_again(take),
        }
    }

    fn read_again(&self, take: TakeSegment<'_, L>) -> Result<(), L::Error> {
        let reach = self.filter.as_ref().map_or(0, ParallelFilter::length) as f64;
        let overlap_s = 2.0 * self.survey.edge_trim_s + reach / self.survey.rate_hz;
        let mut windows = Windows::new(WINDOW_SAMPLES, overlap_s);
        let mut note = |window: &Recording| -> Result<(), L::Error> {
            let mut parts = self.stretches(window)?.into_iter();
            parts.try_for_each(|(segment, is_proof)| take(&segment, is_proof))
        };
        self.log.read(&mut |piece| windows.push(piece, &mut note))?;
        windows.finish(&mut note)
    }

    /// The stretches of a part of the log, on the grid of the whole.
    fn stretches(&self, part: &Recording) -> Result<Vec<(Segment, bool)>, Error> {
        let rate_hz = Some(self.survey.rate_hz);
        let settings = ConditionSettings { rate_hz, ..self.settings.clone() };
        let motion = condition_window(part, self.gains, &settings)?;
        let segments = motion.into_iter().flat_map(|motion| motion.segments);
        Ok(segments.flat_map(|segment| cut(segment, self.split_s)).collect())
    }
}

/// Whether a log was conditioned with what was settled for all.
fn is_settled(motion: &Motion, settings: &ConditionSettings) -> bool {
    Some(motion.cutoff_hz) == settings.cutoff_hz
        && TorqueFilter::Parallel { cutoff_hz: motion.torque_cutoff_hz } == settings.torque
}

/// A stretch, cut where validation begins, and whether each part is for validation.
fn cut(mut segment: Segment, split_s: f64) -> Vec<(Segment, bool)> {
    match segment.t_s.partition_point(|t| *t < split_s) {
        0 => vec![(segment, true)],
        n if n == segment.n_samples => vec![(segment, false)],
        n => {
            let proof = segment.split_off(n);
            vec![(segment, false), (proof, true)]
        }
    }
}
