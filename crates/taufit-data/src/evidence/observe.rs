//! From motion and torque to evidence.

use super::rows::PendingRows;
use super::{Evidence, JointEvidence, ResidualSpread, RowWeights, WeightedEvidence};
use crate::signal::ParallelFilter;
use rayon::prelude::*;
use taufit_dynamics::base::Base;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::dynamics::{RegressorBlock, Samples, regressor_block};
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;

/// Samples per chunk: the regressor of one chunk stays in the cache.
const CHUNK: usize = 256;
/// Samples that one thread observes at a time; many times what a filter reaches over.
const PIECE: usize = 16_384;

/// Settings for making rows from samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowSettings {
    /// The low pass for torques and model; without it every sample is a row.
    pub filter: Option<ParallelFilter>,
    /// Speed of every coordinate below which it does not slide for certain \[rad/s or m/s\]; rows near
    /// such samples are left out for that coordinate. Empty: all rows are used.
    pub slow_speeds: Vec<f64>,
}

/// A stretch of motion without gap, and its torques: `n_dof × n_samples`, sample index fastest.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// Positions, velocities, accelerations.
    pub samples: Samples<'a>,
    /// Torques.
    pub tau: &'a [f64],
}

/// Gathers evidence chunk by chunk.
pub struct Observer<'a> {
    robot: &'a Robot,
    layout: &'a Layout,
    base: &'a Base,
    rows: &'a RowSettings,
    block: RegressorBlock,
    pending: Vec<PendingRows>,
    seen: WeightedEvidence,
    weights: Option<&'a RowWeights>,
}

