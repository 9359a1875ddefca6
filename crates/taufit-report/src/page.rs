//! The page: its sections in reading order, put into the templates.

use crate::ReportError;
use crate::section::{
    BodiesView, ErrorsView, FrictionView, HeaderView, IdentifiabilityView, LogsView,
    ParametersView, ResidualsView, StandardView, TorquesView, VerdictView,
};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use taufit::study::{Series, Study};

pub(crate) const STYLE: &str = include_str!("../assets/report.css");
/// Light or dark, and copying the command: the script of pages without torque plots.
pub(crate) const PLAIN_SCRIPT: &str = include_str!("../assets/page.js");
/// In the order in which they need each other.
const SCRIPT: &str = concat!(
    include_str!("../assets/stretches.js"),
    include_str!("../assets/torque_plot.js"),
    include_str!("../assets/torque_view.js"),
    include_str!("../assets/page.js"),
);

macro_rules! templates {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../templates/", $name)))),*] };
}

const TEMPLATES: [(&str, &str); 26] = templates! {
    "macros.html"
    "base.html" "page.html" "reasons.html" "judgement.html" "verdict.html" "errors.html" "torques.html" "parameters.html" "standard.html"
    "identifiability.html" "friction.html" "bodies.html" "residuals.html" "logs.html"
    "warnings.html" "provenance.html" "preview.html" "contacts.html" "motors.html" "stiffness.html"
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
    logs: LogsView,
}

impl RigidPage {
    fn new(study: &Study, series: &[Series]) -> Self {
        Self {
            header: HeaderView::new(&study.header, STYLE, SCRIPT),
            verdict: VerdictView::new(study),
            errors: ErrorsView::new(study),
            torques: TorquesView::new(study, series),
            parameters: ParametersView::new(study),
            standard: StandardView::new(study),
            identifiability: IdentifiabilityView::new(study),
            friction: FrictionView::new(study),
            bodies: BodiesView::new(study),
            residuals: ResidualsView::new(study),
            logs: LogsView::new(study),
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
