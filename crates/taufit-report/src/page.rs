//! The page: its sections in reading order, put into the templates.

use crate::ReportError;
use crate::scene::SceneView;
use crate::section::{
    BodiesView, ErrorsView, FrictionView, HeaderView, IdentifiabilityView, JointCoverageView,
    LogsView, ParametersView, ResidualsView, StandardView, TorquesView, VerdictView,
    coverage_views,
};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use taufit::study::{Series, Study};

/// Style sheet of all pages, and script of those with plots over time or the robot in 3D; built from `web/`.
pub(crate) const STYLE: &str = include_str!("../assets/report.css");
pub(crate) const SCRIPT: &str = include_str!("../assets/report.js");
/// Script of pages without plots over time: light or dark, copying, printing.
pub(crate) const PLAIN_SCRIPT: &str = include_str!("../assets/plain.js");

macro_rules! templates {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../templates/", $name)))),*] };
}

const TEMPLATES: [(&str, &str); 30] = templates! {
    "macros.html" "plots.html"
    "base.html" "page.html" "reasons.html" "judgement.html" "verdict.html" "errors.html" "torques.html" "parameters.html" "standard.html"
    "identifiability.html" "friction.html" "bodies.html" "residuals.html" "logs.html"
    "coverage.html" "next.html" "comparison.html" "warnings.html" "provenance.html" "preview.html" "contacts.html" "motors.html" "stiffness.html"
    "elastic.html" "payload.html" "gravity.html" "reverse.html" "fleet.html"
};

/// Everything that the templates show.
#[derive(Debug, Serialize)]
struct RigidPage {
    #[serde(flatten)]
    header: HeaderView,
    verdict: VerdictView,
    errors: ErrorsView,
    torques: TorquesView,
    parameters: ParametersView,
    standard: StandardView,
    identifiability: IdentifiabilityView,
    friction: FrictionView,
    bodies: BodiesView,
    residuals: ResidualsView,
    coverage: Vec<JointCoverageView>,
    logs: LogsView,
    scene: Option<SceneView>,
}

impl RigidPage {
    fn new(study: &Study, series: &[Series]) -> Self {
        Self {
            header: HeaderView::with_plots(&study.header),
            verdict: VerdictView::new(study),
            errors: ErrorsView::new(study),
            torques: TorquesView::new(study, series),
            parameters: ParametersView::new(study),
            standard: StandardView::new(study),
            identifiability: IdentifiabilityView::new(study),
            friction: FrictionView::new(study),
            bodies: BodiesView::new(study),
            residuals: ResidualsView::new(study),
            coverage: coverage_views(study),
            logs: LogsView::new(study),
            scene: SceneView::of_study(study),
        }
    }
}

/// The whole page as text.
pub(crate) fn render(study: &Study, series: &[Series]) -> Result<String, ReportError> {
    fill("page.html", &RigidPage::new(study, series))
}

/// A template with everything that it shows.
pub(crate) fn fill(template: &str, page: &impl Serialize) -> Result<String, ReportError> {
    let fill = || -> Result<String, minijinja::Error> {
        let mut environment = Environment::new();
        // A misspelt field is a mistake, not an empty text.
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment
            .set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        environment.get_template(template)?.render(Value::from(Serde(page)))
    };
    fill().map_err(|error| ReportError::Template { reason: format!("{error:#}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_that_cannot_be_filled_is_an_error() {
        let error = fill("page.html", &serde_json::json!({})).unwrap_err();
        assert_eq!(error.code(), "E091");
        assert!(error.to_string().contains("undefined"), "{error}");
    }
}
