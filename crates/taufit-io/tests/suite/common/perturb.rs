//! Robots that differ from their file as an identified one does.

use super::Random;
use taufit::friction::{Friction, FrictionShape};
use taufit::model::{Motor, Robot};
use taufit::spatial::{Inertial, LinkInertia, Vec3};

/// The same robot with every moving link lighter by a random share, a box of random size at a random
/// place on it, and new friction and rotor inertias. What was physical stays physical; what had no mass
/// gets some.
pub(crate) fn perturbed(robot: &Robot, random: &mut Random) -> Robot {
    let mut robot = robot.clone();
    for i in 0..robot.n_links() {
        let nominal = robot.joints()[i].link.inertia;
        // Tables give tensors without mass where only the torque counts: no file takes them.
        let body = if nominal.mass_kg > 0.0 { nominal } else { LinkInertia::ZERO };
        let share = 0.4 + 0.6 * positive(random);
        let lighter = LinkInertia::from_params(body.to_params().map(|x| share * x));
        robot = robot.with_link_inertia(i, lighter + random_box(random, body.mass_kg));
    }
    for dof in 0..robot.n_dof() {
        let [coulomb, viscous, rotor] = [4.0, 2.0, 0.3].map(|most| most * positive(random));
        let motor = Motor { rotor_inertia_kg_m2: rotor, ..robot.dof_joint(dof).motor.clone() };
        robot = robot
            .with_friction(dof, Friction::coulomb_viscous(coulomb, viscous))
            .with_motor(dof, motor);
    }
    robot
}

fn positive(random: &mut Random) -> f64 {
    0.5 * (1.0 + random.vector(1)[0])
}

fn random_box(random: &mut Random, mass_of_link_kg: f64) -> LinkInertia {
    let mass_kg = (0.3 + 0.3 * positive(random)) * mass_of_link_kg.max(1.0);
    let edges: Vec<f64> = (0..3).map(|_| 0.2 + 0.1 * positive(random)).collect();
    let [x, y, z] = [0, 1, 2].map(|k| mass_kg * edges[k] * edges[k] / 12.0);
    let centre = random.vector(3);
    let body = Inertial {
        mass_kg,
        com_in_link_m: Vec3::new(0.2 * centre[0], 0.2 * centre[1], 0.2 * centre[2]),
        inertia_about_com_in_link: [y + z, 0.0, 0.0, x + z, 0.0, x + y],
    };
    body.into()
}

/// Friction with every term that there is.
pub(crate) fn full_friction() -> Friction {
    let shape = FrictionShape::COULOMB_VISCOUS.with_direction().with_offset();
    let shape = shape.with_viscous_asymmetry();
    Friction {
        shape: shape.with_tanh(0.05).with_stribeck(0.2, 1.5),
        viscous: 2.0,
        viscous_asymmetry: -0.7,
        coulomb: 3.0,
        coulomb_backward: 5.0,
        stribeck: 1.5,
        offset: -0.3,
    }
}
