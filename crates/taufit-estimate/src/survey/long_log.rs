//! The health check of a log that is too long for memory, in two passes over its pieces.
//!
//! The first one counts stamps and values, looks for channels that stand still and finds the cut-off of the whole
//! motion; the second one conditions the log with it. The period is that of the first [`MOST_SAMPLES`] stamps.

use super::channel::{ChannelScan, channel_scans, examine_channels, push_channels};
use super::clock::{ClockScan, period_s};
use super::filtered_log::FilteredLog;
use super::freeze::{self, Freeze};
use super::long_track::{LongFilteredLog, MOST_SAMPLES, WINDOW_SAMPLES};
use super::mended::mend;
use taufit_data::recording::{Log, Recording, Windows};
use taufit_data::signal::{ConditionSettings, Cutoff, CutoffScan};
use taufit_dynamics::diagnostics::Result;

/// Overlap of the windows in which channels are examined \[s\]: longer than what a stale sensor repeats.
const OVERLAP_S: f64 = 1.0;

/// The first pass.
pub(super) struct LongScan {
    pub(super) clock: ClockScan,
    pub(super) channels: Vec<ChannelScan>,
    pub(super) freezes: Vec<Freeze>,
    cutoff: MotionScan,
    windows: Option<Windows>,
    n_samples: usize,
    period_s: f64,
}

impl LongScan {
    /// Of a log with this beginning, of which nothing has been read yet.
    pub(super) fn new(beginning: &Recording, settings: &ConditionSettings) -> Result<Self> {
        let most = beginning.n_samples().min(MOST_SAMPLES);
        let period_s = period_s(&beginning.t_s[..most])?;
        Ok(Self {
            clock: ClockScan::new(period_s, settings.gap_factor),
            channels: channel_scans(beginning),
            freezes: Vec::new(),
            cutoff: MotionScan::new(beginning, period_s, settings),
            windows: Some(Windows::with_velocities(WINDOW_SAMPLES, OVERLAP_S)),
            n_samples: 0,
            period_s,
        })
    }

    /// Adds a piece of the log.
    pub(super) fn push(&mut self, piece: &Recording) -> Result<()> {
        self.n_samples += piece.n_samples();
        push_channels(&mut self.channels, piece);
        let mended = mend(piece, &self.clock.push(&piece.t_s));
        self.cutoff.push(&mended);
        let Self { channels, freezes, windows, .. } = self;
        let Some(windows) = windows else { return Ok(()) };
        windows.push(&mended, &mut |window| examine(channels, freezes, window))
    }

    /// Ends the pass: examines what is left.
    pub(super) fn end(&mut self) -> Result<()> {
        let Self { channels, freezes, windows, .. } = self;
        let Some(windows) = windows.take() else { return Ok(()) };
        windows.finish(&mut |window| examine(channels, freezes, window))
    }

    /// The second pass, in which nothing has been read yet.
    pub(super) fn filtered(&self, settings: &ConditionSettings) -> Result<LongFilteredLog> {
        LongFilteredLog::new(self.n_samples, self.period_s, self.cutoff.clone().finish(), settings)
    }
}

/// Reads the log once more for its motion.
pub(super) fn read_filtered<L: Log>(log: &L, mut long: LongFilteredLog) -> Result<FilteredLog> {
    // Counts nothing that the first pass has not counted: only the stamps that can be used matter.
    let mut stamps = ClockScan::new(1.0, f64::INFINITY);
    log.read(&mut |piece| long.push(&mend(piece, &stamps.push(&piece.t_s))))?;
    long.finish()
}

fn examine(
    channels: &mut [ChannelScan],
    freezes: &mut Vec<Freeze>,
    window: &Recording,
) -> Result<()> {
    examine_channels(channels, window);
    let start_s = window.t_s.first().copied().unwrap_or(f64::NEG_INFINITY);
    freeze::merge(freezes, freeze::freezes(window), start_s);
    Ok(())
}

/// The cut-off that is given, or that the whole motion proposes. Positions are taken where they were
/// sampled, not on a grid: jitter does not change the frequencies of a motion.
#[derive(Clone)]
struct MotionScan {
    given_hz: Option<f64>,
    scan: CutoffScan,
    /// Longest step that is no gap \[s\].
    gap_s: f64,
    last_s: f64,
}

impl MotionScan {
    fn new(beginning: &Recording, period_s: f64, settings: &ConditionSettings) -> Self {
        // A rate that does not suit the log is refused when the motion is examined.
        let rate_hz = settings.grid_rate_hz(period_s).unwrap_or(1.0 / period_s);
        // Positions are one more than their differences, whose number is a power of two.
        let longest = MOST_SAMPLES + 1;
        Self {
            given_hz: settings.cutoff_hz,
            scan: CutoffScan::new(&beginning.joints, rate_hz, longest),
            gap_s: settings.gap_factor * period_s,
            last_s: f64::NEG_INFINITY,
        }
    }

    /// Adds a piece whose stamps do not run backwards.
    fn push(&mut self, piece: &Recording) {
        if self.given_hz.is_some() {
            return;
        }
        let steps_s = std::iter::once(self.last_s).chain(piece.t_s.iter().copied());
        let steps_s: Vec<f64> = piece.t_s.iter().zip(steps_s).map(|(t, last)| t - last).collect();
        // Of equal stamps the first counts.
        let distinct: Vec<usize> = (0..steps_s.len()).filter(|k| steps_s[*k] != 0.0).collect();
        for stretch in distinct.chunk_by(|_, next| steps_s[*next] <= self.gap_s) {
            if steps_s[stretch[0]] > self.gap_s {
                self.scan.end_stretch();
            }
            match stretch.len() == piece.n_samples() {
                true => self.scan.push(&piece.q),
                false => self.scan.push(&piece.picked(stretch).q),
            }
        }
        self.last_s = piece.t_s.last().copied().unwrap_or(self.last_s);
    }

    fn finish(self) -> Cutoff {
        match self.given_hz {
            Some(hz) => Cutoff {
                torque_hz: hz,
                motion_hz: hz,
                reason: "given in the settings".to_owned(),
                warning: None,
            },
            None => self.scan.finish(),
        }
    }
}
