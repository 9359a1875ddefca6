//! A motion that a robot can be sent: one curve per joint, repeated, between two moves from and to a
//! pose of rest.

use super::{FourierSeries, QuinticSpline};
use crate::diagnostics::ExciteError;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::Result;

/// One joint's motion over a period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "family")]
pub enum Curve {
    /// A finite Fourier series.
    Fourier(FourierSeries),
    /// A clamped quintic B-spline.
    Spline(QuinticSpline),
}

impl Curve {
    /// Position, velocity, acceleration and jerk at a time within the period.
    pub fn at(&self, t_s: f64) -> [f64; 4] {
        match self {
            Self::Fourier(series) => series.at(t_s),
            Self::Spline(spline) => spline.at(t_s),
        }
    }

    fn period_s(&self) -> f64 {
        match self {
            Self::Fourier(series) => series.period_s,
            Self::Spline(spline) => spline.period_s,
        }
    }

    fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        let (a, b, offset) = match self {
            Self::Fourier(s) => (&s.a[..], &s.b[..], Some(s.offset)),
            Self::Spline(s) => (&s.points[..], &[][..], None),
        };
        a.iter().chain(b).copied().chain(offset)
    }

    fn is_complete(&self) -> bool {
        match self {
            Self::Fourier(s) => !s.a.is_empty() && s.a.len() == s.b.len(),
            Self::Spline(s) => s.points.len() >= super::bspline::FEWEST_POINTS,
        }
    }
}

/// The move from a pose of rest to the start of the curves, and back after them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lead {
    /// Where the motion starts and ends.
    pub home: Vec<f64>,
    /// Duration of each of the two moves \[s\].
    pub duration_s: f64,
}

/// State of all joints at one time.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct MotionState {
    /// Positions.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Accelerations.
    pub qdd: Vec<f64>,
    /// Jerks \[rad/s³ or m/s³\].
    pub qddd: Vec<f64>,
}

/// A motion for a robot: lead-in, `repetitions` periods, lead-out; at rest at both ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trajectory {
    /// The joints, in the order of the curves.
    pub joints: Vec<String>,
    /// Number of repetitions of the curves.
    pub repetitions: usize,
    /// The way to the curves and back, if they do not start where the robot waits.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lead: Option<Lead>,
    /// One curve per joint, all of the same period.
    pub curves: Vec<Curve>,
}

impl Trajectory {
    /// Checks what a file may have got wrong.
    pub fn check(&self) -> Result<()> {
        let n = self.curves.len();
        let fault = |problem: String| Err(ExciteError::Trajectory { problem }.into());
        if n == 0 || self.joints.len() != n {
            return fault(format!("{} joint names for {n} curves", self.joints.len()));
        }
        if let Some(lead) = &self.lead {
            if lead.home.len() != n || lead.home.iter().any(|x| !x.is_finite()) {
                return fault(format!("{} home positions for {n} curves", lead.home.len()));
            }
            if !(lead.duration_s > 0.0 && lead.duration_s.is_finite()) {
                return fault(format!("a lead of {} s", lead.duration_s));
            }
        }
        let period_s = self.period_s();
        for (joint, curve) in self.joints.iter().zip(&self.curves) {
            if curve.period_s() != period_s || !(period_s > 0.0 && period_s.is_finite()) {
                let found = curve.period_s();
                return fault(format!(
                    "joint {joint:?} has period {found} s, the first {period_s} s"
                ));
            }
            if !curve.is_complete() || curve.numbers().any(|x| !x.is_finite()) {
                return fault(format!("the coefficients of joint {joint:?} are incomplete"));
            }
        }
        if self.repetitions == 0 {
            return fault("0 repetitions".to_owned());
        }
        Ok(())
    }

    /// Period of the curves \[s\].
    pub fn period_s(&self) -> f64 {
        self.curves.first().map_or(0.0, Curve::period_s)
    }

    /// Duration of lead-in and lead-out, each \[s\].
    pub fn lead_s(&self) -> f64 {
        self.lead.as_ref().map_or(0.0, |lead| lead.duration_s)
    }

    /// Duration of everything \[s\].
    pub fn duration_s(&self) -> f64 {
        self.repetitions as f64 * self.period_s() + 2.0 * self.lead_s()
    }

    /// State at a time; before the start and after the end the robot rests.
    pub fn at(&self, t_s: f64) -> MotionState {
        let mut state = MotionState::default();
        for joint in 0..self.curves.len() {
            let [q, qd, qdd, qddd] = self.joint_at(joint, t_s);
            state.q.push(q);
            state.qd.push(qd);
            state.qdd.push(qdd);
            state.qddd.push(qddd);
        }
        state
    }

    /// Position, velocity, acceleration and jerk of one joint.
    pub fn joint_at(&self, joint: usize, t_s: f64) -> [f64; 4] {
        let (curve, lead_s) = (&self.curves[joint], self.lead_s());
        let curves_end_s = self.duration_s() - lead_s;
        let since_s = t_s - lead_s;
        match &self.lead {
            Some(lead) if since_s < 0.0 => {
                let [start, ..] = curve.at(0.0);
                rest_to_rest(lead.home[joint], start, t_s / lead_s, lead_s)
            }
            Some(lead) if t_s >= curves_end_s => {
                let [end, ..] = curve.at(self.period_s());
                rest_to_rest(end, lead.home[joint], (t_s - curves_end_s) / lead_s, lead_s)
            }
            _ if since_s <= 0.0 || t_s >= curves_end_s => {
                let at_s = if since_s <= 0.0 { 0.0 } else { self.period_s() };
                [curve.at(at_s)[0], 0.0, 0.0, 0.0]
            }
            _ => curve.at(since_s % self.period_s()),
        }
    }

