//! The screen about a log: verdict, time, motion, efforts, excitation, warnings.

use super::histogram::render_steps;
use super::tables::{render_channels, render_checks, render_joints, render_speeds};
use super::view::LogView;
use crate::numbers::{count, number, significant};
use crate::text::wrap;
use crate::warnings::{Shown, render_views};
use taufit::survey::{EffortSurvey, ExcitationScore, LoggedMotion};

/// Stretches that are listed; more are counted.
const LISTED: usize = 3;
/// Where the second column of the head begins.
const INDENT: &str = "            ";

/// The whole screen: verdict first, warnings last.
pub(crate) fn render_log(log: &LogView, width: u16) -> String {
    let mut text = wrap(&format!("{}: {}", log.source, log.verdict.sentence), width, "  ");
    for (name, words) in head(log) {
        text += &wrap(&format!("{name:<12}{words}"), width, INDENT);
    }
    text += &format!(
        "\nSteps between stamps, in periods of {} ms\n{}",
        number(1e3 * log.clock.timing.period_s),
        render_steps(&log.clock.steps)
    );
    text += &format!("\nJoints\n{}", render_joints(log, width));
    if let Some(travel) = &log.travel {
        text +=
            &format!("\nSpeeds [rad/s, rad/s²; m if sliding]\n{}", render_speeds(travel, width));
    }
    text += &format!("\nChannels\n{}", render_channels(log, width));
    if !log.velocities.is_empty() || log.efforts.is_some() {
        text += &format!(
            "\nVelocities against positions, efforts against nominal gravity\n{}",
            render_checks(log, width)
        );
    }
    if !log.warnings.is_empty() {
        text += &format!("\n{}", render_views(&log.warnings, Shown::OneOfAKind));
    }
    text
}

/// Lines of a name and a text.
fn head(log: &LogView) -> Vec<(&'static str, String)> {
    let mut lines = vec![("columns", log.map.join(" "))];
    if !log.unused_columns.is_empty() {
        lines.push(("not used", log.unused_columns.join(", ")));
    }
    lines.extend(log.robot.as_ref().map(|robot| ("robot", robot.clone())));
    lines.push(("time", time_text(log)));
    lines.extend(log.travel.as_ref().map(|travel| ("filter", filter_text(travel))));
    lines.extend(log.travel.as_ref().map(|travel| ("standstill", standstill_text(travel))));
    lines.extend(log.efforts.as_ref().map(|efforts| ("efforts", effort_text(efforts))));
    lines.extend(log.excitation.as_ref().map(|found| ("excitation", excitation_text(found))));
    lines
}

fn time_text(log: &LogView) -> String {
    let (clock, timing) = (&log.clock, &log.clock.timing);
    let mut words = format!(
        "{} in {} s, {} Hz; jitter {} rms, longest step {} ms",
        count(clock.n_samples, "sample"),
        number(clock.duration_s),
        number(clock.rate_hz),
        jitter_text(1e3 * timing.jitter_rms_s),
        number(1e3 * timing.longest_s),
    );
    let counts = [
        (timing.n_duplicates, "equal stamps"),
        (clock.backward.len(), "steps back"),
        (clock.n_not_finite, "stamps without number"),
        (clock.n_dropped, "lost samples"),
    ];
    for (n, what) in counts.into_iter().filter(|(n, _)| *n > 0) {
        words += &format!("; {what}: {n}");
    }
    let gaps = timing.gaps.iter().map(|gap| (gap.t_s, gap.duration_s)).collect::<Vec<_>>();
    if gaps.is_empty() { words } else { words + "; gaps: " + &listed(&gaps) }
}

/// Below a microsecond it is rounding of the stamps.
fn jitter_text(jitter_ms: f64) -> String {
    match jitter_ms < 1e-3 {
        true => "below 0.001 ms".to_owned(),
        false => format!("{} ms", significant(jitter_ms, 2)),
    }
}

fn filter_text(travel: &LoggedMotion) -> String {
    format!(
        "{} on a uniform grid, low pass {} Hz: {}",
        count(travel.n_samples, "sample"),
        significant(travel.cutoff_hz, 3),
        travel.cutoff_reason
    )
}

fn standstill_text(travel: &LoggedMotion) -> String {
    let rests: Vec<(f64, f64)> =
        travel.standstills.iter().map(|rest| (rest.t_s, rest.duration_s)).collect();
    let share = format!("{} % of the time", significant(100.0 * travel.standstill_share, 2));
    if rests.is_empty() { share } else { format!("{share}: {}", listed(&rests)) }
}

fn effort_text(efforts: &EffortSurvey) -> String {
    format!("{}: {}", efforts.looks_like.label(), efforts.reason)
}

fn excitation_text(excitation: &ExcitationScore) -> String {
    format!(
        "{} of {} base parameters, condition number {}; worst direction {}",
        excitation.rank,
        excitation.n_base,
        significant(excitation.condition, 3),
        excitation.worst_text()
    )
}

/// `2 s from t = 15 s, 1 s from t = 20 s and 4 more`; longest first.
fn listed(stretches: &[(f64, f64)]) -> String {
    let mut longest = stretches.to_vec();
    longest.sort_by(|a, b| b.1.total_cmp(&a.1));
    let one = |(t_s, duration_s): &(f64, f64)| {
        format!("{} s from t = {} s", significant(*duration_s, 3), number(*t_s))
    };
    let shown: Vec<String> = longest.iter().take(LISTED).map(one).collect();
    match stretches.len().checked_sub(LISTED) {
        Some(more) if more > 0 => format!("{} and {more} more", shown.join(", ")),
        _ => shown.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_stretches_come_first_and_the_rest_is_counted() {
        let stretches = [(1.0, 0.5), (2.0, 3.0), (9.0, 1.0), (20.0, 0.1), (30.0, 0.2)];
        assert_eq!(
            listed(&stretches),
            "3 s from t = 2 s, 1 s from t = 9 s, 0.5 s from t = 1 s and 2 more"
        );
        assert_eq!(listed(&stretches[..1]), "0.5 s from t = 1 s");
    }
}
