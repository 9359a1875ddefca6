//! Poses in which the robot stands still.

use crate::diagnostics::Result;
use crate::methods::pair::PreparedLogs;
use crate::recording::Log;
use crate::signal::{Segment, Standstill};

/// Share of a stop that is left out at either end: the drives settle.
const EDGE: f64 = 0.1;
/// Time before a pose that shows the side from which a joint came \[s\].
const APPROACH_S: f64 = 0.5;
/// A joint that moved by less did not come from anywhere \[rad or m\].
const LEAST_APPROACH: f64 = 0.005;

/// A pose held for a while.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stop {
    pub(super) start_s: f64,
    pub(super) duration_s: f64,
    /// Mean positions.
    pub(super) q: Vec<f64>,
    /// Mean torques.
    pub(super) tau: Vec<f64>,
    /// Side that each joint came from: 1 upwards, -1 downwards, 0 not known.
    pub(super) approach: Vec<i8>,
}

/// The stops of some logs, each once where stretches of a long log overlap.
pub(super) fn stops<L: Log>(
    logs: &PreparedLogs<'_, L>,
    standstill: &Standstill,
) -> Result<Vec<Stop>> {
    let (mut found, mut last): (Vec<Stop>, (usize, f64)) = (Vec::new(), (0, f64::NEG_INFINITY));
    logs.visit(&mut |log, segment| {
        for [from, to] in standstill.stops(segment) {
            let stop = stop(segment, from, to);
            if log != last.0 || stop.start_s > last.1 {
                last = (log, stop.start_s + stop.duration_s);
                found.push(stop);
            }
        }
        Ok(())
    })?;
    Ok(found)
}

fn stop(segment: &Segment, from: usize, to: usize) -> Stop {
    let n = segment.n_samples;
    let edge = (EDGE * (to - from) as f64) as usize;
    let mean = |x: &[f64]| -> Vec<f64> {
        let channels = x.chunks_exact(n).map(|channel| &channel[from + edge..to - edge]);
        channels.map(|inside| inside.iter().sum::<f64>() / inside.len() as f64).collect()
    };
    let (start_s, end_s) = (segment.t_s[from], segment.t_s[to - 1]);
    let before = segment.t_s.partition_point(|t| *t < start_s - APPROACH_S);
    let side = |channel: &[f64]| match channel[from] - channel[before.min(from)] {
        way if way > LEAST_APPROACH => 1,
        way if way < -LEAST_APPROACH => -1,
        _ => 0,
    };
    Stop {
        start_s,
        duration_s: end_s - start_s,
        q: mean(&segment.q),
        tau: mean(&segment.tau),
        approach: segment.q.chunks_exact(n).map(side).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_knows_where_it_is_and_where_it_came_from() {
        // Up to 1 rad within a second, a second of rest, down to 0 within a second, rest.
        let position = |t: f64| match t {
            t if t < 1.0 => t,
            t if t < 2.0 => 1.0,
            t if t < 3.0 => 3.0 - t,
            _ => 0.0,
        };
        let t_s: Vec<f64> = (0..400).map(|k| 0.01 * f64::from(k)).collect();
        let q: Vec<f64> = t_s.iter().map(|t| position(*t)).collect();
        let qd: Vec<f64> = t_s
            .iter()
            .map(|t| match t {
                t if *t < 1.0 => 1.0,
                t if (2.0..3.0).contains(t) => -1.0,
                _ => 0.0,
            })
            .collect();
        let (n_samples, qdd, tau) = (400, vec![0.0; 400], vec![7.0; 400]);
        let segment = Segment { t_s, n_samples, q, qd, qdd, tau };
        let found = Standstill { speed: 0.01, shortest_s: 0.5 }.stops(&segment).into_iter();
        let found: Vec<Stop> = found.map(|[from, to]| stop(&segment, from, to)).collect();
        let said: Vec<(f64, i8)> =
            found.iter().map(|stop| (stop.q[0].round(), stop.approach[0])).collect();
        assert_eq!(said, [(1.0, 1), (0.0, -1)]);
        assert!((found[0].tau[0] - 7.0).abs() < 1e-12 && (found[0].start_s - 1.0).abs() < 1e-9);
    }
}
