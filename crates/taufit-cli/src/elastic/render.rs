//! The screen of `elastic`: verdict, stiffness with intervals, then what the data reveal.

use crate::numbers::{half_interval, number, significant};
use crate::table::{Align, render_table};
use crate::text::render_verdict;
use crate::text::wrap;
use taufit::estimate::NORMAL_95;
use taufit::study::{
    ElasticParameter, ElasticStudy, Identifiability, SpringRecord, StiffnessStatus,
};

/// The whole screen.
pub(crate) fn render_elastic(study: &ElasticStudy, width: u16) -> String {
    let mut text = render_verdict(&study.header.robot.name, &study.header.verdict, width);
    let springs = study.springs.iter().map(spring).collect();
    text += &format!("\n{}\n", render_table(&SPRINGS, springs, width));
    text += &wrap(
        "interval: 95 %, by the noise of this data. least squares: with noisy deflections as regressors, \
         too soft where these are small. lag: of the link's encoder, removed.",
        width,
        "  ",
    );
    for s in study.springs.iter().filter(|s| s.status != StiffnessStatus::Determined) {
        text += &wrap(&format!("{}: {}.", s.joint, s.reason), width, "  ");
    }
    let rows = study.base_parameters.iter().map(parameter).collect();
    text += &format!("\n{}\n", render_table(&PARAMETERS, rows, width));
    text += &wrap(&classes(study), width, "");
    if let Some(error) = study.normalised_error {
        let error = significant(error, 3);
        text += &wrap(&format!("Mean relative error against the truth: {error}."), width, "");
    }
    text
}

const SPRINGS: [(&str, Align); 8] = [
    ("#", Align::Right),
    ("joint", Align::Left),
    ("stiffness", Align::Right),
    ("", Align::Left),
    ("interval", Align::Left),
    ("least squares", Align::Right),
    ("lag [ms]", Align::Right),
    ("truth", Align::Right),
];

fn spring(s: &SpringRecord) -> Vec<String> {
    let ends = s.interval.map(|[low, high]| format!("{} .. {}", number(low), number(high)));
    vec![
        s.number.to_string(),
        s.joint.clone(),
        s.stiffness.map_or_else(|| "none".to_owned(), number),
        s.stiffness.map_or_else(String::new, |_| s.unit.clone()),
        ends.unwrap_or_default(),
        s.wls_stiffness.map_or_else(String::new, number),
        // Adding zero turns -0 into 0.
        format!(
            "{:.2} ± {:.2}",
            (1e5 * s.lag_s).round() / 1e2 + 0.0,
            1e3 * NORMAL_95 * s.lag_sigma_s
        ),
        s.truth.map_or_else(String::new, number),
    ]
}

const PARAMETERS: [(&str, Align); 5] = [
    ("base parameter", Align::Left),
    ("value", Align::Right),
    ("± 95 %", Align::Right),
    ("", Align::Left),
    ("truth", Align::Right),
];

fn parameter(ElasticParameter { parameter, truth }: &ElasticParameter) -> Vec<String> {
    vec![
        parameter.expression().to_owned(),
        number(parameter.value),
        half_interval(parameter)
            .map_or_else(|| "not fixed".to_owned(), |half| significant(half, 2)),
        parameter.unit.clone(),
        truth.map_or_else(String::new, number),
    ]
}

/// Number of parameters of each class.
fn classes(study: &ElasticStudy) -> String {
    let names = |class: Identifiability| -> Vec<&str> {
        let parameters = study.standard_parameters.iter().map(|p| &p.parameter);
        let of_class = parameters.filter(|p| p.identifiability == class);
        of_class.map(|p| p.name.as_str()).collect()
    };
    let alone = names(Identifiability::Determined);
    let grouped = names(Identifiability::Grouped);
    let invisible = names(Identifiability::Unidentifiable);
    let listed = |names: &[&str]| {
        if names.is_empty() { String::new() } else { format!(" ({})", names.join(" ")) }
    };
    let known = match names(Identifiability::NotEstimated).len() {
        0 => String::new(),
        n => format!(", {n} known from the robot"),
    };
    format!(
        "Of {} parameters {} are independent{}, {} dependent, in the sums above{}, {} unidentifiable{}{known}.",
        study.standard_parameters.len(),
        alone.len(),
        listed(&alone),
        grouped.len(),
        listed(&grouped),
        invisible.len(),
        listed(&invisible),
    )
}
