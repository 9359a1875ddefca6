//! The motion of a log of any length in bounded memory, for methods that need samples and not only rows.

use super::log_scan::{KeptSamples, LogSummary, WINDOW_SAMPLES, condition_window, survey};
use crate::diagnostics::{DataError, Result};
use crate::recording::{Log, Recording, Windows};
use crate::signal::{ConditionSettings, Motion, Segment};

/// Rate of thinned samples over the cut-off of the torques: what is left has nothing beyond it.
const RATE_PER_CUTOFF: f64 = 5.0;
/// Steps shorter than so many periods are none between two windows, whose grids are not the same.
const NO_GAP: f64 = 2.5;

/// Choice of the samples that are kept of a long log.
#[derive(Clone, Copy, Debug)]
pub(in crate::methods) struct SampleBound {
    /// About so many are kept.
    pub(in crate::methods) most_samples: usize,
    /// Whether every `k`-th sample after the filter is enough, as far as the cut-off allows.
    pub(in crate::methods) thins: bool,
}

/// The motions of several logs, which share a bound: a log that fits is kept whole, of a longer one half as many
/// samples as there is room for, and the other half is left to the logs behind it.
pub(in crate::methods) fn read_motions<'l, L: Log + 'l>(
    logs: impl Iterator<Item = (&'l L, &'l [Option<f64>])>,
    settings: &ConditionSettings,
    bound: SampleBound,
) -> Result<Vec<Motion>> {
    let mut room = bound.most_samples;
    let read = |(log, gains): (&'l L, &'l [Option<f64>])| {
        let own = SampleBound { most_samples: room, ..bound };
        let motion = read_motion(log, gains, settings, own)?;
        room = room.saturating_sub(motion.n_samples());
        Ok(motion)
    };
    logs.map(read).collect()
}

/// Reads and conditions a log. A log of more samples than the bound is read twice, window by window; of what
/// thinning leaves, evenly spread windows are kept: about half as many samples as the bound allows.
fn read_motion<L: Log>(
    log: &L,
    gains: &[Option<f64>],
    settings: &ConditionSettings,
    bound: SampleBound,
) -> Result<Motion> {
    let (summary, kept) = survey(log, gains, settings, bound.most_samples)?;
    match kept {
        KeptSamples::Whole(_, motion) => Ok(*motion),
        KeptSamples::Beginning(_) => {
            let half = SampleBound { most_samples: bound.most_samples / 2, ..bound };
            selected(log, gains, settings, &summary, half)
        }
    }
}

fn selected<L: Log>(
    log: &L,
    gains: &[Option<f64>],
    settings: &ConditionSettings,
    summary: &LogSummary,
    bound: SampleBound,
) -> Result<Motion> {
    let torque_hz = summary.torque_cutoff_hz.unwrap_or(0.0);
    let cutoff_hz = summary.torque_cutoff_hz.unwrap_or(summary.motion_cutoff_hz);
    let finest = summary.rate_hz / (RATE_PER_CUTOFF * cutoff_hz * settings.decimation as f64);
    let wanted = summary.n_samples.div_ceil(bound.most_samples.max(1));
    let every = if bound.thins { wanted.min(finest as usize).max(1) } else { 1 };
    let settled = ConditionSettings {
        rate_hz: Some(summary.rate_hz),
        decimation: settings.decimation * every,
        ..settings.with_cutoffs(summary.motion_cutoff_hz, torque_hz)
    };
    let share = (bound.most_samples * every) as f64 / summary.n_samples.max(1) as f64;
    let mut windows = Windows::new(WINDOW_SAMPLES, 2.0 * summary.edge_trim_s);
    let (mut motions, mut n_windows): (Vec<Motion>, usize) = (Vec::new(), 0);
    let mut note = |window: &Recording| -> Result<()> {
        n_windows += 1;
        // The first one always, then as many as the share allows.
        let n_due = (share * (n_windows - 1) as f64).round() as usize + 1;
        if share >= 1.0 || motions.len() < n_due {
            motions.extend(condition_window(window, gains, &settled)?);
        }
        Ok(())
    };
    log.read(&mut |piece| windows.push(piece, &mut note))?;
    windows.finish(&mut note)?;
    let parts: Vec<Segment> = motions.iter_mut().flat_map(|m| m.segments.drain(..)).collect();
    let too_short = DataError::LogTooShort { longest_s: 0.0, needed_s: settings.min_segment_s };
    let first = motions.into_iter().next().ok_or(too_short)?;
    Ok(Motion {
        segments: joined(parts, first.rate_hz),
        timing: summary.timing.clone(),
        cutoff_reason: summary.reason.clone(),
        warnings: summary.warnings.clone(),
        settings: settings.clone(),
        ..first
    })
}

