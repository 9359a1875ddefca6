//! A served robot, a client, a run into a file.

use crate::common::{self, Outcome, bear_stutter, ur5};
use std::time::Duration;
use taufit::experiment::{Experiment, Sweep, SweepJoint, start_pose};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_robot::serve::{Mischief, RtdePorts, RtdeServeSettings, RtdeServer, ServedArm};
use taufit_robot::{LiveSettings, Progress, SimulatedLink, connect};

/// One joint there and back, on a robot that measures currents.
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
    bear_stutter(&mut experiment);
    experiment
}

/// Serves the robot of an experiment; `rate_hz` 500 is an e-Series, 125 a controller before it.
pub(crate) fn serve(experiment: &Experiment, rate_hz: f64, mischief: Mischief) -> RtdeServer {
    let robot = ur5();
    let version = if rate_hz > 200.0 { [5, 12, 0, 0] } else { [3, 15, 0, 0] };
    let settings = RtdeServeSettings { version, ..RtdeServeSettings::new(&robot) };
    serve_as(experiment, rate_hz, mischief, &settings)
}

pub(crate) fn serve_as(
    experiment: &Experiment,
    rate_hz: f64,
    mischief: Mischief,
    settings: &RtdeServeSettings,
) -> RtdeServer {
    let robot = ur5();
    let start = start_pose(experiment, &robot, None).unwrap();
    let link = SimulatedLink::new(&robot, &experiment.simulation, &start, rate_hz).unwrap();
    RtdeServer::start(ServedArm::start(link, mischief), &robot, settings).unwrap()
}

/// How to reach a served robot.
pub(crate) fn settings(experiment: &Experiment, ports: RtdePorts, robot: &Robot) -> LiveSettings {
    let mut said = experiment.link.clone();
    said.rtde.port = Some(ports.rtde);
    said.rtde.script_port = Some(ports.script[1]);
    said.rtde.dashboard_port = Some(ports.dashboard);
    said.timeout_s = Some(3.0);
    LiveSettings::new(&said, Some("rtde"), robot, experiment.rate_hz).unwrap()
}

/// Connects, plans from where the robot stands, and runs. `watch` hears of every phase.
pub(crate) fn run(
    experiment: &Experiment,
    server: &RtdeServer,
    watch: impl FnMut(&Progress<'_>),
) -> Outcome {
    run_at(experiment, server.ports(), watch)
}

/// The same, of a server that may be gone before the end.
pub(crate) fn run_at(
    experiment: &Experiment,
    ports: RtdePorts,
    mut watch: impl FnMut(&Progress<'_>),
) -> Outcome {
    let robot = ur5();
    let mut link = connect(&settings(experiment, ports, &robot), &robot).unwrap();
    common::run(link.as_mut(), experiment, |now| {
        watch(now);
        true
    })
}

/// Fastest joint of the served arm now, in truth as far as its sensors know.
pub(crate) fn fastest(server: &RtdeServer) -> f64 {
    let packet = server.arm().listen().recv_timeout(Duration::from_secs(2)).unwrap();
    packet.feedback.qd.iter().fold(0.0, |fastest, v| v.abs().max(fastest))
}

/// Waits until the arm stands; it has a second for it.
pub(crate) fn comes_to_rest(server: &RtdeServer) -> bool {
    (0..100).any(|_| fastest(server) < 0.01)
}
