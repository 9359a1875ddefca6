//! One record of a joint from its beginning to its end, for the eye.

use super::conditioned_run::Run;
use super::joint_fit::Fitted;
use crate::study::SampleRecord;

/// Points that are kept.
const POINTS: usize = 400;

/// The record whose speed lies in the middle, forwards where there is a choice.
pub(super) fn sample_record(runs: &[Run<'_>], records: &[Fitted<'_>]) -> Option<SampleRecord> {
    let mut order: Vec<&Fitted<'_>> = records.iter().filter(|(r, _)| r.speed > 0.0).collect();
    if order.is_empty() {
        order = records.iter().collect();
    }
    order.sort_by(|a, b| a.0.speed.abs().total_cmp(&b.0.speed.abs()));
    let (record, line) = order.get(order.len() / 2)?;
    let run = &runs[record.run];
    let segment = &run.motion.segments[record.segment];
    let every = record.whole.len().div_ceil(POINTS).max(1);
    let shown: Vec<usize> = record.whole.clone().step_by(every).collect();
    let n = segment.n_samples;
    let channel = |of: &[f64]| shown.iter().map(|k| of[record.dof * n + k]).collect();
    let inside = |k: &&usize| record.plateau.contains(k);
    let fitted = |k: &usize| line.current_a(record.load_nm[k - record.plateau.start]);
    Some(SampleRecord {
        source: run.source.clone(),
        speed_rad_s: record.speed,
        t_s: shown.iter().map(|k| segment.t_s[*k]).collect(),
        q: channel(&segment.q),
        qd: channel(&segment.qd),
        current_a: channel(&segment.tau),
        fitted_a: shown.iter().filter(inside).map(fitted).collect(),
        first_fitted: shown.iter().position(|k| record.plateau.contains(k)).unwrap_or(0),
        kct: line.kct(),
        friction_a: line.kct().map(|_| line.friction_a()),
    })
}