/// Stretches of windows that overlap, as stretches of the log.
fn joined(parts: Vec<Segment>, rate_hz: f64) -> Vec<Segment> {
    let mut stretches: Vec<Vec<Segment>> = Vec::new();
    let mut last_s = f64::NEG_INFINITY;
    for part in parts {
        let seen = part.t_s.partition_point(|t| *t <= last_s);
        let new = part.range(seen, part.n_samples);
        let (Some(&from_s), Some(&to_s)) = (new.t_s.first(), new.t_s.last()) else { continue };
        match stretches.last_mut() {
            Some(stretch) if from_s - last_s < NO_GAP / rate_hz => stretch.push(new),
            _ => stretches.push(vec![new]),
        }
        last_s = to_s;
    }
    stretches.iter().map(|parts| strung(parts)).collect()
}

/// Parts one after the other.
fn strung(parts: &[Segment]) -> Segment {
    let n_channels = parts.first().map_or(0, |part| part.q.len() / part.n_samples.max(1));
    let channels = |of: fn(&Segment) -> &Vec<f64>| -> Vec<f64> {
        let channel = |j: usize| {
            parts.iter().flat_map(move |part| &of(part)[j * part.n_samples..][..part.n_samples])
        };
        (0..n_channels).flat_map(channel).copied().collect()
    };
    Segment {
        t_s: parts.iter().flat_map(|part| &part.t_s).copied().collect(),
        n_samples: parts.iter().map(|part| part.n_samples).sum(),
        q: channels(|part| &part.q),
        qd: channels(|part| &part.qd),
        qdd: channels(|part| &part.qdd),
        tau: channels(|part| &part.tau),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::EffortKind;
    use crate::signal::condition;

    /// Two joints that sway for 800 s at 100 Hz, with a pause after 300 s.
    fn log() -> Recording {
        let t_s: Vec<f64> = (0..80_000)
            .map(|k| 0.01 * f64::from(k))
            .map(|t| t + if t < 300.0 { 0.0 } else { 5.0 })
            .collect();
        let wave = |w: f64| t_s.iter().map(move |t| (w * t).sin()).collect::<Vec<f64>>();
        Recording {
            source: "sway".into(),
            joints: vec!["shoulder".into(), "elbow".into()],
            q: [wave(0.9), wave(1.3)].concat(),
            qd: None,
            effort: [wave(1.3), wave(0.9)].concat(),
            q_motor: None,
            effort_kind: EffortKind::Torque,
            t_s,
        }
    }

    fn bound(most_samples: usize) -> SampleBound {
        SampleBound { most_samples, thins: true }
    }

    #[test]
    fn without_thinning_windows_are_spread_over_the_log() {
        let bound = SampleBound { thins: false, ..bound(79_999) };
        let motion = read_motion(&log(), &[], &ConditionSettings::default(), bound).unwrap();
        assert!((motion.rate_hz - 100.0).abs() < 1e-9, "{}", motion.rate_hz);
        // The first and the last of three windows of 32 768 samples.
        assert!((40_000..=52_000).contains(&motion.n_samples()), "{}", motion.n_samples());
        assert!(motion.segments[motion.segments.len() - 1].t_s[0] > 600.0);
    }

    #[test]
    fn a_short_log_is_conditioned_as_a_whole() {
        let settings = ConditionSettings::default();
        let motion = read_motion(&log(), &[], &settings, bound(80_000)).unwrap();
        assert_eq!(motion, condition(&log(), &[], &settings).unwrap());
    }

    #[test]
    fn a_long_log_is_thinned_and_exact() {
        let motion =
            read_motion(&log(), &[], &ConditionSettings::default(), bound(40_000)).unwrap();
        assert!((18_000..=20_001).contains(&motion.n_samples()), "{}", motion.n_samples());
        assert_eq!(motion.segments.len(), 2);
        assert!((motion.rate_hz - 25.0).abs() < 1e-9, "{}", motion.rate_hz);
        for segment in &motion.segments {
            let n = segment.n_samples;
            assert!(segment.t_s.windows(2).all(|w| w[1] > w[0] && w[1] - w[0] < 0.1));
            for (k, t) in segment.t_s.iter().enumerate() {
                let elbow = n + k;
                assert!((segment.q[elbow] - (1.3 * t).sin()).abs() < 1e-3, "{t}");
                assert!((segment.qd[elbow] - 1.3 * (1.3 * t).cos()).abs() < 2e-3, "{t}");
                assert!((segment.tau[elbow] - (0.9 * t).sin()).abs() < 1e-3, "{t}");
            }
        }
    }
}
