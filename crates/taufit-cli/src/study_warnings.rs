//! Warnings as people read them: one line per kind, joints side by side, then what to do.

use crate::option_hints::option_hint;
use taufit::study::Diagnosis;

/// The warnings of a study.
pub(crate) fn render_warnings(warnings: &[Diagnosis]) -> String {
    let findings = warnings.iter();
    let findings =
        findings.map(|Diagnosis { code, message, advice }| Finding { code, message, advice });
    render_findings(&findings.collect::<Vec<_>>())
}

/// A warning in words.
#[derive(Clone, Copy)]
pub(crate) struct Finding<'a> {
    pub(crate) code: &'a str,
    pub(crate) message: &'a str,
    pub(crate) advice: &'a str,
}

/// All warnings in the order in which their kinds first occur. Of those that say the same of several
/// joints or links, the first is shown and the others are named.
pub(crate) fn render_findings(findings: &[Finding<'_>]) -> String {
    let mut kinds: Vec<Vec<Finding<'_>>> = Vec::new();
    for finding in findings {
        match kinds.iter_mut().find(|kind| kind[0].code == finding.code) {
            Some(kind) => kind.push(*finding),
            None => kinds.push(vec![*finding]),
        }
    }
    kinds.iter().map(|kind| render_kind(kind)).collect()
}

fn render_kind(kind: &[Finding<'_>]) -> String {
    let mut shown: Vec<(String, &Finding<'_>, Vec<&str>)> = Vec::new();
    for finding in kind {
        let (pattern, name) = pattern(finding.message);
        match shown.iter_mut().find(|(other, ..)| !pattern.is_empty() && *other == pattern) {
            Some((_, _, also)) => also.push(name),
            None => shown.push((pattern, finding, Vec::new())),
        }
    }
    let mut text = String::new();
    for (_, finding, also) in shown {
        text += &format!("warning[{}]: {}\n", finding.code, finding.message);
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

    fn finding<'a>(code: &'a str, message: &'a str) -> Finding<'a> {
        Finding { code, message, advice: "look" }
    }

    #[test]
    fn joints_stand_side_by_side_and_advice_is_given_once_per_kind() {
        let text = render_findings(&[
            finding("W104", "joint \"a\" moves 0.1 %"),
            finding("W150", "log.csv: torque at its limit"),
            finding("W104", "joint \"b\" moves 2.5 %"),
            finding("W104", "joint \"c\" stands still"),
        ]);
        let expected = "warning[W104]: joint \"a\" moves 0.1 %\n  likewise b\n\
                        warning[W104]: joint \"c\" stands still\n  look\n\
                        warning[W150]: log.csv: torque at its limit\n  look\n";
        assert_eq!(text, expected);
    }
}
