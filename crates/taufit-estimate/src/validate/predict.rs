//! Torques that base parameters predict.

use rayon::prelude::*;
use taufit_data::evidence::visible_columns;
use taufit_data::signal::ParallelFilter;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::{RegressorBlock, Samples, regressor_block};
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;

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
    let predictor = Predictor::new(robot, layout, base, betas)?;
    let n_samples = samples.n_samples();
    let mut torques: Vec<Vec<f64>> =
        betas.iter().map(|_| vec![0.0; robot.n_dof() * n_samples]).collect();
    let pieces = pieces(&mut torques, n_samples);
    let block = || predictor.block();
    pieces.into_par_iter().enumerate().try_for_each_init(
        block,
        |block, (piece, mut torques)| {
            predictor.add(block, &samples.range(piece * PIECE, PIECE), &mut torques)
        },
    )?;
    Ok(torques)
}

/// Predicted torques behind a filter: `n_dof × n_rows` each. Torques of all samples are never held at once.
pub fn predict_rows(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    betas: &[&[f64]],
    samples: &Samples<'_>,
    filter: &ParallelFilter,
) -> Result<Vec<Vec<f64>>> {
    let predictor = Predictor::new(robot, layout, base, betas)?;
    let n_rows = filter.n_rows(samples.n_samples());
    let rows_at_once = (PIECE / filter.every()).max(1);
    let starts: Vec<usize> = (0..n_rows).step_by(rows_at_once).collect();
    let scratch = || (predictor.block(), Vec::new());
    let piece = |(block, torques): &mut (RegressorBlock, Vec<f64>), first: &usize| {
        let n_rows = rows_at_once.min(n_rows - first);
        let n_needed = (n_rows - 1) * filter.every() + filter.length();
        let samples = samples.range(first * filter.every(), n_needed);
        predictor.fill(block, &samples, torques)?;
        Ok(torques.chunks(n_needed).map(|channel| filter.apply(channel)).collect())
    };
    // Per piece the rows of every channel: of all coordinates, one vector of values after the other.
    let pieces =
        starts.par_iter().map_init(scratch, piece).collect::<Result<Vec<Vec<Vec<f64>>>>>()?;
    let channel = |c: usize| pieces.iter().flat_map(move |piece| piece[c].iter().copied());
    let n_dof = robot.n_dof();
    Ok((0..betas.len()).map(|k| (k * n_dof..(k + 1) * n_dof).flat_map(channel).collect()).collect())
}

/// Where the torques of [`PIECE`] samples go, piece by piece: per vector of values and per coordinate.
fn pieces(torques: &mut [Vec<f64>], n_samples: usize) -> Vec<Vec<Vec<&mut [f64]>>> {
    let n_values = torques.len();
    let nothing = || std::iter::repeat_with(Vec::new).take(n_values).collect();
    let mut pieces: Vec<Vec<Vec<&mut [f64]>>> =
        std::iter::repeat_with(nothing).take(n_samples.div_ceil(PIECE)).collect();
    for (k, torques) in torques.iter_mut().enumerate() {
        for channel in torques.chunks_mut(n_samples.max(1)) {
            for (piece, part) in pieces.iter_mut().zip(channel.chunks_mut(PIECE)) {
                piece[k].push(part);
            }
        }
    }
    pieces
}

/// Data that all samples share.
struct Predictor<'a> {
    robot: &'a Robot,
    layout: &'a Layout,
    columns: Vec<usize>,
    /// Of each coordinate, places in `columns`; all others are zero in its rows.
    visible: Vec<Vec<usize>>,
    /// Values of the columns.
    values: Vec<Vec<f64>>,
}

impl<'a> Predictor<'a> {
    fn new(robot: &'a Robot, layout: &'a Layout, base: &Base, betas: &[&[f64]]) -> Result<Self> {
        if let Some(beta) = betas.iter().find(|beta| beta.len() != base.rank()) {
            let (expected, found) = (base.rank(), beta.len());
            return Err(InputError::LengthMismatch {
                what: "base parameter values",
                expected,
                found,
            }
            .into());
        }
        let fixed = base.fixed();
        let columns: Vec<usize> =
            base.independent().iter().copied().chain(fixed.iter().map(|(c, _)| *c)).collect();
        let known = || fixed.iter().map(|(_, value)| *value);
        let values = betas.iter().map(|beta| beta.iter().copied().chain(known()).collect());
        let visible = |dof: usize| {
            let independent = visible_columns(robot, layout, base, dof).into_iter();
            independent.chain(base.rank()..columns.len()).collect()
        };
        let (visible, values) = ((0..robot.n_dof()).map(visible).collect(), values.collect());
        Ok(Self { robot, layout, columns, visible, values })
    }

    fn block(&self) -> RegressorBlock {
        RegressorBlock::new(self.robot, self.layout, &self.columns, CHUNK)
    }

    /// Torques of a few samples in a buffer, whatever it holds: channel after channel.
    fn fill(
        &self,
        block: &mut RegressorBlock,
        samples: &Samples<'_>,
        torques: &mut Vec<f64>,
    ) -> Result<()> {
        let n = samples.n_samples().max(1);
        torques.clear();
        torques.resize(self.values.len() * self.visible.len() * n, 0.0);
        let of_values = torques.chunks_mut(self.visible.len() * n);
        let mut channels: Vec<Vec<&mut [f64]>> =
            of_values.map(|torques| torques.chunks_mut(n).collect()).collect();
        self.add(block, samples, &mut channels)
    }

    /// Adds torques of a few samples, chunk by chunk, per vector of values and per coordinate.
    fn add(
        &self,
        block: &mut RegressorBlock,
        samples: &Samples<'_>,
        torques: &mut [Vec<&mut [f64]>],
    ) -> Result<()> {
        for start in (0..samples.n_samples()).step_by(CHUNK) {
            let chunk = samples.range(start, CHUNK);
            regressor_block(self.robot, self.layout, &chunk, block)?;
            for (dof, visible) in self.visible.iter().enumerate() {
                for &place in visible {
                    let column = block.column(dof, place);
                    for (tau, values) in torques.iter_mut().zip(&self.values) {
                        let out = &mut tau[dof][start..][..chunk.n_samples()];
                        out.iter_mut().zip(column).for_each(|(t, y)| *t += y * values[place]);
                    }
                }
            }
        }
        Ok(())
    }
}
