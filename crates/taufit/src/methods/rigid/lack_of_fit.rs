//! Whether residuals follow an effect that the model does not have.
//!
//! Intervals assume that what the model misses behaves like noise. For every joint the residuals of
//! rows in which it slides are correlated with the signature of the usual suspects: an elastic joint,
//! friction that depends on load, on low speed or on direction, a position-dependent torque. Each
//! signature is cleared of what the model has in every case, and significance counts correlated rows
//! once (t-test of a correlation with an effective number of rows).

use crate::estimate::student_exceedance;
use crate::regression::{Follow, Nuisance};

/// Rows of a joint that are kept for the tests.
const MOST_ROWS: usize = 20_000;
/// Probability by chance below which a signature counts as found: with some fifty tests per arm, one
/// arm in two thousand is called wrongly.
const BY_CHANCE: f64 = 1e-5;
/// Fewest independent rows that a test needs.
const FEWEST: f64 = 20.0;
/// Stribeck velocities of the signatures, over the joint's rms speed.
const STRIBECK_SHARES: [f64; 2] = [0.1, 0.3];

/// Residuals of one joint with the motion that belongs to them.
#[derive(Clone, Debug, Default)]
pub(super) struct LackOfFitRows {
    residual: Vec<f64>,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    tau: Vec<f64>,
    /// Second difference of the predicted torque, row by row.
    tau_curvature: Vec<f64>,
}

/// An effect that residuals follow.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Effect {
    pub(super) name: &'static str,
    /// Share of the residual's variance.
    pub(super) share: f64,
}

/// Rows of a stretch: measured and predicted torque, motion, and whether the joint slides.
pub(super) struct StretchRows<'a> {
    pub(super) measured: &'a [f64],
    pub(super) predicted: &'a [f64],
    pub(super) q: &'a [f64],
    pub(super) qd: &'a [f64],
    pub(super) qdd: &'a [f64],
    pub(super) slides: &'a [bool],
}

impl LackOfFitRows {
    /// Adds the sliding rows of a stretch.
    pub(super) fn push(&mut self, rows: &StretchRows<'_>) {
        let tau = rows.predicted;
        for k in 1..tau.len().saturating_sub(1) {
            if self.residual.len() == MOST_ROWS {
                return;
            }
            if rows.slides[k] {
                self.residual.push(rows.measured[k] - tau[k]);
                self.q.push(rows.q[k]);
                self.qd.push(rows.qd[k]);
                self.qdd.push(rows.qdd[k]);
                self.tau.push(tau[k]);
                self.tau_curvature.push(tau[k + 1] - 2.0 * tau[k] + tau[k - 1]);
            }
        }
    }

    /// The effect that explains most of the residuals, if any is significant; `correlation_time` is
    /// that of the residuals, in rows.
    pub(super) fn effect(&self, correlation_time: f64) -> Option<Effect> {
        let n = self.residual.len();
        let constant = vec![1.0; n];
        let sign: Vec<f64> = self.qd.iter().map(|qd| qd.signum()).collect();
        let own = [&constant, &self.qd, &sign, &self.qdd, &self.tau].map(Vec::as_slice);
        let independent = n as f64 / correlation_time.max(1.0);
        let freedom = independent - own.len() as f64 - 1.0;
        if independent < FEWEST || freedom < 1.0 {
            return None;
        }
        let space = Nuisance::new(&own);
        let residual = space.without(&self.residual);
        let tested = self.signatures(&sign).into_iter().map(|(name, signature)| {
            let share = Follow::of(&space.without(&signature), &residual).correlation.powi(2);
            let t = (share * freedom / (1.0 - share).max(f64::MIN_POSITIVE)).sqrt();
            (Effect { name, share }, student_exceedance(t, freedom))
        });
        let found = tested.filter(|(_, chance)| *chance < BY_CHANCE);
        found.map(|(effect, _)| effect).max_by(|a, b| a.share.total_cmp(&b.share))
    }

    /// Name and signal of every effect that is looked for.
    fn signatures(&self, sign: &[f64]) -> Vec<(&'static str, Vec<f64>)> {
        let speed_rms = crate::regression::rms(&self.qd);
        let per_row = |of: &dyn Fn(usize) -> f64| (0..sign.len()).map(of).collect::<Vec<f64>>();
        let mut all = vec![
            ("joint elasticity", self.tau_curvature.clone()),
            ("friction that depends on load", per_row(&|k| self.tau[k].abs() * sign[k])),
            ("friction that differs by direction", per_row(&|k| self.qd[k].abs())),
            ("a torque that depends on position", per_row(&|k| self.q[k].sin())),
            ("a torque that depends on position", per_row(&|k| self.q[k].cos())),
        ];
        for share in STRIBECK_SHARES {
            let decay = |k: usize| sign[k] * (-self.qd[k].abs() / (share * speed_rms)).exp();
            all.push(("friction that changes at low speed", per_row(&decay)));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// A joint that swings, with noise and an effect in its residual.
    fn joint(effect: impl Fn(f64, f64, f64) -> f64) -> LackOfFitRows {
        let mut dice = rand_pcg::Pcg64::seed_from_u64(5);
        let n = 800;
        let t: Vec<f64> = (0..n).map(|k| 0.05 * f64::from(k)).collect();
        let of = |f: &dyn Fn(f64) -> f64| t.iter().map(|t| f(*t)).collect::<Vec<f64>>();
        let q = of(&|t| (0.7 * t).sin() + 0.4 * (1.9 * t).cos());
        let qd = of(&|t| 0.7 * (0.7 * t).cos() - 0.76 * (1.9 * t).sin());
        let qdd = of(&|t| -0.49 * (0.7 * t).sin() - 1.444 * (1.9 * t).cos());
        let tau = of(&|t| 20.0 * (0.5 * t).sin() + 5.0 * (2.3 * t).cos());
        let measured: Vec<f64> = (0..n as usize)
            .map(|k| tau[k] + effect(q[k], qd[k], tau[k]) + dice.random_range(-1.0..1.0))
            .collect();
        let slides: Vec<bool> = qd.iter().map(|qd| qd.abs() > 0.05).collect();
        let mut rows = LackOfFitRows::default();
        rows.push(&StretchRows {
            measured: &measured,
            predicted: &tau,
            q: &q,
            qd: &qd,
            qdd: &qdd,
            slides: &slides,
        });
        rows
    }

    #[test]
    fn noise_follows_nothing() {
        assert_eq!(joint(|_, _, _| 0.0).effect(1.0), None);
    }

    #[test]
    fn effects_are_found_by_name() {
        let name = |rows: LackOfFitRows| rows.effect(1.0).map(|effect| effect.name);
        let load = joint(|_, qd, tau| 0.05 * tau.abs() * qd.signum());
        assert_eq!(name(load), Some("friction that depends on load"));
        let slow = joint(|_, qd, _| 2.0 * qd.signum() * (-qd.abs() / 0.1).exp());
        assert_eq!(name(slow), Some("friction that changes at low speed"));
        let cable = joint(|q, _, _| q.cos());
        assert_eq!(name(cable), Some("a torque that depends on position"));
    }

    #[test]
    fn correlated_rows_count_once() {
        let load = joint(|_, qd, tau| 0.012 * tau.abs() * qd.signum());
        assert!(load.effect(1.0).is_some() && load.effect(40.0).is_none());
    }
}
