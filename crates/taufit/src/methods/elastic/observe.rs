//! From motion to triangles: one per joint and block of the data, whatever the length of the logs.

use super::arm::Arm;
use super::equations::LineBlock;
use super::motion::ElasticMotion;
use super::rows::ElasticRows;
use crate::base::Base;
use crate::diagnostics::Result;
use crate::dynamics::Samples;
use crate::estimate::BLOCKS;
use crate::evidence::{Evidence, JointEvidence, PendingRows};
use crate::signal::ParallelFilter;
use crate::validate::{ErrorSums, Metrics};
use std::ops::Range;

/// Samples per chunk: the regressor of one chunk stays in the cache.
const CHUNK: usize = 512;

/// Evidence of every joint.
pub(super) struct ElasticEvidence {
    pub(super) n_base: usize,
    pub(super) rows: Vec<ElasticRows>,
    /// One per joint, over the columns that [`ElasticRows`] explains.
    pub(super) triangles: Vec<JointEvidence>,
    /// The same for every one of consecutive blocks of the data.
    pub(super) blocks: Vec<Vec<JointEvidence>>,
}

/// Compresses the rows of all joints, those near velocity reversals of their motors left out.
pub(super) fn observe(
    arm: &Arm<'_>,
    base: &Base,
    motion: &ElasticMotion,
) -> Result<ElasticEvidence> {
    let mut gatherers: Vec<Gatherer<'_>> = Vec::new();
    let stretches = 0..motion.segments.len();
    let rows = for_each_chunk(arm, base, motion, stretches, |joint, chunk, columns| {
        if gatherers.len() <= joint.dof {
            gatherers.push(Gatherer::new(&joint.nothing(), motion, joint.dof));
        }
        gatherers[joint.dof].push(chunk, columns);
    })?;
    let mut parts: Vec<Vec<JointEvidence>> = gatherers.into_iter().map(|g| g.blocks).collect();
    let missing = rows.iter().skip(parts.len());
    parts.extend(missing.map(|rows| vec![rows.nothing(); BLOCKS]).collect::<Vec<_>>());
    let block = |k: usize| parts.iter().map(|of_joint| of_joint[k].clone()).collect();
    Ok(ElasticEvidence {
        n_base: base.rank(),
        triangles: parts.iter().zip(&rows).map(|(p, rows)| merged(rows.nothing(), p)).collect(),
        blocks: (0..BLOCKS).map(block).collect(),
        rows,
    })
}

/// All parts as one triangle.
pub(super) fn merged<'t>(
    mut whole: JointEvidence,
    parts: impl IntoIterator<Item = &'t JointEvidence>,
) -> JointEvidence {
    parts.into_iter().for_each(|part| whole.merge(part));
    whole
}

/// A series per joint and set of coefficients: `columns · x` over one stretch, filtered as rows are.
pub(super) fn series(
    arm: &Arm<'_>,
    base: &Base,
    motion: &ElasticMotion,
    stretch: usize,
    coefficients: impl Fn(&ElasticRows) -> Vec<Vec<f64>>,
) -> Result<Vec<Vec<Vec<f64>>>> {
    let mut found: Vec<Vec<Vec<f64>>> = vec![Vec::new(); arm.robot.n_dof()];
    for_each_chunk(arm, base, motion, stretch..stretch + 1, |joint, _, columns| {
        let sets = coefficients(joint);
        let of_joint = &mut found[joint.dof];
        of_joint.resize(sets.len(), Vec::new());
        for (series, x) in of_joint.iter_mut().zip(&sets) {
            let from = series.len();
            series.resize(from + columns[0].len(), 0.0);
            for (column, x) in columns.iter().zip(x).filter(|(_, x)| **x != 0.0) {
                series[from..].iter_mut().zip(column).for_each(|(s, y)| *s += x * y);
            }
        }
    })?;
    if let Some(filter) = &motion.filter {
        found.iter_mut().flatten().for_each(|series| *series = filter.apply(series));
    }
    Ok(found)
}

