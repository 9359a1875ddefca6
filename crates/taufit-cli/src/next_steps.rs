//! Next steps after a result: commands that follow from its verdict, its warnings and what the data leave open.

use crate::context::{Context, quoted};
use crate::option_hints::option_hint;
use crate::text::listing;
use std::path::Path;
use taufit::study::{Diagnosis, Identifiability, LogRole, NextStep, Study, StudyHeader};
use taufit::validate::{Grade, Verdict};

/// Most warnings and names of parameters that are listed.
const MOST: usize = 4;
/// Commands on the screen.
const SHOWN: usize = 3;

/// Next steps after an identification that is written to a folder, the most urgent first.
pub(crate) fn next_steps(study: &Study, folder: &Path) -> Vec<NextStep> {
    let result = quoted(&folder.to_string_lossy());
    let header = &study.header;
    let warnings = urgent_warnings(header);
    // W151 asks for the same.
    let repeats = warnings.iter().any(|warning| warning.code == "W151");
    let validation = if repeats { None } else { validation(study) };
    let rest = [validation, another_motion(study)].into_iter().flatten();
    let mut steps: Vec<NextStep> = warnings.into_iter().map(about_warning).chain(rest).collect();
    if header.verdict.grade == Grade::Poor {
        return steps;
    }
    steps.push(step(
        "Test the model on a log of other work, with the real tool and speeds.",
        format!("taufit validate {result} OTHER_LOG"),
    ));
    steps.push(step(
        "Use the model in simulators and controllers.",
        format!("taufit export {result} --to urdf --out identified.urdf"),
    ));
    steps
}

/// Three commands for the screen: those of the folder, or the way to one. None for a calling program.
pub(crate) fn next_commands(
    ctx: &Context,
    study: &Study,
    robot: &str,
    out: Option<&Path>,
) -> String {
    if !ctx.is_terminal() {
        return String::new();
    }
    let commands: Vec<String> = match out {
        Some(folder) => {
            let page = folder.join("report.html");
            let open = format!("open {}", quoted(&page.to_string_lossy()));
            let steps = study.header.next_steps.iter();
            std::iter::once(open).chain(steps.filter_map(|step| step.command.clone())).collect()
        }
        None => commands_without_folder(ctx, study, robot),
    };
    let commands = commands.into_iter().take(SHOWN).collect::<Vec<_>>();
    format!("\nNext     {}\n", commands.join("\n         "))
}

fn commands_without_folder(ctx: &Context, study: &Study, robot: &str) -> Vec<String> {
    let robot = quoted(robot);
    let options = ctx.command().split_once(' ').map_or("", |(_, options)| options);
    let name = quoted(&format!("{}.taufit", study.header.robot.name));
    let poor = study.header.verdict.grade == Grade::Poor;
    let folder = (!poor).then(|| format!("taufit {options} --out {name}"));
    let health = study
        .logs
        .first()
        .map(|log| format!("taufit inspect {} --robot {robot}", quoted(&log.source)));
    let warnings = urgent_warnings(&study.header).into_iter();
    let pages = warnings.map(|warning| format!("taufit explain {}", warning.code));
    let motion = format!("taufit excite {robot} --out motion.csv");
    folder.into_iter().chain(health).chain(pages).chain([motion]).collect()
}

fn step(text: impl Into<String>, command: impl Into<Option<String>>) -> NextStep {
    NextStep { text: text.into(), command: command.into() }
}

/// Warnings that an option resolves or that the verdict names; all of them where the verdict is poor. One of each code.
fn urgent_warnings(header: &StudyHeader) -> Vec<&Diagnosis> {
    let Verdict { grade, reason, concerns, .. } = &header.verdict;
    let named = |code: &str| reason.contains(code) || concerns.iter().any(|c| c.contains(code));
    let is_urgent =
        |w: &&Diagnosis| *grade == Grade::Poor || option_hint(&w.code).is_some() || named(&w.code);
    let mut urgent: Vec<&Diagnosis> = Vec::new();
    for warning in header.warnings.iter().filter(is_urgent) {
        if !urgent.iter().any(|known| known.code == warning.code) {
            urgent.push(warning);
        }
    }
    urgent.truncate(MOST);
    urgent
}

/// The advice of a warning, with the options that follow it.
fn about_warning(warning: &Diagnosis) -> NextStep {
    let Diagnosis { code, advice, .. } = warning;
    let options = option_hint(code).map_or_else(String::new, |hint| format!(" Options: {hint}."));
    step(format!("{code}: {advice}.{options}"), format!("taufit explain {code}"))
}

/// A log of another motion, where part of the same log was held out.
fn validation(study: &Study) -> Option<NextStep> {
    let is_other = study.logs.iter().any(|log| log.role == LogRole::Validation);
    (!is_other).then(|| {
        step(
            "Validation data are the end of the logs of the fit: a log of another motion is a harder test.",
            format!("{} --validate OTHER_LOG", study.header.provenance.command),
        )
    })
}

/// A motion for the parameters that the data leave open.
fn another_motion(study: &Study) -> Option<NextStep> {
    let is_open = |of: Identifiability| {
        matches!(of, Identifiability::ConsistentWithZero | Identifiability::Undetermined)
    };
    let open: Vec<&str> = study
        .base_parameters
        .iter()
        .filter(|parameter| is_open(parameter.identifiability))
        .map(|parameter| parameter.name.as_str())
        .collect();
    let rest = open.len().saturating_sub(MOST);
    let shown = listing(&open[..open.len().min(MOST)]);
    let others = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    let robot = quoted(&study.header.robot.source);
    (!open.is_empty()).then(|| {
        step(
            format!(
                "{} of {} base parameters are not told from zero by these logs ({shown}{others}), so that torques like \
                 these hardly depend on them. A motion designed for the robot shows them best.",
                open.len(),
                study.base_parameters.len()
            ),
            format!("taufit excite {robot} --out motion.csv"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_names_its_options() {
        let warning = |code: &str| Diagnosis {
            code: code.to_owned(),
            message: "found".to_owned(),
            advice: "do that".to_owned(),
        };
        let known = about_warning(&warning("W151"));
        assert_eq!(known.text, "W151: do that. Options: --validate LOG.");
        assert_eq!(known.command.as_deref(), Some("taufit explain W151"));
        assert_eq!(about_warning(&warning("W000")).text, "W000: do that.");
    }
}
