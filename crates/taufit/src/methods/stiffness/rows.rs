//! Filtered rows of torque over motor position, from records with stamps of their own.

use super::branch::branches;
use super::settings::StiffnessSettings;
use crate::diagnostics::{Error, Result, StiffnessError};
use crate::methods::common::{GridChoice, Preparation, PreparedLog, prepare};
use crate::recording::{EffortKind, Log, Recording, WrenchRecording};
use crate::signal::{ConditionSettings, Motion, ParallelFilter, Segment, TorqueFilter, condition};
use crate::study::LogRole;

/// Positions beyond two turns are no radians of a joint that stands still.
const HIGHEST_RAD: f64 = 4.0 * std::f64::consts::PI;
/// A pause of a force sensor longer than so many of its periods is a gap.
const WRENCH_GAP: f64 = 3.0;
/// Shortest stretch between gaps that is worth filtering, in periods of the cut-off.
const SHORTEST: f64 = 5.0;

/// Rows of one stretch without gap. Channels are stored one after the other with the row fastest.
#[derive(Clone, Debug, Default)]
pub(super) struct StiffnessRows {
    pub(super) t_s: Vec<f64>,
    /// Motor positions, per joint.
    pub(super) q: Vec<Vec<f64>>,
    /// Motor torques per joint, or components of the wrench.
    pub(super) load: Vec<Vec<f64>>,
    /// Branch of friction of every motor; empty for rows of a wrench.
    pub(super) branch: Vec<Vec<i8>>,
}

/// Rows of a record that are kept: three hours at twelve rows per second; of longer ones some are left out, evenly.
const MOST_ROWS: f64 = 131_072.0;

impl StiffnessRows {
    /// Every n-th row.
    fn thinned(self, every: usize) -> Self {
        let thin = |x: Vec<f64>| -> Vec<f64> { x.into_iter().step_by(every).collect() };
        let all = |x: Vec<Vec<f64>>| -> Vec<Vec<f64>> { x.into_iter().map(thin).collect() };
        let branch = |x: Vec<i8>| -> Vec<i8> { x.into_iter().step_by(every).collect() };
        Self {
            t_s: thin(self.t_s),
            q: all(self.q),
            load: all(self.load),
            branch: self.branch.into_iter().map(branch).collect(),
        }
    }
}

/// All rows of motor torques over motor positions of a record.
pub(super) fn all_motor_rows<L: Log>(
    joints: &PreparedLog<'_, L>,
    settings: &StiffnessSettings,
) -> Result<Vec<StiffnessRows>> {
    let survey = &joints.survey;
    let filter = ParallelFilter::new(settings.decimation_hz, survey.rate_hz)?;
    let n_rows = (survey.last_s - survey.first_s) * survey.rate_hz / filter.every() as f64;
    let every = (n_rows / MOST_ROWS).ceil().max(1.0) as usize;
    let mut all = Vec::new();
    joints.visit(&mut |segment, _| {
        all.push(motor_rows(segment, &filter).thinned(every));
        Ok(())
    })?;
    all.retain(|rows: &StiffnessRows| !rows.t_s.is_empty());
    Ok(all)
}

/// Low pass and gaps of a record; both kinds of records are filtered alike.
fn conditioning(settings: &StiffnessSettings, gap_factor: f64) -> ConditionSettings {
    ConditionSettings {
        cutoff_hz: Some(settings.cutoff_hz),
        torque: TorqueFilter::LikePositions,
        gap_factor,
        // Loads change slowly: one period of the cut-off is enough for the filter to settle on them.
        edge_trim_s: Some(1.0 / settings.cutoff_hz),
        min_segment_s: SHORTEST / settings.cutoff_hz,
        ..ConditionSettings::default()
    }
}

/// The log of the joints, filtered when it is visited: `τ_m` is the effort, a current times the drive gain.
pub(super) fn prepare_joints<'a, L: Log>(
    log: &'a L,
    torque_constants_nm_per_a: &'a [Option<f64>],
    settings: &StiffnessSettings,
) -> Result<Vec<PreparedLog<'a, L>>> {
    let condition = conditioning(settings, ConditionSettings::default().gap_factor);
    let preparation =
        Preparation { condition: &condition, grid: GridChoice::Own, hold_out: 0.0, overlap_s: 0.0 };
    prepare([(log, LogRole::Identification)], torque_constants_nm_per_a, &preparation)
}

/// Refuses positions of turning joints that are no radians.
pub(super) fn refuse_degrees(recording: &Recording, is_turning: &[bool]) -> Result<()> {
    recording.check()?;
    for (dof, joint) in recording.joints.iter().enumerate() {
        let turns = is_turning.get(dof).copied().unwrap_or(false);
        let beyond = recording.q(dof).iter().find(|q| turns && q.abs() > HIGHEST_RAD);
        if let Some(&value) = beyond {
            let (source_name, joint) = (recording.source.clone(), joint.clone());
            return Err(StiffnessError::PositionsInDegrees { source_name, joint, value }.into());
        }
    }
    Ok(())
}

