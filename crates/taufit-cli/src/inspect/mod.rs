//! `taufit inspect FILE...`: contents and health of a robot description or a log.

mod collision;
mod drives;
mod kind;
mod log;
mod render;
mod verdict;
mod view;

use crate::context::{Context, quoted};
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::next_steps::render_next;
use crate::robot_args::MountingArgs;
use clap::Args;
use kind::{Kind, kind_of};
use log::{LogCheckArgs, LogView, inspect_log, render_log};
use render::render_inspection;
use serde::Serialize;
use std::path::Path;
use taufit::survey::Readiness;
use view::Inspection;

/// Show a robot (joints, limits, drives, links, frames), or whether a log is fit for identification
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A log is a CSV file, plain or gzipped, a Parquet file, an MCAP file or a bag; everything else is a
robot. With --robot a log is checked against it: sign and unit of the efforts, order of the joints,
limits, and which parameters its motion can reveal. Exit code: 0 ready, 4 usable after a repair, 3 not
usable; the methods refuse logs that are not ready.

Examples:
  taufit inspect ur5
  taufit inspect my_arm.urdf --json
  taufit inspect ur5 --payload link6:2.5,0,0,0.05     with a tool of 2.5 kg
  taufit inspect ur5 --gravity 0,0,9.81               hanging from the ceiling
  taufit inspect run1.csv run2.csv.gz --robot ur5     two logs
  taufit inspect run1.csv --robot arm.urdf --effort current --map t=1 --map q=2..7")]
pub(crate) struct InspectArgs {
    /// Robots (built-in name, URDF, MJCF, robot.toml) and logs
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// A robot: a built-in name, a URDF, an MJCF, or a robot.toml; that of the logs
    #[arg(long, value_name = "ROBOT")]
    robot: Option<String>,
    #[command(flatten)]
    mounting: MountingArgs,
    #[command(flatten)]
    log: LogCheckArgs,
}

/// Every setting of a run, for its provenance.
#[derive(Debug, Serialize)]
struct InspectSettings<'a> {
    robot: Option<&'a str>,
    #[serde(flatten)]
    mounting: &'a MountingArgs,
    log: &'a LogCheckArgs,
}

/// Result for one file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum InspectedFile {
    Robot(Box<Inspection>),
    Log(Box<LogView>),
}

/// A finding with its file, for documents about several.
#[derive(Debug, Serialize)]
struct FileView<'a> {
    file: &'a str,
    #[serde(flatten)]
    finding: &'a InspectedFile,
}

/// Reads every file and shows what is in it.
pub(crate) fn run(ctx: &Context, args: &InspectArgs) -> Outcome {
    let findings =
        args.files.iter().map(|file| find(ctx, file, args)).collect::<Outcome<Vec<_>>>()?;
    let next = match (&args.files[..], &findings[..]) {
        ([file], [finding]) => render_next(ctx, next_commands(ctx, args, file, finding)),
        _ => String::new(),
    };
    ctx.show(|| document(args, &findings), |width| screen(&findings, width) + &next)?;
    readiness(&findings)
}

/// Next commands after an inspection: base parameters and motions of a robot, identification from a log that is ready,
/// the repair of one that is not.
fn next_commands(
    ctx: &Context,
    args: &InspectArgs,
    file: &str,
    finding: &InspectedFile,
) -> Vec<String> {
    let name = quoted(file);
    match (finding, &args.robot) {
        (InspectedFile::Robot(robot), _) => {
            let motion = format!("taufit excite {name} --out motion.csv --preview motion.html");
            let has_mass = robot.total_mass_kg > 0.0;
            let base = format!("taufit base {name}");
            std::iter::once(base).chain(has_mass.then_some(motion)).collect()
        }
        (InspectedFile::Log(_), None) => vec![format!("{} --robot ROBOT", ctx.short_command())],
        (InspectedFile::Log(log), Some(robot)) if log.readiness() == Readiness::Ready => {
            let options = log_options(ctx.short_command(), &name);
            vec![format!("taufit identify {} {name}{options} --out RESULT.taufit", quoted(robot))]
        }
        (InspectedFile::Log(log), Some(_)) => log.repairs(ctx.short_command()),
    }
}

