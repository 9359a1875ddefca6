//! Torques that base parameters predict.

use crate::base::Base;
use crate::diagnostics::{Error, Result};
use crate::dynamics::{RegressorBlock, Samples, regressor_block};
use crate::evidence::visible_columns;
use crate::model::Robot;
use crate::params::Layout;
use rayon::prelude::*;

/// Samples per chunk: the regressor of one chunk stays in the cache.
const CHUNK: usize = 128;
/// Samples that one thread predicts at a time.
const PIECE: usize = 8192;

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
    let (n_dof, n_samples) = (robot.n_dof(), samples.n_samples());
    // All other columns are zero in the rows of a coordinate.
    let visible: Vec<Vec<usize>> = (0..n_dof)
        .map(|dof| {
            visible_columns(robot, layout, base, dof).into_iter().chain(base.rank()..columns.len())
        })
        .map(Iterator::collect)
        .collect();
    let starts: Vec<usize> = (0..n_samples).step_by(PIECE).collect();
    let piece = |start: &usize| {
        let mut block = RegressorBlock::new(robot, layout, &columns, CHUNK);
        predict_piece(robot, layout, &mut block, &visible, &values, &samples.range(*start, PIECE))
    };
    let pieces = starts.par_iter().map(piece).collect::<Result<Vec<_>>>()?;
    let mut torques = vec![vec![0.0; n_dof * n_samples]; betas.len()];
    for (start, piece) in starts.iter().zip(pieces) {
        for (tau, part) in torques.iter_mut().zip(piece) {
            let length = part.len() / n_dof;
            for dof in 0..n_dof {
                let from = &part[dof * length..(dof + 1) * length];
                tau[dof * n_samples + start..][..length].copy_from_slice(from);
            }
        }
    }
    Ok(torques)
}

/// The same for a few samples, chunk by chunk.
fn predict_piece(
    robot: &Robot,
    layout: &Layout,
    block: &mut RegressorBlock,
    visible: &[Vec<usize>],
    values: &[Vec<f64>],
    samples: &Samples<'_>,
) -> Result<Vec<Vec<f64>>> {
    let (n_dof, n_samples) = (robot.n_dof(), samples.n_samples());
    let mut torques = vec![vec![0.0; n_dof * n_samples]; values.len()];
    for start in (0..n_samples).step_by(CHUNK) {
        let chunk = samples.range(start, CHUNK);
        regressor_block(robot, layout, &chunk, block)?;
        for (dof, visible) in visible.iter().enumerate() {
            for &place in visible {
                let column = block.column(dof, place);
                for (tau, values) in torques.iter_mut().zip(values) {
                    let out = &mut tau[dof * n_samples + start..][..chunk.n_samples()];
                    out.iter_mut().zip(column).for_each(|(t, y)| *t += y * values[place]);
                }
            }
        }
    }
    Ok(torques)
}
