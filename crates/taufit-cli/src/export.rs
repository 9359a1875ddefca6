//! `taufit export RESULT --to FORMAT`: the identified robot in the files of other programs.

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::numbers::significant;
use crate::result_folder::ForceArgs;
use crate::table::{Align, render_table};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use taufit::model::Robot;
use taufit::study::StudyKind;
use taufit_codegen::{CodeContent, CodeLanguage, CodeSettings, generate_code};
use taufit_io::export::{
    CommentStyle, ExportLoss, Exported, export_mjcf, export_robot_toml, export_ur_parameters,
    export_urdf, isaac_lab_actuators, mjcf_without_meshes, parameters_csv, parameters_json,
    pinocchio_parameters, urdf_without_meshes, with_comment, write_mjcf, write_robot_toml,
    write_ur_parameters, write_urdf,
};
use taufit_io::output::write_file;
use taufit_io::result_folder::{IdentifiedRobot, RESULT};

/// Write the identified robot as URDF, MJCF, robot.toml, as tables of parameters, or as source code
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Where the robot came from a file of the same format, the copy of that file in the result is patched:
comments, order and everything else stay. A file that exists is replaced only with --force. Every robot file is read again before it is handed out. What a format cannot
hold is listed on stderr. Formats with comments say at the top where the numbers come from.

Source code computes inverse dynamics, mass matrix, gravity and friction without loops, branches or memory of its
own: Rust that needs nothing but core, or C99 with math.h. Results of `taufit gravity` give gravity alone.

Examples:
  taufit export ur5.taufit --to urdf -o ur5_identified.urdf
  taufit export arm.taufit --to mjcf --source arm.xml -o arm_identified.xml
  taufit export arm.taufit --to urdf --no-meshes -o for_mujoco.urdf
  taufit export arm.taufit --to isaac-lab -o actuators.py
  taufit export ur5.taufit --to c --name ur5 -o ur5_dynamics.c")]
pub(crate) struct ExportArgs {
    /// Folder of a result, or its result.json
    #[arg(value_name = "RESULT")]
    result: PathBuf,
    /// Format
    #[arg(long, value_enum)]
    to: Target,
    /// The file to patch; the robot's own if not given
    #[arg(long, value_name = "FILE")]
    source: Option<PathBuf>,
    /// Without visual and collision meshes, which simulators outside ROS do not find; of URDF and MJCF
    #[arg(long)]
    no_meshes: bool,
    /// Prefix of the function names in source code; the robot's name if not given
    #[arg(long, value_name = "PREFIX")]
    name: Option<String>,
    /// Where to write; a file, stdout if not given
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// ROS, pinocchio, most simulators
    Urdf,
    /// MuJoCo
    Mjcf,
    /// A DH table with links and motors
    RobotToml,
    /// Standard parameters as a table
    Csv,
    /// The same as JSON
    Json,
    /// The ten dynamic parameters of every joint in pinocchio's order
    Pinocchio,
    /// physical_parameters.yaml of Universal Robots
    UrParams,
    /// Actuator values by joint name for Isaac Lab, with ranges, as Python text
    IsaacLab,
    /// Source code for controllers, without dependencies
    Rust,
    /// The same in C99
    C,
}

impl Target {
    /// Comment syntax of the format; `None` where it has none.
    fn comment_style(self) -> Option<CommentStyle> {
        match self {
            Self::Urdf | Self::Mjcf => Some(CommentStyle::Xml),
            Self::RobotToml | Self::UrParams | Self::IsaacLab => Some(CommentStyle::Hash),
            Self::Rust | Self::C => Some(CommentStyle::Slashes),
            Self::Csv | Self::Json | Self::Pinocchio => None,
        }
    }
}

/// Reads a result and writes its robot.
pub(crate) fn run(ctx: &Context, args: &ExportArgs) -> Outcome {
    let subject = IdentifiedRobot::read(&args.result)?;
    let exported = args.finished(args.exported(&subject)?, &subject)?;
    match &args.out {
        Some(path) => write_file(path, exported.text.as_bytes(), args.force.existing())?,
        None => ctx.print(&exported.text)?,
    }
    for warning in &exported.warnings {
        ctx.note(&format!("warning[{}]: {warning}\n", warning.code()));
    }
    ctx.note(&render_losses(&exported.notes, ctx.width));
    Ok(())
}

