//! All motions of a family that are at rest at both ends: coefficients as linear functions of free
//! variables.

use super::bspline::{FEWEST_POINTS, spline_at_rest, spline_rows};
use super::fourier::{fourier_at_rest, fourier_rows};
use super::{Curve, FourierSeries, JointLimits, QuinticSpline};
use crate::diagnostics::ExciteError;
use faer::Mat;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// The kind of curves, and how many coefficients they have: one number for all joints, or one each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Family {
    /// Finite Fourier series (Kovincic et al. 2019, eq. 25).
    Fourier {
        /// Number of harmonics, at least two.
        order: Vec<usize>,
    },
    /// Clamped quintic B-splines (Zollo et al. 2014).
    Spline {
        /// Number of control points, at least seven.
        points: Vec<usize>,
    },
}

impl Family {
    /// Size of joint `dof`'s curve.
    fn size(&self, dof: usize) -> usize {
        let sizes = self.sizes();
        sizes[dof.min(sizes.len() - 1)]
    }

    fn sizes(&self) -> &[usize] {
        match self {
            Self::Fourier { order } => order,
            Self::Spline { points } => points,
        }
    }

    /// Checks the sizes for a robot.
    pub(super) fn check(&self, n_dof: usize) -> Result<()> {
        let (what, least, most) = match self {
            Self::Fourier { .. } => ("order of the Fourier series", 2, 200),
            Self::Spline { .. } => ("number of control points", FEWEST_POINTS, 1000),
        };
        let sizes = self.sizes();
        if sizes.len() != 1 && sizes.len() != n_dof {
            return Err(
                InputError::LengthMismatch { what, expected: n_dof, found: sizes.len() }.into()
            );
        }
        match sizes.iter().find(|size| !(least..=most).contains(*size)) {
            Some(&size) => Err(ExciteError::ExciteSettings {
                problem: format!("the {what} is {size}; it lies between {least} and {most}"),
            }
            .into()),
            None => Ok(()),
        }
    }

    /// Highest frequency in a curve, in multiples of one per period: what a grid has to resolve.
    pub(super) fn bandwidth(&self) -> usize {
        let largest = self.sizes().iter().copied().max().unwrap_or(1);
        match self {
            Self::Fourier { .. } => largest,
            Self::Spline { .. } => largest.div_ceil(2),
        }
    }

    fn rows(&self, dof: usize, period_s: f64, t_s: f64) -> [Vec<f64>; 4] {
        match self {
            Self::Fourier { .. } => fourier_rows(self.size(dof), period_s, t_s),
            Self::Spline { .. } => spline_rows(self.size(dof), period_s, t_s),
        }
    }

    fn at_rest(&self, dof: usize) -> Vec<Vec<f64>> {
        match self {
            Self::Fourier { .. } => fourier_at_rest(self.size(dof)),
            Self::Spline { .. } => spline_at_rest(self.size(dof)),
        }
    }

    fn curve(&self, period_s: f64, coefficients: &[f64]) -> Curve {
        match self {
            Self::Fourier { .. } => {
                let order = coefficients.len() / 2;
                Curve::Fourier(FourierSeries {
                    period_s,
                    offset: coefficients[2 * order],
                    a: coefficients[..order].to_vec(),
                    b: coefficients[order..2 * order].to_vec(),
                })
            }
            Self::Spline { .. } => {
                Curve::Spline(QuinticSpline { period_s, points: coefficients.to_vec() })
            }
        }
    }
}

/// Curves of one joint: `coefficients = constant + columns · x`.
#[derive(Clone, Debug)]
struct JointSpan {
    /// First of this joint's variables.
    first: usize,
    constant: Vec<f64>,
    columns: Vec<Vec<f64>>,
}

/// The motions that the design chooses from: `x` to one curve per joint.
#[derive(Clone, Debug)]
pub(super) struct Span {
    family: Family,
    pub(super) period_s: f64,
    joints: Vec<JointSpan>,
    n_vars: usize,
}

impl Span {
    /// All motions of a family at rest at both ends; with `anchor` the joints' offsets (of a Fourier
    /// series) or poses of rest (of a spline) are given, otherwise they are free.
    ///
    /// The variables of a joint are chosen so that a unit step in any direction uses a like share of
    /// the joint's limits, in the mean over the period: without that a method that starts from the
    /// identity as its idea of curvature would crawl.
    pub(super) fn new(
        family: &Family,
        period_s: f64,
        limits: &[JointLimits],
        anchor: Option<&[f64]>,
    ) -> Self {
        let mut n_vars = 0;
        let joint = |(dof, limit): (usize, &JointLimits)| {
            let mut columns = family.at_rest(dof);
            let n = columns[0].len();
            // The last column is the position about which, or from which, the joint moves.
            let constant = match anchor {
                Some(anchor) => {
                    let unit = columns.pop().unwrap_or_default();
                    unit.iter().map(|u| u * anchor[dof]).collect()
                }
                None => vec![0.0; n],
            };
            let span = JointSpan { first: n_vars, constant, columns };
            let columns = whitened(family, dof, period_s, limit, &span.columns);
            n_vars += columns.len();
            JointSpan { columns, ..span }
        };
        let joints = limits.iter().enumerate().map(joint).collect();
        Self { family: family.clone(), period_s, joints, n_vars }
    }

