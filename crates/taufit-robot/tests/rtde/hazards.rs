//! Faults over RTDE on a robot without a time-out of its own, beside those of `tests/hazards.rs`.

use crate::common::{Outcome, retry_if_stalled, ur5};
use crate::rig::{comes_to_rest, run, serve, settings, sweep};
use std::panic::{AssertUnwindSafe, catch_unwind};
use taufit_robot::connect;
use taufit_robot::serve::{DriverFaults, FeedbackFault};

const RATE_HZ: f64 = 125.0;

/// Run on a robot with a fault; the robot is at rest in the end.
fn run_with(faults: DriverFaults) -> Outcome {
    let experiment = sweep(vec![0.4]);
    let server = serve(&experiment, RATE_HZ, DriverFaults { no_timeout: true, ..faults });
    let outcome = run(&experiment, &server, |_| ());
    assert!(comes_to_rest(&server), "it still moves");
    outcome
}

/// Delay that grows by 0.2 s per second: 0.5 s at 2.5 s.
#[test]
fn a_delay_that_grows_is_named() {
    retry_if_stalled(|| {
        let outcome = run_with(DriverFaults { growing_lag: 0.2, ..DriverFaults::default() });
        assert_eq!(outcome.code(), "E169", "{:?}", outcome.result);
    });
}

#[test]
fn packets_that_are_overtaken_are_left_out() {
    retry_if_stalled(|| {
        let faults = vec![(FeedbackFault::Reordered, 1.0)];
        let outcome = run_with(DriverFaults { feedback: faults, ..DriverFaults::default() });
        let report = outcome.result.as_ref().unwrap();
        // One in ten is overtaken, and one in ten is not sent in its place.
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((0.1..0.25).contains(&share), "{report:?}");
        assert!(outcome.read().t_s.is_sorted());
    });
}

#[test]
fn a_robot_without_finite_stamps_is_refused() {
    let experiment = sweep(vec![0.4]);
    let faults =
        DriverFaults { feedback: vec![(FeedbackFault::NanStamp, 0.0)], ..DriverFaults::default() };
    let server = serve(&experiment, RATE_HZ, faults);
    let robot = ur5();
    let mut settings = settings(&experiment, server.ports(), &robot);
    settings.timeout_s = 1.0;
    assert_eq!(connect(&settings, &robot).err().unwrap().code(), "E164");
}

#[test]
fn a_panic_leaves_a_robot_that_stands() {
    retry_if_stalled(|| {
        let experiment = sweep(vec![0.4]);
        let faults = DriverFaults { no_timeout: true, ..DriverFaults::default() };
        let server = serve(&experiment, RATE_HZ, faults);
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let mut n_told = 0;
            run(&experiment, &server, |now| {
                n_told += usize::from(now.phase == 3);
                assert!(n_told < 5, "on purpose");
            })
        }));
        assert!(ended.is_err() && comes_to_rest(&server));
    });
}
