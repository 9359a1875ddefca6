//! The data: a small least-squares problem over the base parameters.

use faer::Mat;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::{InputError, Result};

/// The cost `|r β − z|²`, such as the triangle of a QR factorisation of the observation matrix.
#[derive(Clone, Copy, Debug)]
pub struct Compressed<'a> {
    /// `r` by rows, `z.len() × n_base`.
    pub r: &'a [f64],
    /// Right-hand side.
    pub z: &'a [f64],
}

/// The same, checked.
pub(super) struct Data {
    r: Mat<f64>,
    z: Mat<f64>,
    /// `2 rᵀr`, the second derivative of the cost.
    pub(super) hessian: Mat<f64>,
}

impl Data {
    pub(super) fn new(compressed: &Compressed<'_>, base: &Base) -> Result<Self> {
        let (n_rows, rank) = (compressed.z.len(), base.rank());
        let (expected, found) = (n_rows * rank, compressed.r.len());
        if expected != found || n_rows == 0 {
            return Err(InputError::LengthMismatch {
                what: "matrix r of the fit",
                expected,
                found,
            }
            .into());
        }
        for (field, values) in [("r", compressed.r), ("z", compressed.z)] {
            if values.iter().any(|x| !x.is_finite()) {
                return Err(
                    InputError::NotFinite { element: "data of the fit".to_owned(), field }.into()
                );
            }
        }
        let r = Mat::from_fn(n_rows, rank, |i, k| compressed.r[i * rank + k]);
        let z = Mat::from_fn(n_rows, 1, |i, _| compressed.z[i]);
        let hessian = r.transpose() * &r * faer::Scale(2.0);
        Ok(Self { r, z, hessian })
    }

    /// `r β − z`.
    fn residual(&self, beta: &[f64]) -> Mat<f64> {
        &self.r * Mat::from_fn(self.r.ncols(), 1, |k, _| beta[k]) - &self.z
    }

    /// `|r β − z|²`.
    pub(super) fn cost(&self, beta: &[f64]) -> f64 {
        self.residual(beta).squared_norm_l2()
    }

    /// `2 rᵀ(r β − z)`.
    pub(super) fn gradient(&self, beta: &[f64]) -> Mat<f64> {
        self.r.transpose() * self.residual(beta) * faer::Scale(2.0)
    }

    /// Size of the data, to judge costs by: `|z|²`, or the cost of `beta` where `z` is zero.
    pub(super) fn energy(&self, beta: &[f64]) -> f64 {
        let candidates = [self.z.squared_norm_l2(), self.cost(beta)];
        candidates.into_iter().find(|x| *x > 0.0).unwrap_or(1.0)
    }

    /// Smallest cost without constraints: `|z − Q Qᵀz|²` with `Q` a basis of the columns of `r`.
    pub(super) fn smallest_cost(&self) -> f64 {
        const RANK_TOLERANCE: f64 = 1e-12;
        let qr = self.r.col_piv_qr();
        let pivot = |k: usize| qr.thin_R()[(k, k)].abs();
        let n_pivots = self.r.nrows().min(self.r.ncols());
        let rank = (0..n_pivots).take_while(|&k| pivot(k) > RANK_TOLERANCE * pivot(0)).count();
        let q = qr.compute_thin_Q();
        let q = q.subcols(0, rank);
        (&self.z - q * (q.transpose() * &self.z)).squared_norm_l2()
    }
}
