//! Warnings as people read them (one line per kind, joints side by side, then the advice) and in JSON documents.

use crate::option_hints::{option_hint, repair_option};
use serde::Serialize;
use taufit::Warning;
use taufit::study::Diagnosis;

/// A warning in a JSON document.
#[derive(Debug, Serialize)]
pub(crate) struct WarningView {
    /// Stable code; `taufit explain CODE` prints its page.
    pub(crate) code: &'static str,
    /// Finding with its numbers.
    pub(crate) message: String,
    /// Next step.
    pub(crate) advice: &'static str,
    /// Kind and numbers.
    pub(crate) details: Warning,
    /// Option that repairs it, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) repair: Option<String>,
}

impl From<&Warning> for WarningView {
    fn from(warning: &Warning) -> Self {
        Self {
            code: warning.code(),
            message: warning.to_string(),
            advice: warning.advice(),
            details: warning.clone(),
            repair: repair_option(warning),
        }
    }
}

/// Views of a list of warnings.
pub(crate) fn warning_views(warnings: &[Warning]) -> Vec<WarningView> {
    warnings.iter().map(WarningView::from).collect()
}

/// Number of warnings that are shown of those that say the same of several joints or links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The first; the others by the names of their joints or links.
    #[default]
    OneOfAKind,
    /// All of them.
    All,
}

/// Text of the warnings of a run.
pub(crate) fn render_views(views: &[WarningView], shown: Shown) -> String {
    let texts = views.iter().map(|WarningView { code, message, advice, .. }| WarningText {
        code,
        message,
        advice,
    });
    render_kinds(&texts.collect::<Vec<_>>(), shown)
}

/// Text of the warnings of a study.
pub(crate) fn render_diagnoses(warnings: &[Diagnosis], shown: Shown) -> String {
    let texts = warnings.iter().map(|Diagnosis { code, message, advice }| WarningText {
        code,
        message,
        advice,
    });
    render_kinds(&texts.collect::<Vec<_>>(), shown)
}

/// A warning as text.
#[derive(Clone, Copy)]
struct WarningText<'a> {
    code: &'a str,
    message: &'a str,
    advice: &'a str,
}

/// All warnings in the order in which their kinds first occur. Of those that say the same of several
/// joints or links, the first is shown and the others are named.
fn render_kinds(warnings: &[WarningText<'_>], shown: Shown) -> String {
    let mut kinds: Vec<Vec<WarningText<'_>>> = Vec::new();
    for warning in warnings {
        match kinds.iter_mut().find(|kind| kind[0].code == warning.code) {
            Some(kind) => kind.push(*warning),
            None => kinds.push(vec![*warning]),
        }
    }
    kinds.iter().map(|kind| render_kind(kind, shown)).collect()
}

fn render_kind(kind: &[WarningText<'_>], shown: Shown) -> String {
    let mut texts: Vec<(String, &WarningText<'_>, Vec<&str>)> = Vec::new();
    for warning in kind {
        let (pattern, name) = pattern(warning.message);
        let is_alike =
            |other: &String| shown == Shown::OneOfAKind && !pattern.is_empty() && *other == pattern;
        match texts.iter_mut().find(|(other, ..)| is_alike(other)) {
            Some((_, _, also)) => also.push(name),
            None => texts.push((pattern, warning, Vec::new())),
        }
    }
    let mut text = String::new();
    for (_, warning, also) in texts {
        text += &format!("warning[{}]: {}\n", warning.code, warning.message);
        if !also.is_empty() {
            text += &format!("  likewise {}\n", also.join(", "));
        }
    }
    let option = option_hint(kind[0].code).map(|option| format!(" ({option})"));
    text + &format!("  {}{}\n", kind[0].advice, option.unwrap_or_default())
}

/// A message without the name in its first quotes and without its numbers, and that name; empty where
/// it quotes nothing.
fn pattern(message: &str) -> (String, &str) {
    let mut parts = message.splitn(3, '"');
    let (Some(before), Some(name), Some(after)) = (parts.next(), parts.next(), parts.next()) else {
        return (String::new(), "");
    };
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    (format!("{before}\"{after}").replace(is_number, ""), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warning<'a>(code: &'a str, message: &'a str) -> WarningText<'a> {
        WarningText { code, message, advice: "look" }
    }

    #[test]
    fn joints_stand_side_by_side_and_advice_is_given_once_per_kind() {
        let warnings = [
            warning("W104", "joint \"a\" moves 0.1 %"),
            warning("W150", "log.csv: torque at its limit"),
            warning("W104", "joint \"b\" moves 2.5 %"),
            warning("W104", "joint \"c\" stands still"),
        ];
        let text = render_kinds(&warnings, Shown::OneOfAKind);
        let expected = "warning[W104]: joint \"a\" moves 0.1 %\n  likewise b\n\
                        warning[W104]: joint \"c\" stands still\n  look\n\
                        warning[W150]: log.csv: torque at its limit\n  look\n";
        assert_eq!(text, expected);
        let every = render_kinds(&warnings, Shown::All);
        assert_eq!(every.matches("moves").count(), 2, "{every}");
    }
}
