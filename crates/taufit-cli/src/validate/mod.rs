//! `taufit validate RESULT LOG...`: an identified robot on other logs.

use crate::context::{Context, quoted};
use crate::document::render_document;
use crate::document_out::DocumentOutArgs;
use crate::failure::{Failure, Outcome};
use crate::joint_table::{JointLine, render_joint_table};
use crate::log_args::EffortLogArgs;
use crate::method_args::GateArgs;
use crate::next_steps::{inspect_log, render_next};
use crate::progress::LogProgress;
use crate::result_folder::read_study;
use crate::text::{concern_lines, sentence, wrap};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use taufit::methods::{StudyModel, Validation};
use taufit::model::Robot;
use taufit::study::{Diagnosis, LogRecord};
use taufit::validate::{Grade, Metrics, Verdict};
use taufit_io::LogFile;

/// Prove an identified robot on other logs
#[derive(Clone, Debug, Args, Serialize)]
#[command(after_help = "\
Torques and predictions are filtered as they were in the identification.

Example:
  taufit validate ur5.taufit monday.csv tuesday.csv")]
pub(crate) struct ValidateArgs {
    /// Folder of a result, or its result.json
    #[arg(value_name = "RESULT")]
    #[serde(skip)]
    result: PathBuf,
    /// Logs to validate on
    #[arg(value_name = "LOG", required = true)]
    #[serde(skip)]
    logs: Vec<PathBuf>,
    #[command(flatten)]
    #[serde(flatten)]
    log: EffortLogArgs,
    #[command(flatten)]
    #[serde(flatten)]
    gate: GateArgs,
    #[command(flatten)]
    #[serde(skip)]
    out: DocumentOutArgs,
}

/// View of a validation.
#[derive(Debug, Serialize)]
struct ValidateView<'a> {
    robot: &'a str,
    verdict: &'a Verdict,
    logs: &'a [LogRecord],
    identified: &'a Metrics,
    nominal: &'a Metrics,
    warnings: &'a [Diagnosis],
}

/// Reads a result and logs, compares torques and shows the errors.
pub(crate) fn run(ctx: &Context, args: &ValidateArgs) -> Outcome {
    args.out.check()?;
    let study = read_study(&args.result)?;
    let model = StudyModel::new(&study)?.accepting(args.gate.settings());
    let options = args.log.options(ctx)?;
    let gains = args.log.torque_constants(&model.nominal)?;
    let logs: Vec<LogFile<'_>> =
        args.logs.iter().map(|path| LogFile::new(path, &model.nominal, &options)).collect();
    let proof = {
        let bar = LogProgress::new(ctx);
        model.validate_watched(&logs, &gains, &|progress| bar.show(progress))?
    };
    let findings = proof.warnings.iter().cloned().chain(logs.iter().flat_map(LogFile::warnings));
    let warnings: Vec<Diagnosis> = findings.map(|warning| (&warning).into()).collect();
    let view = ValidateView {
        robot: &study.header.robot.name,
        verdict: &proof.verdict,
        logs: &proof.logs,
        identified: &proof.identified,
        nominal: &proof.nominal,
        warnings: &warnings,
    };
    let source = args.result.display().to_string();
    let next = render_next(ctx, args.next(&study.header.robot.source, proof.verdict.grade));
    args.out.show(
        ctx,
        || render_document("validate", Some(&source), args, &view),
        |width| render(&model.nominal, &proof, width) + &next,
    )?;
    ctx.remark_diagnoses(&warnings);
    if proof.verdict.grade == Grade::Poor { Err(Failure::PoorQuality) } else { Ok(()) }
}

impl ValidateArgs {
    /// A model that holds is used; one that does not is looked for in the log, and in a fit of that log.
    fn next(&self, robot: &str, grade: Grade) -> Vec<String> {
        let result = quoted(&self.result.to_string_lossy());
        let log = self.logs.first().map(|log| log.to_string_lossy().into_owned());
        match (grade, log) {
            (Grade::Poor, Some(log)) => vec![
                inspect_log(&log, robot),
                format!("taufit identify {} {} --out other.taufit", quoted(robot), quoted(&log)),
                format!("taufit compare {result} other.taufit"),
            ],
            _ => vec![format!("taufit export {result} --to urdf -o identified.urdf")],
        }
    }
}

fn render(robot: &Robot, proof: &Validation, width: u16) -> String {
    let verdict = &proof.verdict;
    let headline = format!("{}: {}. {}.", robot.name(), verdict.grade, sentence(&verdict.reason));
    let errors = proof.nominal.joints.iter().zip(&proof.identified.joints);
    let lines: Vec<JointLine<'_>> = robot
        .dof_joint_iter()
        .zip(errors)
        .map(|(joint, (before, after))| {
            let unit = if joint.is_prismatic() { "N" } else { "N m" };
            JointLine { name: &joint.name, unit, before, after, further: Vec::new() }
        })
        .collect();
    let totals = [proof.identified.relative_percent];
    format!(
        "{}{}{}\nTorque errors before (nominal) and after (identified)\n{}",
        wrap(&headline, width, ""),
        concern_lines(verdict, width),
        wrap(&format!("Rule: {}.", verdict.rule), width, "  "),
        render_joint_table(&lines, &[], &totals, width)
    )
}
