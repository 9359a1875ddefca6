//! A simulated UR5 at work, pushed now and then: for the tests of contacts and for their table.

use super::common::Dice;
use taufit::command::Command;
use taufit::methods::{ContactDetector, DetectionSettings, learn_thresholds};
use taufit::model::{Motor, Robot, catalog};
use taufit::recording::Recording;
use taufit::sim::{
    ArmSettings, EffortSettings, EncoderSettings, ExternalWrench, PlantSettings, SensorSettings,
    SimulatedArm, simulate,
};
use taufit::spatial::{LinkInertia, Vec3};
use taufit::study::{DetectedContact, Thresholds};

pub(crate) const RATE_HZ: f64 = 500.0;
pub(crate) const TOOL: &str = "link6";

pub(crate) fn ur5() -> Robot {
    let mut robot = catalog::robot("ur5").unwrap();
    for dof in 0..6 {
        let motor = robot.dof_joint(dof).motor.clone();
        let rotor_inertia_kg_m2 = if dof < 3 { 1.2 } else { 0.4 };
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..motor });
    }
    robot
}

/// Sums of three sines per joint about a bent pose.
pub(crate) fn reference(seed: u64) -> impl Fn(f64) -> Command {
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
pub(crate) fn work(
    robot: &Robot,
    seed: u64,
    duration_s: f64,
    pushes: Vec<ExternalWrench>,
) -> Recording {
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

pub(crate) fn push(force_n: Vec3, from_s: f64, length_s: f64) -> ExternalWrench {
    let (frame, moment_nm) = (TOOL.to_owned(), Vec3::ZERO);
    ExternalWrench { frame, force_n, moment_nm, from_s, to_s: from_s + length_s }
}

/// The robot as an identification knows it: links and friction wrong by about what one of a real arm
/// leaves, some percent of the torques.
pub(crate) fn known(robot: &Robot) -> Robot {
    let mut dice = Dice::new(5);
    let mut known = robot.clone();
    for dof in 0..6 {
        let mut friction = known.dof_joint(dof).friction;
        friction.coulomb *= dice.uniform(0.94, 1.06);
        friction.viscous *= dice.uniform(0.94, 1.06);
        known = known.with_friction(dof, friction);
        let inertia = known.joints()[dof].link.inertia;
        let params = inertia.to_params().map(|x| x * dice.uniform(0.98, 1.02));
        known = known.with_link_inertia(dof, LinkInertia::from_params(params));
    }
    known
}

/// Learned from three minutes of other work.
pub(crate) fn learned(settings: &DetectionSettings) -> Thresholds {
    let free: Vec<Recording> = (0..3).map(|k| work(&ur5(), 100 + k, 60.0, Vec::new())).collect();
    learn_thresholds(&known(&ur5()), &free, &[], settings).unwrap().thresholds
}

pub(crate) fn contacts(
    robot: &Robot,
    thresholds: &Thresholds,
    log: &Recording,
    settings: &DetectionSettings,
) -> Vec<DetectedContact> {
    let frame = robot.frame(TOOL).unwrap();
    let mut detector = ContactDetector::new(robot, thresholds, Some(frame), settings).unwrap();
    detector.read(log, &[], &mut |_, _, _| {}).unwrap();
    detector.finish().unwrap()
}