/// The options about the log in a command line of this verb, which those of the methods are as well.
fn log_options(command: &str, file: &str) -> String {
    let mut words = quoted_words(command).into_iter().skip(2);
    let mut options = String::new();
    while let Some(word) = words.next() {
        match word {
            "--robot" => _ = words.next(),
            "-v" | "--verbose" => {}
            _ if word == file || word.starts_with("--robot=") => {}
            _ => options += &format!(" {word}"),
        }
    }
    options
}

/// Words of a command line as a shell separates them, their quotes left on.
fn quoted_words(command: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let is_gap = |c: char| {
        is_quoted ^= c == '\'';
        c == ' ' && !is_quoted
    };
    command.split(is_gap).filter(|word| !word.is_empty()).collect()
}

fn screen(findings: &[InspectedFile], width: u16) -> String {
    findings.iter().map(|finding| finding.render(width)).collect::<Vec<String>>().join("\n")
}

fn document(args: &InspectArgs, findings: &[InspectedFile]) -> Outcome<String> {
    let (robot, mounting, log) = (args.robot.as_deref(), &args.mounting, &args.log);
    let settings = InspectSettings { robot, mounting, log };
    match (&args.files[..], findings) {
        ([file], [finding]) => render_document("inspect", Some(file), settings, finding),
        (files, findings) => {
            let pairs = files.iter().zip(findings);
            let views: Vec<_> = pairs.map(|(file, finding)| FileView { file, finding }).collect();
            render_document("inspect", None, settings, serde_json::json!({ "files": views }))
        }
    }
}

/// The worst of the logs decides the exit code.
fn readiness(findings: &[InspectedFile]) -> Outcome {
    let of = |finding: &InspectedFile| match finding {
        InspectedFile::Robot(_) => Readiness::Ready,
        InspectedFile::Log(log) => log.readiness(),
    };
    match findings.iter().map(of).max() {
        Some(Readiness::UsableAfter) => Err(Failure::PoorQuality),
        Some(Readiness::NotUsable) => Err(Failure::NotUsable),
        _ => Ok(()),
    }
}

fn find(ctx: &Context, file: &str, args: &InspectArgs) -> Outcome<InspectedFile> {
    match kind(ctx, file) {
        Kind::Robot => {
            Ok(InspectedFile::Robot(Box::new(Inspection::new(&args.mounting.read(ctx, file)?)?)))
        }
        Kind::Log => {
            let robot =
                args.robot.as_ref().map(|robot| args.mounting.read(ctx, robot)).transpose()?;
            let robot = robot.map(|loaded| loaded.robot);
            Ok(InspectedFile::Log(Box::new(inspect_log(ctx, file, robot.as_ref(), &args.log)?)))
        }
    }
}

/// Kind of a file, or of what the caller has under its name.
fn kind(ctx: &Context, file: &str) -> Kind {
    match (ctx.supplies_robot(file), ctx.memory_logs().contains_key(Path::new(file))) {
        (true, _) => Kind::Robot,
        (_, true) => Kind::Log,
        _ => kind_of(file),
    }
}

impl InspectedFile {
    fn render(&self, width: u16) -> String {
        match self {
            Self::Robot(robot) => render_inspection(robot, width),
            Self::Log(log) => render_log(log, width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_about_a_log_stay_and_those_of_this_verb_go() {
        let command =
            "taufit inspect 'my run.csv' --robot ur5 --map 'q=my col' --effort current -v";
        assert_eq!(log_options(command, "'my run.csv'"), " --map 'q=my col' --effort current");
        assert_eq!(log_options("taufit inspect a.csv --robot=ur5", "a.csv"), "");
    }
}