/// Where a chunk lies in its stretch.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    stretch: usize,
    start: usize,
    end: usize,
    n_samples: usize,
}

impl Chunk {
    /// A stretch in one piece.
    pub(super) fn whole(stretch: usize, n_samples: usize) -> Self {
        Self { stretch, start: 0, end: n_samples, n_samples }
    }
}

/// Evaluates the columns of every joint, chunk after chunk, joint after joint.
fn for_each_chunk(
    arm: &Arm<'_>,
    base: &Base,
    motion: &ElasticMotion,
    stretches: Range<usize>,
    mut take: impl FnMut(&ElasticRows, Chunk, &[Vec<f64>]),
) -> Result<Vec<ElasticRows>> {
    let n_dof = arm.robot.n_dof();
    let mut block = LineBlock::new(arm, base.independent().to_vec(), CHUNK);
    let rows = ElasticRows::of(arm, base, &block, motion.n_logs());
    for stretch in stretches {
        let (segment, log) = (&motion.segments[stretch], motion.log_of[stretch]);
        let n_samples = segment.n_samples;
        let whole = Samples::new(n_samples, &segment.q, &segment.qd, &segment.qdd);
        for start in (0..n_samples).step_by(CHUNK) {
            let samples = whole.range(start, CHUNK);
            block.evaluate(&samples)?;
            let chunk = Chunk { stretch, start, end: start + samples.n_samples(), n_samples };
            for joint in &rows {
                let tau = &segment.tau[(n_dof + joint.dof) * n_samples..][chunk.start..chunk.end];
                take(joint, chunk, &joint.columns(&block, &samples, log, tau));
            }
        }
    }
    Ok(rows)
}

/// Gathers rows of one joint into triangles of consecutive blocks: every sample, or what a parallel filter
/// makes of them.
pub(super) struct Gatherer<'f> {
    filter: Option<&'f ParallelFilter>,
    pending: PendingRows,
    pub(super) blocks: Vec<JointEvidence>,
    /// Per stretch, the rows in which the motor slides; all others are left out.
    slides: Vec<Vec<bool>>,
    n_rows: usize,
    /// Rows of the stretches before, and of this one so far.
    n_before: usize,
    n_here: usize,
}

impl<'f> Gatherer<'f> {
    pub(super) fn new(nothing: &JointEvidence, motion: &'f ElasticMotion, dof: usize) -> Self {
        let slides = motion.sliding_rows(dof);
        Self {
            filter: motion.filter.as_ref(),
            pending: PendingRows::new(nothing.r_rows()),
            blocks: vec![nothing.clone(); BLOCKS],
            n_rows: slides.iter().map(Vec::len).sum(),
            slides,
            n_before: 0,
            n_here: 0,
        }
    }

    /// Adds a chunk, its columns with the torque last.
    pub(super) fn push(&mut self, chunk: Chunk, columns: &[Vec<f64>]) {
        let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let is_last = chunk.end == chunk.n_samples;
        match self.filter {
            None => self.take(chunk.stretch, &slices),
            Some(filter) => {
                self.pending.accumulate(filter, chunk.start, &slices);
                let rows = self.pending.flush(filter.n_rows(chunk.end), is_last, |_| true);
                if let Some(rows) = rows {
                    let slices: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
                    self.take(chunk.stretch, &slices);
                }
            }
        }
        if is_last {
            self.pending.clear();
            self.n_before += self.n_here;
            self.n_here = 0;
        }
    }

    /// Deals rows to their blocks.
    fn take(&mut self, stretch: usize, columns: &[&[f64]]) {
        let Some((torque, columns)) = columns.split_last() else { return };
        let block_of = |row: usize| (row * BLOCKS / self.n_rows.max(1)).min(BLOCKS - 1);
        let first = self.n_before + self.n_here;
        let all: Vec<usize> = (0..torque.len()).collect();
        for part in all.chunk_by(|a, b| block_of(first + a) == block_of(first + b)) {
            let slides = |row: &&usize| self.slides[stretch][self.n_here + **row];
            let kept: Vec<usize> = part.iter().filter(slides).copied().collect();
            let pick = |x: &[f64]| kept.iter().map(|&row| x[row]).collect::<Vec<f64>>();
            let picked: Vec<Vec<f64>> = columns.iter().map(|x| pick(x)).collect();
            let slices: Vec<&[f64]> = picked.iter().map(Vec::as_slice).collect();
            if !kept.is_empty() {
                self.blocks[block_of(first + part[0])].push(&slices, &pick(torque));
            }
        }
        self.n_here += torque.len();
    }
}

