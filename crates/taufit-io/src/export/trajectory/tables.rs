//! Trajectories as tables of samples (CSV, JSON) and as coefficients (TOML).

use super::super::parameters::quoted;
use super::PlannedMotion;
use crate::error::Result;
use serde::Serialize;
use std::fmt::Write;
use taufit::excite::{MotionState, Trajectory};

/// `t_s, q.<joint>.., qd.<joint>.., qdd.<joint>..`, and `tau_model.<joint>..` where the robot is known.
///
/// The torques are those of the nominal model, under a name that no reader takes for measured ones.
pub(super) fn render_csv(motion: &PlannedMotion<'_>) -> Result<String> {
    let (t_s, states): (Vec<f64>, Vec<MotionState>) = motion.samples().unzip();
    let tau = motion.torques(&states)?;
    let mut keys = vec!["q", "qd", "qdd"];
    keys.extend(tau.is_some().then_some("tau_model"));
    let mut text = header(&keys, &motion.trajectory().joints);
    for (k, (t_s, state)) in t_s.iter().zip(&states).enumerate() {
        let tau = tau.as_ref().map_or(&[][..], |tau| &tau[k]);
        let values = [&state.q[..], &state.qd, &state.qdd, tau];
        // Writing to a string cannot fail.
        let _ = write!(text, "{t_s}");
        values.into_iter().flatten().for_each(|x| {
            let _ = write!(text, ",{}", x + 0.0);
        });
        text.push('\n');
    }
    Ok(text)
}

fn header(keys: &[&str], joints: &[String]) -> String {
    let columns = keys.iter().flat_map(|key| joints.iter().map(move |j| format!("{key}.{j}")));
    let names: Vec<String> = columns.map(|name| quoted(&name)).collect();
    format!("t_s,{}\n", names.join(","))
}

/// One row per sample, one column per joint.
#[derive(Default, Serialize)]
struct TrajectorySamples {
    t_s: Vec<f64>,
    q: Vec<Vec<f64>>,
    qd: Vec<Vec<f64>>,
    qdd: Vec<Vec<f64>>,
}

#[derive(Serialize)]
struct TrajectoryDocument<'a> {
    schema_version: u32,
    joints: &'a [String],
    rate_hz: f64,
    duration_s: f64,
    trajectory: &'a Trajectory,
    samples: TrajectorySamples,
}

pub(super) fn render_json(motion: &PlannedMotion<'_>) -> String {
    let mut samples = TrajectorySamples::default();
    for (t_s, state) in motion.samples() {
        samples.t_s.push(t_s);
        samples.q.push(state.q);
        samples.qd.push(state.qd);
        samples.qdd.push(state.qdd);
    }
    let trajectory = motion.trajectory();
    let document = TrajectoryDocument {
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

/// The text that [`crate::parse_trajectory`] reads.
pub(super) fn render_toml(trajectory: &Trajectory) -> String {
    // Names and numbers always have a text.
    let body = toml::to_string(trajectory).unwrap_or_default();
    format!(
        "# A motion by taufit. Fourier series, with w = 2 pi / period_s and l = 1, 2, ..:\n\
         #   q(t) = offset + sum of (a_l sin(w l t) - b_l cos(w l t)) / (w l)\n\
         # Splines: clamped quintic B-splines with uniform knots over the period.\n\
         # Radians and metres, seconds.\n\n{body}"
    )
}
