//! `taufit payload ROBOT LOG...`: what a robot carries, ready to be typed into its controller.

mod gains;
mod render;

use crate::condition_args::{ConditionArgs, standstill};
use crate::context::{Context, quoted};
use crate::failure::Outcome;
use crate::layout_args::{FRICTION_HELP, friction_model};
use crate::method_args::MethodArgs;
use crate::next_steps::{inspect_log, next_uses};
use crate::numbers::number;
use crate::result_folder::{provenance, read_study};
use crate::robot_args::RobotArgs;
use crate::show::hand_over;
use clap::{Args, ValueEnum};
use gains::ReferenceArgs;
pub(crate) use render::render_payload;
use render::vendor_entries;
use std::path::{Path, PathBuf};
use taufit::friction::FrictionShape;
use taufit::methods::{
    FrictionUse, KnownRobot, PayloadFrame, PayloadInputs, PayloadSettings, identify_payload,
    identify_payload_static,
};
use taufit::signal::Standstill;
use taufit::study::PayloadStudy;
use taufit_io::LogFile;
use taufit_io::result_folder::{RESULT, payload_folder};

/// Weigh what a robot carries: mass, centre of mass, inertia, as its controller takes them
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
A load shows as a difference: give an identified model of the robot (--model), a log without the load
(--unloaded), or both. Logs of currents need drive gains: --gains, those of the robot, a result of
`taufit gains` (--gains FILE), or a run with a load of known mass (--loaded). Set the controller's own
payload to zero before recording.

A factor that all torques share is a factor of the mass. The verdict is good only if something verifies the
scale of the torques: gains with an uncertainty, --stated-mass-kg, or --scale-percent.

Examples:
  taufit payload ur5e.urdf with_gripper.csv --unloaded free.csv --frame tool0 --out gripper.taufit
  taufit payload panda with_tool.mcap --model panda.taufit
  taufit payload arm.urdf poses.csv --model arm.taufit --static --stated-mass-kg 2.5
  taufit payload ur10e.urdf box.csv --unloaded free.csv --loaded 2kg805.csv --mass-kg 2.805 \\
      --effort current")]
pub(crate) struct PayloadArgs {
    #[command(flatten)]
    robot: RobotArgs,
    /// Logs with the load
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// Result of `taufit identify` on the robot without the load
    #[arg(long, value_name = "RESULT")]
    model: Option<PathBuf>,
    /// Logs without the load
    #[arg(long, value_name = "LOG", num_args = 1..)]
    unloaded: Vec<PathBuf>,
    /// Frame or link that carries the load or the contact; the load is expressed in it. If not given, the
    /// flange of the description (tool0, flange or link8), else the last link
    #[arg(long, value_name = "FRAME")]
    frame: Option<String>,
    /// Friction under load: that without it, or found anew
    #[arg(long, value_enum, default_value_t = LoadFrictionArg::Keep)]
    load_friction: LoadFrictionArg,
    /// Weigh at rest, in the poses that the logs hold: mass and centre only
    #[arg(long = "static")]
    at_rest: bool,
    /// Standing still, with --static: slower than SPEED (rad/s or m/s) for SECONDS or longer
    #[arg(long, value_name = "SPEED[,SECONDS]", value_parser = standstill, requires = "at_rest")]
    standstill: Option<Standstill>,
    /// Mass of the load by a scale, in kg, for comparison
    #[arg(long, value_name = "KG")]
    stated_mass_kg: Option<f64>,
    /// Standard deviation of the common scale of all torques, in percent: 1 for joint torque
    /// sensors, 0 if exact
    #[arg(long, value_name = "PERCENT")]
    scale_percent: Option<f64>,
    /// Radius of gyration that the load has at most, in m: for inertias that the motion does not show
    #[arg(long, value_name = "M", default_value_t = PayloadSettings::default().gyration_radius_m)]
    gyration_radius_m: f64,
    #[arg(long, value_name = "MODEL", value_parser = friction_model, conflicts_with = "model", help = FRICTION_HELP)]
    friction: Option<FrictionShape>,
    /// Without rotor inertias `Ia`
    #[arg(long, conflicts_with = "model")]
    no_rotor: bool,
    #[command(flatten)]
    shared: MethodArgs,
    #[command(flatten)]
    reference: ReferenceArgs,
    #[command(flatten)]
    condition: ConditionArgs,
}

