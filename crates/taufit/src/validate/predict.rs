//! Torques that base parameters predict.

use crate::base::Base;
use crate::diagnostics::{Error, Result};
use crate::dynamics::{RegressorBlock, Samples, regressor_block};
use crate::model::Robot;
use crate::params::Layout;

/// Samples per chunk: the regressor of one chunk stays in the cache.
const CHUNK: usize = 256;

/// `τ̂ = W β` plus the torque of fixed parameters, for several `β` at once; each `n_dof × n_samples`,
/// sample index fastest.
pub fn predict(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    betas: &[&[f64]],
    samples: &Samples<'_>,
) -> Result<Vec<Vec<f64>>> {
    if let Some(beta) = betas.iter().find(|beta| beta.len() != base.rank()) {
        let (expected, found) = (base.rank(), beta.len());
        return Err(Error::LengthMismatch { what: "base parameter values", expected, found });
    }
    let fixed = base.fixed();
    let columns: Vec<usize> =
        base.independent().iter().copied().chain(fixed.iter().map(|(c, _)| *c)).collect();
    let known = fixed.iter().map(|(_, v)| *v);
    let values: Vec<Vec<f64>> =
        betas.iter().map(|beta| beta.iter().copied().chain(known.clone()).collect()).collect();
    let mut block = RegressorBlock::new(robot, layout, &columns, CHUNK);
    let n_samples = samples.n_samples();
    let mut torques = vec![vec![0.0; robot.n_dof() * n_samples]; betas.len()];
    for start in (0..n_samples).step_by(CHUNK) {
        let chunk = samples.range(start, CHUNK);
        regressor_block(robot, layout, &chunk, &mut block)?;
        for (tau, values) in torques.iter_mut().zip(&values) {
            for dof in 0..robot.n_dof() {
                let out = &mut tau[dof * n_samples + start..][..chunk.n_samples()];
                for (place, value) in values.iter().enumerate() {
                    out.iter_mut().zip(block.column(dof, place)).for_each(|(t, y)| *t += y * value);
                }
            }
        }
    }
    Ok(torques)
}
