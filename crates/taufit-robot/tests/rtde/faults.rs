//! Faults of the connection: the robot is at rest, the log can be read, the cause is named.

use crate::common::{Outcome, retry_if_stalled, ur5};
use crate::rig::{comes_to_rest, run, run_at, serve, sweep};
use taufit::experiment::{Experiment, Plan, start_pose};
use taufit_robot::serve::DriverFaults;

const RATE_HZ: f64 = 125.0;

/// Run on a robot with a fault that begins while joint2 moves, from about 1.6 s on.
fn run_with(driver_faults: DriverFaults) -> Outcome {
    let experiment = sweep(vec![0.4]);
    let server = serve(&experiment, RATE_HZ, driver_faults);
    let outcome = run(&experiment, &server, |_| ());
    assert!(comes_to_rest(&server), "it still moves");
    outcome
}

#[test]
fn frozen_feedback() {
    retry_if_stalled(|| {
        let outcome = run_with(DriverFaults { freeze_at_s: Some(3.0), ..DriverFaults::default() });
        assert_eq!(outcome.code(), "E160");
        let last_s = *outcome.read().t_s.last().unwrap();
        assert!((last_s - 3.0).abs() < 0.02, "{last_s}");
    });
}

#[test]
fn a_robot_that_falls_silent() {
    retry_if_stalled(|| {
        let outcome = run_with(DriverFaults { silent_at_s: Some(3.0), ..DriverFaults::default() });
        assert_eq!(outcome.code(), "E160");
        assert!(*outcome.read().t_s.last().unwrap() < 3.0);
    });
}

#[test]
fn a_tenth_of_the_packets_lost() {
    retry_if_stalled(|| {
        let outcome = run_with(DriverFaults { drop_share: 0.1, ..DriverFaults::default() });
        let report = outcome.result.as_ref().unwrap();
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((share - 0.1).abs() < 0.01, "{report:?}");
        assert_eq!(outcome.read().n_samples() as u64, report.n_samples);
    });
}

#[test]
fn a_program_that_is_ended_on_the_way() {
    retry_if_stalled(|| {
        let outcome = run_with(DriverFaults { abort_at_s: Some(3.0), ..DriverFaults::default() });
        assert_eq!(outcome.code(), "E238");
        let recording = outcome.read();
        assert!(*recording.t_s.last().unwrap() > 3.4, "what happened after it is recorded too");
    });
}

#[test]
fn the_other_end_dies_in_every_phase() {
    retry_if_stalled(|| {
        let experiment = sweep(vec![0.5]);
        let robot = ur5();
        let start = start_pose(&experiment, &robot, None).unwrap();
        let n_phases = Plan::new(&experiment, &robot, None, &start).unwrap().phases.len();
        assert_eq!(n_phases, 7);
        // In parallel: each waits for its own phase most of the time.
        std::thread::scope(|scope| {
            for phase in 1..=n_phases {
                let experiment = &experiment;
                scope.spawn(move || dies_in(experiment, phase));
            }
        });
    });
}

fn dies_in(experiment: &Experiment, phase: usize) {
    let server = serve(experiment, RATE_HZ, DriverFaults::default());
    let ports = server.ports();
    let mut server = Some(server);
    let (mut reached, mut n_before) = (0, 0);
    let outcome = run_at(experiment, ports, |now| {
        n_before += usize::from(now.phase < phase);
        reached = now.phase;
        if now.phase == phase {
            drop(server.take());
        }
    });
    assert_eq!(reached, phase);
    let error = outcome.result.clone().unwrap_err();
    assert!(matches!(error.code(), "E236" | "E160"), "phase {phase}: {error}");
    assert!(outcome.read().n_samples() >= n_before, "phase {phase}");
}
