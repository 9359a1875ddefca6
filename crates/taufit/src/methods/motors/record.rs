//! Records: what one joint needed at one velocity.

use super::super::gains::gravity_share;
use super::conditioned_run::Run;
use super::moves::{Move, moves};
use super::plateau::plateau;
use super::settings::PlateauSettings;
use super::speeds::SpeedGroups;
use crate::diagnostics::{MotorError, Result};
use crate::dynamics::{Samples, Scratch, rnea_block};
use crate::model::Robot;
use crate::signal::Segment;
use crate::study::RejectedMove;
use std::collections::BTreeMap;
use std::ops::Range;

/// A stretch at constant velocity.
#[derive(Clone, Debug)]
pub(super) struct Record {
    /// Index of its log.
    pub(super) run: usize,
    /// Index of the stretch in the log.
    pub(super) segment: usize,
    /// Samples of the whole move.
    pub(super) whole: Range<usize>,
    /// Samples at constant velocity.
    pub(super) plateau: Range<usize>,
    pub(super) dof: usize,
    pub(super) commanded: Option<f64>,
    /// Repetition of its velocity, from 1.
    pub(super) iteration: usize,
    /// Mean velocity.
    pub(super) speed: f64,
    /// Standard deviation of the velocity over its mean.
    pub(super) ripple: f64,
    /// Travel at constant velocity.
    pub(super) travel: f64,
    /// Share of gravity that can turn the joint where it was.
    pub(super) gravity_share: f64,
    pub(super) current_a: Vec<f64>,
    pub(super) load_nm: Vec<f64>,
}

/// Records, and what became of the other moves.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) used: Vec<Record>,
    pub(super) rejected: Vec<RejectedMove>,
    /// Number of rejected moves by reason.
    pub(super) reasons: BTreeMap<&'static str, usize>,
}

impl Records {
    /// Every record of all logs, repetitions counted.
    pub(super) fn find(runs: &[Run<'_>], settings: &PlateauSettings) -> Result<Self> {
        let mut records = Self::default();
        for (index, run) in runs.iter().enumerate() {
            for found in moves(run, settings) {
                records.judge(index, run, &found, settings)?;
            }
        }
        let counts = records.per_joint();
        if counts.values().all(|count| *count < 2) {
            let n_plateaus = records.used.len();
            let n_moves = n_plateaus + records.rejected.len();
            let reasons = records.reason_text();
            let reasons = if reasons.is_empty() { reasons } else { format!(" ({reasons})") };
            return Err(MotorError::NoPlateau { n_plateaus, n_moves, reasons }.into());
        }
        records.count_repetitions();
        Ok(records)
    }

    fn judge(
        &mut self,
        index: usize,
        run: &Run<'_>,
        found: &Move,
        settings: &PlateauSettings,
    ) -> Result<()> {
        let segment = &run.motion.segments[found.segment];
        match plateau(run.robot, segment, found, settings) {
            Ok(samples) => {
                check_current(run, segment, found.dof)?;
                self.used.push(Record::new(index, run, found, samples)?);
            }
            Err(rejection) => {
                *self.reasons.entry(rejection.kind()).or_default() += 1;
                self.rejected.push(RejectedMove {
                    joint: run.robot.dof_joint(found.dof).name.clone(),
                    source: run.source.clone(),
                    start_s: segment.t_s[found.samples.start],
                    end_s: segment.t_s[found.samples.end - 1],
                    reason: rejection.to_string(),
                });
            }
        }
        Ok(())
    }

    /// Reasons for rejected moves, with their counts.
    pub(super) fn reason_text(&self) -> String {
        let words = self.reasons.iter().map(|(kind, count)| format!("{count} {kind}"));
        words.collect::<Vec<String>>().join(", ")
    }

    fn per_joint(&self) -> BTreeMap<usize, usize> {
        let mut counts = BTreeMap::new();
        self.used.iter().for_each(|record| *counts.entry(record.dof).or_default() += 1);
        counts
    }

    /// Numbers the records of every velocity of a joint in the order of time.
    fn count_repetitions(&mut self) {
        let dofs: Vec<usize> = self.per_joint().into_keys().collect();
        for dof in dofs {
            let of_joint = |record: &&mut Record| record.dof == dof;
            let nominal: Vec<f64> =
                self.used.iter().filter(|r| r.dof == dof).map(Record::nominal_speed).collect();
            let groups = SpeedGroups::new(&nominal);
            let mut counts = vec![0; groups.speeds.len()];
            for (record, group) in self.used.iter_mut().filter(of_joint).zip(&groups.of) {
                counts[*group] += 1;
                record.iteration = counts[*group];
            }
        }
    }
}

impl Record {
    fn new(index: usize, run: &Run<'_>, found: &Move, plateau: Range<usize>) -> Result<Self> {
        let segment = &run.motion.segments[found.segment];
        let n = segment.n_samples;
        let channel = |of: &[f64]| of[found.dof * n..][plateau.clone()].to_vec();
        let (q, qd) = (channel(&segment.q), channel(&segment.qd));
        let speed = qd.iter().sum::<f64>() / qd.len() as f64;
        let variance = qd.iter().map(|v| (v - speed).powi(2)).sum::<f64>() / qd.len() as f64;
        let middle = (plateau.start + plateau.end) / 2;
        let pose: Vec<f64> = segment.q.chunks(n).map(|q| q[middle]).collect();
        let mut scratch = Scratch::new(run.robot);
        Ok(Self {
            run: index,
            segment: found.segment,
            whole: found.samples.clone(),
            dof: found.dof,
            commanded: found.commanded,
            iteration: found.iteration.unwrap_or(1),
            speed,
            ripple: variance.sqrt() / speed.abs(),
            travel: (q[q.len() - 1] - q[0]).abs(),
            gravity_share: gravity_share(run.robot, &mut scratch, &pose, found.dof)?,
            current_a: channel(&segment.tau),
            load_nm: load(run.robot, segment, &plateau, found.dof, Inertia::Left)?,
            plateau,
        })
    }