    /// Number of variables.
    pub(super) fn n_vars(&self) -> usize {
        self.n_vars
    }

    /// Number of joints.
    pub(super) fn n_dof(&self) -> usize {
        self.joints.len()
    }

    /// Where the variables of a joint are.
    pub(super) fn vars(&self, dof: usize) -> std::ops::Range<usize> {
        let JointSpan { first, columns, .. } = &self.joints[dof];
        *first..*first + columns.len()
    }

    /// The curves.
    pub(super) fn curves(&self, x: &[f64]) -> Vec<Curve> {
        let curve = |(dof, joint): (usize, &JointSpan)| {
            let mut coefficients = joint.constant.clone();
            for (x, column) in x[self.vars(dof)].iter().zip(&joint.columns) {
                for (c, unit) in coefficients.iter_mut().zip(column) {
                    *c += x * unit;
                }
            }
            self.family.curve(self.period_s, &coefficients)
        };
        self.joints.iter().enumerate().map(curve).collect()
    }

    /// Variables of the motion that comes nearest to resting at a pose.
    pub(super) fn rest_at(&self, pose: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.n_vars];
        for (dof, q) in pose.iter().enumerate() {
            let vars = self.vars(dof);
            let n = vars.len();
            let joint = &self.joints[dof];
            let rest = self.family.at_rest(dof).pop().unwrap_or_default();
            let target: Vec<f64> =
                rest.iter().zip(&joint.constant).map(|(u, c)| u * q - c).collect();
            let columns = Mat::from_fn(target.len(), n, |i, k| joint.columns[k][i]);
            let right = Mat::from_fn(target.len(), 1, |i, _| target[i]);
            let solution = faer::linalg::solvers::SolveLstsq::solve_lstsq(&columns.qr(), &right);
            x[vars].iter_mut().enumerate().for_each(|(k, x)| *x = solution[(k, 0)]);
        }
        x
    }

    /// Position, velocity, acceleration and jerk of a joint at a time, as functions of its variables:
    /// per order the constant, then the slopes.
    pub(super) fn affine(&self, dof: usize, t_s: f64) -> [(f64, Vec<f64>); 4] {
        let JointSpan { constant, columns, .. } = &self.joints[dof];
        let dot = |row: &[f64], c: &[f64]| row.iter().zip(c).map(|(r, c)| r * c).sum::<f64>();
        self.family
            .rows(dof, self.period_s, t_s)
            .map(|row| (dot(&row, constant), columns.iter().map(|c| dot(&row, c)).collect()))
    }
}

/// Columns `C L⁻ᵀ` with `L Lᵀ` the mean over the period of what `C` does to position, velocity and
/// acceleration, in units of their limits.
fn whitened(
    family: &Family,
    dof: usize,
    period_s: f64,
    limit: &JointLimits,
    columns: &[Vec<f64>],
) -> Vec<Vec<f64>> {
    let n = columns.len();
    let n_times = 8 * family.bandwidth();
    let units = [limit.half_range(), limit.velocity, limit.acceleration];
    let mut gram = Mat::<f64>::zeros(n, n);
    for k in 0..n_times {
        let rows = family.rows(dof, period_s, k as f64 * period_s / n_times as f64);
        for (row, unit) in rows.iter().zip(units) {
            let effect = |c: &Vec<f64>| row.iter().zip(c).map(|(r, c)| r * c).sum::<f64>() / unit;
            let effects: Vec<f64> = columns.iter().map(effect).collect();
            for i in 0..n {
                for j in 0..n {
                    gram[(i, j)] += effects[i] * effects[j] / n_times as f64;
                }
            }
        }
    }
    let Ok(factor) = gram.llt(faer::Side::Lower) else { return columns.to_vec() };
    // Solve Xᵀ = L⁻¹ Cᵀ: rows of the unknown are the new columns.
    let mut turned = Mat::from_fn(n, columns[0].len(), |i, k| columns[i][k]);
    faer::linalg::triangular_solve::solve_lower_triangular_in_place(
        factor.L(),
        turned.as_mut(),
        faer::Par::Seq,
    );
    (0..n).map(|i| (0..columns[0].len()).map(|k| turned[(i, k)]).collect()).collect()
}
