//! Moves of single joints: from recorded phases, or from the velocities.

use super::conditioned_run::Run;
use super::settings::PlateauSettings;
use crate::experiment::{DrivenPhase, PhaseKind};
use crate::signal::Segment;
use std::ops::Range;

/// Moves shorter than this are twitches \[s\].
const TWITCH_S: f64 = 0.2;

/// One joint moves one way while all others stand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Move {
    /// Index of the stretch in its log.
    pub(super) segment: usize,
    /// Samples of that stretch.
    pub(super) samples: Range<usize>,
    pub(super) dof: usize,
    /// Commanded velocity, where the log holds it.
    pub(super) commanded: Option<f64>,
    /// Repetition, where the log holds it.
    pub(super) iteration: Option<usize>,
}

/// Every move of a log.
pub(super) fn moves(run: &Run<'_>, settings: &PlateauSettings) -> Vec<Move> {
    let travels: Vec<&DrivenPhase> =
        run.phases.iter().filter(|phase| phase.kind == PhaseKind::Travel).collect();
    let segments = run.motion.segments.iter().enumerate();
    if travels.is_empty() {
        return segments.flat_map(|(k, segment)| seen_moves(k, segment, settings)).collect();
    }
    let noted = |(k, segment)| {
        let phases = travels.iter();
        phases.filter_map(move |phase| noted_move(run, k, segment, phase)).collect::<Vec<Move>>()
    };
    segments.flat_map(noted).collect()
}

/// A phase of constant velocity, as far as it lies in a stretch.
fn noted_move(run: &Run<'_>, k: usize, segment: &Segment, phase: &DrivenPhase) -> Option<Move> {
    let name = phase.joint.as_ref()?;
    let dof = run.robot.dof_joint_iter().position(|joint| joint.name == *name)?;
    let from = segment.t_s.partition_point(|t| *t < phase.begin_s);
    let to = segment.t_s.partition_point(|t| *t <= phase.end_s);
    let (commanded, iteration) = (phase.speed_rad_s, phase.iteration);
    (from < to).then_some(Move { segment: k, samples: from..to, dof, commanded, iteration })
}

/// Runs of samples in which one joint alone moves, one way.
pub(super) fn seen_moves(k: usize, segment: &Segment, settings: &PlateauSettings) -> Vec<Move> {
    let n = segment.n_samples;
    let Some(period_s) = segment.t_s.windows(2).next().map(|w| w[1] - w[0]) else {
        return Vec::new();
    };
    let who: Vec<Option<(usize, bool)>> = (0..n).map(|k| mover(segment, k, settings)).collect();
    let mut found = Vec::new();
    let mut at = 0;
    for run in who.chunk_by(|a, b| a == b) {
        let samples = at..at + run.len();
        at = samples.end;
        if let (Some((dof, _)), true) = (run[0], run.len() as f64 * period_s >= TWITCH_S) {
            found.push(Move { segment: k, samples, dof, commanded: None, iteration: None });
        }
    }
    found
}

/// The only joint that moves at a sample, and whether it moves forwards.
fn mover(segment: &Segment, k: usize, settings: &PlateauSettings) -> Option<(usize, bool)> {
    let n = segment.n_samples;
    let mut moving = segment
        .qd
        .chunks(n)
        .enumerate()
        .map(|(dof, qd)| (dof, qd[k]))
        .filter(|(_, qd)| qd.abs() > settings.moving_rad_s);
    let (dof, qd) = moving.next()?;
    moving.next().is_none().then_some((dof, qd > 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two joints at 100 Hz: the first forwards, then back, then both together.
    fn segment() -> Segment {
        let n = 400;
        let first = |k: usize| match k {
            50..150 => 0.5,
            150..250 => -0.5,
            300..380 => 0.3,
            _ => 0.0,
        };
        let second = |k: usize| if k >= 300 { 0.3 } else { 0.0 };
        let qd: Vec<f64> = (0..n).map(first).chain((0..n).map(second)).collect();
        let t_s = (0..n).map(|k| 0.01 * k as f64).collect();
        Segment { t_s, n_samples: n, qd, ..Segment::default() }
    }

    #[test]
    fn moves_of_one_joint_at_a_time_are_found_with_their_direction() {
        let found = seen_moves(0, &segment(), &PlateauSettings::default());
        let spans: Vec<(usize, Range<usize>)> =
            found.iter().map(|m| (m.dof, m.samples.clone())).collect();
        assert_eq!(spans, [(0, 50..150), (0, 150..250), (1, 380..400)]);
    }

    #[test]
    fn an_empty_stretch_has_no_moves() {
        assert!(seen_moves(0, &Segment::default(), &PlateauSettings::default()).is_empty());
    }
}
