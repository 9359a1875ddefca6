//! Contacts of a simulated UR5: the residual against the true force, detection against the clock,
//! silence where nothing is touched.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::Dice;
use std::sync::OnceLock;
use taufit::dynamics::{Scratch, frame_jacobian};
use taufit::methods::{
    ContactDetector, DetectionSettings, Moment, MomentumObserver, learn_thresholds,
};
use taufit::model::{Motor, Robot, catalog};
use taufit::recording::Recording;
use taufit::sim::{
    ArmSettings, Command, EffortSettings, EncoderSettings, ExternalWrench, PlantSettings,
    SensorSettings, SimulatedArm, simulate,
};
use taufit::spatial::Vec3;
use taufit::study::{Contact, Thresholds};

const RATE_HZ: f64 = 500.0;
const TOOL: &str = "link6";

fn ur5() -> Robot {
    let mut robot = catalog::robot("ur5").unwrap();
    for dof in 0..6 {
        let motor = robot.dof_joint(dof).motor.clone();
        let rotor_inertia_kg_m2 = if dof < 3 { 1.2 } else { 0.4 };
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..motor });
    }
    robot
}

/// Sums of three sines per joint about a bent pose.
fn reference(seed: u64) -> impl Fn(f64) -> Command {
    let mut dice = Dice::new(seed);
    let middle = [0.0, -1.2, 1.4, -0.6, 0.8, 0.0];
    let waves: Vec<Vec<(f64, f64, f64)>> = (0..6)
        .map(|_| {
            let wave =
                |_: u32| (dice.uniform(0.3, 1.6), dice.uniform(0.1, 0.3), dice.uniform(0.0, 6.3));
            (0..3).map(wave).collect()
        })
        .collect();
    move |t_s| {
        let sum = |of: &dyn Fn(f64, f64, f64) -> f64| -> Vec<f64> {
            let joint =
                |joint: &Vec<_>| joint.iter().map(|&(w, a, p)| of(w, a, w * t_s + p)).sum::<f64>();
            waves.iter().map(joint).collect()
        };
        let q = sum(&|_, a, x| a * x.sin()).iter().zip(middle).map(|(x, m)| x + m).collect();
        Command::follow(q, sum(&|w, a, x| a * w * x.cos()), sum(&|w, a, x| -a * w * w * x.sin()))
    }
}

/// Work for so long, with pushes.
fn work(robot: &Robot, seed: u64, duration_s: f64, pushes: Vec<ExternalWrench>) -> Recording {
    let reference = reference(seed);
    let Command::Position(start) = reference(0.0) else { unreachable!() };
    let sensors = SensorSettings {
        encoder: EncoderSettings::counts_per_turn(8192.0 * 101.0),
        effort: EffortSettings {
            noise: vec![1.5, 1.5, 1.0, 0.3, 0.3, 0.3],
            ..EffortSettings::default()
        },
        ..SensorSettings::default()
    };
    let plant = PlantSettings { wrenches: pushes, ..PlantSettings::default() };
    let settings = ArmSettings { plant, sensors, seed, ..ArmSettings::default() };
    let mut arm = SimulatedArm::new(robot, &settings, &start.q).unwrap();
    simulate(&mut arm, reference, duration_s, RATE_HZ).unwrap().recording
}

fn push(force_n: Vec3, from_s: f64, length_s: f64) -> ExternalWrench {
    let (frame, moment_nm) = (TOOL.to_owned(), Vec3::ZERO);
    ExternalWrench { frame, force_n, moment_nm, from_s, to_s: from_s + length_s }
}

/// The robot as an identification knows it: links and friction wrong by about what one of a real arm
/// leaves, some percent of the torques.
fn known(robot: &Robot) -> Robot {
    let mut dice = Dice::new(5);
    let mut known = robot.clone();
    for dof in 0..6 {
        let mut friction = known.dof_joint(dof).friction;
        friction.coulomb *= dice.uniform(0.94, 1.06);
        friction.viscous *= dice.uniform(0.94, 1.06);
        known = known.with_friction(dof, friction);
        let inertia = known.joints()[dof].link.inertia;
        let params = inertia.to_params().map(|x| x * dice.uniform(0.98, 1.02));
        known = known.with_link_inertia(dof, taufit::spatial::LinkInertia::from_params(params));
    }
    known
}

/// Learned from three minutes of other work.
fn thresholds() -> &'static Thresholds {
    static LEARNED: OnceLock<Thresholds> = OnceLock::new();
    LEARNED.get_or_init(|| {
        let free: Vec<Recording> =
            (0..3).map(|k| work(&ur5(), 100 + k, 60.0, Vec::new())).collect();
        let settings = DetectionSettings::default();
        learn_thresholds(&known(&ur5()), &free, &[], &settings).unwrap().thresholds
    })
}

