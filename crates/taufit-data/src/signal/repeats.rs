//! Rows that repeat the one before in every channel.
//!
//! A recorder that polls faster than its source repeats rows, and its stamps are those of the polls; a
//! recorder that holds samples repeats every row a fixed number of times. Both put steps into positions
//! whose derivatives swamp the motion. The first row of every run is what the source sent.

use super::median;
use crate::recording::Recording;

/// Longer runs of equal rows are a standstill or a frozen driver, which others look at.
const LONGEST_RUN: usize = 10;
/// Share of repeated rows from which on a log counts as polled.
const LEAST_SHARE: f64 = 0.005;
/// Share of runs of one length from which on samples are held.
const HELD_SHARE: f64 = 0.9;
/// Deviation of a step from the usual one that polls do not have, over the latter.
const IRREGULAR: f64 = 0.1;
/// Gain of the loop that spaces the stamps of a polled log evenly: the source keeps time, so that two
/// hundred samples average the jitter of the polls.
const LOOP_GAIN: f64 = 0.01;
/// Deviations beyond so many periods are gaps.
const GAP_PERIODS: f64 = 3.0;

/// Repetition of the rows of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Repeats {
    /// Share of the rows that repeat the one before.
    pub share: f64,
    /// Period of the source \[s\], where stamps are those of polls.
    pub source_period_s: Option<f64>,
}

/// Looks for repeated rows in the beginning of a log; `None` where there are none, or where the arm is
/// too simple to separate a repetition from a standstill.
pub fn find_repeats(head: &Recording) -> Option<Repeats> {
    let n = head.n_samples();
    if head.joints.len() < 2 || n < 100 {
        return None;
    }
    let runs: Vec<usize> =
        run_lengths(head).into_iter().filter(|run| *run <= LONGEST_RUN).collect();
    let rows: usize = runs.iter().sum();
    let share = (rows - runs.len()) as f64 / rows.max(1) as f64;
    // An arm at rest repeats rows for long; one that moves does so only where rows are stale.
    if 2 * rows < n || share < LEAST_SHARE {
        return None;
    }
    let lengths: Vec<f64> = runs.iter().map(|run| *run as f64).collect();
    let usual = median(&lengths)?;
    let alike = lengths.iter().filter(|length| **length == usual).count() as f64;
    let is_held = usual > 1.0 && alike >= HELD_SHARE * lengths.len() as f64;
    let steps: Vec<f64> = head.t_s.windows(2).map(|w| w[1] - w[0]).filter(|s| *s > 0.0).collect();
    let step_s = median(&steps)?;
    // Stamps that jitter are those of messages, not of polls: the late row is unknown.
    let regular = steps.iter().filter(|step| (*step / step_s - 1.0).abs() < IRREGULAR).count();
    if 4 * regular < 3 * steps.len() {
        return None;
    }
    let period_s = step_s * rows as f64 / runs.len() as f64;
    Some(Repeats { share, source_period_s: (!is_held).then_some(period_s) })
}

fn run_lengths(head: &Recording) -> Vec<usize> {
    let mut runs = vec![1];
    for k in 1..head.n_samples() {
        match (is_repeated(head, k), runs.last_mut()) {
            (true, Some(run)) => *run += 1,
            _ => runs.push(1),
        }
    }
    runs
}

fn is_repeated(log: &Recording, k: usize) -> bool {
    let n = log.n_samples();
    let same = |x: &[f64]| x.chunks_exact(n).all(|channel| channel[k] == channel[k - 1]);
    same(&log.q) && same(&log.effort) && log.q_motor.as_deref().is_none_or(same)
}

/// Leaves repeated rows out of a log, piece by piece.
#[derive(Debug)]
pub struct Thinner {
    repeats: Repeats,
    /// Last row of the piece before.
    last: Option<Vec<f64>>,
    /// Equal rows so far.
    run: usize,
    /// Even stamp of the row before, and its own.
    clock_s: Option<f64>,
}

impl Thinner {
    /// A filter that drops the rows that these repeats name.
    pub fn new(repeats: Repeats) -> Self {
        Self { repeats, last: None, run: 0, clock_s: None }
    }

