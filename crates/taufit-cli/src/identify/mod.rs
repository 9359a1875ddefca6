//! `taufit identify ROBOT LOG...`: base parameters of a rigid arm, with their uncertainty, proved on
//! data that were not used to find them.

mod log_args;
mod render;
mod view;

use crate::context::Context;
use crate::diagnosis::render_diagnoses;
use crate::document::render_document;
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::robot_args::RobotArgs;
use crate::selection_args::SelectionArgs;
use clap::{Args, ValueEnum};
use log_args::LogArgs;
use render::render_identification;
use serde::Serialize;
use std::path::PathBuf;
use taufit::estimate::Weighting;
use taufit::methods::{RigidSettings, identify_rigid};
use taufit::params::{Layout, LayoutSettings};
use taufit::validate::Grade;
use view::IdentifyView;

/// Identify links, rotor inertias and friction of a rigid arm from logs of motion and torque
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A LOG is a CSV file, plain or gzipped, with a time column and per joint positions and torques
(q1.., tau1..) or currents (i1..), by number or by the name of the joint. Velocities and
accelerations come from the filtered positions.

Without --validate the last 30 % of every log are kept for validation.

Examples:
  taufit identify ur5 run1.csv --validate run2.csv
  taufit identify arm.urdf run1.csv.gz --effort current --gains 12.3,12.6,12,7.7,7.9,7.5
  taufit identify panda log.csv --no-rotor --offset --map tau=tau_J --json")]
pub(crate) struct IdentifyArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Logs to identify from
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Logs to validate on
    #[arg(long, value_name = "LOG", num_args = 1..)]
    validate: Vec<PathBuf>,
    #[command(flatten)]
    log: LogArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// How the rows of the joints count against each other
    #[arg(long, value_enum, default_value_t = Method::Wls)]
    method: Method,
}

/// The estimator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum Method {
    /// Ordinary least squares: all rows alike
    Ols,
    /// Weighted least squares: every joint by the inverse of its own residual
    Wls,
}

/// Every setting of a run, for its provenance.
#[derive(Debug, Serialize)]
struct Settings<'a> {
    #[serde(flatten)]
    mounting: &'a RobotArgs,
    logs: &'a [PathBuf],
    validate: &'a [PathBuf],
    log: &'a LogArgs,
    layout: &'a LayoutSettings,
    selection: &'a SelectionArgs,
    method: Method,
}

/// Reads robot and logs, identifies, validates and shows the result.
pub(crate) fn run(ctx: &Context, args: &IdentifyArgs) -> Outcome {
    let robot = args.robot.read()?.robot;
    let layout_settings = LayoutSettings::from(&args.layout);
    let layout = Layout::new(&robot, &layout_settings);
    let settings = RigidSettings {
        base: args.selection.settings(&layout)?,
        weighting: match args.method {
            Method::Ols => Weighting::Equal,
            Method::Wls => Weighting::PerJoint,
        },
        ..RigidSettings::default()
    };
    let (motions, mut warnings) = args.log.read_all(&args.logs, &robot)?;
    let (other, more) = args.log.read_all(&args.validate, &robot)?;
    warnings.extend(more);
    let result = identify_rigid(&robot, &layout, &motions, &other, &settings)?;
    warnings.extend(result.base.warnings(&layout));
    let grade = result.verdict.grade;
    let view = IdentifyView::new(&robot, &layout, &motions, &result, &warnings);
    if ctx.json {
        let settings = args.provenance(&layout_settings);
        let source = Some(args.robot.robot.as_str());
        ctx.deliver(&render_document("identify", source, settings, &view)?)?;
    } else {
        ctx.deliver(&render_identification(&view, ctx.width))?;
        ctx.complain(&render_diagnoses(&view.warnings));
    }
    if grade == Grade::Poor { Err(Failure::PoorQuality) } else { Ok(()) }
}

impl IdentifyArgs {
    fn provenance<'a>(&'a self, layout: &'a LayoutSettings) -> Settings<'a> {
        Settings {
            mounting: &self.robot,
            logs: &self.logs,
            validate: &self.validate,
            log: &self.log,
            layout,
            selection: &self.selection,
            method: self.method,
        }
    }
}
