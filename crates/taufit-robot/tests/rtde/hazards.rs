//! Every hazard of feedback over RTDE, on a robot that has no time-out of its own: the cause is named, in
//! time, and the robot stands.

use crate::bench::{comes_to_rest, run, serve, settings, sweep};
use crate::common::{Outcome, in_good_time, ur5};
use std::panic::{AssertUnwindSafe, catch_unwind};
use taufit_robot::connect;
use taufit_robot::serve::{FeedbackFault, Mischief};

const RATE_HZ: f64 = 125.0;

/// When faults begin: joint 2 travels at 0.4 rad/s \[s\].
const FROM_S: f64 = 3.0;

/// Runs against a robot with a fault; it stands in the end.
fn run_with(faults: Mischief) -> Outcome {
    let experiment = sweep(vec![0.4]);
    let server = serve(&experiment, RATE_HZ, Mischief { no_timeout: true, ..faults });
    let outcome = run(&experiment, &server, |_| ());
    assert!(comes_to_rest(&server), "it still moves");
    outcome
}

/// Time between the beginning of a fault and the end of the run, by the robot's clock \[s\].
fn reaction_s(outcome: &Outcome) -> f64 {
    let words = outcome.result.as_ref().unwrap_err().to_string();
    let (_, rest) = words.split_once("stopped at ").unwrap();
    rest.split(' ').next().unwrap().parse::<f64>().unwrap() - FROM_S
}

/// The code of each fault, and the longest reaction \[s\]. The silence that is borne is 0.5 s here.
const HAZARDS: [(FeedbackFault, &str, f64); 10] = [
    (FeedbackFault::ZeroVelocity, "E166", 0.25),
    (FeedbackFault::StuckValues, "E165", 0.7),
    (FeedbackFault::ClockAhead, "E168", 0.1),
    (FeedbackFault::ClockBehind, "E168", 0.1),
    (FeedbackFault::PositionJump, "E159", 0.1),
    (FeedbackFault::SwappedJoints, "E167", 0.1),
    (FeedbackFault::NanStamp, "E164", 0.7),
    (FeedbackFault::NanPosition, "E161", 0.1),
    (FeedbackFault::NanVelocity, "E161", 0.1),
    (FeedbackFault::NanEffort, "E161", 0.1),
];

#[test]
fn every_fault_of_feedback_is_named_in_time() {
    in_good_time(|| {
        std::thread::scope(|scope| {
            for (fault, code, within_s) in HAZARDS {
                scope.spawn(move || {
                    let faults =
                        Mischief { feedback: vec![(fault, FROM_S)], ..Mischief::default() };
                    let outcome = run_with(faults);
                    assert_eq!(outcome.code(), code, "{fault:?}: {:?}", outcome.result);
                    let took_s = reaction_s(&outcome);
                    assert!((-0.02..within_s).contains(&took_s), "{fault:?}: {took_s} s");
                });
            }
        });
    });
}

/// Packets that take 0.2 s longer with every second: 0.5 s at 2.5 s.
#[test]
fn a_delay_that_grows_is_named() {
    in_good_time(|| {
        let outcome = run_with(Mischief { growing_lag: 0.2, ..Mischief::default() });
        assert_eq!(outcome.code(), "E169", "{:?}", outcome.result);
    });
}

#[test]
fn packets_that_are_overtaken_are_left_out() {
    in_good_time(|| {
        let faults = vec![(FeedbackFault::Reordered, 1.0)];
        let outcome = run_with(Mischief { feedback: faults, ..Mischief::default() });
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
    let faults = Mischief { feedback: vec![(FeedbackFault::NanStamp, 0.0)], ..Mischief::default() };
    let server = serve(&experiment, RATE_HZ, faults);
    let robot = ur5();
    let mut settings = settings(&experiment, server.ports(), &robot);
    settings.timeout_s = 1.0;
    assert_eq!(connect(&settings, &robot).err().unwrap().code(), "E164");
}

#[test]
fn a_panic_leaves_a_robot_that_stands() {
    in_good_time(|| {
        let experiment = sweep(vec![0.4]);
        let faults = Mischief { no_timeout: true, ..Mischief::default() };
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
