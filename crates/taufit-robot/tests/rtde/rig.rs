//! Served controller, its connection settings, and recorded runs.

use crate::common::{self, Outcome, tolerate_stalls, ur5};
use std::time::Duration;
use taufit::experiment::{Experiment, Sweep, SweepJoint, start_pose};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_robot::serve::{DriverFaults, RtdePorts, RtdeServeSettings, RtdeServer, ServedArm};
use taufit_robot::{ConnectionSettings, RunProgress, SimulatedConnection, connect};

/// Sweep of one joint forward and back, on a robot that measures currents.
pub(crate) fn sweep(velocities_rad_s: Vec<f64>) -> Experiment {
    let joints = vec![SweepJoint {
        name: "joint2".to_owned(),
        start: vec![0.0, -2.1, 0.0, -1.57, 0.0, 0.0],
        distance_rad: 1.2,
        velocities_rad_s,
    }];
    let sweep = Some(Sweep { iterations: 1, both_directions: true, joints });
    let mut experiment = Experiment { sweep, settle_s: 0.3, ..Experiment::new("ur5") };
    experiment.simulation.start = Some(vec![0.1, -2.0, 0.1, -1.57, 0.0, 0.0]);
    experiment.simulation.arm.sensors.effort.kind = EffortKind::Current;
    tolerate_stalls(&mut experiment);
    experiment
}

/// Serves the robot of an experiment; `rate_hz` 500 is an e-Series, 125 a controller before it.
pub(crate) fn serve(
    experiment: &Experiment,
    rate_hz: f64,
    driver_faults: DriverFaults,
) -> RtdeServer {
    let robot = ur5();
    let version = if rate_hz > 200.0 { [5, 12, 0, 0] } else { [3, 15, 0, 0] };
    let settings = RtdeServeSettings { version, ..RtdeServeSettings::new(&robot) };
    serve_as(experiment, rate_hz, driver_faults, &settings)
}

pub(crate) fn serve_as(
    experiment: &Experiment,
    rate_hz: f64,
    driver_faults: DriverFaults,
    settings: &RtdeServeSettings,
) -> RtdeServer {
    let robot = ur5();
    let start = start_pose(experiment, &robot, None).unwrap();
    let connection =
        SimulatedConnection::new(&robot, &experiment.simulation, &start, rate_hz).unwrap();
    RtdeServer::start(ServedArm::start(connection, driver_faults), &robot, settings).unwrap()
}

/// Connection settings of a served robot.
pub(crate) fn settings(
    experiment: &Experiment,
    ports: RtdePorts,
    robot: &Robot,
) -> ConnectionSettings {
    let mut options = experiment.link.clone();
    options.rtde.port = Some(ports.rtde);
    options.rtde.script_port = Some(ports.script[1]);
    options.rtde.dashboard_port = Some(ports.dashboard);
    options.timeout_s = Some(3.0);
    ConnectionSettings::new(&options, Some("rtde"), robot, experiment.rate_hz).unwrap()
}

/// Connects, plans from the position of the robot, and runs. `watch` receives the progress.
pub(crate) fn run(
    experiment: &Experiment,
    server: &RtdeServer,
    watch: impl FnMut(&RunProgress<'_>),
) -> Outcome {
    run_at(experiment, server.ports(), watch)
}

/// Run against a server that may end before it.
pub(crate) fn run_at(
    experiment: &Experiment,
    ports: RtdePorts,
    mut watch: impl FnMut(&RunProgress<'_>),
) -> Outcome {
    let robot = ur5();
    let mut connection = connect(&settings(experiment, ports, &robot), &robot).unwrap();
    common::run(connection.as_mut(), experiment, |now| {
        watch(now);
        true
    })
}

/// Speed of the fastest joint of the served arm \[rad/s\].
pub(crate) fn fastest(server: &RtdeServer) -> f64 {
    let packet = server.arm().listen().recv_timeout(Duration::from_secs(2)).unwrap();
    packet.feedback.qd.iter().fold(0.0, |fastest, v| v.abs().max(fastest))
}

/// Whether the arm comes to rest within about a second.
pub(crate) fn comes_to_rest(server: &RtdeServer) -> bool {
    (0..100).any(|_| fastest(server) < 0.01)
}
