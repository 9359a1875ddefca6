//! A master, a served arm, and runs against it.

use crate::common::{tolerate_stalls, ur5};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};
use taufit::command::Command;
use taufit::experiment::{
    ConnectionOptions, Experiment, RosSettings, Sweep, SweepJoint, start_pose,
};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_robot::serve::{
    ArmPacket, DriverFaults, Ros1Master, Ros1ServeSettings, Ros1Server, ServedArm,
};
use taufit_robot::{ConnectionSettings, Result, RobotConnection, SimulatedConnection, connect};

/// Rate for a busy computer \[Hz\].
pub(crate) const RATE_HZ: f64 = 100.0;

/// Initial position: not the start of the sweep.
const HOME: [f64; 6] = [0.0, -1.7, 0.5, 0.0, 0.0, 0.0];

/// Preset of Universal Robots' driver.
const PRESET: &str = "ur-ros1-noetic";

/// Time-out of an answer \[s\].
pub(crate) const TIMEOUT_S: f64 = 2.0;

/// Motion to the start under position control (phase 1), then one joint forward and back under velocity control
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
    tolerate_stalls(&mut experiment);
    experiment
}

/// Served arm in a graph of its own.
pub(crate) struct Rig {
    pub(crate) settings: ConnectionSettings,
    /// Packets of the arm, with the command in force.
    packets: Receiver<Arc<ArmPacket>>,
    server: Option<Ros1Server>,
    pub(crate) master: Ros1Master,
}

impl Rig {
    pub(crate) fn start(driver_faults: DriverFaults) -> Self {
        Self::serve(&sweep(vec![0.5]), driver_faults)
    }

    /// Serves the robot of an experiment.
    pub(crate) fn serve(experiment: &Experiment, driver_faults: DriverFaults) -> Self {
        let master = Ros1Master::start([127, 0, 0, 1].into(), 0).unwrap();
        let settings = live_settings(master.uri(), RosSettings::default());
        let (packets, server) = served(experiment, driver_faults, &settings);
        Self { settings, packets, server: Some(server), master }
    }

    /// Serves another robot with the same joint names.
    pub(crate) fn serve_other(robot: &Robot) -> Self {
        let master = Ros1Master::start([127, 0, 0, 1].into(), 0).unwrap();
        let settings = live_settings(master.uri(), RosSettings::default());
        let (packets, server) =
            served_as(robot, &sweep(vec![0.5]), DriverFaults::default(), &settings);
        Self { settings, packets, server: Some(server), master }
    }

    /// Ends the driver.
    pub(crate) fn kill(&mut self) {
        self.server = None;
    }

    /// Starts the driver again.
    pub(crate) fn revive(&mut self) {
        let (packets, server) = served(&sweep(vec![0.5]), DriverFaults::default(), &self.settings);
        (self.packets, self.server) = (packets, Some(server));
    }

    pub(crate) fn connection(&self) -> Result<Box<dyn RobotConnection>> {
        connect(&self.settings, &ur5())
    }

    /// Waits until the arm has a stop command and is at rest for a third of a second, for 3 s at most.
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
        // The end of a goal.
        Command::Position(point) => point.qd.iter().all(|v| *v == 0.0),
        _ => false,
    }
}

fn served(
    experiment: &Experiment,
    driver_faults: DriverFaults,
    settings: &ConnectionSettings,
) -> (Receiver<Arc<ArmPacket>>, Ros1Server) {
    served_as(&ur5(), experiment, driver_faults, settings)
}

fn served_as(
    robot: &Robot,
    experiment: &Experiment,
    driver_faults: DriverFaults,
    settings: &ConnectionSettings,
) -> (Receiver<Arc<ArmPacket>>, Ros1Server) {
    let start = start_pose(experiment, robot, None).unwrap();
    let connection =
        SimulatedConnection::new(robot, &experiment.simulation, &start, RATE_HZ).unwrap();
    let arm = ServedArm::start(connection, driver_faults);
    let packets = arm.listen();
    let server = Ros1Server::start(arm, settings, &Ros1ServeSettings::default()).unwrap();
    assert!(!server.has_own_master(), "there is one already");
    (packets, server)
}

pub(crate) fn live_settings(master_uri: &str, ros: RosSettings) -> ConnectionSettings {
    let ros = RosSettings { master_uri: Some(master_uri.to_owned()), ..ros };
    let connection =
        ConnectionOptions { timeout_s: Some(TIMEOUT_S), ros, ..ConnectionOptions::default() };
    ConnectionSettings::new(&connection, Some(PRESET), &ur5(), RATE_HZ).unwrap()
}
