//! Refusals before anything moves.

use crate::common::ur5;
use crate::rig::{fastest, run, serve, serve_as, settings, sweep};
use std::time::Duration;
use taufit::model::catalog;
use taufit_robot::serve::{DriverFaults, RtdeServeSettings};
use taufit_robot::{ConnectionWarning, connect};

const RATE_HZ: f64 = 125.0;

#[test]
fn a_program_that_is_not_taken() {
    let experiment = sweep(vec![0.4]);
    let refuse = DriverFaults { refuse_switch: true, ..DriverFaults::default() };
    let server = serve(&experiment, RATE_HZ, refuse);
    let outcome = run(&experiment, &server, |_| ());
    assert_eq!(outcome.code(), "E243");
    let message = outcome.result.unwrap_err().to_string();
    assert!(message.contains("local control, programs are not accepted"), "{message}");
    assert!(fastest(&server) < 0.01);
}

#[test]
fn a_speed_slider_at_half() {
    let experiment = sweep(vec![0.4]);
    let slow = DriverFaults { speed_slider: Some(0.5), ..DriverFaults::default() };
    let outcome = run(&experiment, &serve(&experiment, RATE_HZ, slow), |_| ());
    assert_eq!(outcome.code(), "E239");
    assert!(outcome.result.unwrap_err().to_string().contains("50 %"));
}

#[test]
fn a_robot_in_local_control() {
    let experiment = sweep(vec![0.4]);
    let local = RtdeServeSettings { is_remote: false, ..RtdeServeSettings::new(&ur5()) };
    let server = serve_as(&experiment, 500.0, DriverFaults::default(), &local);
    let outcome = run(&experiment, &server, |_| ());
    assert_eq!(outcome.code(), "E240");
    assert!(outcome.result.unwrap_err().to_string().contains("remote control"));
}

#[test]
fn another_robot() {
    let experiment = sweep(vec![0.4]);
    let large = RtdeServeSettings { model: "UR10".to_owned(), ..RtdeServeSettings::new(&ur5()) };
    let server = serve_as(&experiment, 500.0, DriverFaults::default(), &large);
    let robot = ur5();
    let error = connect(&settings(&experiment, server.ports(), &robot), &robot).err().unwrap();
    assert_eq!(error.code(), "E242");
    let robot = catalog::robot("planar2r").unwrap();
    let error = connect(&settings(&experiment, server.ports(), &robot), &robot).err().unwrap();
    assert!(error.code() == "E242" && error.to_string().contains("2 joints"), "{error}");
}

#[test]
fn inputs_that_somebody_else_holds() {
    let experiment = sweep(vec![0.4]);
    let server = serve(&experiment, RATE_HZ, DriverFaults::default());
    let robot = ur5();
    let settings = settings(&experiment, server.ports(), &robot);
    let first = connect(&settings, &robot).unwrap();
    let mut second = connect(&settings, &robot).unwrap();
    assert_eq!(second.check_ready().unwrap_err().code(), "E245");
    // Recording needs no inputs.
    assert!(second.receive().is_ok());
    drop((first, second));
    std::thread::sleep(Duration::from_millis(300));
    assert!(connect(&settings, &robot).unwrap().check_ready().is_ok());
}

#[test]
fn nobody_there_and_somebody_else_there() {
    let experiment = sweep(vec![0.4]);
    let server = serve(&experiment, RATE_HZ, DriverFaults::default());
    let (robot, mut ports) = (ur5(), server.ports());
    // The dashboard server has another protocol.
    ports.rtde = ports.dashboard;
    let error = connect(&settings(&experiment, ports, &robot), &robot).err().unwrap();
    assert_eq!(error.code(), "E241", "{error}");
    let dead = server.ports();
    drop(server);
    let error = connect(&settings(&experiment, dead, &robot), &robot).err().unwrap();
    assert_eq!(error.code(), "E233", "{error}");
}

#[test]
fn rates_and_doubts() {
    let experiment = sweep(vec![0.4]);
    let robot = ur5();
    let old = serve(&experiment, RATE_HZ, DriverFaults::default());
    let connection = connect(&settings(&experiment, old.ports(), &robot), &robot).unwrap();
    assert_eq!(connection.info().rate_hz, RATE_HZ);
    let other = ConnectionWarning::OtherRate { asked_hz: 500.0, found_hz: 125.0 };
    assert_eq!(connection.warnings(), [other]);
    let new = serve(&experiment, 500.0, DriverFaults::default());
    let mut ports = new.ports();
    assert_eq!(connect(&settings(&experiment, ports, &robot), &robot).unwrap().warnings(), []);
    drop(old);
    ports.dashboard = 1;
    let connection = connect(&settings(&experiment, ports, &robot), &robot).unwrap();
    assert!(
        matches!(connection.warnings()[..], [ConnectionWarning::NoDashboard { .. }]),
        "{:?}",
        connection.warnings()
    );
}
