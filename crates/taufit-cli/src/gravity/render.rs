//! The screen of `gravity`: verdict, joints beside their friction, base parameters, parameters that are not identifiable.

use crate::numbers::{count, half_interval, number, significant};
use crate::table::{Align, render_table};
use crate::text::render_verdict;
use crate::text::{listing, sentence, wrap};
use taufit::study::{GravityJoint, GravityStudy, Identifiability, ParameterRecord};

/// The whole screen.
pub(crate) fn render_gravity(study: &GravityStudy, width: u16) -> String {
    let found = &study.found;
    let mut text = render_verdict(&study.header.robot.name, &study.header.verdict, width);
    text += &wrap(&poses(study), width, "  ");
    let rows = found.joints.iter().enumerate().map(joint_row).collect();
    text += &format!("\n{}\n", render_table(&joint_headings(), rows, width));
    text += &wrap(
        "band: half the difference between motion up and down, which is friction. error: of the predicted torque, \
         with the band taken off in the direction of approach.",
        width,
        "  ",
    );
    let rows = found.base_parameters.iter().map(parameter_row).collect();
    text += &format!("\n{}", render_table(&parameter_headings(), rows, width));
    let never: Vec<&str> = found
        .standard_parameters
        .iter()
        .filter(|p| p.identifiability == Identifiability::Unidentifiable)
        .map(|p| p.name.as_str())
        .collect();
    if !never.is_empty() {
        text += &wrap(&format!("\nNot identifiable at rest: {}.", listing(&never)), width, "  ");
    }
    text
}

fn poses(study: &GravityStudy) -> String {
    let n_stops = study.found.poses.iter().filter(|p| p.standing).count();
    let n_slow = study.found.poses.len() - n_stops;
    let proof = if study.found.held_out {
        "errors are those of poses left out of the fit, a fifth at a time"
    } else {
        "too few poses to leave some out: errors are those of the fit"
    };
    let from = format!(
        "from {} and {} of slow motion; {proof}",
        count(n_stops, "stop"),
        count(n_slow, "piece")
    );
    format!("{}.", sentence(&from))
}

fn joint_headings() -> [(&'static str, Align); 9] {
    [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("up/down", Align::Right),
        ("torque", Align::Right),
        ("band", Align::Right),
        ("error", Align::Right),
        ("file's error", Align::Right),
        ("offset", Align::Right),
        ("", Align::Left),
    ]
}

fn joint_row((dof, joint): (usize, &GravityJoint)) -> Vec<String> {
    let [up, down] = joint.n_directions;
    let mark = if joint.is_predicted { "" } else { " !" };
    vec![
        (dof + 1).to_string(),
        joint.name.clone(),
        format!("{up}/{down}"),
        significant(joint.torque_rms, 3),
        joint.band.map_or_else(|| "unknown".to_owned(), |[band, _]| significant(band, 3)),
        significant(joint.error_rms, 3) + mark,
        significant(joint.nominal_error_rms, 3),
        joint.offset.map_or_else(String::new, |[offset, _]| significant(offset, 3)),
        joint.unit.clone(),
    ]
}

fn parameter_headings() -> [(&'static str, Align); 5] {
    [
        ("base parameter", Align::Left),
        ("value", Align::Right),
        ("± 95 %", Align::Right),
        ("file", Align::Right),
        ("", Align::Left),
    ]
}

fn parameter_row(p: &ParameterRecord) -> Vec<String> {
    vec![
        p.expression().to_owned(),
        number(p.value),
        half_interval(p).map_or_else(|| "not fixed".to_owned(), |half| significant(half, 2)),
        p.nominal.map(number).unwrap_or_default(),
        p.unit.clone(),
    ]
}
