//! Our client against our server, over the loopback of this computer: a whole run, and every fault that
//! a driver can have.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Outcome, bear_stutter, in_good_time, ur5};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use taufit::experiment::{
    Experiment, LinkSettings, RosSettings, SimulationSettings, Sweep, SweepJoint,
};
use taufit::model::Robot;
use taufit::recording::EffortKind;
use taufit_robot::serve::{ArmPacket, FeedbackFault, Mischief, Ros2Server, ServedArm};
use taufit_robot::{LiveSettings, Result, RobotLink, SimulatedLink, connect};

const RATE_HZ: f64 = 100.0;

/// Where the arm stands at first: a little off the start of the sweep.
const HOME: [f64; 6] = [0.0, -1.7, 0.5, 0.0, 0.0, 0.0];

/// Go to the start, then one joint there and back at 0.5 rad/s.
fn sweep() -> Experiment {
    let joints = vec![SweepJoint {
        name: "joint2".to_owned(),
        start: vec![0.0, -1.8, 0.5, 0.0, 0.0, 0.0],
        distance_rad: 0.6,
        velocities_rad_s: vec![0.5],
    }];
    let sweep = Some(Sweep { iterations: 1, both_directions: true, joints });
    let mut experiment = Experiment { sweep, rate_hz: RATE_HZ, ..Experiment::new("ur5") };
    bear_stutter(&mut experiment);
    experiment
}

/// A domain that nobody else is in: neither other tests nor other runs of them.
fn domain_id() -> u16 {
    static COUNT: AtomicU16 = AtomicU16::new(0);
    let run = u16::try_from(std::process::id() % 5).unwrap();
    10 + 44 * run + COUNT.fetch_add(1, Ordering::Relaxed) % 44
}

fn settings(preset: &str, domain_id: u16) -> LiveSettings {
    let ros = RosSettings { domain_id: Some(domain_id), ..RosSettings::default() };
    let effort = Some(EffortKind::Torque);
    let said = LinkSettings { effort, ros, ..LinkSettings::default() };
    LiveSettings::new(&said, Some(preset), &ur5(), RATE_HZ).unwrap()
}

/// A served arm, and what it does.
struct Peer {
    server: Arc<Mutex<Option<Ros2Server>>>,
    packets: Receiver<Arc<ArmPacket>>,
    settings: LiveSettings,
}

impl Peer {
    fn new(preset: &str, mischief: Mischief) -> Self {
        Self::of(&ur5(), preset, mischief)
    }

    fn of(robot: &Robot, preset: &str, mischief: Mischief) -> Self {
        let settings = settings(preset, domain_id());
        let simulation = SimulationSettings::default();
        let link = SimulatedLink::new(robot, &simulation, &HOME, RATE_HZ).unwrap();
        let arm = ServedArm::start(link, mischief);
        let packets = arm.listen();
        let server = Ros2Server::start(arm, &settings).unwrap();
        Self { server: Arc::new(Mutex::new(Some(server))), packets, settings }
    }

    fn link(&self) -> Result<Box<dyn RobotLink>> {
        connect(&self.settings, &ur5())
    }
}

/// Runs the sweep; `on_phase` is told the number of every phase.
fn run(link: &mut dyn RobotLink, on_phase: &mut dyn FnMut(usize)) -> Outcome {
    common::run(link, &sweep(), |now| {
        on_phase(now.phase);
        true
    })
}

/// A run with a driver that does something wrong.
fn run_with(mischief: Mischief) -> (Peer, Outcome) {
    let peer = Peer::new("generic-ros2", mischief);
    let mut link = peer.link().unwrap();
    let outcome = run(link.as_mut(), &mut |_| {});
    drop(link);
    (peer, outcome)
}

/// The arm stands now, whatever it did before.
fn stands(peer: &Peer) {
    let began = Instant::now();
    let speed =
        |packet: &ArmPacket| packet.feedback.qd.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let mut last = f64::INFINITY;
    while began.elapsed() < Duration::from_secs(3) {
        while let Ok(packet) = peer.packets.try_recv() {
            last = speed(&packet);
        }
        if last < 0.01 {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("it still moves at {last} rad/s");
}

#[test]
fn a_sweep_is_driven_and_recorded_whatever_the_order_of_joints() {
    in_good_time(|| {
        let mischief = Mischief { shuffle_joints: true, ..Mischief::default() };
        let (peer, outcome) = run_with(mischief);
        let report = outcome.result.as_ref().unwrap();
        let recording = outcome.read();
        assert_eq!(report.n_samples, recording.n_samples() as u64);
        let lost_share = report.n_lost as f64 / report.n_samples as f64;
        assert!(lost_share < 0.01, "{report:?}");
        // Where the sweep should have gone, seen from the recorded positions.
        let joint2 = recording.q(1).iter();
        let (low, high) = joint2.fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(*x), h.max(*x)));
        assert!((low + 1.8).abs() < 0.05 && (high + 1.2).abs() < 0.05, "{low} to {high}");
        stands(&peer);
    });
}

#[test]
fn feedback_that_freezes_or_ends_stops_the_run() {
    in_good_time(|| {
        for (name, mischief) in [
            ("freeze", Mischief { freeze_at_s: Some(5.0), ..Mischief::default() }),
            ("silent", Mischief { silent_at_s: Some(5.0), ..Mischief::default() }),
        ] {
            let (peer, outcome) = run_with(mischief);
            assert_eq!(outcome.code(), "E160", "{name}");
            stands(&peer);
        }
    });
}

