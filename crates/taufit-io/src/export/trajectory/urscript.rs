//! A program for the controller of a Universal Robots arm.
//!
//! Fourier series are evaluated by the program itself, at the rate of whatever controller runs it, so
//! that it stays short; splines are a list of samples.

use super::PlannedMotion;
use crate::error::{Error, Result};
use taufit::excite::{Curve, FourierSeries, Trajectory};

/// Number of joints of an arm of Universal Robots.
const N_JOINTS: usize = 6;

pub(super) fn render_urscript(motion: &PlannedMotion<'_>) -> Result<String> {
    let trajectory = motion.trajectory();
    let n_joints = trajectory.joints.len();
    if n_joints != N_JOINTS {
        return Err(Error::NotSixJoints { n_joints });
    }
    let series: Option<Vec<&FourierSeries>> = trajectory.curves.iter().map(as_series).collect();
    let body = match series {
        Some(series) => evaluated(trajectory, &series),
        None => sampled(motion),
    };
    let start = list(&trajectory.at(0.0).q);
    let comment = |text: &str| text.replace(['\n', '\r'], " ");
    Ok(format!(
        "# A motion by taufit: {duration} s. Joints: {joints}.\n\
         # Check it at low speed first; record joint positions and currents while it runs.\n\
         def taufit_motion():\n  \
           # How closely servoj follows: seconds that it looks ahead, and gain.\n  \
           lookahead = 0.03\n  gain = 500\n\
         {body}",
        duration = number(trajectory.duration_s()),
        joints = comment(&trajectory.joints.join(", ")),
    )
    .replace(START, &start))
}

/// Placeholder of the first pose.
const START: &str = "@start@";

fn as_series(curve: &Curve) -> Option<&FourierSeries> {
    match curve {
        Curve::Fourier(series) => Some(series),
        Curve::Spline(_) => None,
    }
}

/// Lead-in, series, lead-out as functions of time, and a loop over the controller's steps.
fn evaluated(trajectory: &Trajectory, series: &[&FourierSeries]) -> String {
    let order = series.iter().map(|s| s.a.len()).max().unwrap_or(0);
    let harmonics: String = (1..=order)
        .map(|l| format!("    s{l} = sin({l} * w * t)\n    c{l} = cos({l} * w * t)\n"))
        .collect();
    let sums: Vec<String> = series.iter().map(|s| sum(s)).collect();
    let (lead, turn) = leads(trajectory);
    format!(
        "  period = {period}\n  w = {omega}\n  lead = {lead_s}\n  duration = {duration}\n\
         \x20 def curves(t):\n{harmonics}    return [{sums}]\n  end\n\
         {lead}\
         \x20 def pose(t):\n{turn}    return curves(t - lead)\n  end\n\
         \x20 movej({START}, a=0.5, v=0.3)\n\
         \x20 step = get_steptime()\n  k = 0\n\
         \x20 while k * step <= duration:\n    servoj(pose(k * step), t=step, lookahead_time=lookahead, gain=gain)\n    k = k + 1\n  end\n\
         \x20 stopj(2.0)\nend\n",
        period = number(trajectory.period_s()),
        omega = number(std::f64::consts::TAU / trajectory.period_s()),
        lead_s = number(trajectory.lead_s()),
        duration = number(trajectory.duration_s()),
        sums = sums.join(",\n            "),
    )
}

/// `offset + Σ (a_l s_l − b_l c_l)/(w l)`, with the coefficients as numbers.
fn sum(series: &FourierSeries) -> String {
    let mut text = number(series.offset);
    for (l, (a, b)) in series.a.iter().zip(&series.b).enumerate() {
        let l = l + 1;
        let w = std::f64::consts::TAU / series.period_s * l as f64;
        for (amplitude, name) in [(a / w, 's'), (-b / w, 'c')] {
            let sign = if amplitude < 0.0 { '-' } else { '+' };
            text += &format!(" {sign} {} * {name}{l}", number(amplitude.abs()));
        }
    }
    text
}

/// The function of the way between two poses, and where it is used; nothing without leads.
fn leads(trajectory: &Trajectory) -> (String, String) {
    let Some(lead) = &trajectory.lead else { return Default::default() };
    let start = trajectory.at(trajectory.lead_s()).q;
    let between: Vec<String> =
        (0..N_JOINTS).map(|i| format!("a[{i}] + r * (b[{i}] - a[{i}])")).collect();
    let function = format!(
        "  home = {}\n  start = {}\n\
         \x20 # From one pose of rest to another; s is the share of the time.\n\
         \x20 def way(a, b, s):\n    r = s * s * s * (10 + s * (6 * s - 15))\n    return [{}]\n  end\n",
        list(&lead.home),
        list(&start),
        between.join(", "),
    );
    let turns = "    if t < lead:\n      return way(home, start, t / lead)\n    end\n    \
                 if t >= duration - lead:\n      return way(start, home, (t - duration + lead) / lead)\n    end\n";
    (function, turns.to_owned())
}

/// One command per sample.
fn sampled(motion: &PlannedMotion<'_>) -> String {
    let step = number(1.0 / motion.rate_hz());
    let command = |(_, state): (f64, taufit::excite::MotionState)| {
        format!("  servoj({}, t=step, lookahead_time=lookahead, gain=gain)\n", list(&state.q))
    };
    let commands: String = motion.samples().map(command).collect();
    format!("  step = {step}\n  movej({START}, a=0.5, v=0.3)\n{commands}  stopj(2.0)\nend\n")
}

fn list(values: &[f64]) -> String {
    let numbers: Vec<String> = values.iter().map(|x| number(*x)).collect();
    format!("[{}]", numbers.join(", "))
}

/// Billionths of a radian, without exponents, which not every controller reads.
fn number(x: f64) -> String {
    let text = format!("{:.10}", x + 0.0);
    let short = text.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
}
