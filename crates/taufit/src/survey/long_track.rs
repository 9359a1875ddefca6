//! The track of a long log: conditioned window by window and thinned, so that it costs no more memory than
//! that of a log of a few minutes.

use super::track::Track;
use crate::diagnostics::{Error, Result};
use crate::recording::Recording;
use crate::signal::{ConditionSettings, Cutoff, LowPass, Stamps, propose_cutoff};
use std::borrow::Cow;
use std::ops::Range;

/// Longest log that is looked at as a whole; of a longer one about so many samples are.
pub(super) const MOST_SAMPLES: usize = 1 << 17;
/// Samples that are conditioned at once.
const WINDOW_SAMPLES: usize = 1 << 16;
/// Rate of a thinned track over the cut-off: what is left has nothing beyond it.
const RATE_PER_CUTOFF: f64 = 5.0;

/// Conditions a log of any length. Stamps must ascend.
pub(super) fn long_track(recording: &Recording, settings: &ConditionSettings) -> Result<Track> {
    let Stamps { timing, stretches, .. } = Stamps::inspect(&recording.t_s, settings.gap_factor)?;
    let rate_hz = settings.grid_rate_hz(timing.period_s)?;
    let Cutoff { torque_hz: cutoff_hz, reason, warning, .. } =
        cutoff(recording, stretches, rate_hz, settings);
    let filter = LowPass::butterworth(settings.order, cutoff_hz, rate_hz)?;
    let edge_s = settings.edge_trim_s.unwrap_or_else(|| filter.settling_s());
    let finest = (rate_hz / (RATE_PER_CUTOFF * cutoff_hz)) as usize;
    let every =
        recording.n_samples().div_ceil(MOST_SAMPLES).min(finest / settings.decimation.max(1));
    let settled = ConditionSettings {
        rate_hz: Some(rate_hz),
        cutoff_hz: Some(cutoff_hz),
        decimation: settings.decimation * every.max(1),
        ..settings.clone()
    };
    let mut whole: Option<Track> = None;
    for window in windows(&recording.t_s, 2.0 * edge_s) {
        let part = recording.range(window.start, window.end);
        let Some(part) = if_long_enough(Track::whole(&part, &settled))? else { continue };
        match &mut whole {
            Some(whole) => whole.append(&part),
            None => whole = Some(part),
        }
    }
    let needed_s = settings.min_segment_s + 2.0 * edge_s;
    let whole = whole.ok_or(Error::LogTooShort { longest_s: 0.0, needed_s })?;
    // Stamps and channels are looked at elsewhere, over the whole log.
    Ok(Track { cutoff_reason: reason, warnings: warning.into_iter().collect(), ..whole })
}

/// The cut-off that is given, or that the whole motion proposes. Positions are taken where they were
/// sampled, not on a grid: jitter does not change the frequencies of a motion.
fn cutoff(
    recording: &Recording,
    stretches: Vec<Vec<usize>>,
    rate_hz: f64,
    settings: &ConditionSettings,
) -> Cutoff {
    if let Some(hz) = settings.cutoff_hz {
        let reason = "given in the settings".to_owned();
        return Cutoff { torque_hz: hz, motion_hz: hz, reason, warning: None };
    }
    let n = recording.n_samples();
    let positions = |samples: Vec<usize>| match samples.len() == n {
        true => Cow::Borrowed(recording.q.as_slice()),
        false => {
            let channels = recording.q.chunks(n);
            channels.flat_map(|q| samples.iter().map(|k| q[*k])).collect()
        }
    };
    let stretches: Vec<Cow<'_, [f64]>> = stretches.into_iter().map(positions).collect();
    let stretches: Vec<&[f64]> = stretches.iter().map(|q| &**q).collect();
    propose_cutoff(&recording.joints, &stretches, rate_hz)
}

/// Nothing for a window that is too short to be conditioned, as the last one may be.
fn if_long_enough<T>(conditioned: Result<T>) -> Result<Option<T>> {
    match conditioned {
        Err(Error::LogTooShort { .. } | Error::TooFewSamples { .. }) => Ok(None),
        other => other.map(Some),
    }
}

/// Samples of the windows, which overlap by a time.
fn windows(t_s: &[f64], overlap_s: f64) -> impl Iterator<Item = Range<usize>> {
    let window = move |start: usize| start..(start + WINDOW_SAMPLES).min(t_s.len());
    let next = move |last: &Range<usize>| {
        let from_s = t_s.get(last.end).map(|end_s| end_s - overlap_s)?;
        // Windows that overlap by more than half would be many.
        let start = t_s.partition_point(|t| *t < from_s).max(last.start + WINDOW_SAMPLES / 2);
        Some(window(start.min(last.end)))
    };
    std::iter::successors(Some(window(0)), next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::EffortKind;
    use crate::signal::TorqueFilter;

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

    #[test]
    fn windows_cover_everything_and_overlap() {
        let t_s: Vec<f64> = (0..200_000).map(|k| 0.01 * f64::from(k)).collect();
        let found: Vec<Range<usize>> = windows(&t_s, 2.0).collect();
        assert_eq!((found[0].start, found[found.len() - 1].end), (0, 200_000));
        let overlaps = found.windows(2).map(|w| w[0].end - w[1].start);
        assert!(overlaps.into_iter().all(|n| (199..=201).contains(&n)), "{found:?}");
    }

    #[test]
    fn a_long_log_is_one_stretch_thinned_and_exact() {
        let log = sway(400_000);
        let settings = ConditionSettings::default();
        let track = long_track(&log, &settings).unwrap();
        assert_eq!((track.stretches.len(), track.stretches[0].end), (1, track.n_samples()));
        assert!((MOST_SAMPLES / 2..=MOST_SAMPLES).contains(&track.n_samples()));
        assert!(track.t_s.windows(2).all(|w| w[1] > w[0] && w[1] - w[0] < 2.5 / track.rate_hz));
        let logged = track.qd_logged.as_ref().unwrap();
        for (k, t) in track.t_s.iter().enumerate() {
            assert!((track.q[0][k] - (1.3 * t).sin()).abs() < 1e-3, "{t}");
            assert!((track.qd[0][k] - 1.3 * (1.3 * t).cos()).abs() < 2e-3, "{t}");
            assert!((logged[0][k] - track.qd[0][k]).abs() < 1e-4, "{t}");
        }
        let (first_s, last_s) = (track.t_s[0], track.t_s[track.n_samples() - 1]);
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
        let [long, whole] = [long_track(&log, &settings), Track::whole(&log, &settings)];
        let (long, whole) = (long.unwrap(), whole.unwrap());
        assert!((long.cutoff_hz / whole.cutoff_hz - 1.0).abs() < 1e-6);
        assert_eq!(long.cutoff_reason, whole.cutoff_reason);
    }

    #[test]
    fn a_pause_stays_a_pause() {
        let mut log = sway(300_000);
        log.t_s[150_000..].iter_mut().for_each(|t| *t += 50.0);
        let track = long_track(&log, &ConditionSettings::default()).unwrap();
        assert_eq!(track.stretches.len(), 2);
    }
}
