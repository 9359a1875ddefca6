//! Power in = change of stored energy + dissipation, for every kind of arm.

use crate::common::Dice;
use crate::sim::{ACCURATE, with_drives};
use taufit::command::Command;
use taufit::model::RotorCoupling;
use taufit::model::{Motor, Robot};
use taufit::sim::{ArmSettings, Clamp, Flexibility, PlantSettings, SimulatedArm, TrueState};
use taufit::spatial::Vec3;

const TICK_S: f64 = 1e-3;
/// Between ticks, for the integral of the friction's power.
const SUBSTEPS: u32 = 10;

/// Energy that is missing after two seconds, relative to what went through the motors.
fn missing_energy(robot: &Robot, plant: PlantSettings, amplitude: f64) -> f64 {
    let n = robot.n_dof();
    let damping =
        plant.flexibility.as_ref().map_or(0.0, |f| f.damping.first().copied().unwrap_or(0.0));
    let settings = ArmSettings { plant, integrator: ACCURATE, ..ArmSettings::default() };
    let mut dice = Dice::new(5);
    let q0 = dice.vector(n, 0.8);
    let mut arm = SimulatedArm::new(robot, &settings, &q0).unwrap();
    let phases = dice.vector(n, 3.0);
    let (mut work, mut through, mut lost) = (0.0, 0.0, 0.0);
    let start = arm.truth().unwrap();
    let mut before = start.clone();
    for k in 1..=2000 {
        let t_s = f64::from(k) * TICK_S;
        let wave = |p: &f64| amplitude * (9.0 * t_s + p).sin() * (1.0 + p);
        arm.command(Command::Torque(phases.iter().map(wave).collect())).unwrap();
        for substep in (0..SUBSTEPS).rev() {
            arm.advance_to(t_s - TICK_S * f64::from(substep) / f64::from(SUBSTEPS)).unwrap();
            let now = arm.truth().unwrap();
            for dof in 0..n {
                // Motor torques are constant between ticks: their work is exact.
                let done = before.signals.tau[dof]
                    * (now.signals.q_motor[dof] - before.signals.q_motor[dof]);
                work += done;
                through += done.abs();
            }
            let dt_s = now.t_s - before.t_s;
            lost += 0.5 * dt_s * (dissipation(&before, damping) + dissipation(&now, damping));
            before = now;
        }
    }
    (work - lost - (before.energy_j - start.energy_j)).abs() / through
}

fn dissipation(state: &TrueState, spring_damping: f64) -> f64 {
    let of = |dof: usize| {
        let slip = state.signals.qd_motor[dof] - state.signals.qd[dof];
        state.signals.friction[dof] * state.signals.qd_motor[dof] + spring_damping * slip * slip
    };
    (0..state.signals.q.len()).map(of).sum()
}

/// The integral of the friction's power by trapezoids is the least accurate part: 1e-4 s between
/// samples, and friction that jumps at every stop.
const TOLERANCE: f64 = 2e-6;

#[test]
fn rigid_arms_keep_the_books() {
    for (name, amplitude) in [("planar2r", 60.0), ("ur5", 30.0), ("puma560", 30.0)] {
        let missing = missing_energy(&with_drives(name), PlantSettings::default(), amplitude);
        assert!(missing < TOLERANCE, "{name}: {missing:.1e}");
    }
}

#[test]
fn trees_with_sliding_and_following_joints_keep_the_books() {
    for seed in 0..6 {
        let robot = Dice::new(seed).robot(5, true);
        let missing = missing_energy(&robot, PlantSettings::default(), 30.0);
        assert!(missing < TOLERANCE, "seed {seed}: {missing:.1e}");
    }
}

#[test]
fn elastic_arms_keep_the_books_with_both_rotor_models() {
    for rotors in [RotorCoupling::Reduced, RotorCoupling::Full] {
        let mut robot = with_drives("ur5");
        for dof in 0..6 {
            // A small gear ratio, so that the coupling matters.
            let motor = robot.dof_joint(dof).motor.clone();
            robot = robot.with_motor(dof, Motor { gear_ratio: Some(5.0), ..motor });
        }
        let flexibility = Flexibility { stiffness: vec![2000.0], damping: vec![4.0], rotors };
        let plant = PlantSettings { flexibility: Some(flexibility), ..PlantSettings::default() };
        let missing = missing_energy(&robot, plant, 30.0);
        assert!(missing < TOLERANCE, "{rotors:?}: {missing:.1e}");
    }
}

#[test]
fn clamped_arms_keep_the_books() {
    let robot = with_drives("ur5");
    let frame = robot.frames().last().unwrap().name.clone();
    let clamp = Clamp {
        frame,
        stiffness_n_m: Vec3::new(2e4, 3e4, 5e4),
        stiffness_nm_rad: Vec3::new(50.0, 80.0, 20.0),
        damping_n_s_m: Vec3::ZERO,
        damping_nm_s_rad: Vec3::ZERO,
    };
    let plant = PlantSettings { clamp: Some(clamp), ..PlantSettings::default() };
    let missing = missing_energy(&robot, plant, 60.0);
    assert!(missing < TOLERANCE, "{missing:.1e}");
}
