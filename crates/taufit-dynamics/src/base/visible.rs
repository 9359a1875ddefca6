//! Directions of the parameter space that joint torques depend on.

use super::BaseSettings;
use super::random_states::{RandomStates, Scales};
use crate::diagnostics::{ModelError, Result};
use crate::dynamics::{RegressorBlock, regressor_block};
use crate::model::Robot;
use crate::params::Layout;
use faer::Mat;

/// Columns of the regressor at random states, compressed by QR to a square: all lengths and angles
/// between columns are kept.
pub(super) struct RandomRegressor {
    /// Columns of unit length; zero where a parameter has no effect.
    unit_columns: Mat<f64>,
    /// Their lengths before scaling, zero where a parameter has no effect.
    pub(super) lengths: Vec<f64>,
    /// Their lengths in natural units: how much the parameters move torques.
    effects: Vec<f64>,
}

/// The regressor at random states over the free columns, rows in natural units.
pub(super) fn random_rows(
    robot: &Robot,
    layout: &Layout,
    settings: &BaseSettings,
) -> Result<Mat<f64>> {
    let (columns, scales) = (settings.free_columns(layout), Scales::of(robot));
    let (n_dof, n_columns) = (robot.n_dof(), columns.len());
    let n_samples = enough_samples(n_columns, n_dof);
    let states = RandomStates::draw(robot, &scales, n_samples, settings.seed);
    let states = if settings.quasi_static { states.creeping() } else { states };
    let mut block = RegressorBlock::new(robot, layout, &columns, n_samples);
    regressor_block(robot, layout, &states.samples(), &mut block)?;
    Ok(Mat::from_fn(n_dof * n_samples, n_columns, |row, c| {
        let (dof, k) = (row / n_samples, row % n_samples);
        block.column(dof, c)[k] * scales.row(robot, dof)
    }))
}

/// Several times more rows than columns, so that chance dependencies do not occur.
pub fn enough_samples(n_columns: usize, rows_per_sample: usize) -> usize {
    100 + 4 * n_columns.div_ceil(rows_per_sample)
}

impl RandomRegressor {
    /// Compresses rows over some columns of a layout; `units` has the natural unit of every column
    /// of the layout.
    pub(super) fn new(rows: &Mat<f64>, columns: &[usize], units: &[f64], tolerance: f64) -> Self {
        let mut unit_columns = rows.qr().thin_R().to_owned();
        let mut lengths: Vec<f64> =
            (0..columns.len()).map(|c| unit_columns.col(c).norm_l2()).collect();
        let effects: Vec<f64> =
            lengths.iter().zip(columns).map(|(length, &column)| length * units[column]).collect();
        let strongest = effects.iter().fold(0.0, |m: f64, x| m.max(*x));
        for c in 0..columns.len() {
            // Less than the tolerance is what rounded angles and lengths leave of nothing.
            let has_effect = effects[c] > tolerance * strongest;
            let factor = if has_effect { 1.0 / lengths[c] } else { 0.0 };
            unit_columns.col_mut(c).iter_mut().for_each(|x| *x *= factor);
            lengths[c] = if has_effect { lengths[c] } else { 0.0 };
        }
        Self { unit_columns, lengths, effects }
    }
}

/// An orthonormal basis of the directions that torques see: `Vᵀ` of `W = U Σ Vᵀ`.
///
/// Columns of `Vᵀ` have the same dependencies as those of `W`, but without the spread of the singular
/// values; and the space they span does not depend on the states that were drawn.
pub(super) struct Visible {
    pub(super) columns: Vec<Vec<f64>>,
    /// Singular values relative to the largest.
    ratios: Vec<f64>,
}

impl Visible {
    pub(super) fn new(robot: &Robot, observed: &RandomRegressor, tolerance: f64) -> Result<Self> {
        let nothing = || ModelError::NothingIdentifiable { robot: robot.name().to_owned() };
        if observed.lengths.iter().all(|length| *length == 0.0) {
            return Err(nothing().into());
        }
        let svd = observed.unit_columns.svd().map_err(|_| nothing())?;
        let sigma: Vec<f64> = svd.S().column_vector().iter().copied().collect();
        let relative = sigma.iter().map(|s| s / sigma[0]);
        let ratios: Vec<f64> = relative.take_while(|ratio| *ratio > tolerance).collect();
        let entry =
            |c: usize, k: usize| if observed.lengths[c] > 0.0 { svd.V()[(c, k)] } else { 0.0 };
        let column = |c: usize| (0..ratios.len()).map(|k| entry(c, k)).collect();
        Ok(Self { columns: (0..observed.lengths.len()).map(column).collect(), ratios })
    }

    /// Independent columns that stand for something barely visible, and how visible it is: parameters
    /// with little effect of their own, and those with the largest part in a weak direction.
    pub(super) fn weak(
        &self,
        observed: &RandomRegressor,
        independent: &[usize],
    ) -> Vec<(usize, f64)> {
        const WEAK: f64 = 1e-4;
        let strongest_effect = observed.effects.iter().fold(0.0, |m: f64, x| m.max(*x));
        let effect = |c: usize| observed.effects[c] / strongest_effect;
        let part = |k: usize, c: usize| self.columns[c][k].abs();
        let leader = |k: usize| {
            let by_part = |a: &&usize, b: &&usize| part(k, **a).total_cmp(&part(k, **b));
            independent.iter().max_by(by_part).copied()
        };
        let faint = independent.iter().map(|&c| (c, effect(c)));
        let mixed = self.ratios.iter().enumerate().filter_map(|(k, r)| leader(k).map(|c| (c, *r)));
        faint.chain(mixed).filter(|(_, ratio)| *ratio < WEAK).collect()
    }
}
