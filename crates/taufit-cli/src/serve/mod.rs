//! `taufit serve --as LINK`: the simulated robot as a server of the protocol of a real one.

mod fault;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod ros;
#[cfg(feature = "rtde")]
mod rtde;

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::interrupt::SIGINT;
use crate::run::ExperimentFiles;
use clap::Args;
use fault::{FaultArg, driver_faults};
use indicatif::ProgressBar;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use taufit::experiment::{ConnectionOptions, Experiment, start_pose};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::read_robot;
use taufit_robot::serve::{DriverFaults, ServedArm};
use taufit_robot::{
    ConnectionError, ConnectionKind, ConnectionSettings, ConnectionWarning, SimulatedConnection,
    request_real_time,
};

/// Period of the status line.
const STATUS_PERIOD: Duration = Duration::from_millis(200);

/// Offer the simulated robot over the protocol of a real one, to rehearse an experiment
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The robot is simulated in real time, until Ctrl-C (or SIGTERM, SIGHUP, SIGQUIT). With --experiment it differs from its description
as [simulation] says, and stands where the experiment begins.

Faults, to rehearse how a run ends (times on the robot's clock, in s):
  freeze@5     every packet repeats the last one       silent@5     no packets any more
  drop=0.1     a tenth of the packets is not sent      refuse       programs and switches refused
  abort@5      the motion is aborted                   slider=0.5   the speed slider at half
  shuffle      joints in another order (ROS)           rename       other names of joints (ROS)
  lag=0.05     packets delayed by 5 % of the time      no-timeout   commands stay in force for ever
  nan-stamp@5, nan-position@5, nan-velocity@5, nan-effort@5       not a number (stamp of ROS: zero)
  zero-velocity@5     velocities read zero             stuck-values@5      fresh stamps, old values
  clock-ahead@5       stamps jump by 10 s              clock-behind@5      stamps jump by -10 s
  position-jump@5     joint 2 is off by 0.3 rad        swapped-joints@5    joints 1 and 2 are exchanged
  reordered@5         some packets are overtaken       missing-joint@5     the last one is absent (ROS)
  missing-velocities@5  messages without them (ROS)

Examples:
  taufit serve --as rtde --robot ur5
  taufit run sweep.toml --link rtde --host 127.0.0.1
  taufit serve --as rtde --experiment sweep.toml --fault freeze@5
  taufit serve --as ur-ros2-jazzy --robot ur5          for `taufit run --link ur-ros2-jazzy`
  taufit serve --as ros2 --experiment sweep.toml       names and domain as in its [link]
  taufit serve --as ros1 --robot ur5                   starts a ROS master where none answers
  ROS_MASTER_URI=http://robot:11311 taufit serve --as ros1 --robot ur5 --listen 0.0.0.0")]
pub(crate) struct ServeArgs {
    /// Protocol: rtde, ros2, ros1, or a preset of `taufit run --link`
    #[arg(long = "as", value_name = "LINK")]
    link: String,
    /// A robot: a built-in name, a URDF, an MJCF, or a robot.toml
    #[arg(long, value_name = "ROBOT", required_unless_present = "experiment")]
    robot: Option<String>,
    /// Experiment: its robot, its [simulation], its rate
    #[arg(long, value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
    /// Rate of the log to come, in Hz; packets per second, those of the experiment, or 500, if not given
    #[arg(long, value_name = "HZ")]
    sample_rate_hz: Option<f64>,
    /// Address to listen at; of ROS 2, address of the network interface
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// Offset of every port, for several robots on one computer
    #[arg(long, value_name = "N", default_value_t = 0)]
    port_offset: u16,
    /// Injected fault; may be given several times
    #[arg(long, value_name = "FAULT")]
    fault: Vec<FaultArg>,
    /// Duration, in s; until a signal if not given
    #[arg(long, value_name = "SECONDS")]
    for_s: Option<f64>,
}

/// Robot to be served, for any protocol.
struct ServedRobot {
    robot: Robot,
    /// Names of joints and controllers, by the experiment.
    #[cfg_attr(
        not(any(feature = "ros1", feature = "ros2")),
        allow(dead_code, reason = "RTDE has no names")
    )]
    options: ConnectionOptions,
    connection: SimulatedConnection,
    rate_hz: f64,
    driver_faults: DriverFaults,
}

