//! The triangle of one joint.

use super::triangle::add_rows;
use serde::{Deserialize, Serialize};

/// The triangular factor of the rows `[W_j | τ_j]` of one joint, over the base columns that act on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointEvidence {
    /// Base parameters that this joint's torque can depend on, ascending.
    columns: Vec<usize>,
    n_rows: usize,
    /// `R`, square with one row and column more than `columns`, by rows.
    r: Vec<f64>,
}

impl JointEvidence {
    /// No rows yet.
    pub fn new(columns: Vec<usize>) -> Self {
        let n = columns.len() + 1;
        Self { columns, n_rows: 0, r: vec![0.0; n * n] }
    }

    /// Base parameters that this joint's torque can depend on, ascending.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Number of rows that were added.
    pub fn n_rows(&self) -> usize {
        self.n_rows
    }

    /// Order of the triangle.
    fn order(&self) -> usize {
        self.columns.len() + 1
    }

    /// Entry of `R`; the last column belongs to the torque.
    pub fn r(&self, row: usize, column: usize) -> f64 {
        self.r[row * self.order() + column]
    }

    /// Number of rows of `R`.
    pub fn r_rows(&self) -> usize {
        self.order()
    }

    /// `|τ_j|²`: how much torque there is to explain.
    pub fn squared_torque(&self) -> f64 {
        (0..self.order()).map(|i| self.r(i, self.order() - 1).powi(2)).sum()
    }

    /// `|W_j x − τ_j|²` for values of all base parameters.
    pub fn squared_residual(&self, x: &[f64]) -> f64 {
        let residual = |row: usize| -> f64 {
            let fit = self.columns.iter().enumerate().map(|(c, &k)| self.r(row, c) * x[k]);
            fit.sum::<f64>() - self.r(row, self.order() - 1)
        };
        (0..self.order()).map(|row| residual(row).powi(2)).sum()
    }

    /// Stacks rows under the triangle and triangularises. The rows come by columns, the torque last.
    pub fn push(&mut self, columns: &[&[f64]], torque: &[f64]) {
        let all: Vec<&[f64]> = columns.iter().copied().chain([torque]).collect();
        add_rows(&mut self.r, all.into_iter());
        self.n_rows += torque.len();
    }

    /// A column of `R`, from its first row on; the last column belongs to the torque.
    pub fn r_column(&self, column: usize) -> Vec<f64> {
        (0..self.order()).map(|row| self.r(row, column)).collect()
    }

    /// Upper triangle of `R` by rows, without the zeros below it.
    pub(super) fn upper_triangle(&self) -> impl Iterator<Item = f64> {
        (0..self.order()).flat_map(move |i| (i..self.order()).map(move |j| self.r(i, j)))
    }

    /// The triangle of such entries: `(n + 1)(n + 2)/2` for `n` columns.
    pub(super) fn from_upper_triangle(columns: Vec<usize>, n_rows: usize, upper: &[f64]) -> Self {
        let mut joint = Self { n_rows, ..Self::new(columns) };
        let order = joint.order();
        let places = (0..order).flat_map(|i| (i..order).map(move |j| i * order + j));
        places.zip(upper).for_each(|(place, r)| joint.r[place] = *r);
        joint
    }

    /// The triangle of rows that were compressed before: `n_rows` of them, by columns.
    pub fn compressed(
        columns: Vec<usize>,
        rows: &[Vec<f64>],
        torque: &[f64],
        n_rows: usize,
    ) -> Self {
        let mut joint = Self::new(columns);
        joint.push(&rows.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>(), torque);
        Self { n_rows, ..joint }
    }

    /// The same rows for those base parameters that have a `place` in a smaller model.
    pub(super) fn keeping(&self, place: &[Option<usize>]) -> Self {
        let kept = self.columns.iter().enumerate().filter_map(|(c, &k)| Some((c, place[k]?)));
        let (from, to): (Vec<usize>, Vec<usize>) = kept.unzip();
        let rows: Vec<Vec<f64>> = from.iter().map(|&c| self.r_column(c)).collect();
        Self::compressed(to, &rows, &self.r_column(self.columns.len()), self.n_rows)
    }

    /// Rows divided by a common noise standard deviation.
    pub fn in_units_of(mut self, noise: f64) -> Self {
        self.r.iter_mut().for_each(|r| *r /= noise);
        self
    }

    /// Adds rows of the same joint.
    pub fn merge(&mut self, other: &Self) {
        let n_rows = self.n_rows + other.n_rows;
        let order = other.order();
        let columns: Vec<Vec<f64>> = (0..order).map(|c| other.r_column(c)).collect();
        let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        self.push(&slices[..order - 1], slices[order - 1]);
        self.n_rows = n_rows;
    }
}