/// On a robot whose controllers have no time-out of their own. Stamps that are NaN cannot be sent: they are
/// zero.
#[test]
fn every_fault_of_feedback_is_named() {
    in_good_time(|| {
        for (fault, code) in [
            (FeedbackFault::NanStamp, "E164"),
            (FeedbackFault::NanPosition, "E161"),
            (FeedbackFault::ZeroVelocity, "E166"),
            (FeedbackFault::StuckValues, "E165"),
            (FeedbackFault::ClockAhead, "E168"),
            (FeedbackFault::SwappedJoints, "E167"),
            (FeedbackFault::MissingJoint, "E235"),
            (FeedbackFault::MissingVelocities, "E241"),
        ] {
            let feedback = vec![(fault, 5.0)];
            let (peer, outcome) =
                run_with(Mischief { feedback, no_timeout: true, ..Mischief::default() });
            assert_eq!(outcome.code(), code, "{fault:?}");
            stands(&peer);
        }
    });
}

#[test]
fn packets_that_are_lost_are_counted() {
    in_good_time(|| {
        let (_, outcome) = run_with(Mischief { drop_share: 0.1, ..Mischief::default() });
        let report = outcome.result.unwrap();
        let share = report.n_lost as f64 / (report.n_lost + report.n_samples) as f64;
        assert!((0.09..0.12).contains(&share), "{report:?}");
    });
}

#[test]
fn a_manager_that_refuses_is_named() {
    in_good_time(|| {
        let (peer, outcome) = run_with(Mischief { refuse_switch: true, ..Mischief::default() });
        assert_eq!(outcome.code(), "E237");
        let words = outcome.result.unwrap_err().to_string();
        assert!(words.contains("forward_velocity_controller was not started"), "{words}");
        stands(&peer);
    });
}

#[test]
fn a_goal_that_is_given_up_ends_the_run() {
    in_good_time(|| {
        let (peer, outcome) = run_with(Mischief { abort_at_s: Some(0.0), ..Mischief::default() });
        assert_eq!(outcome.code(), "E238");
        let words = outcome.result.unwrap_err().to_string();
        assert!(words.contains("path tolerance"), "{words}");
        stands(&peer);
    });
}

#[test]
fn a_robot_at_half_speed_or_with_other_joints_is_refused_before_it_moves() {
    in_good_time(|| {
        let half = Mischief { speed_slider: Some(0.5), ..Mischief::default() };
        let peer = Peer::new("ur-ros2-jazzy", half);
        let error = peer.link().err().unwrap();
        assert_eq!(error.code(), "E239");
        assert!(error.to_string().contains("50 %"), "{error}");
        let other = Mischief { rename_joints: true, ..Mischief::default() };
        let error = Peer::new("generic-ros2", other).link().err().unwrap();
        assert_eq!(error.code(), "E235");
        assert!(error.to_string().contains("it has other_joint1"), "{error}");
    });
}

/// A driver without a topic for its speed scaling: the pace along the reference tells.
#[test]
fn a_slider_that_nobody_speaks_of() {
    in_good_time(|| {
        let (peer, outcome) = run_with(Mischief { speed_slider: Some(0.5), ..Mischief::default() });
        let error = outcome.result.unwrap_err();
        assert_eq!(error.code(), "E239", "{error}");
        stands(&peer);
    });
}

/// Its joints have the same names, and there are as many: only its own description tells.
#[test]
fn another_robot_is_refused_before_it_moves() {
    in_good_time(|| {
        let ur5 = include_str!("../../../testdata/robots/ur5_dh.toml");
        let longer = taufit_io::parse_robot_toml(&ur5.replace("0.425", "0.612")).unwrap();
        let longer = longer.description.build().unwrap();
        let error = Peer::of(&longer, "generic-ros2", Mischief::default()).link().err().unwrap();
        assert_eq!(error.code(), "E255");
        assert!(error.to_string().contains("0.612 m"), "{error}");
    });
}

#[test]
fn a_peer_that_dies_ends_the_run_in_every_phase() {
    in_good_time(|| {
        // Go to start, settle, constant velocity.
        for phase in 1..=3 {
            let peer = Peer::new("generic-ros2", Mischief::default());
            let mut link = peer.link().unwrap();
            let server = Arc::clone(&peer.server);
            let mut n_told = 0;
            let mut kill = |number| {
                // Some tenths of a second into the phase.
                n_told += usize::from(number == phase);
                if n_told == 3 {
                    drop(server.lock().unwrap().take());
                }
            };
            let outcome = run(link.as_mut(), &mut kill);
            let code = outcome.code();
            assert!(["E160", "E236", "E233"].contains(&code), "phase {phase}: {code}");
        }
    });
}

#[test]
fn nobody_there_is_said() {
    let mut settings = settings("generic-ros2", domain_id());
    settings.timeout_s = 0.5;
    assert_eq!(connect(&settings, &ur5()).err().unwrap().code(), "E234");
    settings.ros.domain_id = Some(233);
    assert_eq!(connect(&settings, &ur5()).err().unwrap().code(), "E233");
    settings.ros.domain_id = Some(domain_id());
    settings.ros.distribution = "noetic".to_owned();
    assert_eq!(connect(&settings, &ur5()).err().unwrap().code(), "E248");
}