/// Running server.
trait Served {
    /// Addresses, in a few lines.
    fn greeting(&self) -> String;
    /// Warning about the network, if there is one.
    fn warning(&self) -> Option<ConnectionWarning> {
        None
    }
    /// State, in one line.
    fn status_line(&self) -> String;
}

/// Serves the robot until a signal or the end of its time.
pub(crate) fn run(ctx: &Context, args: &ServeArgs) -> Outcome {
    // A real controller is never held back by other programs.
    request_real_time();
    let of_file = |failure: Failure| match args.experiment {
        Some(_) => failure.in_settings_file(),
        None => failure,
    };
    let served = start(args).map_err(of_file)?;
    if let Some(warning) = served.warning() {
        ctx.message(&format!("warning[{}]: {warning}\n  {}\n", warning.code(), warning.advice()));
    }
    ctx.print(&served.greeting())?;
    let signals = ctx.end_signals().map_err(|error| Failure::internal(error.to_string()))?;
    let spinner = ProgressBar::new_spinner();
    let began = Instant::now();
    let is_time = || args.for_s.is_some_and(|for_s| began.elapsed().as_secs_f64() >= for_s);
    while !signals.is_raised() && !is_time() {
        spinner.set_message(served.status_line());
        spinner.tick();
        std::thread::sleep(STATUS_PERIOD);
    }
    spinner.finish_and_clear();
    match signals.signal() {
        // The usual end of a server.
        None | Some(SIGINT) => Ok(()),
        Some(signal) => Err(Failure::Signal(signal)),
    }
}

fn start(args: &ServeArgs) -> Outcome<Box<dyn Served>> {
    let kind = ConnectionKind::of(&args.link)?;
    match kind {
        #[cfg(feature = "rtde")]
        ConnectionKind::Rtde => rtde::start(args, ServedRobot::new(args)?),
        #[cfg(any(feature = "ros1", feature = "ros2"))]
        ConnectionKind::Ros1 | ConnectionKind::Ros2 => {
            ros::start(kind, args, ServedRobot::new(args)?)
        }
        #[allow(unreachable_patterns, reason = "a build with every connection has all arms")]
        kind => {
            Err(taufit_robot::Error::from(ConnectionError::NotInBuild { kind: kind.label() })
                .into())
        }
    }
}

impl ServedRobot {
    fn new(args: &ServeArgs) -> Outcome<Self> {
        let (mut experiment, robot) = match (&args.experiment, &args.robot) {
            (Some(path), None) => {
                let ExperimentFiles { experiment, loaded, .. } = ExperimentFiles::read(path)?;
                (experiment, loaded.robot)
            }
            (path, Some(name)) => {
                let read = path.as_ref().map(|path| ExperimentFiles::read(path)).transpose()?;
                let experiment = read.map(|files| files.experiment);
                (experiment.unwrap_or_else(|| Experiment::new(name)), read_robot(name)?.robot)
            }
            (None, None) => return Err(Failure::misuse("name a --robot or an --experiment")),
        };
        let rate_hz = args.sample_rate_hz.unwrap_or(experiment.rate_hz);
        if let Some(kind) = driver_effort(args, &experiment, &robot) {
            experiment.simulation.arm.sensors.effort.kind = kind;
        }
        let q = start_pose(&experiment, &robot, None)?;
        let connection = SimulatedConnection::new(&robot, &experiment.simulation, &q, rate_hz)?;
        Ok(Self {
            robot,
            options: experiment.link,
            connection,
            rate_hz,
            driver_faults: driver_faults(&args.fault),
        })
    }

    fn arm(self) -> (Robot, ServedArm) {
        (self.robot, ServedArm::start(self.connection, self.driver_faults))
    }
}

/// Quantity of the efforts of a ROS driver, where its preset or `[link]` specifies it. (Controllers of
/// Universal Robots always send currents.)
fn driver_effort(args: &ServeArgs, experiment: &Experiment, robot: &Robot) -> Option<EffortKind> {
    let settings =
        ConnectionSettings::new(&experiment.link, Some(&args.link), robot, experiment.rate_hz);
    settings.ok().filter(|found| found.kind != ConnectionKind::Rtde).map(|found| found.effort)
}
