//! The filtered signals of a long log: conditioned window by window and thinned, so that it costs no more memory than
//! that of a log of a few minutes.

use super::filtered_log::FilteredLog;
use taufit_data::diagnostics::{DataError, is_too_short};
use taufit_data::recording::{Recording, Windows};
use taufit_data::signal::{ConditionSettings, Cutoff, LowPass, TorqueFilter};
use taufit_dynamics::diagnostics::Result;

/// Longest log that is looked at as a whole; of a longer one about so many samples are.
pub(super) const MOST_SAMPLES: usize = 1 << 17;
/// Samples that are conditioned at once.
pub(super) const WINDOW_SAMPLES: usize = 1 << 16;
/// Rate of thinned filtered signals over the cut-off: what is left has nothing beyond it.
const RATE_PER_CUTOFF: f64 = 5.0;

/// The filtered signals of a log that comes in pieces.
pub(super) struct LongFilteredLog {
    settings: ConditionSettings,
    cutoff: Cutoff,
    /// Samples that the filter spoils at either end of a window \[s\].
    edge_s: f64,
    windows: Windows,
    filtered: Option<FilteredLog>,
}

impl LongFilteredLog {
    /// Of a log of so many samples, with its period and the cut-off of its whole motion.
    pub(super) fn new(
        n_samples: usize,
        period_s: f64,
        cutoff: Cutoff,
        settings: &ConditionSettings,
    ) -> Result<Self> {
        let rate_hz = settings.grid_rate_hz(period_s)?;
        let cutoff_hz = cutoff.torque_hz;
        let filter = LowPass::butterworth(settings.order, cutoff_hz, rate_hz)?;
        let edge_s = settings.edge_trim_s.unwrap_or_else(|| filter.settling_s());
        let finest = (rate_hz / (RATE_PER_CUTOFF * cutoff_hz)) as usize;
        let every = n_samples.div_ceil(MOST_SAMPLES).min(finest / settings.decimation.max(1));
        let settings = ConditionSettings {
            rate_hz: Some(rate_hz),
            cutoff_hz: Some(cutoff_hz),
            decimation: settings.decimation * every.max(1),
            torque: TorqueFilter::LikePositions,
            ..settings.clone()
        };
        let windows = Windows::with_velocities(WINDOW_SAMPLES, 2.0 * edge_s);
        Ok(Self { settings, cutoff, edge_s, windows, filtered: None })
    }

    /// Adds a piece. Stamps must ascend.
    pub(super) fn push(&mut self, piece: &Recording) -> Result<()> {
        let Self { settings, windows, filtered, .. } = self;
        windows.push(piece, &mut |window| condition_window(filtered, window, settings))
    }

    /// The filtered signals of all pieces. Stamps and channels are looked at elsewhere, over the whole log.
    pub(super) fn finish(self) -> Result<FilteredLog> {
        let Self { settings, windows, mut filtered, cutoff, edge_s } = self;
        windows.finish(&mut |window| condition_window(&mut filtered, window, &settings))?;
        let needed_s = settings.min_segment_s + 2.0 * edge_s;
        let filtered = filtered.ok_or(DataError::LogTooShort { longest_s: 0.0, needed_s })?;
        let Cutoff { reason: cutoff_reason, warning, .. } = cutoff;
        Ok(FilteredLog { cutoff_reason, warnings: warning.into_iter().collect(), ..filtered })
    }
}

/// Conditions a window and adds it; one that is too short to be conditioned, as the last may be, is left out.
fn condition_window(
    filtered: &mut Option<FilteredLog>,
    window: &Recording,
    settings: &ConditionSettings,
) -> Result<()> {
    let part = match FilteredLog::whole(window, settings) {
        Err(error) if is_too_short(&error) => return Ok(()),
        part => part?,
    };
    match filtered {
        Some(filtered) => filtered.append(&part),
        None => *filtered = Some(part),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey::long_log::LongScan;
    use taufit_data::recording::EffortKind;

    /// A joint that sways at 500 Hz for so many samples.
    fn sway(n: usize) -> Recording {
        let t_s: Vec<f64> = (0..n).map(|k| 0.002 * k as f64).collect();
        Recording {
            source: "sway".into(),
            joints: vec!["elbow".into()],
            q: t_s.iter().map(|t| (1.3 * t).sin()).collect(),
            qd: Some(t_s.iter().map(|t| 1.3 * (1.3 * t).cos()).collect()),
            effort: t_s.iter().map(|t| (1.3 * t).cos()).collect(),
            q_motor: None,
            effort_kind: EffortKind::Torque,
            t_s,
        }
    }

    /// The filtered signals of a log in pieces of 50 000 samples.
    fn long_track(log: &Recording, settings: &ConditionSettings) -> FilteredLog {
        let pieces = (0..log.n_samples()).step_by(50_000);
        let pieces = pieces.map(|k| log.range(k, (k + 50_000).min(log.n_samples())));
        let pieces: Vec<Recording> = pieces.collect();
        let mut scan = LongScan::new(&log.range(0, MOST_SAMPLES), settings).unwrap();
        pieces.iter().for_each(|piece| scan.push(piece).unwrap());
        let mut filtered = scan.filtered(settings).unwrap();
        pieces.iter().for_each(|piece| filtered.push(piece).unwrap());
        filtered.finish().unwrap()
    }

    #[test]
    fn a_long_log_is_one_stretch_thinned_and_exact() {
        let log = sway(400_000);
        let settings = ConditionSettings::default();
        let filtered = long_track(&log, &settings);
        assert_eq!(
            (filtered.stretches.len(), filtered.stretches[0].end),
            (1, filtered.n_samples())
        );
        assert!((MOST_SAMPLES / 2..=MOST_SAMPLES).contains(&filtered.n_samples()));
        assert!(
            filtered.t_s.windows(2).all(|w| w[1] > w[0] && w[1] - w[0] < 2.5 / filtered.rate_hz)
        );
        let logged = filtered.qd_logged.as_ref().unwrap();
        for (k, t) in filtered.t_s.iter().enumerate() {
            assert!((filtered.q[0][k] - (1.3 * t).sin()).abs() < 1e-3, "{t}");
            assert!((filtered.qd[0][k] - 1.3 * (1.3 * t).cos()).abs() < 2e-3, "{t}");
            assert!((logged[0][k] - filtered.qd[0][k]).abs() < 1e-4, "{t}");
        }
        let (first_s, last_s) = (filtered.t_s[0], filtered.t_s[filtered.n_samples() - 1]);
        assert!(first_s < 5.0 && last_s > 795.0, "{first_s} {last_s}");
    }

    #[test]
    fn the_cutoff_is_that_of_the_log_as_a_whole() {
        // Fast for a short while: windows alone would propose anything from 1 Hz to 7 Hz.
        let mut log = sway(200_000);
        for k in 90_000..110_000 {
            log.q[k] += 0.2 * (5.0 * log.t_s[k]).sin();
        }
        let settings =
            ConditionSettings { torque: TorqueFilter::LikePositions, ..Default::default() };
        let (long, whole) =
            (long_track(&log, &settings), FilteredLog::whole(&log, &settings).unwrap());
        assert!((long.cutoff_hz / whole.cutoff_hz - 1.0).abs() < 1e-6);
        assert_eq!(long.cutoff_reason, whole.cutoff_reason);
    }

    #[test]
    fn a_pause_stays_a_pause() {
        let mut log = sway(300_000);
        log.t_s[150_000..].iter_mut().for_each(|t| *t += 50.0);
        let filtered = long_track(&log, &ConditionSettings::default());
        assert_eq!(filtered.stretches.len(), 2);
    }
}
