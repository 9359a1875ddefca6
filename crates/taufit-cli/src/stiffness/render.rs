//! The screen of `stiffness`: stiffnesses, the fits behind them, what they mean at the tool.

use crate::numbers::{number, numbers, significant};
use crate::table::{Align, render_table};
use crate::text::render_verdict;
use crate::text::wrap;
use taufit::estimate::NORMAL_95;
use taufit::study::{
    AxisRecord, ClampRecord, ComplianceRecord, LineFit, ParameterRecord, StiffnessMethod,
    StiffnessStatus, StiffnessStudy,
};

/// The whole screen.
pub(crate) fn render_screen(study: &StiffnessStudy, width: u16) -> String {
    let mut text = render_verdict(&study.header.robot.name, &study.header.verdict, width) + "\n";
    text += &render_table(&AXIS_HEADINGS, study.axes.iter().map(axis_row).collect(), width);
    text += &wrap(
        &format!(
            "{} by the wrench where there is one, else by motor torque; ± is half of the 95 % interval. \
             difference: of the two methods.",
            stiffness_text(study)
        ),
        width,
        "  ",
    );
    let fits = fit_rows(study);
    if !fits.is_empty() {
        text += &format!(
            "\nLines τ = k q + off ± f\n{}",
            render_table(&FIT_HEADINGS, fits.iter().map(fit_row).collect(), width)
        );
    }
    for clamp in &study.clamps {
        text += &wrap(&clamp_text(clamp), width, "  ");
    }
    if let Some(compliance) = &study.compliance {
        text += &render_compliance(compliance, width);
    }
    text
}

/// The stiffness that is shown, in words.
fn stiffness_text(study: &StiffnessStudy) -> &'static str {
    match study.clamp_compliance {
        None => "k: stiffness of joint and clamp in series,",
        Some(_) => "k: stiffness of the joint, the motion of the clamp taken off,",
    }
}

const AXIS_HEADINGS: [(&str, Align); 8] = [
    ("#", Align::Right),
    ("joint", Align::Left),
    ("k", Align::Right),
    ("± 95 %", Align::Right),
    ("", Align::Left),
    ("by", Align::Left),
    ("difference", Align::Right),
    ("true k", Align::Right),
];

fn axis_row(axis: &AxisRecord) -> Vec<String> {
    let percent = |x: f64| format!("{} %", significant(x, 2));
    let optional = |x: Option<f64>| x.map(number).unwrap_or_default();
    let stiffness = axis.stiffness.as_ref();
    let relative = stiffness.and_then(ParameterRecord::percent_sigma);
    let relative = relative.map(|sigma| percent(NORMAL_95 * sigma));
    let by = match axis.method {
        Some(StiffnessMethod::Wrench) => "wrench".to_owned(),
        Some(StiffnessMethod::MotorTorque) => "motor torque".to_owned(),
        None => status_text(axis),
    };
    let difference = axis.difference_percent.filter(|_| stiffness.is_some());
    vec![
        axis.number.to_string(),
        axis.joint.clone(),
        stiffness.map_or_else(|| "–".to_owned(), |k| number(k.value)),
        relative.unwrap_or_default(),
        stiffness.map_or_else(String::new, |k| k.unit.clone()),
        by,
        difference.map(percent).unwrap_or_default(),
        optional(axis.true_stiffness),
    ]
}

fn status_text(axis: &AxisRecord) -> String {
    match axis.status {
        StiffnessStatus::Determined => String::new(),
        StiffnessStatus::NotLoaded => format!(
            "not loaded: {} {} over {} {}",
            significant(axis.torque_range, 2),
            axis.effort_unit,
            significant(axis.deflection_range, 2),
            axis.position_unit
        ),
        StiffnessStatus::TooUncertain { percent_sigma } => {
            format!("uncertain: sigma {percent_sigma:.0} %")
        }
        StiffnessStatus::Negative => "slope is negative".to_owned(),
    }
}