    /// The rows of a piece that are no repetitions.
    pub fn thin(&mut self, piece: &Recording) -> Recording {
        let n = piece.n_samples();
        let row = |k: usize| -> Vec<f64> {
            let channels = piece.q.chunks_exact(n).chain(piece.effort.chunks_exact(n));
            channels.map(|channel| channel[k]).collect()
        };
        let mut kept = Vec::new();
        for k in 0..n {
            let next = row(k);
            self.run = if self.last.as_ref() == Some(&next) { self.run + 1 } else { 0 };
            self.last = Some(next);
            // Long runs are a rest, whose time must not be lost.
            if self.run == 0 || self.run > LONGEST_RUN {
                kept.push(k);
            }
        }
        let mut thin = piece.picked(&kept);
        if let Some(period_s) = self.repeats.source_period_s {
            thin.t_s.iter_mut().for_each(|t_s| *t_s = self.even_stamp(*t_s, period_s));
        }
        thin
    }

    /// The stamp on an even grid that follows the logged ones slowly.
    fn even_stamp(&mut self, t_s: f64, period_s: f64) -> f64 {
        let expected_s = self.clock_s.map_or(t_s, |clock_s| clock_s + period_s);
        let off_s = t_s - expected_s;
        let even_s = match off_s > GAP_PERIODS * period_s {
            true => t_s,
            false => expected_s + LOOP_GAIN * off_s.max(-period_s),
        };
        self.clock_s = Some(even_s);
        even_s
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::EffortKind;

    /// Two joints that swing at 100 Hz; row `k` is what the source sent at sample `source(k)`.
    fn log(n: usize, period_s: f64, source: impl Fn(usize) -> usize) -> Recording {
        let of = |f: fn(f64) -> f64| (0..n).map(|k| f(0.01 * source(k) as f64)).collect::<Vec<_>>();
        Recording {
            source: "polled".into(),
            joints: vec!["a".into(), "b".into()],
            t_s: (0..n).map(|k| period_s * k as f64).collect(),
            q: [of(f64::sin), of(f64::cos)].concat(),
            qd: None,
            effort: [of(|t| (2.0 * t).sin()), of(|t| (3.0 * t).cos())].concat(),
            q_motor: None,
            effort_kind: EffortKind::Torque,
        }
    }

    #[test]
    fn a_clean_log_is_left_alone() {
        assert_eq!(find_repeats(&log(1000, 0.01, |k| k)), None);
    }

    #[test]
    fn held_samples_keep_the_first_of_each_run() {
        let held = log(999, 0.01, |k| k / 3 * 3);
        let repeats = find_repeats(&held).unwrap();
        assert!((repeats.share - 2.0 / 3.0).abs() < 1e-3 && repeats.source_period_s.is_none());
        let thin = Thinner::new(repeats).thin(&held);
        assert_eq!(thin.n_samples(), 333);
        assert!(thin.t_s.iter().zip(thin.q(0)).all(|(t, q)| (t.sin() - q).abs() < 1e-12));
    }

    #[test]
    fn a_polled_log_is_spaced_evenly_again() {
        // Polled every 9.5 ms what is renewed every 10 ms.
        let polled = log(4000, 0.0095, |k| (0.95 * k as f64) as usize);
        let repeats = find_repeats(&polled).unwrap();
        let period_s = repeats.source_period_s.unwrap();
        assert!((period_s / 0.01 - 1.0).abs() < 2e-3, "{period_s}");
        let whole = Thinner::new(repeats).thin(&polled);
        let mut thinner = Thinner::new(repeats);
        let pieces =
            [thinner.thin(&polled.range(0, 1234)), thinner.thin(&polled.range(1234, 4000))];
        assert_eq!(Recording::joined(&pieces).unwrap(), whole, "pieces are as good as the whole");
        // The stamps of the polls are off by up to a period, the even ones by a constant and 3 %.
        let off: Vec<f64> =
            (600..whole.n_samples()).map(|k| whole.t_s[k] - 0.01 * k as f64).collect();
        let (low, high) =
            off.iter().fold((f64::INFINITY, -f64::INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
        assert!(high - low < 5e-4, "{low} {high}");
    }

    #[test]
    fn a_rest_is_no_repetition() {
        assert_eq!(find_repeats(&log(1000, 0.01, |k| k.min(600))), None);
    }
}
