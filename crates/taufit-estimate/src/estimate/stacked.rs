//! The triangles of all joints as one small least-squares problem.

use super::feasible::Compressed;
use faer::Mat;
use taufit_data::evidence::Evidence;

/// `|r β − z|²`, whose value is `Σ_j w_j² |W_j β − τ_j|²` for every `β`.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacked {
    n_base: usize,
    /// By rows.
    r: Vec<f64>,
    z: Vec<f64>,
}

/// The triangles of all joints under each other, over all base columns, each times its weight.
pub fn stacked(evidence: &Evidence, weights: &[f64]) -> Stacked {
    let n_base = evidence.n_base();
    let n_rows: usize = evidence.joints().iter().map(|j| j.r_rows()).sum();
    let (mut r, mut z) = (vec![0.0; n_rows * n_base], Vec::with_capacity(n_rows));
    for (joint, weight) in evidence.joints().iter().zip(weights) {
        for row in 0..joint.r_rows() {
            let into = &mut r[z.len() * n_base..][..n_base];
            for (c, &column) in joint.columns().iter().enumerate() {
                into[column] = weight * joint.r(row, c);
            }
            z.push(weight * joint.r(row, joint.columns().len()));
        }
    }
    Stacked { n_base, r, z }
}

impl Stacked {
    /// Rows `r β = z`, `r` in row-major order.
    pub fn new(n_base: usize, r: Vec<f64>, z: Vec<f64>) -> Self {
        Self { n_base, r, z }
    }

    /// Number of columns.
    pub(super) fn n_base(&self) -> usize {
        self.n_base
    }

    /// The rows, each with its right-hand side.
    pub fn rows(&self) -> impl Iterator<Item = (&[f64], f64)> {
        self.r.chunks_exact(self.n_base.max(1)).zip(self.z.iter().copied())
    }

    /// `z − r β`.
    pub fn residual(&self, beta: &[f64]) -> Vec<f64> {
        let fit = |row: &[f64]| row.iter().zip(beta).map(|(r, b)| r * b).sum::<f64>();
        self.rows().map(|(row, z)| z - fit(row)).collect()
    }

    /// Rows whose torques are those that base parameters predict.
    #[must_use]
    pub fn explained_by(self, beta: &[f64]) -> Self {
        let left = self.residual(beta);
        let z = self.z.iter().zip(left).map(|(z, left)| z - left).collect();
        Self { z, ..self }
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: &[f64], z: f64) {
        self.r.extend_from_slice(row);
        self.z.push(z);
    }

    /// Input of the physically consistent fit.
    pub fn compressed(&self) -> Compressed<'_> {
        Compressed { r: &self.r, z: &self.z }
    }

    pub(crate) fn matrix(&self) -> Mat<f64> {
        Mat::from_fn(self.z.len(), self.n_base, |i, j| self.r[i * self.n_base + j])
    }

    /// The right-hand side.
    pub fn z(&self) -> &[f64] {
        &self.z
    }
}
