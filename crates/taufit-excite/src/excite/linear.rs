//! Limits of position, velocity, acceleration and jerk: linear in the design's variables.

use super::JointLimits;
use super::qp::StepProblem;
use super::span::{Family, Span};
use std::f64::consts::PI;
use std::ops::Range;

/// Instants per harmonic at which limits are imposed.
const PER_HARMONIC: usize = 40;

/// Share of the width of a limit, from either end, in which a step has to know of it.
const WATCHED: f64 = 0.15;

/// Share of a limit that rounding may take.
const ROUNDING: f64 = 1e-9;

/// A two-sided limit `lower ≤ constant + row·x ≤ upper` of one joint at one instant, in units of the
/// limit.
#[derive(Clone, Debug)]
struct LimitRow {
    vars: Range<usize>,
    coefficients: Vec<f64>,
    lower: f64,
    upper: f64,
}

/// All of them.
#[derive(Clone, Debug)]
pub(super) struct LinearLimits {
    rows: Vec<LimitRow>,
}

impl LinearLimits {
    /// Limits at instants over the period, tightened so that they hold between the instants too.
    ///
    /// A trigonometric polynomial of order `L` that stays within `±c` at `N` equally spaced instants
    /// stays within `±c / cos(πL/N)` everywhere (Ehlich & Zeller 1964). Splines get the same allowance;
    /// the check of the whole motion shows if `tighten` has to be larger.
    pub(super) fn new(span: &Span, family: &Family, limits: &[JointLimits], tighten: f64) -> Self {
        let order = family.bandwidth();
        let n = PER_HARMONIC * order;
        let allow = (PI * order as f64 / n as f64).cos() * (1.0 - tighten);
        let mut rows = Vec::new();
        for (dof, limit) in limits.iter().enumerate() {
            let centred = |half: f64| (0.0, half);
            let ranges = [
                Some((limit.middle(), limit.half_range())),
                Some(centred(limit.velocity)),
                Some(centred(limit.acceleration)),
                limit.jerk.map(centred),
            ];
            for k in 0..n {
                let affine = span.affine(dof, span.period_s * k as f64 / n as f64);
                for ((constant, slopes), range) in affine.iter().zip(ranges) {
                    let Some((middle, half)) = range else { continue };
                    let offset = (middle - constant) / half;
                    rows.push(LimitRow {
                        vars: span.vars(dof),
                        coefficients: slopes.iter().map(|s| s / half).collect(),
                        lower: offset - allow,
                        upper: offset + allow,
                    });
                }
            }
        }
        Self { rows }
    }

    /// Every variable within `±half_width`.
    #[cfg(test)]
    pub(super) fn of_box(n: usize, half_width: f64) -> Self {
        let row = |k: usize| LimitRow {
            vars: k..k + 1,
            coefficients: vec![1.0],
            lower: -half_width,
            upper: half_width,
        };
        Self { rows: (0..n).map(row).collect() }
    }

    /// Adds the limits that a step from `x` may run into: a constraint that is far away costs as much
    /// as one that counts. The others are kept by shortening the step ([`reach`](Self::reach)).
    pub(super) fn add_to(&self, problem: &mut StepProblem, x: &[f64]) {
        for row in &self.rows {
            let at = row.at(x);
            let width = row.upper - row.lower;
            if (at - row.lower).min(row.upper - at) > WATCHED * width {
                continue;
            }
            problem.limit(row.vars.start, &row.coefficients, at - row.lower, row.upper - at);
        }
    }

    /// Largest share of the way from `rest` to `x` that stays within all limits; negative if `rest`
    /// itself does not.
    pub(super) fn reach(&self, rest: &[f64], x: &[f64]) -> f64 {
        let share = |row: &LimitRow| {
            let (from, to) = (row.at(rest), row.at(x));
            let room = ROUNDING + if to > from { row.upper - from } else { from - row.lower };
            if to == from && room >= 0.0 { f64::INFINITY } else { room / (to - from).abs() }
        };
        self.rows.iter().map(share).fold(f64::INFINITY, f64::min)
    }
}

impl LimitRow {
    fn at(&self, x: &[f64]) -> f64 {
        self.coefficients.iter().zip(&x[self.vars.clone()]).map(|(a, x)| a * x).sum()
    }
}
