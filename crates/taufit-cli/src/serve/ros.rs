//! Served robot of ROS 1 or ROS 2.

use super::{ServeArgs, Served, ServedRobot};
use crate::failure::Outcome;
use std::time::Instant;
use taufit::experiment::ConnectionOptions;
use taufit_robot::serve::ServedArm;
use taufit_robot::{
    ConnectionError, ConnectionKind, ConnectionSettings, ConnectionWarning, RobotConnection,
};

struct ServedRos {
    /// Whether the server runs; it owns the server.
    is_alive: Box<dyn Fn() -> bool>,
    settings: ConnectionSettings,
    robot: String,
    /// ROS 1: address of the master, and whether it was started here.
    master: Option<String>,
    warning: Option<ConnectionWarning>,
    began: Instant,
}

/// Whether the server runs, the description of its master, and a warning about the network.
type JoinedGraph = (Box<dyn Fn() -> bool>, Option<String>, Option<ConnectionWarning>);

/// Joins the graph.
pub(super) fn start(
    kind: ConnectionKind,
    args: &ServeArgs,
    served: ServedRobot,
) -> Outcome<Box<dyn Served>> {
    let settings = settings(args, &served)?;
    let robot = served.robot.name().to_owned();
    let (_, arm) = served.arm();
    let (is_alive, master, warning) = join(kind, args, arm, &settings)?;
    Ok(Box::new(ServedRos { is_alive, settings, robot, master, warning, began: Instant::now() }))
}

#[cfg_attr(not(feature = "ros1"), allow(unused_variables, reason = "ROS 2 has no ports to choose"))]
fn join(
    kind: ConnectionKind,
    args: &ServeArgs,
    arm: ServedArm,
    settings: &ConnectionSettings,
) -> Outcome<JoinedGraph> {
    match kind {
        #[cfg(feature = "ros2")]
        ConnectionKind::Ros2 => {
            let server = taufit_robot::serve::Ros2Server::start(arm, settings)?;
            let warning = server.warning().cloned();
            Ok((Box::new(move || server.is_alive()), None, warning))
        }
        #[cfg(feature = "ros1")]
        ConnectionKind::Ros1 => {
            use taufit_robot::serve::{Ros1ServeSettings, Ros1Server};
            let addresses = Ros1ServeSettings { bind: args.listen, port_offset: args.port_offset };
            let server = Ros1Server::start(arm, settings, &addresses)?;
            let origin = if server.has_own_master() { "started here" } else { "found" };
            let master = format!("ROS master {}, {origin}", server.master_uri());
            Ok((Box::new(move || server.is_alive()), Some(master), None))
        }
        kind => {
            Err(taufit_robot::Error::from(ConnectionError::NotInBuild { kind: kind.label() })
                .into())
        }
    }
}

/// Settings of `[link]` of the experiment, with the efforts of the simulated arm.
fn settings(args: &ServeArgs, served: &ServedRobot) -> Outcome<ConnectionSettings> {
    let effort = Some(served.connection.info().effort_kind);
    let options = ConnectionOptions { effort, ..served.options.clone() };
    let mut settings =
        ConnectionSettings::new(&options, Some(&args.link), &served.robot, served.rate_hz)?;
    settings.ros.interface = args.listen;
    Ok(settings)
}

impl Served for ServedRos {
    fn greeting(&self) -> String {
        let ConnectionSettings { preset, ros, rate_hz, .. } = &self.settings;
        let master = self.master.as_ref().map(|master| format!("{master}\n")).unwrap_or_default();
        format!(
            "{} as {preset}: {} at {rate_hz} Hz, controllers {} and {}\n{master}Ctrl-C ends it.\n",
            self.robot, ros.joint_states, ros.position_controller, ros.velocity_controller,
        )
    }

    fn warning(&self) -> Option<ConnectionWarning> {
        self.warning.clone()
    }

    fn status_line(&self) -> String {
        let state = if (self.is_alive)() { "running" } else { "the simulation failed" };
        format!("{:.1} s, {state}", self.began.elapsed().as_secs_f64())
    }
}