/// Friction assumed under load.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum LoadFrictionArg {
    /// That without the load
    Keep,
    /// Found anew, with the load
    Refit,
}

/// Reads robot, model and logs, weighs the load and shows it.
pub(crate) fn run(ctx: &Context, args: &PayloadArgs) -> Outcome {
    let out = args.shared.out.checked()?;
    let loaded = args.robot.read(ctx)?;
    let robot = &loaded.robot;
    let (options, settings) = (args.shared.log_options(ctx)?, args.settings());
    let files = |paths: &[PathBuf]| -> Vec<LogFile<'_>> {
        paths.iter().map(|path| LogFile::new(path, robot, &options)).collect()
    };
    let (with, free) = (files(&args.logs), files(&args.unloaded));
    let reference = files(&args.reference.loaded);
    let study = args.model.as_deref().map(read_study).transpose()?;
    let known = study.as_ref().map(KnownRobot::of_study).transpose()?;
    let frame = PayloadFrame::new(robot, args.frame.as_deref())?;
    let given = args.shared.drive_gains(robot)?;
    let result = ctx.with_spinner("weighing", || -> Outcome<_> {
        let gains =
            args.reference.gains(robot, &free, &reference, frame.name(), given, &settings)?;
        let how = if args.at_rest { identify_payload_static } else { identify_payload };
        let inputs = PayloadInputs {
            known: known.as_ref(),
            free: &free,
            loaded: &with,
            frame: frame.name(),
            gains: &gains,
        };
        Ok(how(robot, &inputs, &settings)?)
    })?;
    let entries = vendor_entries(&result.found, &frame)?;
    let provenance = provenance(ctx, &settings, args.inputs(loaded.file()))?;
    let mut study = result.to_study(loaded.record(&args.robot.robot), entries, provenance);
    let findings = with.iter().chain(&free).chain(&reference).flat_map(LogFile::warnings);
    study.header.warn(frame.warning().into_iter().chain(findings));
    let next = args.next(ctx, &study, out);
    let screen = |study: &PayloadStudy, width| render_payload(study, width) + &next;
    hand_over(ctx, &study, screen, taufit_report::render_payload, payload_folder, out)
}

impl PayloadArgs {
    /// Other verbs take the load with the robot.
    fn next(&self, ctx: &Context, study: &PayloadStudy, out: Option<&Path>) -> String {
        let (robot, body) = (quoted(&self.robot.robot), &study.found.body);
        // To a hundredth of a millimetre; adding zero turns -0 into 0.
        let [x, y, z] = body.com_m.map(|x| number((1e5 * x).round() / 1e5 + 0.0));
        let load = quoted(&format!("{}:{},{x},{y},{z}", study.found.frame, number(body.mass_kg)));
        let log = self.logs.first();
        let log = log.map(|log| inspect_log(&log.to_string_lossy(), &self.robot.robot));
        next_uses(ctx, &study.header, out, log, |_| {
            vec![format!("taufit identify {robot} LOG_WITH_LOAD --payload {load}")]
        })
    }

    fn settings(&self) -> PayloadSettings {
        let default = PayloadSettings::default();
        PayloadSettings {
            gate: self.shared.gate(),
            condition: self.condition.settings(),
            rotor_inertia: !self.no_rotor,
            friction: self.friction.unwrap_or(default.friction),
            friction_use: match self.load_friction {
                LoadFrictionArg::Keep => FrictionUse::Keep,
                LoadFrictionArg::Refit => FrictionUse::Refit,
            },
            gyration_radius_m: self.gyration_radius_m,
            scale_sigma: self.scale_percent.map(|percent| percent / 100.0),
            stated_mass_kg: self.stated_mass_kg,
            standstill: self.standstill.unwrap_or(default.standstill),
        }
    }

    /// Files that go in.
    fn inputs(&self, robot: Option<PathBuf>) -> impl Iterator<Item = PathBuf> {
        let model = self.model.iter().map(|path| match path.is_dir() {
            true => path.join(RESULT),
            false => path.clone(),
        });
        let logs = self.logs.iter().chain(&self.unloaded).chain(&self.reference.loaded);
        let gains = self.shared.gains_file().map(Path::to_path_buf);
        robot
            .into_iter()
            .chain(model)
            .chain(logs.cloned())
            .chain(gains)
            .collect::<Vec<_>>()
            .into_iter()
    }
}
