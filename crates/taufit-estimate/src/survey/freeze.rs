//! Channels that stand still for a while although their joint moves on.

use super::channel::{Updates, channels_of};
use crate::diagnostics::LogWarning;
use serde::Serialize;
use taufit_data::recording::Recording;

/// Shorter repetitions are jitter of the driver, not a stale sensor \[s\].
const SHORTEST_S: f64 = 0.1;
/// In updates: a channel that is renewed slowly is held, which is another finding.
const SHORTEST_UPDATES: f64 = 5.0;
/// A value that comes back after a freeze has the way of the whole time to catch up with: at least
/// this many usual steps. A joint that stood still sets off more slowly than it usually moves.
const CATCH_UP: f64 = 3.0;

/// A time in which channels keep one value, and after which they jump.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Freeze {
    /// Which channels, such as `position of "elbow"`.
    pub channels: Vec<String>,
    /// Its beginning \[s\].
    pub t_s: f64,
    /// Its length \[s\].
    pub duration_s: f64,
}

/// Every freeze of a log, in the order of time; channels that freeze together make one.
pub(super) fn freezes(recording: &Recording) -> Vec<Freeze> {
    let mut found: Vec<Freeze> = Vec::new();
    // A velocity rests at exactly zero, and efforts and positions tell as much.
    let measured = channels_of(recording).into_iter().filter(|(_, what, _)| *what != "velocity");
    for (joint, quantity, x) in measured {
        for (first, last) in frozen_runs(x, &recording.t_s) {
            let (t_s, name) = (recording.t_s[first], format!("{quantity} of {joint:?}"));
            let duration_s = recording.t_s[last] - t_s;
            let is_same = |f: &&mut Freeze| f.t_s == t_s && f.duration_s == duration_s;
            match found.iter_mut().find(is_same) {
                Some(freeze) => freeze.channels.push(name),
                None => found.push(Freeze { channels: vec![name], t_s, duration_s }),
            }
        }
    }
    found.sort_by(|a, b| a.t_s.total_cmp(&b.t_s));
    found
}

/// Adds the freezes of a window that begins at `start_s`. Those that windows before have found end at the same
/// time; of one that began before the window only the end is in it.
pub(super) fn merge(found: &mut Vec<Freeze>, of_window: Vec<Freeze>, start_s: f64) {
    let end_s = |freeze: &Freeze| freeze.t_s + freeze.duration_s;
    let first_new = found.iter().rposition(|f| end_s(f) < start_s).map_or(0, |last| last + 1);
    let known: Vec<f64> = found[first_new..].iter().map(end_s).collect();
    found.extend(of_window.into_iter().filter(|freeze| !known.contains(&end_s(freeze))));
}

/// One warning for each set of channels that freeze together.
pub(super) fn findings(freezes: &[Freeze]) -> Vec<LogWarning> {
    let mut sets: Vec<&Vec<String>> = Vec::new();
    for freeze in freezes {
        if !sets.contains(&&freeze.channels) {
            sets.push(&freeze.channels);
        }
    }
    let finding = |channels: &Vec<String>| {
        let alike = || freezes.iter().filter(|freeze| freeze.channels == *channels);
        let longest = alike().max_by(|a, b| a.duration_s.total_cmp(&b.duration_s))?;
        Some(LogWarning::Frozen {
            channels: channels.clone(),
            count: alike().count(),
            t_s: longest.t_s,
            longest_s: longest.duration_s,
        })
    };
    sets.into_iter().filter_map(finding).collect()
}

/// First and last sample of every stretch in which the channel is frozen.
fn frozen_runs(x: &[f64], t_s: &[f64]) -> Vec<(usize, usize)> {
    let Some(updates) = Updates::of(x) else { return Vec::new() };
    let mut runs = Vec::new();
    let mut first = 0;
    for next in 1..x.len() {
        if x[next] == x[first] {
            continue;
        }
        let (last, jump) = (next - 1, (x[next] - x[first]).abs());
        let is_long = t_s[last] - t_s[first] >= SHORTEST_S
            && (last - first) as f64 >= SHORTEST_UPDATES * updates.distance;
        if is_long && jump > CATCH_UP * updates.typical && updates.is_jump(jump) {
            runs.push((first, last));
        }
        first = next;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamps(n: usize) -> Vec<f64> {
        (0..n).map(|k| 0.01 * k as f64).collect()
    }

    #[test]
    fn a_value_that_stops_and_jumps_is_frozen() {
        let mut x: Vec<f64> = stamps(1000).iter().map(|t| (2.0 * t).sin()).collect();
        let stale = x[300];
        x[300..=340].fill(stale);
        assert_eq!(frozen_runs(&x, &stamps(1000)), [(300, 340)]);
    }

    #[test]
    fn windows_that_overlap_count_a_freeze_once() {
        let freeze = |t_s: f64, duration_s: f64| Freeze { channels: Vec::new(), t_s, duration_s };
        let mut found = vec![freeze(1.0, 0.5), freeze(8.5, 1.0)];
        merge(&mut found, vec![freeze(9.0, 0.5), freeze(9.5, 0.25)], 9.0);
        assert_eq!(found, [freeze(1.0, 0.5), freeze(8.5, 1.0), freeze(9.5, 0.25)]);
    }

    #[test]
    fn a_joint_that_rests_is_not_frozen() {
        // Out and back with a rest of 2 s between: speed begins and ends at zero.
        let ramp = |t: f64| 0.5 - 0.5 * (std::f64::consts::PI * t.clamp(0.0, 1.0)).cos();
        let way = |t: f64| ramp(t - 1.0) - ramp(t - 4.0);
        let x: Vec<f64> = stamps(700).iter().map(|t| (way(*t) * 1e6).round() / 1e6).collect();
        assert!(frozen_runs(&x, &stamps(700)).is_empty());
    }

    #[test]
    fn a_slow_driver_is_not_frozen() {
        let x: Vec<f64> = (0..1000).map(|k| (0.02 * f64::from(k / 20 * 20)).sin()).collect();
        assert!(frozen_runs(&x, &stamps(1000)).is_empty());
    }
}