/// The evidence of stretches of motion, on all threads of the caller's pool. The result does not
/// depend on their number.
pub fn observe(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    stretches: &[Stretch<'_>],
    rows: &RowSettings,
) -> Result<Evidence> {
    Ok(observe_weighted(robot, layout, base, stretches, rows, None)?.evidence)
}

/// The evidence of one stretch in consecutive pieces of about `piece_samples`, with the first sample of
/// each: together they hold every row of the stretch once.
pub fn observe_pieces(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    stretch: &Stretch<'_>,
    rows: &RowSettings,
    piece_samples: usize,
) -> Result<Vec<(usize, Evidence)>> {
    let n_samples = stretch.samples.n_samples();
    let pieces: Vec<[usize; 2]> = pieces(n_samples, rows.filter.as_ref(), piece_samples).collect();
    let evidence = |[from, to]: &[usize; 2]| {
        let mut observer = Observer::new(robot, layout, base, rows);
        observer.push_range(stretch, *from, *to)?;
        Ok((*from, observer.finish()))
    };
    pieces.par_iter().map(evidence).collect()
}

/// Evidence with every row multiplied by the root of its weight, if there are weights.
pub fn observe_weighted(
    robot: &Robot,
    layout: &Layout,
    base: &Base,
    stretches: &[Stretch<'_>],
    rows: &RowSettings,
    weights: Option<&RowWeights>,
) -> Result<WeightedEvidence> {
    let pieces: Vec<(Stretch<'_>, [usize; 2])> = stretches
        .iter()
        .flat_map(|s| {
            let filter = rows.filter.as_ref();
            pieces(s.samples.n_samples(), filter, PIECE).map(move |piece| (*s, piece))
        })
        .collect();
    let evidence = |(stretch, [from, to]): &(Stretch<'_>, [usize; 2])| {
        let mut observer = Observer::weighted(robot, layout, base, rows, weights)?;
        observer.push_range(stretch, *from, *to)?;
        Ok(observer.seen)
    };
    let parts = pieces.par_iter().map(evidence).collect::<Result<Vec<WeightedEvidence>>>()?;
    let mut whole = Observer::weighted(robot, layout, base, rows, weights)?.seen;
    parts.iter().try_for_each(|part| whole.merge(part))?;
    Ok(whole)
}

/// Ranges of samples whose rows together are those of the whole stretch, each of them once.
fn pieces(
    n_samples: usize,
    filter: Option<&ParallelFilter>,
    piece_samples: usize,
) -> impl Iterator<Item = [usize; 2]> + use<> {
    let (every, reach) =
        filter.map_or((1, 0), |f| (f.every(), f.length().saturating_sub(f.every())));
    // Whole rows per piece; each piece begins where the next row after the last one begins.
    let step = piece_samples.max(4 * every).div_ceil(every) * every;
    (0..n_samples).step_by(step).map(move |from| [from, (from + step + reach).min(n_samples)])
}

impl<'a> Observer<'a> {
    /// Empty evidence.
    pub fn new(
        robot: &'a Robot,
        layout: &'a Layout,
        base: &'a Base,
        rows: &'a RowSettings,
    ) -> Self {
        let fixed = base.fixed().iter().map(|(column, _)| *column);
        let columns: Vec<usize> = base.independent().iter().copied().chain(fixed).collect();
        let joints: Vec<JointEvidence> = (0..robot.n_dof())
            .map(|dof| JointEvidence::new(visible_columns(robot, layout, base, dof)))
            .collect();
        Self {
            robot,
            layout,
            base,
            rows,
            block: RegressorBlock::new(robot, layout, &columns, CHUNK),
            pending: joints.iter().map(|j| PendingRows::new(j.columns().len() + 1)).collect(),
            seen: WeightedEvidence {
                evidence: Evidence { n_base: base.rank(), joints },
                spreads: Vec::new(),
            },
            weights: None,
        }
    }

    /// Nothing seen yet; rows will be weighted.
    fn weighted(
        robot: &'a Robot,
        layout: &'a Layout,
        base: &'a Base,
        rows: &'a RowSettings,
        weights: Option<&'a RowWeights>,
    ) -> Result<Self> {
        let mut observer = Self::new(robot, layout, base, rows);
        if let Some(RowWeights { beta, sigma, .. }) = weights {
            for (what, expected, found) in [
                ("base parameters of row weights", base.rank(), beta.len()),
                ("joints of row weights", robot.n_dof(), sigma.len()),
            ] {
                if found != expected {
                    return Err(InputError::LengthMismatch { what, expected, found }.into());
                }
            }
            observer.weights = weights;
            observer.seen.spreads = vec![ResidualSpread::new(); robot.n_dof()];
        }
        Ok(observer)
    }

    /// Adds a stretch of motion. The torque of fixed parameters is known and taken off first.
    pub fn push(&mut self, stretch: &Stretch<'_>) -> Result<()> {
        self.push_range(stretch, 0, stretch.samples.n_samples())
    }

    /// The evidence of all rows.
    pub fn finish(self) -> Evidence {
        self.seen.evidence
    }

    /// Adds the samples `from .. to` of a stretch as a stretch of their own.
    fn push_range(&mut self, stretch: &Stretch<'_>, from: usize, to: usize) -> Result<()> {
        let Stretch { samples, tau } = stretch;
        let n_samples = samples.n_samples();
        let (expected, found) = (self.robot.n_dof() * n_samples, tau.len());
        if found != expected {
            return Err(InputError::LengthMismatch { what: "tau", expected, found }.into());
        }
        let sliding = |dof: usize| {
            let slow = self.rows.slow_speeds.get(dof)?;
            let qd = &samples.qd(dof)[from..to];
            Some(sliding_rows(self.rows.filter.as_ref(), qd, *slow))
        };
        let sliding: Vec<Option<Vec<bool>>> = (0..self.robot.n_dof()).map(sliding).collect();
        for start in (from..to).step_by(CHUNK) {
            let chunk = samples.range(start, CHUNK.min(to - start));
            regressor_block(self.robot, self.layout, &chunk, &mut self.block)?;
            let tau = |dof: usize| &tau[dof * n_samples + start..][..chunk.n_samples()];
            let end = start + chunk.n_samples();
            match &self.rows.filter {
                None => self.add_samples(tau, start - from, &sliding),
                Some(filter) => {
                    let complete = filter.n_rows(end - from);
                    self.add_filtered(filter, tau, start - from, complete, end == to, &sliding);
                }
            }
        }
        self.pending.iter_mut().for_each(PendingRows::clear);
        Ok(())
    }

    /// Every sample is a row.
    fn add_samples<'t>(
        &mut self,
        tau: impl Fn(usize) -> &'t [f64],
        start: usize,
        sliding: &[Option<Vec<bool>>],
    ) {
        for (dof, sliding) in sliding.iter().enumerate() {
            let torque = self.unknown_torque(dof, tau(dof));
            let joint = &mut self.seen.evidence.joints[dof];
            let columns = joint.columns().iter().map(|&c| self.block.column(dof, c));
            if sliding.is_none() && self.weights.is_none() {
                joint.push(&columns.collect::<Vec<&[f64]>>(), &torque);
            } else {
                let slides = |k: &usize| sliding.as_ref().is_none_or(|rows| rows[start + *k]);
                let kept: Vec<usize> = (0..torque.len()).filter(slides).collect();
                let pick = |x: &[f64]| kept.iter().map(|&k| x[k]).collect::<Vec<f64>>();
                let rows = columns.chain([torque.as_slice()]).map(pick).collect();
                self.take(dof, rows);
            }
        }
    }

    /// Rows are what the filter makes of the samples; those below `complete` need no more of them.
    fn add_filtered<'t>(
        &mut self,
        filter: &ParallelFilter,
        tau: impl Fn(usize) -> &'t [f64],
        start: usize,
        complete: usize,
        is_last: bool,
        sliding: &[Option<Vec<bool>>],
    ) {
        for (dof, sliding) in sliding.iter().enumerate() {
            let torque = self.unknown_torque(dof, tau(dof));
            let (joint, pending) = (&self.seen.evidence.joints[dof], &mut self.pending[dof]);
            let columns = joint.columns().iter().map(|&c| self.block.column(dof, c));
            let columns: Vec<&[f64]> = columns.chain([torque.as_slice()]).collect();
            pending.accumulate(filter, start, &columns);
            let slides = |row: usize| sliding.as_ref().is_none_or(|rows| rows[row]);
            if let Some(rows) = pending.flush(complete, is_last, slides) {
                self.take(dof, rows);
            }
        }
    }

    /// Moves finished rows of a joint, by columns with the torque last, to its triangle.
    fn take(&mut self, dof: usize, mut rows: Vec<Vec<f64>>) {
        let joint = &mut self.seen.evidence.joints[dof];
        if let Some(weights) = self.weights {
            weights.weigh(dof, joint.columns(), &mut rows, &mut self.seen.spreads[dof]);
        }
        let slices: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        if let Some((torque, columns)) = slices.split_last() {
            joint.push(columns, torque);
        }
    }

    /// The measured torque of a chunk less that of fixed parameters.
    fn unknown_torque(&self, dof: usize, tau: &[f64]) -> Vec<f64> {
        let mut torque = tau.to_vec();
        for (place, (_, value)) in self.base.fixed().iter().enumerate() {
            let known = self.block.column(dof, self.base.rank() + place);
            torque.iter_mut().zip(known).for_each(|(t, y)| *t -= y * value);
        }
        torque
    }
}

/// Base parameters whose column can be non-zero in the rows of a coordinate.
pub fn visible_columns(robot: &Robot, layout: &Layout, base: &Base, dof: usize) -> Vec<usize> {
    let visible = |column: usize| layout.params()[column].acts_on(robot, dof);
    (0..base.rank()).filter(|&k| visible(base.independent()[k])).collect()
}

/// Largest share of a filter's absolute weight that may lie on slow samples.
const SLOW_SHARE: f64 = 0.02;

/// Of every row of a coordinate, whether it slides: whether it is slower than `slow` \[rad/s or m/s\] in
/// no more than `SLOW_SHARE` of what the row is made of. Without a filter every sample is a row.
///
/// Around a velocity reversal a joint sticks, or its friction depends on its presliding displacement
/// (Swevers et al. 2000): no function of velocity predicts its torque there, and the error is largest
/// where the acceleration is, so that it biases rotor inertias and friction. Rows whose filter window
/// touches a reversal are left out for that joint.
pub fn sliding_rows(filter: Option<&ParallelFilter>, qd: &[f64], slow: f64) -> Vec<bool> {
    let is_slow: Vec<bool> = qd.iter().map(|qd| qd.abs() < slow).collect();
    match filter {
        Some(filter) => {
            filter.weight_share(&is_slow).into_iter().map(|share| share <= SLOW_SHARE).collect()
        }
        None => is_slow.into_iter().map(|slow| !slow).collect(),
    }
}
