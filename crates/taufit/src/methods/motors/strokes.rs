//! Runs without plateaus: one joint goes back and forth with changing speed (Ulici et al., eq. 5).
//!
//! `i = (M q̈ + C q̇ + G + Ia q̈ + τ_f(q̇))/kct` with the model's load and all columns low-pass filtered
//! like the current. A stroke from reversal to reversal is what a record is elsewhere.

use super::super::gains::gravity_share;
use super::clusters::Cluster;
use super::conditioned_run::Run;
use super::drive::DriveData;
use super::moves::{Move, seen_moves};
use super::record::check_current;
use super::record::{Inertia, load, range};
use super::settings::MotorsSettings;
use crate::diagnostics::{MotorError, Result};
use crate::dynamics::Scratch;
use crate::friction::FrictionShape;
use crate::signal::{ParallelFilter, Segment};
use std::collections::BTreeMap;

/// Strokes that a joint needs.
const LEAST_STROKES: usize = 4;
/// Poses that are looked at for the direction of gravity.
const POSES: usize = 50;
/// A joint that moves at all speeds of a stroke has as many as any friction model needs.
const MANY_SPEEDS: usize = 100;

/// A stretch in which one joint goes back and forth, with its strokes.
pub(super) struct Swing {
    /// Index of its log.
    pub(super) run: usize,
    pub(super) strokes: Vec<Move>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    load_nm: Vec<f64>,
    current_a: Vec<f64>,
    /// First sample in the stretch of the log.
    start: usize,
    filter: Option<ParallelFilter>,
    gravity_share: f64,
}

/// The swings of every joint; at most one joint per log.
pub(super) fn swings(
    runs: &[Run<'_>],
    settings: &MotorsSettings,
) -> Result<BTreeMap<usize, Vec<Swing>>> {
    let mut found: BTreeMap<usize, Vec<Swing>> = BTreeMap::new();
    for (index, run) in runs.iter().enumerate() {
        let mut n_strokes = 0;
        for (k, segment) in run.motion.segments.iter().enumerate() {
            for strokes in by_joint(seen_moves(k, segment, &settings.plateau)) {
                n_strokes = n_strokes.max(strokes.len());
                if strokes.len() >= LEAST_STROKES {
                    check_current(run, segment, strokes[0].dof)?;
                    let swing = Swing::new(index, run, segment, strokes)?;
                    found.entry(swing.strokes[0].dof).or_default().push(swing);
                }
            }
        }
        if n_strokes < LEAST_STROKES {
            let (source_name, needed) = (run.source.clone(), LEAST_STROKES);
            return Err(MotorError::NoStrokes { source_name, n_strokes, needed }.into());
        }
    }
    Ok(found)
}

fn by_joint(moves: Vec<Move>) -> Vec<Vec<Move>> {
    let mut joints: BTreeMap<usize, Vec<Move>> = BTreeMap::new();
    for found in moves {
        joints.entry(found.dof).or_default().push(found);
    }
    joints.into_values().collect()
}

impl Swing {
    fn new(index: usize, run: &Run<'_>, segment: &Segment, strokes: Vec<Move>) -> Result<Self> {
        let dof = strokes[0].dof;
        let samples = strokes[0].samples.start..strokes[strokes.len() - 1].samples.end;
        let n = segment.n_samples;
        let channel = |of: &[f64]| of[dof * n..][samples.clone()].to_vec();
        let (mut scratch, mut squares) = (Scratch::new(run.robot), 0.0);
        let every = (samples.len() / POSES).max(1);
        let mut n_poses = 0.0;
        for k in samples.clone().step_by(every) {
            let pose: Vec<f64> = segment.q.chunks(n).map(|q| q[k]).collect();
            squares += gravity_share(run.robot, &mut scratch, &pose, dof)?.powi(2);
            n_poses += 1.0;
        }
        Ok(Self {
            run: index,
            qd: channel(&segment.qd),
            qdd: channel(&segment.qdd),
            load_nm: load(run.robot, segment, &samples, dof, Inertia::Counted)?,
            current_a: channel(&segment.tau),
            start: samples.start,
            filter: run.motion.parallel_filter()?,
            gravity_share: (squares / f64::max(n_poses, 1.0)).sqrt(),
            strokes,
        })
    }

    /// Change of the load in a stroke.
    pub(super) fn load_range_nm(&self, stroke: &Move) -> f64 {
        let samples = stroke.samples.start - self.start..stroke.samples.end - self.start;
        range(&self.load_nm[samples])
    }

    /// A channel as its rows have it.
    fn rows(&self, x: &[f64]) -> Vec<f64> {
        self.filter.as_ref().map_or_else(|| x.to_vec(), |filter| filter.apply(x))
    }

    /// The stroke that a row belongs to.
    fn stroke(&self, row: usize) -> Option<usize> {
        let sample = match &self.filter {
            Some(filter) => row * filter.every() + filter.delay(),
            None => row,
        };
        self.strokes.iter().position(|s| s.samples.contains(&(self.start + sample)))
    }

    /// Rows of every stroke for a friction model.
    fn clusters(&self, shape: &FrictionShape, has_rotor: bool) -> Vec<Cluster> {
        let mut columns = vec![self.rows(&self.load_nm)];
        if has_rotor {
            columns.push(self.rows(&self.qdd));
        }
        for term in shape.terms() {
            let column: Vec<f64> = self.qd.iter().map(|qd| shape.column(term, *qd)).collect();
            columns.push(self.rows(&column));
        }
        let current = self.rows(&self.current_a);
        let mut clusters = vec![Cluster::default(); self.strokes.len()];
        for (k, current) in current.iter().enumerate() {
            if let Some(stroke) = self.stroke(k) {
                clusters[stroke].push(columns.iter().map(|column| column[k]), *current, 1.0);
            }
        }
        clusters.retain(|cluster| !cluster.z.is_empty());
        clusters
    }

    /// Velocity and friction of samples within strokes, with what was found about the drive.
    pub(super) fn friction_points(&self, kct: f64, rotor: f64) -> Vec<(f64, f64)> {
        let (qd, qdd) = (self.rows(&self.qd), self.rows(&self.qdd));
        let (load, current) = (self.rows(&self.load_nm), self.rows(&self.current_a));
        let inside = (0..qd.len()).filter(|k| self.stroke(*k).is_some());
        inside.map(|k| (qd[k], kct * current[k] - load[k] - rotor * qdd[k])).collect()
    }
}

/// The data of one joint.
pub(super) fn swing_data<'a>(
    dof: usize,
    swings: &'a [Swing],
    settings: &MotorsSettings,
) -> DriveData<'a> {
    let has_rotor = settings.rotor_inertia;
    let speeds = swings.iter().flat_map(|swing| &swing.qd);
    let shares = swings.iter().map(|swing| swing.gravity_share.powi(2)).sum::<f64>();
    DriveData {
        dof,
        observe: Box::new(move |shape| {
            swings.iter().flat_map(|swing| swing.clusters(shape, has_rotor)).collect()
        }),
        has_rotor,
        top_speed: speeds.fold(0.0, |top, qd| top.max(qd.abs())),
        n_speeds: MANY_SPEEDS,
        both_directions: true,
        gravity_share: (shares / swings.len().max(1) as f64).sqrt(),
        slope_scatter: 0.0,
    }
}
