//! ParameterChange of one parameter of one robot over time.
//!
//! Two alternatives to a constant: a straight line, and a step between two logs. Each is compared with the constant
//! by the estimates of the single logs and their variances; the step is tried between all neighbours, and the
//! probability of the smallest is multiplied by the number of trials (Bonferroni), so that the stated probability is
//! not exceeded.

use crate::estimate::{NORMAL_95, student_exceedance};

/// Fewest logs of a test.
const FEWEST_LOGS: usize = 4;
/// Seconds of a week.
const WEEK_S: f64 = 7.0 * 86_400.0;

/// Test of one parameter of one robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DriftTest {
    /// Largest of the tests against a constant, in standard deviations, with its sign.
    pub z: f64,
    /// Probability of so large a value by chance, all trials counted.
    pub p: f64,
    /// Shape of the change that explains the logs best.
    pub change: ParameterChange,
}

/// Shape of a change over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterChange {
    /// One value before, another one from some log on.
    Step {
        /// The first log after the step, in the order of time.
        log: usize,
        /// Weighted mean before.
        before: f64,
        /// Weighted mean after.
        after: f64,
    },
    /// A straight line.
    Slope {
        /// ParameterChange per week.
        per_week: f64,
        /// Its 95 % interval.
        interval: [f64; 2],
    },
}

impl DriftTest {
    /// Of the estimates `y` of logs that start at `t_s` (ascending) with variances `v`; `None` with fewer than four logs
    /// or without any time between them.
    pub fn of(t_s: &[f64], y: &[f64], v: &[f64]) -> Option<Self> {
        let n = y.len();
        if n < FEWEST_LOGS {
            return None;
        }
        let steps = (1..n).map(|log| step(y, v, log));
        let best = slope(t_s, y, v).into_iter().chain(steps);
        let (z, change) = best.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))?;
        // n − 1 steps and a line.
        let p = (n as f64 * student_exceedance(z, 1e6)).min(1.0);
        Some(Self { z, p, change })
    }
}

/// Weighted mean and its variance.
fn mean(y: &[f64], v: &[f64]) -> (f64, f64) {
    let sum: f64 = v.iter().map(|v| 1.0 / v).sum();
    (y.iter().zip(v).map(|(y, v)| y / v).sum::<f64>() / sum, 1.0 / sum)
}

/// `z = (m₂ − m₁)/√(V₁ + V₂)`.
fn step(y: &[f64], v: &[f64], log: usize) -> (f64, ParameterChange) {
    let (before, v_before) = mean(&y[..log], &v[..log]);
    let (after, v_after) = mean(&y[log..], &v[log..]);
    ((after - before) / (v_before + v_after).sqrt(), ParameterChange::Step { log, before, after })
}

/// Weighted least squares of a line, time in weeks.
fn slope(t_s: &[f64], y: &[f64], v: &[f64]) -> Option<(f64, ParameterChange)> {
    let first = *t_s.first()?;
    let weeks: Vec<f64> = t_s.iter().map(|t| (t - first) / WEEK_S).collect();
    let ((t_mean, _), (y_mean, _)) = (mean(&weeks, v), mean(y, v));
    let terms = || weeks.iter().zip(y).zip(v).map(|((t, y), v)| (t - t_mean, y - y_mean, 1.0 / v));
    let information: f64 = terms().map(|(t, _, w)| w * t * t).sum();
    if information.is_nan() || information <= 0.0 {
        return None;
    }
    let per_week = terms().map(|(t, y, w)| w * t * y).sum::<f64>() / information;
    let sigma = information.sqrt().recip();
    let reach = NORMAL_95 * sigma;
    let interval = [per_week - reach, per_week + reach];
    Some((per_week / sigma, ParameterChange::Slope { per_week, interval }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    const DAYS: [f64; 8] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];

    fn test(y: &[f64]) -> DriftTest {
        let t_s: Vec<f64> = DAYS.iter().map(|day| 86_400.0 * day).collect();
        DriftTest::of(&t_s, y, &[0.01; 8]).unwrap()
    }

    #[test]
    fn a_step_and_a_line_are_told_apart() {
        let step = test(&[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 2.0]);
        assert_eq!(step.change, ParameterChange::Step { log: 3, before: 1.0, after: 2.0 });
        // z = 1/√(0.01/3 + 0.01/5)
        assert!((step.z - 13.693).abs() < 1e-3, "{}", step.z);
        let line = test(&DAYS.map(|day| 3.0 - 0.1 * day));
        let ParameterChange::Slope { per_week, .. } = line.change else { panic!("{line:?}") };
        assert!((per_week + 0.7).abs() < 1e-12 && line.z < 0.0);
        assert_eq!(DriftTest::of(&[0.0, 1.0, 2.0], &[0.0; 3], &[1.0; 3]), None);
    }

    /// Constants with normal noise are called at most as often as stated.
    #[test]
    fn false_alarms_are_as_rare_as_stated() {
        let mut dice = rand_pcg::Pcg64::seed_from_u64(8);
        let n_robots = 4000;
        let mut n_called = 0;
        for _ in 0..n_robots {
            let noise = |_| {
                let (u, v): (f64, f64) =
                    (dice.random_range(1e-12..1.0), dice.random_range(0.0..1.0));
                0.1 * (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
            };
            let y: Vec<f64> = (0..8).map(noise).collect();
            n_called += u32::from(test(&y).p < 0.05);
        }
        // At most 5 %; Bonferroni over correlated trials is some way below.
        let share = f64::from(n_called) / f64::from(n_robots);
        assert!((0.005..=0.05).contains(&share), "{share}");
    }
}
