//! `taufit serve --as LINK`: the simulated robot at the other end of a wire, for rehearsals.

mod fault;
#[cfg(any(feature = "ros1", feature = "ros2"))]
mod ros;
#[cfg(feature = "rtde")]
mod rtde;

use crate::context::Context;
use crate::failure::{Failure, Outcome};
use crate::interrupt::{SIGINT, end_signals};
use crate::run::Material;
use clap::Args;
use fault::{Fault, mischief};
use indicatif::ProgressBar;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use taufit::experiment::{Experiment, LinkSettings, start_pose};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_io::read_robot;
use taufit_robot::serve::{Mischief, ServedArm};
use taufit_robot::{LinkKind, LiveError, LiveSettings, SimulatedLink};

/// How often the line that says what is going on is renewed.
const RENEW: Duration = Duration::from_millis(200);

/// Offer the simulated robot over the protocol of a real one, to rehearse an experiment
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The robot is simulated in real time, until Ctrl-C (or SIGTERM, SIGHUP, SIGQUIT). With --experiment it differs from its description
as [simulation] says, and stands where the experiment begins.

Faults, to see what a run makes of them (times on the robot's clock, in s):
  freeze@5     every packet repeats the last one       silent@5     nothing is said any more
  drop=0.1     a tenth of the packets is not sent      refuse       no program, no controller
  abort@5      the motion is given up                  slider=0.5   the speed slider at half
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
  ROS_MASTER_URI=http://robot:11311 taufit serve --as ros1 --robot ur5 --bind 0.0.0.0")]
pub(crate) struct ServeArgs {
    /// What it speaks: rtde, ros2, ros1, or a preset of `taufit run --link`
    #[arg(long = "as", value_name = "LINK")]
    link: String,
    /// A built-in name, a URDF, an MJCF, or a robot.toml
    #[arg(long, value_name = "ROBOT", required_unless_present = "experiment")]
    robot: Option<String>,
    /// An experiment: its robot, its [simulation], its rate
    #[arg(long, value_name = "EXPERIMENT.toml")]
    experiment: Option<PathBuf>,
    /// Packets per second, in Hz; that of the experiment, or 500, if not given
    #[arg(long, value_name = "HZ")]
    rate_hz: Option<f64>,
    /// The address to listen at; of ROS 2, the interface that is used (it receives on all)
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// Added to every port, for several robots on one computer
    #[arg(long, value_name = "N", default_value_t = 0)]
    port_offset: u16,
    /// What goes wrong; may be given several times
    #[arg(long, value_name = "FAULT")]
    fault: Vec<Fault>,
    /// End after so many seconds
    #[arg(long, value_name = "SECONDS")]
    for_s: Option<f64>,
}

/// What is served, whatever the protocol.
struct Stage {
    robot: Robot,
    /// How the experiment would reach it: names of joints and controllers.
    #[cfg_attr(
        not(any(feature = "ros1", feature = "ros2")),
        allow(dead_code, reason = "RTDE has no names")
    )]
    said: LinkSettings,
    link: SimulatedLink,
    rate_hz: f64,
    mischief: Mischief,
}

/// Something that is being served.
trait Served {
    /// Where it is, in a few lines.
    fn greeting(&self) -> String;
    /// What is going on, in a line.
    fn line(&self) -> String;
}

/// Sets the robot up, and serves it until somebody has had enough.
pub(crate) fn run(ctx: &Context, args: &ServeArgs) -> Outcome {
    let served = start(args)?;
    ctx.deliver(&served.greeting())?;
    let over = end_signals().map_err(|error| Failure::internal(error.to_string()))?;
    let spinner = ProgressBar::new_spinner();
    let began = Instant::now();
    let is_time = || args.for_s.is_some_and(|for_s| began.elapsed().as_secs_f64() >= for_s);
    while !over.is_raised() && !is_time() {
        spinner.set_message(served.line());
        spinner.tick();
        std::thread::sleep(RENEW);
    }
    spinner.finish_and_clear();
    match over.signal() {
        // The way in which a server is meant to end.
        None | Some(SIGINT) => Ok(()),
        Some(signal) => Err(Failure::Signal(signal)),
    }
}

fn start(args: &ServeArgs) -> Outcome<Box<dyn Served>> {
    let kind = LinkKind::of(&args.link)?;
    match kind {
        #[cfg(feature = "rtde")]
        LinkKind::Rtde => rtde::start(args, Stage::new(args)?),
        #[cfg(any(feature = "ros1", feature = "ros2"))]
        LinkKind::Ros1 | LinkKind::Ros2 => ros::start(kind, args, Stage::new(args)?),
        #[allow(unreachable_patterns, reason = "a build with every link leaves nothing over")]
        kind => Err(taufit_robot::Error::from(LiveError::NotInBuild { kind: kind.word() }).into()),
    }
}

impl Stage {
    fn new(args: &ServeArgs) -> Outcome<Self> {
        let (mut experiment, robot) = match (&args.experiment, &args.robot) {
            (Some(path), None) => {
                let Material { experiment, loaded, .. } = Material::read(path)?;
                (experiment, loaded.robot)
            }
            (path, Some(name)) => {
                let told = path.as_ref().map(|path| Material::read(path)).transpose()?;
                let experiment = told.map(|material| material.experiment);
                (experiment.unwrap_or_else(|| Experiment::new(name)), read_robot(name)?.robot)
            }
            (None, None) => return Err(Failure::misuse("name a --robot or an --experiment")),
        };
        let rate_hz = args.rate_hz.unwrap_or(experiment.rate_hz);
        if let Some(kind) = promised_effort(args, &experiment, &robot) {
            experiment.simulation.arm.sensors.effort.kind = kind;
        }
        let q = start_pose(&experiment, &robot, None)?;
        let link = SimulatedLink::new(&robot, &experiment.simulation, &q, rate_hz)?;
        Ok(Self { robot, said: experiment.link, link, rate_hz, mischief: mischief(&args.fault) })
    }

    fn arm(self) -> (Robot, ServedArm) {
        (self.robot, ServedArm::start(self.link, self.mischief))
    }
}

/// What efforts mean on the wire of a ROS driver, where its preset or `[link]` says so: a rehearsal shows
/// what the real one does. (Controllers of Universal Robots always speak of currents.)
fn promised_effort(args: &ServeArgs, experiment: &Experiment, robot: &Robot) -> Option<EffortKind> {
    let said = LiveSettings::new(&experiment.link, Some(&args.link), robot, experiment.rate_hz);
    said.ok().filter(|said| said.kind != LinkKind::Rtde).map(|said| said.effort)
}
