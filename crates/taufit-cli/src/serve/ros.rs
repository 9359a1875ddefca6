//! As a robot behind ROS, 1 or 2.

use super::{Served, Stage};
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
    began: Instant,
}

/// Joins the graph.
pub(super) fn start(kind: LinkKind, stage: Stage) -> Outcome<Box<dyn Served>> {
    let settings = settings(kind, &stage)?;
    let robot = stage.robot.name().to_owned();
    let (_, arm) = stage.arm();
    let is_alive = join(kind, arm, &settings)?;
    Ok(Box::new(ServedRos { is_alive, settings, robot, began: Instant::now() }))
}

fn join(kind: LinkKind, arm: ServedArm, settings: &LiveSettings) -> Outcome<Box<dyn Fn() -> bool>> {
    match kind {
        #[cfg(feature = "ros2")]
        LinkKind::Ros2 => {
            let server = taufit_robot::serve::Ros2Server::start(arm, settings)?;
            Ok(Box::new(move || server.is_alive()))
        }
        #[cfg(feature = "ros1")]
        LinkKind::Ros1 => {
            let server = taufit_robot::serve::Ros1Server::start(arm, settings)?;
            Ok(Box::new(move || server.is_alive()))
        }
        kind => Err(taufit_robot::Error::from(LiveError::NotInBuild { kind: kind.word() }).into()),
    }
}

/// As `[link]` of the experiment says; efforts are what those of the simulated arm are.
fn settings(kind: LinkKind, stage: &Stage) -> Outcome<LiveSettings> {
    let effort = Some(stage.link.info().effort_kind);
    let said = LinkSettings { effort, ..stage.said.clone() };
    Ok(LiveSettings::new(&said, Some(kind.word()), &stage.robot, stage.rate_hz)?)
}

impl Served for ServedRos {
    fn greeting(&self) -> String {
        let LiveSettings { preset, ros, rate_hz, .. } = &self.settings;
        format!(
            "{} as {preset}: {} at {rate_hz} Hz, controllers {} and {}\nCtrl-C ends it.\n",
            self.robot, ros.joint_states, ros.position_controller, ros.velocity_controller,
        )
    }

    fn line(&self) -> String {
        let state = if (self.is_alive)() { "on the air" } else { "the arm broke down" };
        format!("{:.1} s, {state}", self.began.elapsed().as_secs_f64())
    }
}
