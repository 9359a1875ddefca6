//! Finite Fourier series (Kovincic et al. 2019, eq. 25).

use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// One joint's motion over a period `T`, with `ω = 2π/T`:
///
/// `q(t) = offset + Σ_l [ a_l/(ωl) sin(ωl t) − b_l/(ωl) cos(ωl t) ]`, `l = 1 … order`.
///
/// `a` and `b` are velocities: `q̇(t) = Σ_l [ a_l cos(ωl t) + b_l sin(ωl t) ]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FourierSeries {
    /// The period \[s\].
    pub period_s: f64,
    /// Position about which the joint moves.
    pub offset: f64,
    /// `a_l`.
    pub a: Vec<f64>,
    /// `b_l`, as many as `a_l`.
    pub b: Vec<f64>,
}

impl FourierSeries {
    /// Position, velocity, acceleration and jerk at a time.
    pub fn at(&self, t_s: f64) -> [f64; 4] {
        let omega = TAU / self.period_s;
        let mut x = [self.offset, 0.0, 0.0, 0.0];
        for (l, (a, b)) in self.a.iter().zip(&self.b).enumerate() {
            let terms = harmonic(omega * (l + 1) as f64, t_s);
            for (x, [by_a, by_b]) in x.iter_mut().zip(terms) {
                *x += a * by_a + b * by_b;
            }
        }
        x
    }
}

/// Position, velocity, acceleration and jerk per unit of `a_l` and of `b_l`.
fn harmonic(w: f64, t_s: f64) -> [[f64; 2]; 4] {
    let (sin, cos) = (w * t_s).sin_cos();
    [[sin / w, -cos / w], [cos, sin], [-w * sin, w * cos], [-w * w * cos, -w * w * sin]]
}

/// Rows of the linear map from the coefficients `a_1 … a_L, b_1 … b_L, offset` to position, velocity,
/// acceleration and jerk at a time.
pub(super) fn fourier_rows(order: usize, period_s: f64, t_s: f64) -> [Vec<f64>; 4] {
    let mut rows = [(); 4].map(|()| vec![0.0; 2 * order + 1]);
    rows[0][2 * order] = 1.0;
    for l in 0..order {
        let terms = harmonic(TAU / period_s * (l + 1) as f64, t_s);
        for (row, [by_a, by_b]) in rows.iter_mut().zip(terms) {
            (row[l], row[order + l]) = (by_a, by_b);
        }
    }
    rows
}

/// Coefficients that are at rest at the start (and, by periodicity, at the end), one column per
/// freedom: `q̇(0) = Σ a_l = 0` and `q̈(0) = ω Σ l b_l = 0` determine `a_1` and `b_1`. The last column
/// is the offset.
pub(super) fn fourier_at_rest(order: usize) -> Vec<Vec<f64>> {
    let n = 2 * order + 1;
    let mut columns = Vec::new();
    for l in 1..order {
        for (first, share) in [(0, -1.0), (order, -((l + 1) as f64))] {
            let mut column = vec![0.0; n];
            (column[first], column[first + l]) = (share, 1.0);
            columns.push(column);
        }
    }
    let mut offset = vec![0.0; n];
    offset[2 * order] = 1.0;
    columns.push(offset);
    columns
}
