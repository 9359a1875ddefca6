//! The integrator's order, and the limit of stiff joints.

use crate::sim::{ACCURATE, frictionless, with_drives};
use taufit::command::Command;
use taufit::friction::Friction;
use taufit::model::Robot;
use taufit::sim::{
    ArmSettings, ControlSettings, Flexibility, IntegratorSettings, PlantSettings, SimulatedArm,
};

/// The arm after half a second of constant torque, by steps of one length.
fn end_by_steps(robot: &Robot, flexibility: Option<Flexibility>, step_s: f64) -> Vec<f64> {
    let anything = 1e9;
    let settings = ArmSettings {
        plant: PlantSettings { flexibility, ..PlantSettings::default() },
        control: ControlSettings { rate_hz: 1.0, ..ControlSettings::default() },
        integrator: IntegratorSettings {
            max_step_s: step_s,
            position_error_rad: anything,
            velocity_error_rad_s: anything,
            relative_error: anything,
        },
        ..ArmSettings::default()
    };
    let n = robot.n_dof();
    let mut arm = SimulatedArm::new(robot, &settings, &vec![0.3; n]).unwrap();
    arm.command(Command::Torque(vec![5.0; n])).unwrap();
    // The first tick at 0 s holds the arm; the torque comes with the tick at 1 s.
    arm.advance_to(1.5).unwrap();
    let truth = arm.truth().unwrap();
    [truth.signals.q, truth.signals.qd, truth.signals.q_motor, truth.signals.qd_motor].concat()
}

fn orders(robot: &Robot, flexibility: Option<&Flexibility>, steps_s: [f64; 3]) -> [f64; 2] {
    let end = |step_s| end_by_steps(robot, flexibility.cloned(), step_s);
    let exact = end(steps_s[2] / 16.0);
    let errors = steps_s.map(|step_s| {
        let differences = end(step_s).into_iter().zip(&exact).map(|(a, b)| (a - b).abs());
        differences.fold(0.0, f64::max)
    });
    [(errors[0] / errors[1]).log2(), (errors[1] / errors[2]).log2()]
}

#[test]
fn halving_the_step_divides_the_error_by_eight() {
    let viscous = |robot: Robot| {
        let friction = Friction { coulomb: 0.0, ..Friction::coulomb_viscous(0.0, 2.0) };
        (0..robot.n_dof()).fold(robot, |robot, dof| robot.with_friction(dof, friction))
    };
    let soft = Flexibility { damping: vec![2.0], ..Flexibility::uniform(500.0) };
    for (robot, flexibility, step_s) in [
        (viscous(with_drives("planar2r")), None, 5e-3),
        (viscous(with_drives("ur5")), None, 5e-3),
        (viscous(with_drives("planar2r")), Some(&soft), 2e-3),
    ] {
        let found = orders(&robot, flexibility, [step_s, step_s / 2.0, step_s / 4.0]);
        assert!(found.iter().all(|order| (2.8..3.3).contains(order)), "{found:?}");
    }
}

/// Positions of the links along a run, by torques that rise and fall slowly.
fn path(robot: &Robot, stiffness: Option<f64>) -> Vec<f64> {
    // Springs that ring for some periods.
    let spring = |k: f64| Flexibility { damping: vec![0.4 * k.sqrt()], ..Flexibility::uniform(k) };
    let plant = PlantSettings { flexibility: stiffness.map(spring), ..PlantSettings::default() };
    let settings = ArmSettings { plant, integrator: ACCURATE, ..ArmSettings::default() };
    let n = robot.n_dof();
    let mut arm = SimulatedArm::new(robot, &settings, &vec![0.4; n]).unwrap();
    let mut links = Vec::new();
    for k in 1..=1000 {
        let t_s = f64::from(k) * 1e-3;
        let weight = [100.0, 20.0];
        let tau = weight.iter().map(|w| w + 30.0 * (4.0 * t_s).sin().powi(2));
        arm.command(Command::Torque(tau.collect())).unwrap();
        arm.advance_to(t_s).unwrap();
        links.extend(arm.truth().unwrap().signals.q);
    }
    links
}

/// Differences of elastic arms from the rigid one, at stiffnesses ten times as large each.
fn distances_from_rigid(robot: &Robot) -> [f64; 4] {
    let rigid = path(robot, None);
    [1e4, 1e5, 1e6, 1e7].map(|k| {
        let elastic = path(robot, Some(k));
        elastic.iter().zip(&rigid).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    })
}

#[test]
fn elastic_joints_tend_to_rigid_ones_as_stiffness_grows() {
    let distances = distances_from_rigid(&frictionless(with_drives("planar2r")));
    let ratios: Vec<f64> = distances.windows(2).map(|pair| pair[0] / pair[1]).collect();
    assert!(ratios.iter().all(|ratio| (8.0..12.0).contains(ratio)), "{distances:?}");
}

#[test]
fn with_dry_friction_they_do_so_as_the_root_of_stiffness() {
    // Springs ring with velocities that fall with the root of stiffness, and as long as they ring friction
    // changes its sign.
    // Both directions alike: otherwise the softest spring is not stiff enough for the law to hold yet.
    let mut robot = with_drives("planar2r");
    for dof in 0..robot.n_dof() {
        let friction = Friction { viscous_asymmetry: 0.0, ..robot.dof_joint(dof).friction };
        robot = robot.with_friction(dof, friction);
    }
    let distances = distances_from_rigid(&robot);
    let ratios: Vec<f64> = distances.windows(2).map(|pair| pair[0] / pair[1]).collect();
    assert!(ratios.iter().all(|ratio| (2.8..12.0).contains(ratio)), "{distances:?}");
}
