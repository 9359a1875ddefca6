//! `taufit gravity ROBOT LOG...`: weights and offsets from poses in which the arm stands or creeps.

mod render;

use crate::context::{Context, quoted};
use crate::failure::Outcome;
use crate::method_args::MethodArgs;
use crate::next_steps::{inspect_log, next_uses};
use crate::result_folder::provenance;
use crate::robot_args::RobotArgs;
use crate::show::hand_over;
use clap::Args;
pub(crate) use render::render_gravity;
use std::path::{Path, PathBuf};
use taufit::methods::{GravitySettings, identify_gravity};
use taufit::signal::Standstill;
use taufit::study::GravityStudy;
use taufit_io::LogFile;
use taufit_io::result_folder::gravity_folder;

/// Find weights and torque offsets from static poses or slow motion
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The logs are searched for stops and for motion so slow that only weight and friction count. A joint that
reaches its poses from both sides separates friction from weight: move a little past every pose and
back to it. Tensors of the links play no part, and are not found.

Examples:
  taufit gravity ur5 poses.csv --out ur5_gravity.taufit
  taufit gravity arm.urdf sweep.mcap --slow-speed 0.1
  taufit gravity ur10e.urdf poses.csv --effort current --gains 12.3,12.6,12,7.7,7.9,7.5
  taufit export ur5_gravity.taufit --to c -o gravity.c      a function for a controller")]
pub(crate) struct GravityArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Logs with stops, or of slow motion
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// An arm stands where all joints are slower than this, in rad/s or m/s
    #[arg(long, value_name = "SPEED", default_value_t = GravitySettings::default().standstill.speed)]
    stand_speed: f64,
    /// Shortest stop that counts, in s
    #[arg(long, value_name = "S", default_value_t = GravitySettings::default().standstill.shortest_s)]
    shortest_stop: f64,
    /// Speed up to which motion counts as slow, in rad/s or m/s; slow motion is used too, 0 for stops only
    #[arg(long, value_name = "SPEED", default_value_t = GravitySettings::default().slow_speed)]
    slow_speed: f64,
    /// Without torque offsets; the channels have no constant errors
    #[arg(long)]
    no_offset: bool,
    #[command(flatten)]
    shared: MethodArgs,
}

/// Reads robot and logs, finds the weights and shows them.
pub(crate) fn run(ctx: &Context, args: &GravityArgs) -> Outcome {
    let out = args.shared.out.checked()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let (settings, options) = (args.settings(), args.shared.log_options(ctx)?);
    let gains = args.shared.torque_constants(robot)?;
    let logs: Vec<LogFile<'_>> =
        args.logs.iter().map(|path| LogFile::new(path, robot, &options)).collect();
    let result = identify_gravity(robot, &logs, &gains, &settings)?;
    let inputs = loaded.file().into_iter().chain(args.logs.iter().cloned());
    let provenance = provenance(ctx, &settings, inputs)?;
    let mut study = result.to_study(loaded.record(&args.robot.robot), provenance);
    study.header.warn(logs.iter().flat_map(LogFile::warnings));
    let next = args.next(ctx, &study, out);
    let screen = |study: &GravityStudy, width| render_gravity(study, width) + &next;
    hand_over(ctx, &study, screen, taufit_report::render_gravity, gravity_folder, out)
}

impl GravityArgs {
    /// Code for a controller; inertias and friction need motion.
    fn next(&self, ctx: &Context, study: &GravityStudy, out: Option<&Path>) -> String {
        let robot = &self.robot.robot;
        let log = self.logs.first().map(|log| inspect_log(&log.to_string_lossy(), robot));
        next_uses(ctx, &study.header, out, log, |folder| {
            vec![
                format!("taufit export {folder} --to c -o gravity.c"),
                format!("taufit excite {} --out motion.csv", quoted(robot)),
            ]
        })
    }

    fn settings(&self) -> GravitySettings {
        let default = GravitySettings::default();
        GravitySettings {
            gate: self.shared.gate(),
            standstill: Standstill { speed: self.stand_speed, shortest_s: self.shortest_stop },
            settle_s: default.settle_s.min(0.25 * self.shortest_stop),
            slow_speed: self.slow_speed,
            offsets: !self.no_offset,
            ..default
        }
    }
}
