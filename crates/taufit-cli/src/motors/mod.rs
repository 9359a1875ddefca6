//! `taufit motors ROBOT LOG...`: torque constants and friction from joints that move one at a time.

mod args;
mod render;

use crate::context::{Context, quoted};
use crate::failure::Outcome;
use crate::method_args::OutArgs;
use crate::next_steps::{inspect_log, next_uses};
use crate::numbers::number;
use crate::result_folder::provenance;
use crate::robot_args::RobotArgs;
use crate::show::hand_over;
use args::{FitArgs, LoadArgs, MassArgs};
use clap::Args;
pub(crate) use render::render_motors;
use std::path::{Path, PathBuf};
use taufit::experiment::DrivenPhase;
use taufit::methods::{MotorLog, identify_motors};
use taufit::model::Robot;
use taufit::study::{MotorJoint, MotorStudy};
use taufit_io::result_folder::motors_folder;
use taufit_io::{LogFile, LogOptions, read_phases};

/// Find torque constants and friction from logs in which one joint moves at a time
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Logs hold motor currents. One joint moves at a time at constant velocity, both ways, at several speeds, as
`taufit run` does with a [sweep]; examples/ur5_sweep.toml is one. Recordings of `taufit run` say which joint
moved how; in other logs this is found from the velocities.

Torque constants are proportional to the weight that the robot's model says a joint carries, so they are as
good as its masses (--link-mass-kg corrects them). A joint whose axis is parallel to gravity has none of its own: it is
given by --kct, or comes from joints with the same motor.

Examples:
  taufit motors ur5 ur5_sweep.mcap
  taufit motors ur5 arm.mcap --loaded wrist.mcap --load link6:1.5,0.1,0,0.05 --out ur5.motors
  taufit motors arm.urdf sweep1.bag sweep2.bag --same-motor j1,j2,j3 --same-motor j4,j5,j6
  taufit motors ur5 sweep.mcap --kct joint1=12.3 --link-mass-kg link2=8.6
  taufit motors ur10e.urdf joint_2.csv --single-joint --effort current    speed changes all the time")]
pub(crate) struct MotorsArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Logs, one or many
    #[arg(value_name = "LOG", required_unless_present = "loaded")]
    logs: Vec<PathBuf>,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    mass: MassArgs,
    #[command(flatten)]
    fit: FitArgs,
    #[command(flatten)]
    out: OutArgs,
}

/// Reads robot and logs, finds constants and friction, and shows them.
pub(crate) fn run(ctx: &Context, args: &MotorsArgs) -> Outcome {
    let out = args.out.checked()?;
    let loaded = args.robot.read(ctx)?;
    let robot = args.mass.apply(loaded.robot.clone())?;
    let with_load = args.load.apply(robot.clone())?;
    let (settings, options) = (args.fit.settings(), args.fit.log_options(ctx)?);
    let inputs = loaded.file().into_iter().chain(args.all_logs().cloned());
    let provenance = provenance(ctx, &settings, inputs)?;
    let logs = args.read_logs(&robot, &with_load, &options)?;
    let given: Vec<MotorLog<'_, LogFile<'_>>> = logs.iter().map(OpenLog::as_given).collect();
    let result = ctx
        .with_spinner("reading logs and fitting records", || identify_motors(&given, &settings))?;
    let mut study = result.to_study(loaded.record(&args.robot.robot), provenance);
    study.header.warn(logs.iter().flat_map(|log| log.file.warnings()));
    let next = args.next(ctx, &study, out);
    let screen = |study: &MotorStudy, width| render_motors(study, width) + &next;
    hand_over(ctx, &study, screen, taufit_report::render_motors, motors_folder, out)
}

/// A log, the robot of its time and its recorded phases.
struct OpenLog<'a> {
    file: LogFile<'a>,
    robot: &'a Robot,
    phases: Vec<DrivenPhase>,
}

impl<'a> OpenLog<'a> {
    fn as_given(&'a self) -> MotorLog<'a, LogFile<'a>> {
        MotorLog { log: &self.file, robot: self.robot, phases: &self.phases }
    }
}

impl MotorsArgs {
    /// The torque constants are those of logs of currents; friction goes into the robot's file.
    fn next(&self, ctx: &Context, study: &MotorStudy, out: Option<&Path>) -> String {
        let robot = quoted(&self.robot.robot);
        let constant = |joint: &MotorJoint| {
            joint.kct.as_ref().map_or_else(|| "-".to_owned(), |kct| number(kct.value))
        };
        let constants: Vec<String> = study.joints.iter().map(constant).collect();
        let log = self.all_logs().next();
        let log = log.map(|log| inspect_log(&log.to_string_lossy(), &self.robot.robot));
        next_uses(ctx, &study.header, out, log, |folder| {
            vec![
                format!(
                    "taufit identify {robot} LOG --effort current --gains {}",
                    constants.join(",")
                ),
                format!("taufit export {folder} --to robot-toml -o identified.toml"),
            ]
        })
    }

    fn all_logs(&self) -> impl Iterator<Item = &PathBuf> {
        self.logs.iter().chain(&self.load.loaded)
    }

    fn read_logs<'a>(
        &self,
        robot: &'a Robot,
        with_load: &'a Robot,
        options: &'a LogOptions,
    ) -> Outcome<Vec<OpenLog<'a>>> {
        let free = self.logs.iter().map(|path| (path, robot));
        let loaded = self.load.loaded.iter().map(|path| (path, with_load));
        let open = |(path, robot): (&PathBuf, &'a Robot)| {
            // Arrays have no events of a runner.
            let is_file = !options.memory.contains_key(path);
            let phases = if is_file { read_phases(path)? } else { Vec::new() };
            Ok(OpenLog { file: LogFile::new(path, robot, options), robot, phases })
        };
        free.chain(loaded).map(open).collect()
    }
}
