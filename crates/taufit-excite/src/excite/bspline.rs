//! Clamped quintic B-splines (Zollo et al. 2014).

use serde::{Deserialize, Serialize};

/// Degree of the splines: acceleration and jerk are continuous.
const DEGREE: usize = 5;

/// Control points at each end that must be equal for rest: position, velocity and acceleration at a
/// clamped end depend on the first (last) three only.
const AT_REST: usize = 3;

/// One joint's motion over `[0, T]`: `q(t) = Σ_k N_k(t) P_k` with quintic B-splines on a uniform knot
/// vector that is clamped at both ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuinticSpline {
    /// The duration \[s\].
    pub period_s: f64,
    /// Control points `P_k`, at least six.
    pub points: Vec<f64>,
}

impl QuinticSpline {
    /// Position, velocity, acceleration and jerk at a time.
    pub fn at(&self, t_s: f64) -> [f64; 4] {
        let rows = spline_rows(self.points.len(), self.period_s, t_s);
        rows.map(|row| row.iter().zip(&self.points).map(|(n, p)| n * p).sum())
    }
}

/// Fewest control points of a motion that moves: three at each end, and one between them.
pub(super) const FEWEST_POINTS: usize = 2 * AT_REST + 1;

/// Values of all basis functions, and of their first three derivatives, at a time.
pub(super) fn spline_rows(n_points: usize, period_s: f64, t_s: f64) -> [Vec<f64>; 4] {
    let n_spans = n_points - DEGREE;
    let knot = |i: usize| i.saturating_sub(DEGREE).min(n_spans) as f64;
    let u = (t_s / period_s).clamp(0.0, 1.0) * n_spans as f64;
    let span = DEGREE + (u as usize).min(n_spans - 1);
    // Values of degree 0, 1, … 5 on this span (Cox, de Boor), of which the last four serve.
    let mut lower = vec![vec![0.0; n_points + DEGREE]];
    lower[0][span] = 1.0;
    for p in 1..=DEGREE {
        let below = &lower[p - 1];
        let value = |i: usize| {
            let (left, right) = (knot(i + p) - knot(i), knot(i + p + 1) - knot(i + 1));
            let rise = if left > 0.0 { (u - knot(i)) / left * below[i] } else { 0.0 };
            let fall = if right > 0.0 { (knot(i + p + 1) - u) / right * below[i + 1] } else { 0.0 };
            rise + fall
        };
        let row = (0..n_points + DEGREE - p).map(value).collect();
        lower.push(row);
    }
    let rate = n_spans as f64 / period_s;
    std::array::from_fn(|order| {
        let mut row = lower[DEGREE - order].clone();
        for p in DEGREE - order + 1..=DEGREE {
            row = derivative(&row, p, knot).iter().map(|x| x * rate).collect();
        }
        row
    })
}

/// From coefficients on basis functions of degree `p − 1` to those of degree `p`, as derivatives:
/// `N'_{i,p} = p [ N_{i,p−1}/(u_{i+p} − u_i) − N_{i+1,p−1}/(u_{i+p+1} − u_{i+1}) ]`.
fn derivative(below: &[f64], p: usize, knot: impl Fn(usize) -> f64) -> Vec<f64> {
    let share = |i: usize| {
        let width = knot(i + p) - knot(i);
        if width > 0.0 { p as f64 * below[i] / width } else { 0.0 }
    };
    (0..below.len() - 1).map(|i| share(i) - share(i + 1)).collect()
}

/// Control points that are at rest at one pose at both ends, one column per freedom; the last column
/// is that pose.
pub(super) fn spline_at_rest(n_points: usize) -> Vec<Vec<f64>> {
    let inner = AT_REST..n_points - AT_REST;
    let mut columns: Vec<Vec<f64>> =
        inner.clone().map(|k| (0..n_points).map(|i| f64::from(i == k)).collect()).collect();
    columns.push((0..n_points).map(|i| f64::from(!inner.contains(&i))).collect());
    columns
}