    /// Times of equally spaced samples from start to end, both included.
    pub fn stamps_s(&self, rate_hz: f64) -> Vec<f64> {
        let n = (self.duration_s() * rate_hz).round().max(1.0) as usize;
        (0..=n).map(|k| (k as f64 / rate_hz).min(self.duration_s())).collect()
    }
}

/// Share of the way, and its derivatives by the share of the time, of the quintic that is at rest at
/// both ends: `10 s³ − 15 s⁴ + 6 s⁵`.
pub(super) fn quintic(s: f64) -> [f64; 4] {
    let s = s.clamp(0.0, 1.0);
    let r = 1.0 - s;
    [
        s * s * s * (10.0 + s * (6.0 * s - 15.0)),
        30.0 * s * s * r * r,
        60.0 * s * r * (r - s),
        60.0 * (1.0 - 6.0 * s * r),
    ]
}

/// Largest velocity, acceleration and jerk of [`quintic`].
pub(super) const QUINTIC_PEAKS: [f64; 3] = [1.875, 5.773_502_691_896_258, 60.0];

fn rest_to_rest(from: f64, to: f64, s: f64, duration_s: f64) -> [f64; 4] {
    let [way, speed, acceleration, jerk] = quintic(s);
    let (span, rate) = (to - from, 1.0 / duration_s);
    let inside = f64::from((0.0..=1.0).contains(&s));
    [
        from + span * way,
        span * speed * rate,
        span * acceleration * rate * rate,
        inside * span * jerk * rate * rate * rate,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families() -> Vec<Curve> {
        let (a, b) = (vec![0.5, -0.7, 0.2], vec![0.9, 0.3, -0.5]);
        let points = vec![0.3, 0.3, 0.3, -1.0, 0.8, 0.1, 0.9, 0.3, 0.3, 0.3];
        vec![
            Curve::Fourier(FourierSeries { period_s: 7.0, offset: 0.4, a, b }),
            Curve::Spline(QuinticSpline { period_s: 7.0, points }),
        ]
    }

    fn trajectory(curve: Curve) -> Trajectory {
        let lead = Some(Lead { home: vec![-0.2], duration_s: 1.5 });
        Trajectory { joints: vec!["j".to_owned()], repetitions: 2, lead, curves: vec![curve] }
    }

    #[test]
    fn derivatives_are_those_of_the_positions() {
        let h = 1e-5;
        for curve in families() {
            let motion = trajectory(curve);
            // Away from the joints of lead and curves, where the jerk jumps.
            for t_s in [0.3, 0.9, 1.4, 1.7, 3.1, 5.0, 8.4, 8.6, 12.0, 15.4, 15.6, 16.8] {
                let (before, x, after) = (
                    motion.joint_at(0, t_s - h),
                    motion.joint_at(0, t_s),
                    motion.joint_at(0, t_s + h),
                );
                for order in 1..4 {
                    let slope = (after[order - 1] - before[order - 1]) / (2.0 * h);
                    let difference = (slope - x[order]).abs();
                    assert!(difference < 1e-7, "order {order} at {t_s}: {slope} {}", x[order]);
                }
            }
        }
    }

    #[test]
    fn motions_rest_at_both_ends_and_stay_there() {
        for curve in families() {
            let motion = trajectory(curve);
            for t_s in [-1.0, 0.0, motion.duration_s(), motion.duration_s() + 1.0] {
                let [q, qd, qdd, _] = motion.joint_at(0, t_s);
                assert!((q + 0.2).abs() < 1e-12 && qd.abs() < 1e-12 && qdd.abs() < 1e-12, "{t_s}");
            }
        }
    }

    #[test]
    fn splines_start_at_their_first_point_and_sum_to_one() {
        for t_s in [0.0, 0.1, 2.5, 6.999, 7.0] {
            let rows = super::super::bspline::spline_rows(10, 7.0, t_s);
            let sums = rows.map(|row| row.iter().sum::<f64>());
            assert!((sums[0] - 1.0).abs() < 1e-12 && sums[1..].iter().all(|s| s.abs() < 1e-10));
        }
    }

    #[test]
    fn peaks_of_the_quintic() {
        for (order, peak) in QUINTIC_PEAKS.iter().enumerate() {
            let samples = (0..=100_000).map(|k| quintic(f64::from(k) * 1e-5)[order + 1].abs());
            let found = samples.fold(0.0, f64::max);
            assert!((found - peak).abs() < 1e-6 * peak, "{found} {peak}");
        }
    }

    #[test]
    fn a_motion_that_a_file_got_wrong_is_refused() {
        let good = trajectory(families().remove(0));
        assert!(good.check().is_ok());
        let mut bad = vec![good.clone(); 5];
        bad[0].repetitions = 0;
        bad[1].joints.clear();
        bad[2].lead = Some(Lead { home: vec![f64::NAN], duration_s: 1.0 });
        bad[3].curves = vec![Curve::Spline(QuinticSpline { period_s: 1.0, points: vec![0.0; 3] })];
        bad[4].curves =
            vec![Curve::Spline(QuinticSpline { period_s: f64::INFINITY, points: vec![0.0; 9] })];
        assert!(bad.iter().all(|motion| matches!(
            motion.check().unwrap_err().kind(),
            Some(ExciteError::Trajectory { .. })
        )));
    }
}
