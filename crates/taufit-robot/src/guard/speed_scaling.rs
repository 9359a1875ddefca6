//! Estimate of the speed scaling from positions along a reference.

use taufit::experiment::PhaseMotion;

/// Time between stored samples \[s\], and their largest number.
const EVERY_S: f64 = 0.01;
const MOST: usize = 1000;

/// Number of steps in which a reference is searched for a position.
const N_STEPS: usize = 400;

/// Shares of full speed that count as speed scaling.
const SHARES: std::ops::Range<f64> = 0.02..0.95;

/// Largest difference between the shares of the first and the second half.
const STEADINESS: f64 = 0.15;

/// Largest remaining distance from the reference at the estimated speed, as a share of the tracking error.
const LEFT_OVER: f64 = 0.3;

/// Positions since the beginning of a phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpeedScalingEstimator {
    samples: Vec<(f64, Vec<f64>)>,
}

impl SpeedScalingEstimator {
    /// Begins a phase.
    pub(crate) fn restart(&mut self) {
        self.samples.clear();
    }

    /// Adds the position `q` at a time since the beginning of the phase \[s\].
    pub(crate) fn push(&mut self, t_s: f64, q: &[f64]) {
        let is_due = self.samples.last().is_none_or(|(last_s, _)| t_s - last_s >= EVERY_S);
        if is_due && self.samples.len() < MOST {
            self.samples.push((t_s, q.to_vec()));
        }
    }

    /// Share of full speed that explains a tracking error; none if no share does. A blocked joint follows at
    /// full speed first and not at all then.
    pub(crate) fn share(&self, motion: &PhaseMotion, error: f64) -> Option<f64> {
        let (begin, end) = (self.samples.first()?, self.samples.last()?);
        let middle_s = 0.5 * (begin.0 + end.0);
        let middle = self.samples.iter().find(|(t_s, _)| *t_s >= middle_s)?;
        let reached = |(t_s, q): &(f64, Vec<f64>)| {
            reached_s(motion, *t_s, q).filter(|(_, off)| *off < LEFT_OVER * error)
        };
        let [a, b, c] =
            [begin, middle, end].map(|sample| reached(sample).map(|(s, _)| (sample.0, s)));
        let (a, b, c) = (a?, b?, c?);
        let slope = |a: (f64, f64), b: (f64, f64)| (b.1 - a.1) / (b.0 - a.0);
        let (first, second) = (slope(a, b), slope(b, c));
        let share = slope(a, c);
        ((first - second).abs() < STEADINESS && SHARES.contains(&share)).then_some(share)
    }
}

/// Time on the reference, up to `t_s`, that is nearest to `q` \[s\], and the remaining distance.
fn reached_s(motion: &PhaseMotion, t_s: f64, q: &[f64]) -> Option<(f64, f64)> {
    let candidates = (0..=N_STEPS).filter_map(|k| {
        let at_s = t_s * k as f64 / N_STEPS as f64;
        let point = motion.reference(at_s)?;
        let off = point.q.iter().zip(q).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        Some((at_s, off))
    });
    candidates.min_by(|a, b| a.1.total_cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::experiment::{Experiment, Plan, Sweep, SweepJoint};
    use taufit::model::catalog;

    /// One joint over 1 rad at 0.5 rad/s.
    fn travel() -> PhaseMotion {
        let joints = vec![SweepJoint {
            name: "joint1".to_owned(),
            start: vec![0.0, 0.2],
            distance_rad: 1.0,
            velocities_rad_s: vec![0.5],
        }];
        let sweep = Some(Sweep { iterations: 1, both_directions: false, joints });
        let experiment = Experiment { sweep, ..Experiment::new("planar2r") };
        let robot = catalog::robot("planar2r").unwrap();
        let plan = Plan::new(&experiment, &robot, None, &[0.0, 0.2]).unwrap();
        plan.phases.into_iter().find(|phase| phase.joint.is_some()).unwrap().motion
    }

    /// Share of a robot at `reached(t)` along the motion, once it is 0.1 rad off.
    fn share(reached: impl Fn(f64) -> f64) -> Option<f64> {
        let (motion, mut pace) = (travel(), SpeedScalingEstimator::default());
        for k in 0..400 {
            let t_s = 0.01 * f64::from(k);
            let at = |t_s: f64| motion.reference(t_s).unwrap().q;
            let q = at(reached(t_s));
            pace.push(t_s, &q);
            let error = (at(t_s)[0] - q[0]).abs();
            if error > 0.1 {
                return pace.share(&motion, error);
            }
        }
        None
    }

    #[test]
    fn a_slider_is_told_from_a_joint_that_is_blocked() {
        for slider in [0.1, 0.5, 0.8] {
            let found = share(|t_s| slider * t_s).unwrap();
            assert!((found - slider).abs() < 0.1, "{found} instead of {slider}");
        }
        assert_eq!(share(|t_s| t_s.min(0.6)), None, "blocked on the way");
        assert_eq!(share(|_| 0.0), None, "blocked from the beginning");
        assert_eq!(share(|t_s| (t_s - 0.3).max(0.0)), None, "late");
    }
}
