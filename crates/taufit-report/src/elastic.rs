//! The page of elastic joints.

use crate::ReportError;
use crate::figure::{SpringUnits, draw_spring_load, draw_spring_motion};
use crate::numbers::{number, percent, rounded};
use crate::page::fill;
use crate::section::{HeaderView, ParameterRow};
use serde::Serialize;
use taufit::study::{
    ElasticEstimator, ElasticParameter, ElasticStudy, GroupedParameter, Identifiability,
    SpringCurve, SpringRecord, StiffnessStatus,
};

/// Everything that the template shows.
#[derive(Debug, Serialize)]
struct ElasticPage {
    #[serde(flatten)]
    header: HeaderView,
    torque_error: String,
    estimator: &'static str,
    condition: String,
    n_rows: usize,
    normalised_error: Option<String>,
    has_truth: bool,
    springs: Vec<SpringView>,
    figures: Vec<FigureView>,
    base: Vec<ElasticBaseRow>,
    classes: Vec<ClassView>,
    counts: [usize; 4],
}

/// A row of the table of springs.
#[derive(Debug, Serialize)]
struct SpringView {
    number: usize,
    joint: String,
    stiffness: String,
    interval: String,
    wls: String,
    truth: String,
    unit: String,
    lag: String,
    left: String,
    reason: Option<String>,
}

/// The figures of one joint.
#[derive(Debug, Serialize)]
struct FigureView {
    joint: String,
    motion: String,
    load: String,
}

/// A row of the base parameters, beside the truth.
#[derive(Debug, Serialize)]
struct ElasticBaseRow {
    #[serde(flatten)]
    row: ParameterRow,
    truth: String,
    error: String,
}

/// A row of the standard parameters, and the base parameters that it takes part in.
#[derive(Debug, Serialize)]
struct ClassView {
    #[serde(flatten)]
    row: ParameterRow,
    groups: String,
}

/// The whole page as text.
pub(crate) fn render(study: &ElasticStudy) -> Result<String, ReportError> {
    fill("elastic.html", &ElasticPage::new(study))
}

impl ElasticPage {
    fn new(study: &ElasticStudy) -> Self {
        let standard = study.standard_parameters.iter().map(|p| p.parameter.identifiability);
        let class = |class| standard.clone().filter(|found| *found == class).count();
        Self {
            header: HeaderView::new(&study.header),
            torque_error: percent(study.torque_errors.relative_percent),
            estimator: estimator(study.estimator),
            condition: number(study.condition_number),
            n_rows: study.n_rows,
            normalised_error: study.normalised_error.map(|e| rounded(e, 3)),
            has_truth: study.normalised_error.is_some(),
            springs: study.springs.iter().map(SpringView::new).collect(),
            figures: figures(study),
            base: study.base_parameters.iter().map(base_view).collect(),
            classes: study.standard_parameters.iter().map(class_view).collect(),
            counts: [
                class(Identifiability::Determined),
                class(Identifiability::Grouped),
                class(Identifiability::Unidentifiable),
                class(Identifiability::NotEstimated),
            ],
        }
    }
}

fn estimator(of: ElasticEstimator) -> &'static str {
    match of {
        ElasticEstimator::Ols => "ordinary least squares on the lines of links and motors",
        ElasticEstimator::Wls => "weighted least squares on the lines of links and motors",
        ElasticEstimator::Deflection => "deflections as measurements, robust against encoder noise",
    }
}

fn or_dash(x: Option<f64>) -> String {
    x.map_or_else(|| "–".to_owned(), number)
}

impl SpringView {
    fn new(s: &SpringRecord) -> Self {
        let ends = s.interval.map(|[low, high]| format!("{} … {}", number(low), number(high)));
        let unknown = s.status != StiffnessStatus::Determined;
        Self {
            number: s.number,
            joint: s.joint.clone(),
            stiffness: or_dash(s.stiffness),
            interval: ends.unwrap_or_else(|| "–".to_owned()),
            wls: or_dash(s.wls_stiffness),
            truth: or_dash(s.truth),
            unit: s.unit.clone(),
            lag: format!("{} ± {}", rounded(1e3 * s.lag_s, 3), rounded(1e3 * s.lag_sigma_s, 2)),
            left: number(s.deflection_sigma),
            reason: unknown.then(|| s.reason.clone()),
        }
    }
}

fn figures(study: &ElasticStudy) -> Vec<FigureView> {
    let figure = |(spring, curve): (&SpringRecord, &SpringCurve)| {
        let units = units(spring, curve);
        FigureView {
            joint: format!("{} {}", spring.number, spring.joint),
            motion: draw_spring_motion(curve, units),
            load: draw_spring_load(curve, spring.stiffness, units),
        }
    };
    let of =
        |s: &SpringRecord| study.curves.iter().find(|c| c.joint == s.joint).map(|c| figure((s, c)));
    study.springs.iter().filter_map(of).collect()
}

/// Deflections in a unit that suits their size.
fn units(spring: &SpringRecord, curve: &SpringCurve) -> SpringUnits {
    let largest = curve.deflection.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let slides = spring.unit == "N/m";
    let deflection = match (slides, largest < 1e-3) {
        (false, false) => ("mrad", 1e3),
        (false, true) => ("µrad", 1e6),
        (true, false) => ("mm", 1e3),
        (true, true) => ("µm", 1e6),
    };
    let (position, load) = if slides { ("m", "N") } else { ("rad", "N m") };
    SpringUnits { position, deflection, load }
}

fn base_view(p: &ElasticParameter) -> ElasticBaseRow {
    let value = p.parameter.value;
    let error = p.truth.filter(|truth| truth.abs() > 1e-12);
    ElasticBaseRow {
        row: ParameterRow::new(&p.parameter),
        truth: or_dash(p.truth),
        error: error.map_or_else(|| "–".to_owned(), |t| percent(100.0 * (value - t) / t)),
    }
}

fn class_view(p: &GroupedParameter) -> ClassView {
    ClassView { row: ParameterRow::new(&p.parameter), groups: p.groups.join(", ") }
}