impl ElasticEvidence {
    /// The equations of Zollo et al. 2014: links and rigid joints, then motors, over the base parameters.
    pub(super) fn lines(&self) -> Evidence {
        self.lines_of(&self.triangles)
    }

    /// The same, block by block.
    pub(super) fn block_lines(&self) -> Vec<Evidence> {
        self.blocks.iter().map(|triangles| self.lines_of(triangles)).collect()
    }

    fn lines_of(&self, triangles: &[JointEvidence]) -> Evidence {
        let joints = || self.rows.iter().zip(triangles);
        let first = joints().map(|(rows, triangle)| {
            let torque = match rows.is_elastic {
                true => vec![0.0; triangle.r_rows()],
                false => triangle.r_column(rows.torque()),
            };
            line(rows, triangle, (&rows.link, 0), -1.0, torque)
        });
        let motors = joints().filter(|(rows, _)| rows.is_elastic).map(|(rows, triangle)| {
            let torque = triangle.r_column(rows.torque());
            line(rows, triangle, (&rows.motor, rows.link.len()), 1.0, torque)
        });
        Evidence::of_groups(self.n_base, first.chain(motors).collect())
    }
}

/// One line from the triangle of its joint: the base parameters `own`, whose columns begin at a place,
/// and the spring with a sign.
fn line(
    rows: &ElasticRows,
    triangle: &JointEvidence,
    (own, first): (&[usize], usize),
    sign: f64,
    torque: Vec<f64>,
) -> JointEvidence {
    let inert = own.iter().enumerate().map(|(c, &k)| (k, triangle.r_column(first + c)));
    let springs = [
        (rows.stiffness, rows.is_elastic.then(|| rows.deflection())),
        (rows.damping, rows.is_elastic.then(|| rows.deflection_rate())),
    ];
    let signed = |c: usize| triangle.r_column(c).iter().map(|x| sign * x).collect();
    let springs = springs.into_iter().filter_map(|(k, c)| Some((k?, signed(c?))));
    let mut columns: Vec<(usize, Vec<f64>)> = inert.chain(springs).collect();
    columns.sort_by_key(|(k, _)| *k);
    let (places, values): (Vec<usize>, Vec<Vec<f64>>) = columns.into_iter().unzip();
    JointEvidence::compressed(places, &values, &torque, triangle.n_rows())
}

/// Errors of the motor torques that base parameters predict, `Y π + Ia θ̈ + friction(θ̇)`, filtered as the
/// rows of the fit are.
pub(super) fn torque_errors(
    arm: &Arm<'_>,
    base: &Base,
    motion: &ElasticMotion,
    beta: &[f64],
) -> Result<Metrics> {
    let mut sums = ErrorSums::of(arm.robot);
    for stretch in 0..motion.segments.len() {
        let found = series(arm, base, motion, stretch, |rows| {
            let mut measured = vec![0.0; rows.torque() + 1];
            measured[rows.torque()] = 1.0;
            let mut predicted = rows.whole_residual(beta);
            predicted[rows.torque()] = 0.0;
            vec![measured, predicted]
        })?;
        let n_rows = found.first().map_or(0, |of_joint| of_joint[0].len());
        let channels = |k: usize| found.iter().map(|of_joint| &of_joint[k][..]).collect::<Vec<_>>();
        if n_rows > 0 {
            sums.push(&channels(0).concat(), &channels(1).concat(), n_rows)?;
        }
    }
    sums.metrics()
}
