//! The tables about the joints of a log.

use super::view::{JointName, LogView};
use crate::numbers::{degrees, number, significant};
use crate::table::{Align, render_table};
use taufit::recording::EffortKind;
use taufit::survey::{Channel, JointMotionSummary, LoggedMotion, Resolution};

/// The joints and their ranges. Turning joints in degrees, sliding ones in metres, unknown ones as
/// logged.
pub(super) fn render_joints(log: &LogView, width: u16) -> String {
    let unit = if log.effort_kind == EffortKind::Current { "current [A]" } else { "effort" };
    let headings = [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("position", Align::Left),
        (unit, Align::Left),
        ("moving", Align::Right),
        ("turns", Align::Right),
    ];
    let row = |(j, joint): (usize, &JointName)| {
        let travel = log.travel.as_ref().map(|travel| &travel.joints[j]);
        vec![
            (j + 1).to_string(),
            joint.name.clone(),
            position_text(log.channel(&joint.name, "position"), joint),
            range_text(log.channel(&joint.name, "effort"), |x| significant(x, 3)),
            travel.map(|t| percent(t.moving_share)).unwrap_or_default(),
            travel.map(|t| t.n_reversals.to_string()).unwrap_or_default(),
        ]
    };
    render_table(&headings, log.joints.iter().enumerate().map(row).collect(), width)
}

/// Speeds and accelerations, filtered.
pub(super) fn render_speeds(travel: &LoggedMotion, width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("speed rms", Align::Right),
        ("of fastest", Align::Right),
        ("speed max", Align::Right),
        ("of limit", Align::Right),
        ("acceleration rms", Align::Right),
        ("max", Align::Right),
    ];
    let row = |(j, joint): (usize, &JointMotionSummary)| {
        vec![
            (j + 1).to_string(),
            significant(joint.speed_rms, 3),
            percent(joint.relative_speed),
            significant(joint.speed_max, 3),
            joint.speed_used.map(percent).unwrap_or_default(),
            significant(joint.acceleration_rms, 3),
            significant(joint.acceleration_max, 3),
        ]
    };
    render_table(&headings, travel.joints.iter().enumerate().map(row).collect(), width)
}

/// Resolution and update rate of the channels.
pub(super) fn render_channels(log: &LogView, width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("position step", Align::Right),
        ("counts/turn", Align::Right),
        ("position updates [Hz]", Align::Right),
        ("repeated", Align::Right),
        ("effort step", Align::Right),
        ("effort updates [Hz]", Align::Right),
        ("repeated", Align::Right),
        ("no number", Align::Right),
    ];
    let row = |(j, joint): (usize, &JointName)| {
        let [position, effort] = ["position", "effort"].map(|q| log.channel(&joint.name, q));
        let missing: usize =
            log.channels.iter().filter(|c| c.joint == joint.name).map(|c| c.n_not_finite).sum();
        let rate = |c: Option<&Channel>| c.and_then(|c| c.update_rate_hz).map(number);
        let repeated = |c: Option<&Channel>| c.map(|c| percent(c.repeated_share));
        let turns = joint.prismatic != Some(true);
        vec![
            (j + 1).to_string(),
            step_text(position),
            position.and_then(|c| c.resolution).filter(|_| turns).map_or(String::new(), counts),
            rate(position).unwrap_or_default(),
            repeated(position).unwrap_or_default(),
            step_text(effort),
            rate(effort).unwrap_or_default(),
            repeated(effort).unwrap_or_default(),
            if missing > 0 { missing.to_string() } else { String::new() },
        ]
    };
    render_table(&headings, log.joints.iter().enumerate().map(row).collect(), width)
}

/// Logged velocities and efforts beside what they should be.
pub(super) fn render_checks(log: &LogView, width: u16) -> String {
    let headings = [
        ("#", Align::Right),
        ("velocity /slope", Align::Right),
        ("velocity delay [ms]", Align::Right),
        ("velocity corr.", Align::Right),
        ("effort rms", Align::Right),
        ("gravity rms", Align::Right),
        ("effort /gravity", Align::Right),
        ("effort corr.", Align::Right),
        ("N·m /unit", Align::Right),
    ];
    let row = |(j, joint): (usize, &JointName)| {
        let velocity = log.velocities.iter().find(|fit| fit.joint == joint.name);
        let effort = log.efforts.as_ref().map(|efforts| &efforts.joints[j]);
        let fixed = |x: Option<f64>, n: usize| x.map(|x| format!("{x:.n$}")).unwrap_or_default();
        let digits = |x: Option<f64>| x.map(|x| significant(x, 3)).unwrap_or_default();
        vec![
            (j + 1).to_string(),
            fixed(velocity.map(|v| v.slope), 3),
            fixed(velocity.map(|v| 1e3 * v.delay_s), 1),
            fixed(velocity.map(|v| v.correlation), 3),
            digits(effort.map(|e| e.effort_rms)),
            fixed(effort.map(|e| e.gravity_rms_nm), 2),
            digits(effort.and_then(|e| e.gain)),
            fixed(effort.and_then(|e| e.correlation), 3),
            digits(effort.and_then(|e| e.nm_per_unit)),
        ]
    };
    render_table(&headings, log.joints.iter().enumerate().map(row).collect(), width)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn position_text(channel: Option<&Channel>, joint: &JointName) -> String {
    match joint.prismatic {
        Some(false) => range_text(channel, degrees) + "°",
        Some(true) => range_text(channel, number) + " m",
        None => range_text(channel, number),
    }
}

fn range_text(channel: Option<&Channel>, words: impl Fn(f64) -> String) -> String {
    let range = channel.and_then(|c| c.range);
    range.map(|[low, high]| format!("{} .. {}", words(low), words(high))).unwrap_or_default()
}

fn step_text(channel: Option<&Channel>) -> String {
    let step = channel.and_then(|c| c.resolution);
    step.map(|resolution| significant(resolution.step, 3)).unwrap_or_default()
}

/// Counts of an encoder; a step equal to the last digit of the file is none of the encoder.
fn counts(resolution: Resolution) -> String {
    if resolution.decimal {
        "decimals".to_owned()
    } else {
        format!("{:.0}", resolution.counts_per_turn)
    }
}
