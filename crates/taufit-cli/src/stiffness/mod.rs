//! `taufit stiffness ROBOT LOG...`: joint stiffnesses of a clamped arm, by motor torque and by wrench.

mod render;
mod wrench_args;

use crate::context::{Context, quoted};
use crate::failure::{Failure, Outcome};
use crate::method_args::MethodArgs;
use crate::next_steps::{inspect_log, next_uses};
use crate::result_folder::provenance;
use crate::robot_args::{RobotArgs, number_list};
use crate::show::hand_over;
use clap::{Args, ValueEnum};
pub(crate) use render::render_screen;
use std::path::{Path, PathBuf};
use taufit::methods::{BranchFriction, ClampedLog, StiffnessSettings, identify_stiffness};
use taufit::model::Robot;
use taufit::study::StiffnessStudy;
use taufit_io::result_folder::stiffness_folder;
use taufit_io::{LoadedWrench, LogFile};
use wrench_args::WrenchArgs;

/// Find joint stiffnesses of an arm whose end-effector is clamped while it presses
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A LOG holds positions of the motors (seen from the joint side) and torques or currents of an arm that is
clamped and presses with changing force. By motor torque, stiffness is the slope of torque over angle;
loading and unloading are separated, as friction has opposite signs there. With a force sensor it is found
again without drive gains and friction: columns fx fy fz mx my mz (in the LOG, empty or repeated between
samples, or in a file with stamps of its own), or a topic of geometry_msgs/WrenchStamped.
An axis counts where it is loaded; give several logs for several poses.

Examples:
  taufit stiffness kr500 clamp1.csv clamp2.csv --effort current --gains 310,310,290,120,120,90
  taufit stiffness kr500_robot.toml clamp1.mcap --effort current --out kr500.taufit
  taufit stiffness arm.urdf joints.csv --wrench ati.csv --wrench-frame tool0 --assume-zero fx,fy,mx,my,mz
  taufit stiffness arm.urdf run.mcap --tool tool0 --pose 0,-1.2,1.5,0,1,0 --json")]
pub(crate) struct StiffnessArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Logs of the clamped arm, one per pose or run
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    #[command(flatten)]
    shared: MethodArgs,
    #[command(flatten)]
    wrench: WrenchArgs,
    /// Treatment of friction in motor torques
    #[arg(long, value_enum, value_name = "HOW", default_value_t = FrictionArg::Separated)]
    motor_friction: FrictionArg,
    /// Cut-off of the zero-phase low pass, in Hz; of positions and torques
    #[arg(long, value_name = "HZ", default_value_t = StiffnessSettings::default().cutoff_hz)]
    cutoff_hz: f64,
    /// Cut-off of the filter before rows are thinned out, in Hz
    #[arg(long, value_name = "HZ", default_value_t = StiffnessSettings::default().decimation_hz)]
    decimation_hz: f64,
    /// Stiffness of the clamp along (N/m) and about (N m/rad) the axes of the frame of the forces, or of
    /// the clamped link; inf where it is rigid, one value inf for all; without it stiffnesses are those of
    /// joint and clamp in series
    #[arg(long, value_name = "KX,KY,KZ,KMX,KMY,KMZ", value_parser = clamp_stiffness)]
    clamp_stiffness: Option<ClampStiffness>,
    /// Tool frame; that whose compliance is computed, the last link if not given
    #[arg(long, value_name = "FRAME")]
    tool: Option<String>,
    /// Pose of that compliance, in rad or m; that of the first log if not given
    #[arg(long, value_name = "Q1,Q2,..", value_parser = joint_list, allow_hyphen_values = true)]
    pose: Option<JointList>,
    /// True stiffnesses of a simulated arm, to be shown beside those found
    #[arg(long, value_name = "K1,K2,..", value_parser = joint_list)]
    truth: Option<JointList>,
}

/// One number per joint.
#[derive(Clone, Debug, PartialEq)]
struct JointList(Vec<f64>);

fn joint_list(text: &str) -> Result<JointList, String> {
    number_list(text).map(JointList)
}

/// Stiffness of a clamp in six directions.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ClampStiffness([f64; 6]);

