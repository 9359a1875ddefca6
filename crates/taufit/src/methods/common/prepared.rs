//! The logs of a method: surveyed once, conditioned alike, handed over stretch by stretch as often as
//! needed. Short logs stay in memory, long ones are read again.

use super::log_scan::{KeptSamples, LogSummary, WINDOW_SAMPLES, condition_window, survey};
use crate::diagnostics::Result;
use crate::recording::{Log, Recording, Windows};
use crate::signal::{ConditionSettings, Motion, ParallelFilter, Segment, TorqueFilter, condition};
use crate::study::{LogRecord, LogRole, Mending};

/// Samples that are kept in memory, over all logs.
const MEMORY_SAMPLES: usize = 1 << 17;

/// Takes a stretch, and whether it is for validation.
pub(in crate::methods) type TakeSegment<'t> = &'t mut dyn FnMut(&Segment, bool) -> Result<()>;

/// A log, ready to be used.
pub(in crate::methods) struct PreparedLog<'a, L: Log> {
    source: String,
    pub(in crate::methods) role: LogRole,
    pub(in crate::methods) survey: LogSummary,
    /// With every cut-off filled in.
    settings: ConditionSettings,
    pub(in crate::methods) filter: Option<ParallelFilter>,
    /// From here on the log is kept for validation \[s\].
    split_s: f64,
    memory: Memory<'a, L>,
}

/// Samples of a log in memory.
enum Memory<'a, L> {
    /// All stretches, cut where validation begins, and whether they are for validation.
    Whole(Vec<(Segment, bool)>),
    /// The beginning as it was read, if there was room for any; the log is read again.
    Beginning(Option<Recording>, RepeatedReading<'a, L>),
}

/// Log that is read again in overlapping stretches.
struct RepeatedReading<'a, L> {
    log: &'a L,
    gains: &'a [Option<f64>],
    overlap_s: f64,
}

/// Choices of the preparation.
pub(in crate::methods) struct Preparation<'s> {
    pub(in crate::methods) condition: &'s ConditionSettings,
    pub(in crate::methods) grid: GridChoice,
    /// Share of every log, at its end, that is kept for validation; only of logs that are split.
    pub(in crate::methods) hold_out: f64,
    /// Overlap of the stretches of a log that does not stay in memory \[s\]: for methods that look at events,
    /// which no border may cut.
    pub(in crate::methods) overlap_s: f64,
}

/// Sampling of logs that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::methods) enum GridChoice {
    /// Each log keeps its rate; cut-offs suit the slowest one.
    Own,
    /// All have the rate of the first.
    OfFirst,
}

/// Surveys all logs and settles what they have in common.
pub(in crate::methods) fn prepare<'a, L: Log>(
    logs: impl IntoIterator<Item = (&'a L, LogRole)>,
    gains: &'a [Option<f64>],
    preparation: &Preparation<'_>,
) -> Result<Vec<PreparedLog<'a, L>>> {
    let mut room = MEMORY_SAMPLES;
    let (mut surveyed, mut memory) = (Vec::new(), Vec::new());
    for (log, role) in logs {
        let (survey, kept) = survey(log, gains, preparation.condition, room)?;
        room -= kept.n_samples();
        surveyed.push((log, role, survey));
        memory.push(kept);
    }
    let common = match preparation.grid {
        GridChoice::Own => common_settings(&surveyed, preparation.condition),
        GridChoice::OfFirst => shared_settings(&surveyed, preparation.condition),
    };
    let ready = surveyed.into_iter().zip(memory).map(|((log, role, survey), kept)| {
        PreparedLog::new(log, gains, role, survey, kept, common.clone(), preparation)
    });
    ready.collect()
}

/// The settings with cut-offs that suit the fastest identification log.
fn common_settings<L: Log>(
    surveyed: &[(&L, LogRole, LogSummary)],
    given: &ConditionSettings,
) -> ConditionSettings {
    let lowest_rate_hz = surveyed.iter().map(|(_, _, s)| s.rate_hz).fold(f64::INFINITY, f64::min);
    let (motion_hz, torque_hz) = highest_cutoffs(surveyed);
    let highest_hz = 0.2 * lowest_rate_hz;
    given.with_cutoffs(motion_hz.min(highest_hz), torque_hz.min(highest_hz))
}

