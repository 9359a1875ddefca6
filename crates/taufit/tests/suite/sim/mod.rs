//! The simulated robot against itself and against what is known without it.

mod clamp;
mod convergence;
mod energy;
mod faults;
mod refusals;
mod sensors;
mod stiction;
mod tracking;

use taufit::friction::{Friction, FrictionShape};
use taufit::model::{
    JointDescription, JointKind, LinkDescription, Motor, Robot, RobotDescription, catalog,
};
use taufit::sim::IntegratorSettings;
use taufit::spatial::{Inertial, Vec3};

/// A catalog robot with rotors, and friction that sticks.
pub(crate) fn with_drives(name: &str) -> Robot {
    let mut robot = catalog::robot(name).unwrap();
    for dof in 0..robot.n_dof() {
        let motor = robot.dof_joint(dof).motor.clone();
        let (rotor_inertia_kg_m2, gear_ratio) = (0.5 + 0.1 * dof as f64, Some(100.0));
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, gear_ratio, ..motor });
        robot = robot.with_friction(dof, stribeck(2.0 + 0.3 * dof as f64));
    }
    robot
}

/// Friction with everything in it.
pub(crate) fn stribeck(coulomb: f64) -> Friction {
    Friction {
        shape: FrictionShape::COULOMB_VISCOUS
            .with_direction()
            .with_viscous_asymmetry()
            .with_offset()
            .with_stribeck(0.05, 2.0),
        viscous: 3.0,
        viscous_asymmetry: 0.5,
        coulomb,
        coulomb_backward: 1.2 * coulomb,
        stribeck: 0.3 * coulomb,
        offset: 0.2,
    }
}

/// The same arm without friction.
pub(crate) fn frictionless(robot: Robot) -> Robot {
    (0..robot.n_dof()).fold(robot, |robot, dof| robot.with_friction(dof, Friction::NONE))
}

/// Smaller errors than by default, where a test looks closely.
pub(crate) const ACCURATE: IntegratorSettings = IntegratorSettings {
    max_step_s: 0.01,
    position_error_rad: 1e-9,
    velocity_error_rad_s: 1e-6,
    relative_error: 1e-6,
};

/// A mass on a horizontal rail.
pub(crate) fn slider(mass_kg: f64, friction: Friction) -> Robot {
    let body = Inertial {
        mass_kg,
        com_in_link_m: Vec3::ZERO,
        inertia_about_com_in_link: [0.1, 0.0, 0.0, 0.1, 0.0, 0.1],
    };
    let link = |name: &str, inertial| LinkDescription::new(name, inertial);
    RobotDescription {
        name: "slider".into(),
        gravity_in_world: Vec3::new(0.0, 0.0, -9.81),
        links: vec![link("base", None), link("mass", Some(body))],
        joints: vec![JointDescription {
            axis: Vec3::X,
            friction,
            ..JointDescription::new("rail", JointKind::Prismatic, "base", "mass")
        }],
    }
    .build()
    .unwrap()
}