/// The record of forces, filtered at its own rate; components stand in the place of joints.
pub(super) fn condition_wrench(
    wrench: &WrenchRecording,
    settings: &StiffnessSettings,
) -> Result<Motion> {
    wrench.check()?;
    let channels: Vec<f64> = wrench.measured().flat_map(|(_, x)| x).copied().collect();
    let recording = Recording {
        source: wrench.source.clone(),
        joints: wrench.measured().map(|(component, _)| component.name().to_owned()).collect(),
        t_s: wrench.t_s.iter().map(|t| t - settings.wrench.delay_s.unwrap_or(0.0)).collect(),
        effort: channels.clone(),
        q: channels,
        q_motor: None,
        qd: None,
        effort_kind: EffortKind::Torque,
    };
    condition(&recording, &[], &conditioning(settings, WRENCH_GAP))
}

/// Rows of motor torques over motor positions: all signals through the same low pass, every k-th sample.
fn motor_rows(segment: &Segment, filter: &ParallelFilter) -> StiffnessRows {
    let filtered = |x: &[f64]| -> Vec<Vec<f64>> {
        channels(x, segment.n_samples).map(|x| filter.apply(x)).collect()
    };
    let (q, load) = (filtered(&segment.q), filtered(&segment.tau));
    let branch = q.iter().zip(&load).map(|(q, tau)| branches(q, tau)).collect();
    StiffnessRows { t_s: times(filter, &segment.t_s), q, load, branch }
}

/// Rows of the wrench over motor positions in the common time of two stretches. The wrench keeps its own stamps; the
/// motors, which are sampled faster, are read between theirs. Nothing is read across a gap of either.
pub(super) fn wrench_rows(
    joint: &Segment,
    force: &Segment,
    filter: &ParallelFilter,
) -> StiffnessRows {
    let common = common(&force.t_s, &joint.t_s);
    let t_s = &force.t_s[common.clone()];
    let motor = |q: &[f64]| -> Vec<f64> {
        filter.apply(&t_s.iter().map(|&t_s| between(&joint.t_s, q, t_s)).collect::<Vec<_>>())
    };
    let force_rows = |x: &[f64]| filter.apply(&x[common.clone()]);
    StiffnessRows {
        t_s: times(filter, t_s),
        q: channels(&joint.q, joint.n_samples).map(motor).collect(),
        load: channels(&force.q, force.n_samples).map(force_rows).collect(),
        branch: Vec::new(),
    }
}

fn channels(x: &[f64], n_samples: usize) -> std::slice::Chunks<'_, f64> {
    x.chunks(n_samples.max(1))
}

/// When the rows of a filter are.
fn times(filter: &ParallelFilter, t_s: &[f64]) -> Vec<f64> {
    let n_rows = filter.n_rows(t_s.len());
    (0..n_rows).map(|row| t_s[filter.delay() + row * filter.every()]).collect()
}

/// The samples of a stretch of forces that lie within a stretch of the joints, by their stamps.
pub(super) fn common(force_t_s: &[f64], joint_t_s: &[f64]) -> std::ops::Range<usize> {
    let (Some(first_s), Some(last_s)) = (joint_t_s.first(), joint_t_s.last()) else { return 0..0 };
    let from = force_t_s.partition_point(|t_s| t_s < first_s);
    let to = force_t_s.partition_point(|t_s| t_s <= last_s);
    from..to.max(from)
}

/// A value between the samples of an increasing series; those at its ends count beyond them.
pub(super) fn between(t_s: &[f64], x: &[f64], at_s: f64) -> f64 {
    let right = t_s.partition_point(|t_s| *t_s <= at_s).clamp(1, t_s.len() - 1);
    let share = (at_s - t_s[right - 1]) / (t_s[right] - t_s[right - 1]);
    x[right - 1] + share.clamp(0.0, 1.0) * (x[right] - x[right - 1])
}

/// The error about a record of forces that has no time in common with the log of the joints.
pub(super) fn no_common_time<L: Log>(joints: &PreparedLog<'_, L>, forces: &Motion) -> Error {
    let first = forces.segments.first().and_then(|s| s.t_s.first()).copied();
    let last = forces.segments.last().and_then(|s| s.t_s.last()).copied();
    StiffnessError::NoCommonTime {
        forces: forces.source.clone(),
        force_from_s: first.unwrap_or(f64::NAN),
        force_to_s: last.unwrap_or(f64::NAN),
        joints: joints.source().to_owned(),
        joint_from_s: joints.survey.first_s,
        joint_to_s: joints.survey.last_s,
    }
    .into()
}
