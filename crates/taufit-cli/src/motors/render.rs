//! The screen of `motors`: verdict, table 3 of Ulici et al. with intervals, and where each constant comes from.

use crate::numbers::{count, half_interval, number, significant, with_half};
use crate::table::{Align, render_table};
use crate::text::render_verdict;
use crate::text::{listing, wrap};
use taufit::study::{ConstantOrigin, MotorJoint, MotorMode, MotorStudy, ParameterRecord};

/// The whole screen.
pub(crate) fn render_motors(study: &MotorStudy, width: u16) -> String {
    let mut text = render_verdict(&study.header.robot.name, &study.header.verdict, width);
    text += &wrap(&headline(study), width, "");
    text += &format!("\n{}\n", render_table(&headings(), rows(study), width));
    text += &wrap(
        "kct: joint torque per ampere, N m/A. kfv, kfc: viscous and Coulomb friction, N m s/rad and N m (N and m for \
         sliding joints). ± is half of the 95 % interval, from how velocities differ. All of them are proportional to \
         the masses of the robot's model.",
        width,
        "  ",
    );
    for joint in &study.joints {
        for note in notes(joint) {
            text += &wrap(&format!("{}: {note}.", joint.name), width, "  ");
        }
    }
    text
}

fn headline(study: &MotorStudy) -> String {
    let (noun, how) = match study.mode {
        MotorMode::Plateaus => ("record", "at constant velocity"),
        MotorMode::SingleJoint => ("stroke", "with changing speed"),
    };
    format!("{} {how}.", count(study.records.len(), noun))
}

fn headings() -> [(&'static str, Align); 7] {
    [
        ("#", Align::Right),
        ("joint", Align::Left),
        ("records", Align::Right),
        ("kct", Align::Right),
        ("from", Align::Left),
        ("kfv", Align::Right),
        ("kfc", Align::Right),
    ]
}

fn rows(study: &MotorStudy) -> Vec<Vec<String>> {
    let row = |joint: &MotorJoint| {
        vec![
            joint.number.to_string(),
            joint.name.clone(),
            joint.n_records.to_string(),
            value(joint.kct.as_ref()),
            origin(&joint.kct_origin).to_owned(),
            value(joint.viscous.as_ref()),
            value(joint.coulomb.as_ref()),
        ]
    };
    study.joints.iter().map(row).collect()
}

fn value(x: Option<&ParameterRecord>) -> String {
    x.map_or_else(
        || "-".to_owned(),
        |x| with_half(x.value, half_interval(x).unwrap_or(f64::INFINITY)),
    )
}

fn interval(x: Option<&ParameterRecord>) -> String {
    let ends = x.and_then(|x| x.interval);
    ends.map_or_else(String::new, |[low, high]| {
        format!("{} .. {}", significant(low, 4), significant(high, 4))
    })
}

fn origin(origin: &ConstantOrigin) -> &'static str {
    match origin {
        ConstantOrigin::Data => "data",
        ConstantOrigin::Given => "given",
        ConstantOrigin::SameMotor { .. } => "same motor",
        ConstantOrigin::Description => "description",
        ConstantOrigin::Unknown => "",
    }
}

/// Notes below the table.
fn notes(joint: &MotorJoint) -> Vec<String> {
    let mut notes = Vec::new();
    if let ConstantOrigin::SameMotor { joints } = &joint.kct_origin {
        notes.push(format!("torque constant of {}", listing(joints)));
    }
    if let Some(total) = &joint.total_friction {
        notes.push(format!(
            "friction {} {}, which one speed cannot split",
            number(total.value),
            joint.effort_unit
        ));
    }
    if let Some(rotor) = &joint.rotor_inertia {
        let ends = interval(Some(rotor));
        notes.push(format!(
            "rotor inertia {} kg m² ({ends}) besides the model's",
            number(rotor.value)
        ));
    }
    if let Some(step) = joint.friction_candidates.iter().find(|step| step.chosen)
        && !step.name.starts_with("Coulomb")
    {
        let terms: Vec<String> = joint
            .terms
            .iter()
            .map(|term| format!("{} = {} {}", term.name, number(term.value), term.unit))
            .collect();
        notes.push(format!("friction model: {} ({})", step.name, terms.join(", ")));
    }
    notes
}