impl ExportArgs {
    fn exported(&self, subject: &IdentifiedRobot) -> Outcome<Exported> {
        let robot = &subject.robot;
        let qd = &subject.logged_qd[..];
        let patch = |export: fn(&str, &Robot) -> taufit_io::Result<Exported>| -> Outcome<Exported> {
            Ok(export(&self.source_text(subject)?, robot)?)
        };
        let source_text = || self.source_text(subject);
        let is = |extensions: &[&str]| {
            let file = self.source.as_ref().unwrap_or(&subject.source);
            file.extension().is_some_and(|e| extensions.iter().any(|x| e.eq_ignore_ascii_case(x)))
        };
        let plain = |text| Exported { text, notes: Vec::new(), warnings: Vec::new() };
        match self.to {
            Target::Rust => Ok(plain(self.code(subject, CodeLanguage::Rust)?)),
            Target::C => Ok(plain(self.code(subject, CodeLanguage::C)?)),
            _ if subject.kind == StudyKind::Gravity => Err(Failure::misuse(
                "static poses determine gravity terms, but not the bodies that robot files hold; export --to rust or --to c",
            )),
            Target::Urdf if is(&["urdf"]) => Ok(export_urdf(&source_text()?, robot, qd)?),
            Target::Urdf => Ok(write_urdf(robot, qd)?),
            Target::Mjcf if is(&["xml", "mjcf"]) => Ok(export_mjcf(&source_text()?, robot, qd)?),
            Target::Mjcf => Ok(write_mjcf(robot, qd)?),
            Target::RobotToml if is(&["toml"]) => patch(export_robot_toml),
            Target::RobotToml => Ok(write_robot_toml(robot)?),
            Target::Csv => Ok(plain(parameters_csv(robot))),
            Target::Json => Ok(plain(parameters_json(robot))),
            Target::Pinocchio => Ok(pinocchio_parameters(robot)),
            Target::IsaacLab => Ok(isaac_lab_actuators(robot, qd, &subject.drives)?),
            Target::UrParams if is(&["yaml", "yml"]) => patch(export_ur_parameters),
            Target::UrParams => Ok(write_ur_parameters(robot)?),
        }
    }

    /// The text without meshes, where that was asked for, and with its provenance at the top.
    fn finished(&self, exported: Exported, subject: &IdentifiedRobot) -> Outcome<Exported> {
        let Exported { mut text, notes, mut warnings } = exported;
        if self.no_meshes {
            let without = match self.to {
                Target::Urdf => urdf_without_meshes(&text)?,
                Target::Mjcf => mjcf_without_meshes(&text)?,
                _ => return Err(Failure::misuse("only URDF and MJCF have meshes to leave out")),
            };
            text = without.text;
            warnings.extend(without.warnings);
        }
        if let Some(style) = self.to.comment_style() {
            let mut lines = subject.provenance.clone();
            lines.insert(1, format!("result: {}", self.result_name()));
            text = with_comment(&text, style, &lines);
        }
        Ok(Exported { text, notes, warnings })
    }

    /// Name of the result's folder; it says nothing about the computer.
    fn result_name(&self) -> String {
        let path = self.result.canonicalize().unwrap_or_else(|_| self.result.clone());
        let is_document = path.file_name().is_some_and(|name| name == RESULT);
        let folder = if is_document { path.parent().unwrap_or(&path) } else { &path };
        folder.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
    }

    fn code(&self, subject: &IdentifiedRobot, language: CodeLanguage) -> Outcome<String> {
        let content = match subject.kind {
            StudyKind::Gravity => CodeContent::Gravity,
            _ => CodeContent::Dynamics,
        };
        let (prefix, origin) = (self.name.clone(), subject.origin.clone());
        Ok(generate_code(&subject.robot, &CodeSettings { language, content, prefix, origin })?)
    }

    fn source_text(&self, subject: &IdentifiedRobot) -> Outcome<String> {
        let path = self.source.as_ref().unwrap_or(&subject.source);
        std::fs::read_to_string(path).map_err(|error| {
            Failure::misuse(format!("{}: {error}; name the file with --source", path.display()))
        })
    }
}

/// The table of what the format cannot hold, a row for every quantity; nothing where there is nothing.
fn render_losses(losses: &[ExportLoss], width: u16) -> String {
    if losses.is_empty() {
        return String::new();
    }
    let mut kinds: Vec<&ExportLoss> = Vec::new();
    for loss in losses {
        if !kinds.iter().any(|kind| is_alike(kind, loss)) {
            kinds.push(loss);
        }
    }
    let row = |kind: &&ExportLoss| {
        let alike = losses.iter().filter(|loss| is_alike(kind, loss));
        let value =
            |loss: &ExportLoss| format!("{} {}", short(&loss.owner), significant(loss.value, 3));
        let unit = if kind.unit.is_empty() { String::new() } else { format!(" [{}]", kind.unit) };
        vec![
            format!("{}{unit}", kind.quantity),
            alike.map(value).collect::<Vec<_>>().join(", "),
            kind.advice.to_string(),
        ]
    };
    let headings = [
        ("what this format cannot hold", Align::Left),
        ("values", Align::Left),
        ("instead", Align::Left),
    ];
    render_table(&headings, kinds.iter().map(row).collect(), width)
}

/// The name alone of `joint "elbow"`.
fn short(owner: &str) -> &str {
    owner.strip_prefix("joint \"").and_then(|rest| rest.strip_suffix('"')).unwrap_or(owner)
}

/// Whether two losses are of one kind, of different joints or links.
fn is_alike(a: &ExportLoss, b: &ExportLoss) -> bool {
    (&a.quantity, &a.unit, &a.advice) == (&b.quantity, &b.unit, &b.advice)
}
