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

/// The last lines of a screen: at most three commands. Nothing for a calling program.
pub(crate) fn render_next(ctx: &Context, commands: impl IntoIterator<Item = String>) -> String {
    let commands: Vec<String> = commands.into_iter().take(SHOWN).collect();
    match commands.is_empty() || !ctx.is_terminal() {
        true => String::new(),
        false => format!("\nNext     {}\n", commands.join("\n         ")),
    }
}

/// Next commands after an identification: those of its folder, or the way to one.
pub(crate) fn next_commands(
    ctx: &Context,
    study: &Study,
    robot: &str,
    out: Option<&Path>,
) -> String {
    let commands: Vec<String> = match out {
        Some(folder) => {
            let steps = study.header.next_steps.iter();
            let steps = steps.filter_map(|step| step.command.clone());
            std::iter::once(open_report(folder)).chain(steps).collect()
        }
        None => commands_without_folder(ctx, study, robot),
    };
    render_next(ctx, commands)
}

fn commands_without_folder(ctx: &Context, study: &Study, robot: &str) -> Vec<String> {
    let name = format!("{}.taufit", study.header.robot.name);
    let poor = study.header.verdict.grade == Grade::Poor;
    let folder = (!poor).then(|| again_with_out(ctx, &name));
    let health = study.logs.first().map(|log| inspect_log(&log.source, robot));
    let pages = pages(&study.header);
    let motion = format!("taufit excite {} --out motion.csv", quoted(robot));
    folder.into_iter().chain(health).chain(pages).chain([motion]).collect()
}

/// Next commands after a result of another method: its report, or the folder that is missing, and the uses of that
/// folder. After a poor result the pages of its warnings and the health of its log.
pub(crate) fn next_uses(
    ctx: &Context,
    header: &StudyHeader,
    out: Option<&Path>,
    health: Option<String>,
    uses: impl FnOnce(&str) -> Vec<String>,
) -> String {
    if header.is_poor() {
        return render_next(ctx, health.into_iter().chain(pages(header)));
    }
    let name = format!("{}_{}.taufit", header.robot.name, header.kind.verb());
    let (folder, first) = match out {
        Some(folder) => (folder.to_string_lossy().into_owned(), open_report(folder)),
        None => (name.clone(), again_with_out(ctx, &name)),
    };
    render_next(ctx, std::iter::once(first).chain(uses(&quoted(&folder))))
}

/// The health check of a log.
pub(crate) fn inspect_log(log: &str, robot: &str) -> String {
    format!("taufit inspect {} --robot {}", quoted(log), quoted(robot))
}

/// The command once more, with its result written.
pub(crate) fn again_with_out(ctx: &Context, out: &str) -> String {
    format!("{} --out {}", ctx.short_command(), quoted(out))
}

/// The page of a result.
pub(crate) fn open_report(folder: &Path) -> String {
    format!("open {}", quoted(&folder.join("report.html").to_string_lossy()))
}

/// Commands that print the pages of the most urgent warnings.
fn pages(header: &StudyHeader) -> impl Iterator<Item = String> {
    let warnings = urgent_warnings(header).into_iter();
    warnings.map(|warning| format!("taufit explain {}", warning.code))
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
