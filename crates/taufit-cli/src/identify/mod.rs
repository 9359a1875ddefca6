//! `taufit identify ROBOT LOG...`: parameters of a rigid arm, with their uncertainty, proved on data
//! that were not used to find them.

mod drives;
mod render;

use crate::condition_args::{CleaningArgs, ConditionArgs};
use crate::context::Context;
use crate::estimator_args::EstimatorArgs;
use crate::failure::{Failure, Outcome};
use crate::layout_args::LayoutArgs;
use crate::method_args::MethodArgs;
use crate::next_steps::next_commands;
use crate::physical_args::PhysicalArgs;
use crate::progress::LogProgress;
use crate::result_folder::{provenance, write_folder};
use crate::robot_args::RobotArgs;
use crate::selection_args::SelectionArgs;
use crate::show::show_study;
use clap::Args;
pub(crate) use render::render_identification;
use std::path::PathBuf;
use taufit::base::Selection;
use taufit::methods::{
    IdentificationProgress, RigidInputs, RigidSettings, identify_rigid_with_progress,
};
use taufit::model::Robot;
use taufit::params::{Layout, LayoutSettings};
use taufit::study::Study;
use taufit_io::LogFile;

/// Identify links, rotor inertias and friction of a rigid arm from logs of motion and torque
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A LOG is a CSV file (plain or gzipped), Parquet, MCAP, a rosbag2 (.db3, or its folder) or a ROS 1 bag. It
holds time stamps and per joint positions and torques or currents, by number or by the name of the joint.
Velocities and accelerations come from the filtered positions.

Without --validate the last 30 % of every log are kept for validation.

Examples:
  taufit identify ur5 run1.mcap --validate run2.mcap --out ur5.taufit
  taufit identify arm.urdf run1.csv.gz --effort current --gains 12.3,12.6,12,7.7,7.9,7.5
  taufit identify panda log.csv --no-rotor --map tau=tau_J --json
  taufit identify ur5 run1.csv --only joints       friction and rotors alone
  taufit identify ur5 run1.csv --essential         without what the data do not need
  taufit identify ur5 run1.csv --tie fv1=fv2=fv3,fc1=fc2=fc3    motors of one type")]
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
    shared: MethodArgs,
    #[command(flatten)]
    layout: LayoutArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// Only these parameters count; joints stands for those of all joints, and is the only choice here: links
    /// keep the values of the robot
    #[arg(long, value_name = "P,..", value_parser = ["joints"])]
    only: Option<String>,
    /// Joints whose efforts are not used, separated by commas
    #[arg(long, value_name = "JOINTS", value_delimiter = ',')]
    ignore_effort: Vec<String>,
    /// Share of every log, at its end, that is kept for validation; where no other log is given
    #[arg(long, value_name = "SHARE", default_value_t = RigidSettings::default().hold_out)]
    hold_out: f64,
    #[command(flatten)]
    estimator: EstimatorArgs,
    #[command(flatten)]
    physical: PhysicalArgs,
    #[command(flatten)]
    condition: ConditionArgs,
    #[command(flatten)]
    cleaning: CleaningArgs,
    /// Show all: friction models, links, base parameters
    #[arg(long)]
    all: bool,
}

/// Reads robot and logs, identifies, validates and shows the result.
pub(crate) fn run(ctx: &Context, args: &IdentifyArgs) -> Outcome {
    let out = args.shared.out.checked()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let settings = args.settings(robot)?;
    let options = args.shared.log_options(ctx)?;
    let gains = args.shared.torque_constants(robot)?;
    let files = |paths: &[PathBuf]| -> Vec<LogFile<'_>> {
        let file = |path| LogFile::new(path, robot, &options).without_velocities();
        paths.iter().map(file).collect()
    };
    let (logs, other) = (files(&args.logs), files(&args.validate));
    let inputs = loaded.file().into_iter().chain(args.logs.iter().chain(&args.validate).cloned());
    // Hashing large logs takes as long as reading them, so both are done at once.
    let (result, provenance) = std::thread::scope(|scope| {
        let hashed = scope.spawn(|| provenance(ctx, &settings, inputs));
        let bar = LogProgress::new(ctx);
        let watch = |progress: IdentificationProgress<'_>| bar.show(progress);
        let found = identify_rigid_with_progress(
            robot,
            &RigidInputs { validation: &other, gains: &gains, ..RigidInputs::new(&logs) },
            &settings,
            &watch,
        );
        (found, hashed.join())
    });
    let result = result?;
    let provenance = provenance.map_err(|_| Failure::internal("hashing the inputs failed"))??;
    let mut study = result.to_study(robot, loaded.record(&args.robot.robot), provenance)?;
    study.header.warn(logs.iter().chain(&other).flat_map(LogFile::warnings));
    if let Some(dir) = out {
        write_folder(dir, &mut study, &result.series)?;
    }
    ctx.keep(result.series, result.evidence);
    let next = next_commands(ctx, &study, &args.robot.robot, out);
    let screen = |study: &Study, width| render_identification(study, args.all, &next, width);
    show_study(ctx, &study, screen, out)
}

impl IdentifyArgs {
    /// Dropped and fixed parameters; with --only joints those of the links are fixed, unless they are named.
    fn selection(&self, robot: &Robot) -> Outcome<Selection> {
        let mut selection = self.selection.selection();
        if self.only.is_none() {
            return Ok(selection);
        }
        let layout = Layout::new(robot, &LayoutSettings::from(&self.layout));
        let named = self.selection.settings(&layout)?;
        let is_named = |column: &usize| {
            named.drop.contains(column) || named.fix.iter().any(|(fixed, _)| fixed == column)
        };
        let nominal = layout.nominal(robot);
        let links = (0..10 * layout.n_links()).filter(|column| !is_named(column));
        selection.fix.extend(links.map(|column| (layout.name(column), nominal[column])));
        Ok(selection)
    }

    fn settings(&self, robot: &Robot) -> Outcome<RigidSettings> {
        Ok(self.cleaning.apply(RigidSettings {
            gate: self.shared.gate(),
            condition: self.condition.settings(),
            rotor_inertia: self.layout.rotor_inertia(),
            friction: self.layout.friction_choice(),
            selection: self.selection(robot)?,
            estimator: self.estimator.estimator()?,
            weighting: self.estimator.weighting(),
            hold_out: self.hold_out,
            feasible: self.physical.settings(robot)?,
            ignored_efforts: self.ignore_effort.clone(),
            ..RigidSettings::default()
        }))
    }
}
