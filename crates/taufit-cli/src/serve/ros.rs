//! As a robot behind ROS, 1 or 2.

use super::{ServeArgs, Served, Stage};
use crate::failure::Outcome;
use std::time::Instant;
use taufit::experiment::LinkSettings;
use taufit_robot::serve::ServedArm;
use taufit_robot::{LinkKind, LiveError, LiveSettings, RobotLink};

struct ServedRos {
    /// Owns the server.
    is_alive: Box<dyn Fn() -> bool>,
    settings: LiveSettings,
    robot: String,
    /// Where the master is and whose, in ROS 1.
    master: Option<String>,
    began: Instant,
}

/// What joined: whether it is alive, and where its master is.
type Joined = (Box<dyn Fn() -> bool>, Option<String>);

/// Joins the graph.
pub(super) fn start(kind: LinkKind, args: &ServeArgs, stage: Stage) -> Outcome<Box<dyn Served>> {
    let settings = settings(args, &stage)?;
    let robot = stage.robot.name().to_owned();
    let (_, arm) = stage.arm();
    let (is_alive, master) = join(kind, args, arm, &settings)?;
    Ok(Box::new(ServedRos { is_alive, settings, robot, master, began: Instant::now() }))
}

#[cfg_attr(not(feature = "ros1"), allow(unused_variables, reason = "ROS 2 has no ports to choose"))]
fn join(
    kind: LinkKind,
    args: &ServeArgs,
    arm: ServedArm,
    settings: &LiveSettings,
) -> Outcome<Joined> {
    match kind {
        #[cfg(feature = "ros2")]
        LinkKind::Ros2 => {
            let server = taufit_robot::serve::Ros2Server::start(arm, settings)?;
            Ok((Box::new(move || server.is_alive()), None))
        }
        #[cfg(feature = "ros1")]
        LinkKind::Ros1 => {
            use taufit_robot::serve::{Ros1ServeSettings, Ros1Server};
            let place = Ros1ServeSettings { bind: args.bind, port_offset: args.port_offset };
            let server = Ros1Server::start(arm, settings, &place)?;
            let whose = if server.has_own_master() { "started here" } else { "found" };
            let master = format!("ROS master {}, {whose}", server.master_uri());
            Ok((Box::new(move || server.is_alive()), Some(master)))
        }
        kind => Err(taufit_robot::Error::from(LiveError::NotInBuild { kind: kind.word() }).into()),
    }
}

/// As `[link]` of the experiment says; efforts are what those of the simulated arm are.
fn settings(args: &ServeArgs, stage: &Stage) -> Outcome<LiveSettings> {
    let effort = Some(stage.link.info().effort_kind);
    let said = LinkSettings { effort, ..stage.said.clone() };
    let mut settings = LiveSettings::new(&said, Some(&args.link), &stage.robot, stage.rate_hz)?;
    settings.ros.interface = args.bind;
    Ok(settings)
}

impl Served for ServedRos {
    fn greeting(&self) -> String {
        let LiveSettings { preset, ros, rate_hz, .. } = &self.settings;
        let master = self.master.as_ref().map(|master| format!("{master}\n")).unwrap_or_default();
        format!(
            "{} as {preset}: {} at {rate_hz} Hz, controllers {} and {}\n{master}Ctrl-C ends it.\n",
            self.robot, ros.joint_states, ros.position_controller, ros.velocity_controller,
        )
    }

    fn line(&self) -> String {
        let state = if (self.is_alive)() { "on the air" } else { "the arm broke down" };
        format!("{:.1} s, {state}", self.began.elapsed().as_secs_f64())
    }
}
