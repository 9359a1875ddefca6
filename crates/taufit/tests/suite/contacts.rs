//! Contacts of a simulated UR5: the residual against the true force, detection against the clock,
//! silence where nothing is touched.

use crate::common::Dice;
use crate::pushed_ur5::{TOOL, contacts, known, learned, push, ur5, work};
use std::sync::OnceLock;
use taufit::command::Command;
use taufit::dynamics::{Scratch, frame_jacobian};
use taufit::methods::{
    ContactDetector, DetectionSettings, Moment, MomentumObserver, learn_thresholds,
};
use taufit::sim::{ArmSettings, ExternalWrench, PlantSettings, SimulatedArm, simulate};
use taufit::spatial::Vec3;
use taufit::study::Thresholds;

fn thresholds() -> &'static Thresholds {
    static LEARNED: OnceLock<Thresholds> = OnceLock::new();
    LEARNED.get_or_init(|| learned(&DetectionSettings::default()))
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
        let (q, qd, tau) =
            (at(&run.truth.signals.q), at(&run.truth.signals.qd), at(&run.truth.signals.tau));
        observer.push(Moment { t_s: run.truth.t_s[k], q: &q, qd: &qd, tau: &tau }).unwrap();
    }
    let q: Vec<f64> = (0..6).map(|dof| run.truth.signals.q[dof * n + n - 1]).collect();
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
    assert!(errors.len() > 30 && median < 0.12, "{median} of {}", errors.len());
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

#[test]
fn thresholds_of_other_joints_are_refused() {
    let mut other = thresholds().clone();
    other.joints[2].joint = "elbow".to_owned();
    let robot = ur5();
    let error =
        ContactDetector::new(&robot, &other, None, &DetectionSettings::default()).unwrap_err();
    assert_eq!(error.code(), "E226");
    assert!(error.to_string().contains("elbow"), "{error}");
}

#[test]
fn a_rate_of_false_alarms_beyond_what_was_seen_is_said() {
    let free = [work(&ur5(), 400, 20.0, Vec::new())];
    let said = |per_hour: f64| {
        let settings =
            DetectionSettings { false_alarms_per_hour: per_hour, ..DetectionSettings::default() };
        let learned = learn_thresholds(&known(&ur5()), &free, &[], &settings).unwrap();
        learned.warnings.iter().any(|warning| warning.code() == "W235")
    };
    // One in a hundred hours after 20 s, and one in 20 s.
    assert!(said(0.01) && !said(180.0));
}