    /// The velocity that it stands for: the commanded one where that is known.
    pub(super) fn nominal_speed(&self) -> f64 {
        self.commanded.unwrap_or(self.speed)
    }
}

/// Refuses currents that never change although the joint moves.
pub(super) fn check_current(run: &Run<'_>, segment: &Segment, dof: usize) -> Result<()> {
    let n = segment.n_samples;
    let current = &segment.tau[dof * n..][..n];
    match current {
        [value, rest @ ..] if rest.iter().all(|other| other == value) => {
            let joint = run.robot.dof_joint(dof).name.clone();
            Err(MotorError::DeadCurrent { joint, value: *value }.into())
        }
        _ => Ok(()),
    }
}

/// Whether accelerations count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inertia {
    /// `g(q) + C(q, q̇) q̇` (Ulici et al., eq. 6).
    Left,
    /// `M(q) q̈ + C(q, q̇) q̇ + g(q)` (Ulici et al., eq. 5).
    Counted,
}

/// Load of one joint, from the states of all joints \[N·m or N\].
pub(super) fn load(
    robot: &Robot,
    segment: &Segment,
    samples: &Range<usize>,
    dof: usize,
    inertia: Inertia,
) -> Result<Vec<f64>> {
    let part = segment.range(samples.start, samples.end);
    let n = part.n_samples;
    let still = vec![0.0; part.qdd.len()];
    let qdd = if inertia == Inertia::Counted { &part.qdd } else { &still };
    let mut tau = vec![0.0; robot.n_dof() * n];
    rnea_block(robot, &Samples::new(n, &part.q, &part.qd, qdd), &mut tau)?;
    Ok(tau[dof * n..(dof + 1) * n].to_vec())
}

/// Largest less smallest of one value or more.
pub(super) fn range(values: &[f64]) -> f64 {
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    high - low
}