fn contacts(
    robot: &Robot,
    thresholds: &Thresholds,
    log: &Recording,
    settings: &DetectionSettings,
) -> Vec<Contact> {
    let frame = robot.frame(TOOL).unwrap();
    let mut detector = ContactDetector::new(robot, thresholds, Some(frame), settings).unwrap();
    detector.read(log, &[], &mut |_, _| {}).unwrap();
    detector.finish().unwrap()
}

/// Without noise and with the true model the residual becomes `Jᵀ F`, as long as no joint sticks.
#[test]
fn the_residual_becomes_the_torque_of_the_force() {
    let robot = ur5();
    let force = Vec3 { x: 12.0, y: -20.0, z: 15.0 };
    let start = [0.0, -1.2, 1.4, -0.6, 0.8, 0.0];
    let plant = PlantSettings { wrenches: vec![push(force, 1.0, 2.0)], ..PlantSettings::default() };
    let settings = ArmSettings { plant, ..ArmSettings::default() };
    let mut arm = SimulatedArm::new(&robot, &settings, &start).unwrap();
    let speeds = [0.3, -0.25, 0.3, 0.4, -0.3, 0.4];
    let turn = |t_s: f64| {
        let ramp = t_s.min(0.5);
        let q = (0..6).map(|i| start[i] + speeds[i] * (t_s - ramp + ramp * ramp)).collect();
        let qdd = speeds.map(|v| if t_s < 0.5 { 2.0 * v } else { 0.0 });
        Command::follow(q, speeds.map(|v| 2.0 * ramp * v).to_vec(), qdd.to_vec())
    };
    let run = simulate(&mut arm, turn, 1.5, 1000.0).unwrap();
    let n = run.truth.t_s.len();
    let mut observer = MomentumObserver::new(&robot, &DetectionSettings::default()).unwrap();
    for k in 0..n {
        let at = |x: &[f64]| (0..6).map(|dof| x[dof * n + k]).collect::<Vec<f64>>();
        let (q, qd, tau) = (at(&run.truth.q), at(&run.truth.qd), at(&run.truth.tau));
        observer.push(Moment { t_s: run.truth.t_s[k], q: &q, qd: &qd, tau: &tau }).unwrap();
    }
    let q: Vec<f64> = (0..6).map(|dof| run.truth.q[dof * n + n - 1]).collect();
    let mut scratch = Scratch::new(&robot);
    let jacobian =
        frame_jacobian(&robot, &mut scratch, &q, robot.frame(TOOL).unwrap()).unwrap().to_vec();
    for (dof, (r, twist)) in observer.residual().iter().zip(&jacobian).enumerate() {
        let expected = twist.linear.dot(force);
        assert!((r - expected).abs() < 0.02 * 12.0, "joint {}: {r} is not {expected}", dof + 1);
    }
}

/// Sixty pushes of 15 to 30 N in all directions, 0.3 s each. The force that is found for them is that of
/// the push, as far as noise and sticking joints let it.
#[test]
fn pushes_at_the_tool_are_found_in_time() {
    let (robot, settings) = (known(&ur5()), DetectionSettings::default());
    let mut dice = Dice::new(9);
    let mut errors = Vec::new();
    for run in 0..3 {
        let pushes: Vec<ExternalWrench> = (0..20)
            .map(|k| {
                let force = dice.unit() * dice.uniform(15.0, 30.0);
                push(force, 2.0 + 2.0 * f64::from(k) + dice.uniform(0.0, 0.5), 0.3)
            })
            .collect();
        let log = work(&ur5(), 200 + run, 43.0, pushes.clone());
        let found = contacts(&robot, thresholds(), &log, &settings);
        assert_eq!(found.len(), pushes.len(), "nothing but the pushes is found");
        for (push, contact) in pushes.iter().zip(&found) {
            let delay_s = contact.from_s - push.from_s;
            assert!((0.0..=0.020).contains(&delay_s), "{push:?}: found after {delay_s} s");
            if let Some(force) = &contact.force {
                let [x, y, z] = force.force_n;
                let off = Vec3 { x, y, z } + push.force_n * -1.0;
                errors.push(off.norm() / push.force_n.norm());
            }
        }
    }
    errors.sort_by(f64::total_cmp);
    let median = errors[errors.len() / 2];
    assert!(errors.len() > 30 && median < 0.35, "{median} of {}", errors.len());
}

#[test]
fn ten_minutes_of_work_without_contact_are_silent() {
    let (robot, settings) = (known(&ur5()), DetectionSettings::default());
    for run in 0..5 {
        let log = work(&ur5(), 300 + run, 120.0, Vec::new());
        let found = contacts(&robot, thresholds(), &log, &settings);
        assert!(found.is_empty(), "{found:?}");
    }
}