/// The settings with the rate of the first log and the cut-offs of the fastest.
fn shared_settings<L: Log>(
    surveyed: &[(&L, LogRole, LogSummary)],
    given: &ConditionSettings,
) -> ConditionSettings {
    let (motion_hz, torque_hz) = highest_cutoffs(surveyed);
    let rate_hz = given.rate_hz.or_else(|| surveyed.first().map(|(_, _, s)| s.rate_hz));
    ConditionSettings { rate_hz, ..given.with_cutoffs(motion_hz, torque_hz) }
}

/// Highest cut-offs of positions and torques of the identification logs \[Hz\].
fn highest_cutoffs<L: Log>(surveyed: &[(&L, LogRole, LogSummary)]) -> (f64, f64) {
    let fits = || surveyed.iter().filter(|(_, role, _)| *role != LogRole::Validation);
    let highest = |of: fn(&LogSummary) -> f64| fits().map(|(_, _, s)| of(s)).fold(0.0, f64::max);
    (highest(|s| s.motion_cutoff_hz), highest(|s| s.torque_cutoff_hz.unwrap_or(0.0)))
}

impl<'a, L: Log> PreparedLog<'a, L> {
    fn new(
        log: &'a L,
        gains: &'a [Option<f64>],
        role: LogRole,
        mut survey: LogSummary,
        kept: KeptSamples,
        settings: ConditionSettings,
        preparation: &Preparation<'_>,
    ) -> Result<Self> {
        let Preparation { hold_out, overlap_s, .. } = *preparation;
        let split_s = split_s(role, &survey, hold_out);
        let memory = match kept {
            KeptSamples::Beginning(recording) => {
                Memory::Beginning(recording, RepeatedReading { log, gains, overlap_s })
            }
            KeptSamples::Whole(recording, motion) => {
                let motion = match is_settled(&motion, &settings) {
                    true => *motion,
                    false => condition(&recording, gains, &settings)?,
                };
                survey.n_segments = motion.segments.len();
                survey.edge_trim_s = motion.edge_trim_s;
                Memory::Whole(motion.segments.into_iter().flat_map(|s| cut(s, split_s)).collect())
            }
        };
        survey.rate_hz = settings.rate_hz.unwrap_or(survey.rate_hz);
        survey.motion_cutoff_hz = settings.cutoff_hz.unwrap_or(survey.motion_cutoff_hz);
        survey.torque_cutoff_hz = match settings.torque {
            TorqueFilter::Parallel { cutoff_hz } => cutoff_hz,
            TorqueFilter::LikePositions => None,
        };
        let row_rate_hz = survey.rate_hz / settings.decimation as f64;
        let filter =
            survey.torque_cutoff_hz.map(|hz| ParallelFilter::new(hz, row_rate_hz)).transpose()?;
        let source = log.source().to_owned();
        Ok(Self { source, role, survey, settings, filter, split_s, memory })
    }

    /// A motion that is conditioned already; its end is kept for validation if it is to be split.
    pub(in crate::methods) fn from_motion(
        motion: &Motion,
        role: LogRole,
        hold_out: f64,
    ) -> Result<Self> {
        let survey = LogSummary::of_motion(motion);
        let split_s = split_s(role, &survey, hold_out);
        let segments = motion.segments.iter().cloned();
        Ok(Self {
            source: motion.source.clone(),
            role,
            survey,
            settings: motion.settings.clone(),
            filter: motion.parallel_filter()?,
            split_s,
            memory: Memory::Whole(segments.flat_map(|s| cut(s, split_s)).collect()),
        })
    }

    /// Where it comes from.
    pub(in crate::methods) fn source(&self) -> &str {
        &self.source
    }

