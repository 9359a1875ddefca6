//! Coefficients and samples for programs of one's own.

use super::PlannedMotion;
use serde::Serialize;
use taufit::excite::Trajectory;

/// One row per sample, one column per joint.
#[derive(Default, Serialize)]
struct Samples {
    t_s: Vec<f64>,
    q: Vec<Vec<f64>>,
    qd: Vec<Vec<f64>>,
    qdd: Vec<Vec<f64>>,
}

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    joints: &'a [String],
    rate_hz: f64,
    duration_s: f64,
    trajectory: &'a Trajectory,
    samples: Samples,
}

pub(super) fn render_json(motion: &PlannedMotion<'_>) -> String {
    let mut samples = Samples::default();
    for (t_s, state) in motion.samples() {
        samples.t_s.push(t_s);
        samples.q.push(state.q);
        samples.qd.push(state.qd);
        samples.qdd.push(state.qdd);
    }
    let trajectory = motion.trajectory();
    let document = Document {
        schema_version: 1,
        joints: &trajectory.joints,
        rate_hz: motion.rate_hz(),
        duration_s: trajectory.duration_s(),
        trajectory,
        samples,
    };
    // Indented, every number would take a line.
    serde_json::to_string(&document).unwrap_or_default() + "\n"
}
