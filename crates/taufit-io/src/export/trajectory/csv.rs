//! Samples as a table with our own names, joint by joint: what the log reader understands.

use super::super::parameters::quoted;
use super::PlannedMotion;
use crate::error::Result;
use std::fmt::Write;
use taufit::excite::MotionState;

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