    /// Record of the log's treatment.
    pub(in crate::methods) fn record(&self) -> LogRecord {
        let LogSummary { n_samples, first_s, last_s, timing, rate_hz, .. } = &self.survey;
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
    pub(in crate::methods) fn n_fit_samples(&self) -> usize {
        let LogSummary { first_s, last_s, n_samples, .. } = self.survey;
        let share = (self.split_s - first_s) / (last_s - first_s).max(f64::MIN_POSITIVE);
        (share.clamp(0.0, 1.0) * n_samples as f64) as usize
    }

    /// Rows per joint; of a log that is not in memory, about as many.
    fn n_rows(&self) -> usize {
        let rows = |n: usize| self.filter.as_ref().map_or(n, |filter| filter.n_rows(n));
        match &self.memory {
            Memory::Whole(stretches) => stretches.iter().map(|(s, _)| rows(s.n_samples)).sum(),
            Memory::Beginning(..) => rows(self.survey.n_samples),
        }
    }

    /// Hands over the stretches for identification that are in memory.
    pub(in crate::methods) fn sample(&self, take: &mut dyn FnMut(&Segment)) -> Result<()> {
        let mut take_fit = |(segment, is_proof): &(Segment, bool)| {
            if !is_proof {
                take(segment);
            }
        };
        match &self.memory {
            Memory::Whole(stretches) => stretches.iter().for_each(&mut take_fit),
            Memory::Beginning(Some(part), reader) => {
                self.stretches(part, reader.gains)?.iter().for_each(&mut take_fit);
            }
            Memory::Beginning(None, _) => {}
        }
        Ok(())
    }

    /// Hands over every stretch, cut where validation begins, and whether it is for validation.
    pub(in crate::methods) fn visit(&self, take: TakeSegment<'_>) -> Result<()> {
        match &self.memory {
            Memory::Whole(stretches) => {
                stretches.iter().try_for_each(|(segment, is_proof)| take(segment, *is_proof))
            }
            Memory::Beginning(_, reader) => self.read_again(reader, take),
        }
    }

    fn read_again(&self, reader: &RepeatedReading<'_, L>, take: TakeSegment<'_>) -> Result<()> {
        let reach = self.filter.as_ref().map_or(0, ParallelFilter::length) as f64;
        let overlap_s =
            reader.overlap_s + 2.0 * self.survey.edge_trim_s + reach / self.survey.rate_hz;
        let mut windows = Windows::new(WINDOW_SAMPLES, overlap_s);
        let mut note = |window: &Recording| -> Result<()> {
            let mut parts = self.stretches(window, reader.gains)?.into_iter();
            parts.try_for_each(|(segment, is_proof)| take(&segment, is_proof))
        };
        reader.log.read(&mut |piece| windows.push(piece, &mut note))?;
        windows.finish(&mut note)
    }

    /// The stretches of a part of the log, on the grid of the whole.
    fn stretches(&self, part: &Recording, gains: &[Option<f64>]) -> Result<Vec<(Segment, bool)>> {
        let rate_hz = Some(self.survey.rate_hz);
        let settings = ConditionSettings { rate_hz, ..self.settings.clone() };
        let motion = condition_window(part, gains, &settings)?;
        let segments = motion.into_iter().flat_map(|motion| motion.segments);
        Ok(segments.flat_map(|segment| cut(segment, self.split_s)).collect())
    }
}

/// Time from which on a log is kept for validation \[s\].
fn split_s(role: LogRole, survey: &LogSummary, hold_out: f64) -> f64 {
    match role {
        LogRole::Identification => f64::INFINITY,
        LogRole::Validation => f64::NEG_INFINITY,
        LogRole::Split => survey.last_s - hold_out * (survey.last_s - survey.first_s),
    }
}

/// Whether a log was conditioned with what was settled for all.
fn is_settled(motion: &Motion, settings: &ConditionSettings) -> bool {
    settings.rate_hz.is_none_or(|rate_hz| rate_hz == motion.filter_rate_hz)
        && Some(motion.cutoff_hz) == settings.cutoff_hz
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
