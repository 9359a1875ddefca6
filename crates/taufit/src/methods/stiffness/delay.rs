//! Delay of a record of forces against the joints.
//!
//! Between motor encoder and force sensor there is a spring and nothing that rubs: at the right delay the
//! torque of the wrench is a straight line over the motor's position, and so are their changes, which a
//! clamp that slips once or a drift of the sensor hardly touch. The delay with the highest likelihood of
//! these lines is taken.

use super::rows::{between, common};
use crate::signal::{Motion, Segment};

/// Longest delay that is looked for, either way \[s\].
const LONGEST_S: f64 = 1.0;
/// Steps of the search, and of its refinement \[s\].
const STEP_S: f64 = 0.02;
const FINE_STEP_S: f64 = 0.002;
/// Time over which changes are taken \[s\].
const CHANGE_S: f64 = 0.4;
/// Shortest delay that counts \[s\]: loads that change over seconds do not feel less.
const SHORTEST_S: f64 = 0.05;
/// Twice the gain of the log-likelihood from which on a delay is not chance: five standard deviations
/// of a normal variable, squared.
const SIGNIFICANT: f64 = 25.0;

/// A delay that the data show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Delay {
    /// Delay of the forces; negative if early \[s\].
    pub(super) seconds: f64,
    /// Whether it lies at the end of the search, so that the true one may be longer.
    pub(super) at_edge: bool,
}

/// The delay of forces against joints, where it counts and is not chance; `torque` is that of every joint
/// per unit of each component.
pub(super) fn find_delay(
    joints: &[Segment],
    forces: &Motion,
    torque: &[Vec<f64>],
) -> Option<Delay> {
    let lines = |delay_s: f64| -> Vec<DelayFit> {
        torque.iter().enumerate().map(|(dof, t)| line(joints, forces, dof, t, delay_s)).collect()
    };
    let misfit = |delay_s: f64| lines(delay_s).iter().map(|fit| fit.log_unexplained).sum::<f64>();
    let best = |delays: Vec<f64>| {
        let scored = delays.into_iter().map(|delay_s| (delay_s, misfit(delay_s)));
        scored.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |(delay_s, _)| delay_s)
    };
    let grid = |centre: f64, reach: f64, step: f64| {
        let n = (reach / step).round() as i32;
        (-n..=n).map(|k| centre + step * f64::from(k)).collect::<Vec<f64>>()
    };
    let coarse = best(grid(0.0, LONGEST_S, STEP_S));
    let seconds = best(grid(coarse, STEP_S, FINE_STEP_S));
    // Twice the gain of the log-likelihood, in independent samples.
    let gains = lines(0.0).into_iter().zip(lines(seconds));
    let gains = gains.map(|(at_zero, at_best)| {
        at_best.n_independent * (at_zero.log_unexplained - at_best.log_unexplained)
    });
    let is_worth = seconds.abs() > SHORTEST_S && gains.sum::<f64>() > SIGNIFICANT;
    let at_edge = coarse.abs() > LONGEST_S - 0.5 * STEP_S;
    is_worth.then_some(Delay { seconds, at_edge })
}

/// A line of a joint's torque over its position.
struct DelayFit {
    /// Logarithm of the share of the torque's variance that the line leaves.
    log_unexplained: f64,
    n_independent: f64,
}

fn line(joints: &[Segment], forces: &Motion, dof: usize, per: &[f64], delay_s: f64) -> DelayFit {
    let apart = ((CHANGE_S * forces.rate_hz).round() as usize).max(1);
    let (mut q, mut tau) = (Vec::new(), Vec::new());
    for (force, joint) in pairs(joints, forces) {
        let t_s: Vec<f64> = force.t_s.iter().map(|t| t - delay_s).collect();
        let n = force.n_samples;
        let channel = &joint.q[dof * joint.n_samples..][..joint.n_samples];
        let common = common(&t_s, &joint.t_s);
        let position = |k: usize| between(&joint.t_s, channel, t_s[k]);
        let torque =
            |k: usize| per.iter().enumerate().map(|(c, per)| per * force.q[c * n + k]).sum();
        q.extend(changes(&common.clone().map(position).collect::<Vec<f64>>(), apart));
        tau.extend(changes(&common.map(torque).collect::<Vec<f64>>(), apart));
    }
    DelayFit::of(&q, &tau, apart)
}

/// Changes of a series over so many samples.
fn changes(x: &[f64], apart: usize) -> Vec<f64> {
    x.iter().zip(x.iter().skip(apart)).map(|(before, after)| after - before).collect()
}

fn pairs<'m>(
    joints: &'m [Segment],
    forces: &'m Motion,
) -> impl Iterator<Item = (&'m Segment, &'m Segment)> {
    forces.segments.iter().flat_map(|force| joints.iter().map(move |joint| (force, joint)))
}

impl DelayFit {
    /// Changes over so many samples overlap: one of each stretch of this length is independent.
    fn of(x: &[f64], y: &[f64], apart: usize) -> Self {
        let n = x.len() as f64;
        let mean = |x: &[f64]| x.iter().sum::<f64>() / n.max(1.0);
        let (x0, y0) = (mean(x), mean(y));
        let sum = |a: &[f64], a0: f64, b: &[f64], b0: f64| -> f64 {
            a.iter().zip(b).map(|(a, b)| (a - a0) * (b - b0)).sum()
        };
        let (xx, yy, xy) = (sum(x, x0, x, x0), sum(y, y0, y, y0), sum(x, x0, y, y0));
        if xx <= 0.0 || yy <= 0.0 {
            return Self { log_unexplained: 0.0, n_independent: 0.0 };
        }
        let unexplained = (1.0 - xy * xy / (xx * yy)).max(f64::EPSILON);
        Self { log_unexplained: unexplained.ln(), n_independent: n / apart as f64 }
    }
}
