//! A master, a served arm, and runs against it.

use crate::common::{bear_stutter, ur5};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use taufit::experiment::{Experiment, LinkSettings, RosSettings, Sweep, SweepJoint, start_pose};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit::sim::Command;
use taufit_robot::serve::{
    ArmPacket, Mischief, Ros1Master, Ros1ServeSettings, Ros1Server, ServedArm,
};
use taufit_robot::{LiveSettings, Result, RobotLink, SimulatedLink, connect};

/// Slow enough for a computer with other things to do.
pub(crate) const RATE_HZ: f64 = 100.0;

/// Where the arm stands at first: not where the sweep begins.
const HOME: [f64; 6] = [0.0, -1.7, 0.5, 0.0, 0.0, 0.0];

/// The names of the driver of Universal Robots.
const PRESET: &str = "ur-ros1-noetic";

/// How long a peer may take \[s\].
pub(crate) const TIMEOUT_S: f64 = 2.0;

/// To the start under position control (phase 1), then one joint there and back under velocity control
/// (phases 3 and 5), with rests between them.
pub(crate) fn sweep(velocities_rad_s: Vec<f64>) -> Experiment {
    let joints = vec![SweepJoint {
        name: "joint2".to_owned(),
        start: vec![0.0, -1.8, 0.5, 0.0, 0.0, 0.0],
        distance_rad: 0.6,
        velocities_rad_s,
    }];
    let sweep = Some(Sweep { iterations: 1, both_directions: true, joints });
    let mut experiment =
        Experiment { sweep, rate_hz: RATE_HZ, settle_s: 0.3, ..Experiment::new("ur5") };
    experiment.simulation.start = Some(HOME.to_vec());
    experiment.simulation.arm.sensors.effort.kind = EffortKind::Current;
    bear_stutter(&mut experiment);
    experiment
}

/// A served arm in a graph of its own.
pub(crate) struct Rig {
    pub(crate) settings: LiveSettings,
    /// What the arm does and was told.
    packets: Receiver<Arc<ArmPacket>>,
    server: Option<Ros1Server>,
    pub(crate) master: Ros1Master,
}

impl Rig {
    pub(crate) fn start(mischief: Mischief) -> Self {
        Self::serve(&sweep(vec![0.5]), mischief)
    }

    /// The robot of an experiment.
    pub(crate) fn serve(experiment: &Experiment, mischief: Mischief) -> Self {
        let master = Ros1Master::start([127, 0, 0, 1].into(), 0).unwrap();
        let settings = live_settings(master.uri(), RosSettings::default());
        let (packets, server) = served(experiment, mischief, &settings);
        Self { settings, packets, server: Some(server), master }
    }

    /// Another robot, whose joints the driver calls the same.
    pub(crate) fn serve_other(robot: &Robot) -> Self {
        let master = Ros1Master::start([127, 0, 0, 1].into(), 0).unwrap();
        let settings = live_settings(master.uri(), RosSettings::default());
        let (packets, server) = served_as(robot, &sweep(vec![0.5]), Mischief::default(), &settings);
        Self { settings, packets, server: Some(server), master }
    }

    /// Kills the driver.
    pub(crate) fn kill(&mut self) {
        self.server = None;
    }

    /// Starts the driver again.
    pub(crate) fn revive(&mut self) {
        let (packets, server) = served(&sweep(vec![0.5]), Mischief::default(), &self.settings);
        (self.packets, self.server) = (packets, Some(server));
    }

    pub(crate) fn link(&self) -> Result<Box<dyn RobotLink>> {
        connect(&self.settings, &ur5())
    }

    /// Waits until the arm was told to stop and stands, for a third of a second; it has 3 s for it.
    pub(crate) fn assert_at_rest(&self) {
        let until = Instant::now() + Duration::from_secs(3);
        self.packets.try_iter().for_each(drop);
        let mut n_still = 0;
        while n_still < 30 {
            let packet = self.packets.recv_timeout(Duration::from_secs(3)).unwrap();
            let fastest = packet.feedback.qd.iter().fold(0.0, |max: f64, v| max.max(v.abs()));
            n_still = if is_stop(&packet.command) && fastest < 0.01 { n_still + 1 } else { 0 };
            assert!(Instant::now() < until, "{:?} at {fastest} rad/s", packet.command);
        }
    }
}

fn is_stop(command: &Command) -> bool {
    match command {
        Command::Hold => true,
        Command::Velocity(qd) => qd.iter().all(|v| *v == 0.0),
        // Where a goal has ended.
        Command::Position(point) => point.qd.iter().all(|v| *v == 0.0),
        _ => false,
    }
}

fn served(
    experiment: &Experiment,
    mischief: Mischief,
    settings: &LiveSettings,
) -> (Receiver<Arc<ArmPacket>>, Ros1Server) {
    served_as(&ur5(), experiment, mischief, settings)
}

fn served_as(
    robot: &Robot,
    experiment: &Experiment,
    mischief: Mischief,
    settings: &LiveSettings,
) -> (Receiver<Arc<ArmPacket>>, Ros1Server) {
    let start = start_pose(experiment, robot, None).unwrap();
    let link = SimulatedLink::new(robot, &experiment.simulation, &start, RATE_HZ).unwrap();
    let arm = ServedArm::start(link, mischief);
    let packets = arm.listen();
    let server = Ros1Server::start(arm, settings, &Ros1ServeSettings::default()).unwrap();
    assert!(!server.has_own_master(), "there is one already");
    (packets, server)
}

pub(crate) fn live_settings(master_uri: &str, ros: RosSettings) -> LiveSettings {
    let ros = RosSettings { master_uri: Some(master_uri.to_owned()), ..ros };
    let link = LinkSettings { timeout_s: Some(TIMEOUT_S), ros, ..LinkSettings::default() };
    LiveSettings::new(&link, Some(PRESET), &ur5(), RATE_HZ).unwrap()
}
