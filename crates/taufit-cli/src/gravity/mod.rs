//! `taufit gravity ROBOT LOG...`: weights and offsets from poses in which the arm stands or creeps.

mod render;

pub(crate) use render::render_gravity;

use crate::context::Context;
use crate::failure::Outcome;
use crate::gate_args::GateArgs;
use crate::log_args::{GainArgs, LogArgs};
use crate::provenance::provenance;
use crate::result_folder::check_out;
use crate::robot_args::RobotArgs;
use crate::show::hand_over;
use clap::Args;
use std::path::PathBuf;
use taufit::methods::{GravitySettings, identify_gravity};
use taufit::signal::Standstill;
use taufit_io::LogFile;
use taufit_io::result_folder::gravity_folder;

/// Find weights and torque offsets from static poses or slow motion
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The logs are searched for stops and for motion so slow that only weight and friction count. A joint that
comes to its poses from both sides tells its friction from its weight: move a little past every pose and
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
    /// Folder for the result: result.json, tables, report; an earlier result there is replaced, nothing else
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// An arm stands where all joints are slower than this, in rad/s or m/s
    #[arg(long, value_name = "SPEED", default_value_t = GravitySettings::default().standstill.speed)]
    stand_speed: f64,
    /// Shortest stop that counts, in s
    #[arg(long, value_name = "S", default_value_t = GravitySettings::default().standstill.shortest_s)]
    shortest_stop: f64,
    /// Motion slower than this counts too, in rad/s or m/s; 0 for stops only
    #[arg(long, value_name = "SPEED", default_value_t = GravitySettings::default().slow_speed)]
    slow_speed: f64,
    /// Torque channels have no constant errors
    #[arg(long)]
    no_offsets: bool,
    #[command(flatten)]
    log: LogArgs,
    #[command(flatten)]
    gains: GainArgs,
    #[command(flatten)]
    gate: GateArgs,
}

/// Reads robot and logs, finds the weights and shows them.
pub(crate) fn run(ctx: &Context, args: &GravityArgs) -> Outcome {
    check_out(args.out.as_deref())?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let (settings, options) = (args.settings(), args.log.options(ctx)?);
    let gains = args.gains.torque_constants(robot)?;
    let logs: Vec<LogFile<'_>> =
        args.logs.iter().map(|path| LogFile::new(path, robot, &options)).collect();
    let result = identify_gravity(robot, &logs, &gains, &settings)?;
    let inputs = loaded.file().into_iter().chain(args.logs.iter().cloned());
    let provenance = provenance(ctx, &settings, inputs)?;
    let mut study = result.to_study(loaded.record(&args.robot.robot), provenance);
    study.header.warn(logs.iter().flat_map(LogFile::warnings));
    let out = args.out.as_deref();
    hand_over(ctx, &study, render_gravity, taufit_report::render_gravity, gravity_folder, out)
}

impl GravityArgs {
    fn settings(&self) -> GravitySettings {
        let default = GravitySettings::default();
        GravitySettings {
            gate: self.gate.settings(),
            standstill: Standstill { speed: self.stand_speed, shortest_s: self.shortest_stop },
            settle_s: default.settle_s.min(0.25 * self.shortest_stop),
            slow_speed: self.slow_speed,
            offsets: !self.no_offsets,
            ..default
        }
    }
}
