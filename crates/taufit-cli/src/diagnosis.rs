//! Warnings, as people and as machines read them.

use serde::Serialize;
use taufit::Warning;

/// A warning in a JSON document.
#[derive(Debug, Serialize)]
pub(crate) struct Diagnosis {
    /// Stable code; `taufit explain CODE` prints its page.
    pub(crate) code: &'static str,
    /// What was found.
    pub(crate) message: String,
    /// What to do.
    pub(crate) advice: &'static str,
    /// Kind and numbers.
    pub(crate) details: Warning,
}

impl From<&Warning> for Diagnosis {
    fn from(warning: &Warning) -> Self {
        Self {
            code: warning.code(),
            message: warning.to_string(),
            advice: warning.advice(),
            details: warning.clone(),
        }
    }
}

/// Every warning of a list.
pub(crate) fn diagnoses(warnings: &[Warning]) -> Vec<Diagnosis> {
    warnings.iter().map(Diagnosis::from).collect()
}

/// What was found, and below each run of one code what to do about it.
pub(crate) fn render_diagnoses(diagnoses: &[Diagnosis]) -> String {
    let mut text = String::new();
    for alike in diagnoses.chunk_by(|a, b| a.code == b.code) {
        for diagnosis in alike {
            text += &format!("warning[{}]: {}\n", diagnosis.code, diagnosis.message);
        }
        text += &alike.first().map(|d| format!("  {}\n", d.advice)).unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_given_once_for_neighbours_of_one_code() {
        let link = |name: &str| Warning::MissingInertial { link: name.to_owned() };
        let norm = Warning::AxisNormalised { joint: "j".to_owned(), norm: 2.0 };
        let text = render_diagnoses(&diagnoses(&[link("a"), link("b"), norm]));
        assert_eq!(text.matches("taken as massless").count(), 1, "{text}");
        assert_eq!(text.lines().count(), 5, "{text}");
    }
}
