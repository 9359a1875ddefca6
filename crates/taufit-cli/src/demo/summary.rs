//! The screen of the demo: what was done, what was found, the truth beside it, what to type next.

use super::stage::{DemoSetup, TORQUE_NOISE_NM};
use super::truth::TruthComparison;
use crate::numbers::{numbers, significant};
use crate::table::{Align, render_table};
use crate::text::{sentence, wrap};
use std::path::Path;
use taufit::study::{JointRecord, Study};
use taufit_robot::RunReport;

/// Wider screens are not filled.
const WIDEST: u16 = 100;

/// Everything that is shown.
pub(super) struct Summary<'a> {
    pub(super) dir: &'a Path,
    pub(super) stage: &'a DemoSetup,
    pub(super) runs: &'a [RunReport; 2],
    pub(super) study: &'a Study,
    pub(super) truth: &'a TruthComparison,
}

/// At most 40 lines of at most 100 characters.
pub(super) fn render_summary(summary: &Summary<'_>, width: u16) -> String {
    let width = width.min(WIDEST);
    let Summary { study, .. } = summary;
    let verdict = format!(
        "{}, simulated: {}. {}.",
        study.header.robot.name,
        study.header.verdict.grade,
        sentence(&study.header.verdict.reason)
    );
    let steps: String = steps(summary).iter().map(|line| wrap(line, width, "          ")).collect();
    format!(
        "{}\n{steps}\nTorque errors on the validation run [N m], friction [N m, N m s/rad]\n{}{}\n{}",
        wrap(&verdict, width, ""),
        render_joints(summary, width),
        wrap(&intervals(summary), width, ""),
        next_steps(summary.dir),
    )
}

fn steps(summary: &Summary<'_>) -> [String; 3] {
    let Summary { stage, runs, .. } = summary;
    let (design, truth) = (&stage.design, &stage.truth);
    let clearance = design.check.clearance.as_ref();
    let clearance = clearance.map_or(String::new(), |near| {
        format!(", {} m from the nearest contact", significant(near.distance_m, 2))
    });
    let began = design.starts.first().map_or(f64::NAN, |start| start.initial_condition_number);
    [
        format!(
            "Designed  {:.0} s of motion; condition number {} instead of {} at random{clearance}",
            design.trajectory.duration_s(),
            significant(design.condition_number, 3),
            significant(began, 3),
        ),
        format!(
            "Recorded  {} and {} samples at 500 Hz; torque noise {} N m; off the reference by at most \
             {} rad",
            runs[0].n_samples,
            runs[1].n_samples,
            numbers(TORQUE_NOISE_NM),
            significant(runs[0].worst_tracking_rad.max(runs[1].worst_tracking_rad), 2),
        ),
        format!(
            "Truth     differs from the description: masses times {}; friction times {}; rotors of {} \
             kg m² that the description does not have",
            numbers(truth.mass_factor.iter().copied()),
            numbers(truth.friction_factor.iter().copied()),
            numbers(truth.rotor_inertia_kg_m2.iter().copied()),
        ),
    ]
}

fn render_joints(summary: &Summary<'_>, width: u16) -> String {
    let Summary { study, truth, .. } = summary;
    let row = |(dof, joint): (usize, &JointRecord)| {
        let (errors, real) = (&joint.errors, truth.friction[dof]);
        vec![
            joint.name.clone(),
            significant(errors.nominal.rms_nm, 3),
            significant(errors.validation.rms_nm, 3),
            significant(truth.floor_nm[dof], 3),
            format!("{:.3}", joint.friction.coulomb),
            format!("{:.3}", real.coulomb),
            format!("{:.3}", joint.friction.viscous),
            format!("{:.3}", real.viscous),
            significant(joint.rotor_inertia, 3),
        ]
    };
    let headings = [
        ("joint", Align::Left),
        ("before", Align::Right),
        ("after", Align::Right),
        ("floor", Align::Right),
        ("Coulomb", Align::Right),
        ("truth", Align::Right),
        ("viscous", Align::Right),
        ("truth", Align::Right),
        ("rotor", Align::Right),
    ];
    render_table(&headings, study.joints.iter().enumerate().map(row).collect(), width)
}

fn intervals(summary: &Summary<'_>) -> String {
    let Summary { study, truth, .. } = summary;
    let share = 100.0 * truth.n_inside as f64 / truth.n_intervals.max(1) as f64;
    let off = |joint: &JointRecord, real: &taufit::friction::Friction| {
        let relative = |a: f64, b: f64| 100.0 * (a / b - 1.0).abs();
        relative(joint.friction.coulomb, real.coulomb)
            .max(relative(joint.friction.viscous, real.viscous))
    };
    let worst =
        study.joints.iter().zip(&truth.friction).map(|(j, f)| off(j, f)).fold(0.0, f64::max);
    format!(
        "{} of {} intervals of 95 % contain the truth ({share:.0} %). Friction is off by at most {} %. \
         The torque error fell from {:.1} to {:.1} %; the floor is what noise leaves of the true \
         parameters.",
        truth.n_inside,
        truth.n_intervals,
        significant(worst, 2),
        study.totals.nominal.relative_percent,
        study.totals.validation.relative_percent,
    )
}

fn next_steps(dir: &Path) -> String {
    format!(
        "Next     cd {}\n         \
         open ur5.taufit/report.html (identified.urdf and result.json are beside it)\n         \
         taufit inspect identification.mcap --robot ur5\n         \
         taufit run identification.toml --dry-run\n         \
         taufit identify ur5 identification.mcap --validate validation.mcap\n",
        dir.display(),
    )
}