fn clamp_stiffness(text: &str) -> Result<ClampStiffness, String> {
    let value = |x: &str| match x.trim().parse::<f64>() {
        Ok(k) if k > 0.0 => Ok(k),
        _ => Err(format!("{x:?} is neither a positive number nor inf")),
    };
    let values = text.split(',').map(value).collect::<Result<Vec<f64>, String>>()?;
    match values[..] {
        [f64::INFINITY] => Ok(ClampStiffness([f64::INFINITY; 6])),
        [x, y, z] => Ok(ClampStiffness([x, y, z, f64::INFINITY, f64::INFINITY, f64::INFINITY])),
        [x, y, z, a, b, c] => Ok(ClampStiffness([x, y, z, a, b, c])),
        _ => Err("expected six values, three for a clamp that does not turn, or inf".to_owned()),
    }
}

/// Treatment of friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FrictionArg {
    /// Its sign is that of the motor's motion; rows in which the motor sticks are left out
    Separated,
    /// All rows on one line, as in the paper that the method comes from
    Ignored,
}

/// Reads robot and logs, finds the stiffnesses and shows them.
pub(crate) fn run(ctx: &Context, args: &StiffnessArgs) -> Outcome {
    let out = args.shared.out.checked()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let (settings, options) = (args.settings(robot)?, args.shared.log_options(ctx)?);
    let gains = args.shared.torque_constants(robot)?;
    let logs: Vec<LogFile<'_>> =
        args.logs.iter().map(|path| LogFile::new(path, robot, &options)).collect();
    let forces = ctx.with_spinner("reading forces", || args.wrench.read(&args.logs, &options))?;
    let clamped: Vec<_> = logs.iter().zip(&forces).map(clamped_log).collect();
    let found =
        ctx.with_spinner("fitting", || identify_stiffness(robot, &clamped, &gains, &settings))?;
    let inputs =
        loaded.file().into_iter().chain(args.logs.iter().chain(args.wrench.files()).cloned());
    let truth = args.truth.as_ref().map_or(&[][..], |truth| &truth.0);
    let provenance = provenance(ctx, &settings, inputs)?;
    let mut study = found.to_study(loaded.record(&args.robot.robot), truth, provenance);
    study.header.warn(logs.iter().flat_map(LogFile::warnings));
    study.header.warn(forces.iter().flatten().flat_map(|forces| forces.warnings.clone()));
    let next = args.next(ctx, &study, out);
    let screen = |study: &StiffnessStudy, width| render_screen(study, width) + &next;
    hand_over(ctx, &study, screen, taufit_report::render_stiffness, stiffness_folder, out)
}

fn clamped_log<'a, 'r>(
    (log, forces): (&'a LogFile<'r>, &'a Option<LoadedWrench>),
) -> ClampedLog<'a, LogFile<'r>> {
    let wrench = forces.as_ref().map(|forces| &forces.recording);
    ClampedLog { recording: log, wrench }
}

impl StiffnessArgs {
    /// A second run, which loads other axes or repeats the first.
    fn next(&self, ctx: &Context, study: &StiffnessStudy, out: Option<&Path>) -> String {
        let robot = &self.robot.robot;
        let log = self.logs.first().map(|log| inspect_log(&log.to_string_lossy(), robot));
        next_uses(ctx, &study.header, out, log, |folder| {
            vec![
                format!("taufit stiffness {} OTHER_LOG --out other.taufit", quoted(robot)),
                format!("taufit compare {folder} other.taufit"),
            ]
        })
    }

    fn settings(&self, robot: &Robot) -> Outcome<StiffnessSettings> {
        for (option, list) in [("--pose", &self.pose), ("--truth", &self.truth)] {
            if let Some(JointList(list)) = list.as_ref().filter(|l| l.0.len() != robot.n_dof()) {
                return Err(Failure::misuse(format!(
                    "{option} has {} values, but {} has {} joints",
                    list.len(),
                    robot.name(),
                    robot.n_dof()
                )));
            }
        }
        Ok(StiffnessSettings {
            gate: self.shared.gate(),
            cutoff_hz: self.cutoff_hz,
            decimation_hz: self.decimation_hz,
            friction: match self.motor_friction {
                FrictionArg::Separated => BranchFriction::Separated,
                FrictionArg::Ignored => BranchFriction::Ignored,
            },
            wrench: self.wrench.settings(),
            clamp_compliance: self.clamp_stiffness.map(|ClampStiffness(k)| k.map(|k| 1.0 / k)),
            pose: self.pose.as_ref().map(|pose| pose.0.clone()),
            tool: self.tool.clone(),
            ..StiffnessSettings::default()
        })
    }
}