const FIT_HEADINGS: [(&str, Align); 8] = [
    ("joint", Align::Left),
    ("by", Align::Left),
    ("k", Align::Right),
    ("%σ", Align::Right),
    ("off", Align::Right),
    ("%σ", Align::Right),
    ("f", Align::Right),
    ("|Wx−Y|/|Y|", Align::Right),
];

fn fit_row(row: &FitRow<'_>) -> Vec<String> {
    let FitRow { axis, method, fit } = row;
    let percent = |x: f64| significant(x, 2);
    let offset = fit.offsets.first();
    vec![
        axis.joint.clone(),
        (*method).to_owned(),
        significant(fit.stiffness, 4),
        percent(fit.percent_sigma),
        offset.map(|o| significant(o.value, 4)).unwrap_or_default(),
        offset.map(|o| percent(o.percent_sigma)).unwrap_or_default(),
        fit.friction.map(|f| significant(f, 3)).unwrap_or_default(),
        format!("{:.2} %", fit.relative_error_percent),
    ]
}

fn clamp_text(clamp: &ClampRecord) -> String {
    let pose = numbers(clamp.pose.iter().copied());
    let forces = match &clamp.wrench {
        None => "no forces".to_owned(),
        Some(wrench) => format!(
            "{} in {} at {:.1} Hz for {:.0} % of the time, delay {:.3} s, Jacobian's condition number {}",
            wrench.measured.join(" "),
            wrench.frame,
            wrench.rate_hz,
            100.0 * wrench.covered_share,
            wrench.delay_s,
            significant(wrench.jacobian_condition, 3)
        ),
    };
    format!("{}: clamped at q0 = {pose}; {forces}.", clamp.source)
}

/// Displacement of the tool per force, in µm/kN: what a machine builder counts in.
fn render_compliance(compliance: &ComplianceRecord, width: u16) -> String {
    const MICRONS_PER_KN: f64 = 1e9;
    let pose = numbers(compliance.pose.iter().copied());
    let shown = |x: f64| significant(MICRONS_PER_KN * x, 3);
    let row = |i: usize| {
        let entries = compliance.matrix[i].iter().take(3).map(|c| shown(*c));
        let label = format!("d{}", ["x", "y", "z"][i]);
        std::iter::once(label)
            .chain(entries)
            .chain([shown(NORMAL_95 * compliance.sigma_m_n[i])])
            .collect()
    };
    let headings = [
        ("µm per kN", Align::Left),
        ("fx", Align::Right),
        ("fy", Align::Right),
        ("fz", Align::Right),
        ("± 95 % of the diagonal", Align::Right),
    ];
    let title = format!("\nCompliance of {} at q = {pose}, world axes", compliance.frame);
    let mut text = wrap(&title, width, "  ");
    text += &render_table(&headings, (0..3).map(row).collect(), width);
    let [soft_x, soft_y, soft_z] = compliance.directions[2].map(|x| significant(x, 2));
    text + &wrap(
        &format!(
            "Softest along ({soft_x}, {soft_y}, {soft_z}): {} µm/kN; stiffest direction: {} µm/kN.",
            shown(compliance.principal_m_n[2]),
            shown(compliance.principal_m_n[0])
        ),
        width,
        "  ",
    )
}

/// One fit of one axis.
pub(super) struct FitRow<'a> {
    pub(super) axis: &'a AxisRecord,
    pub(super) method: &'static str,
    pub(super) fit: &'a LineFit,
}

/// Every fit of the axes that have a stiffness.
pub(super) fn fit_rows(study: &StiffnessStudy) -> Vec<FitRow<'_>> {
    study.axes.iter().filter(|axis| axis.stiffness.is_some()).flat_map(fits_of).collect()
}

fn fits_of(axis: &AxisRecord) -> impl Iterator<Item = FitRow<'_>> {
    axis.fits().map(move |(method, fit)| FitRow { axis, method, fit })
}
