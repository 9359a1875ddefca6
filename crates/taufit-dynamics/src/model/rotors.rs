//! Rotors of elastic joints (Zollo et al. 2014), as one more body per joint.

use super::{Drive, Joint, JointKind, JointMap, Limits, Link, Motor, Robot};
use crate::diagnostics::{ModelError, Result};
use crate::friction::Friction;
use crate::spatial::{LinkInertia, Mat3, Transform, Vec3};
use serde::{Deserialize, Serialize};

/// Coupling of a rotor to the motion of the link that carries its motor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RotorCoupling {
    /// Nothing: a rotor has the energy of its own spin, `½ Ia θ̇²`.
    #[default]
    Reduced,
    /// Rotor `i` also turns with its carrier: `½ Ia (θ̇ + z·ω/r)²`. Needs gear ratios.
    Full,
}

impl Robot {
    /// The robot with a rotor for every coordinate: coordinates `0..n` are those of the links,
    /// `n..2n` those of the motors, seen from the joint side.
    ///
    /// A rotor is a massless disc about the joint's axis. With the full coupling the joint's carrier
    /// carries it, and a gear turns it `r` times as fast; with the reduced one it sits on the base.
    pub fn with_rotors(&self, coupling: RotorCoupling) -> Result<Self> {
        let mut tree = self.clone();
        for dof in 0..self.n_dof() {
            tree = tree.with_motor(dof, Motor::default());
        }
        for (dof, joint) in self.dof_joint_iter().enumerate() {
            let drive = Drive { dof: self.n_dof() + dof, ratio: 1.0, offset: 0.0 };
            tree = tree.with_joint(rotor(joint, drive, coupling)?);
        }
        Ok(tree)
    }
}

fn rotor(joint: &Joint, drive: Drive, coupling: RotorCoupling) -> Result<Joint> {
    let inertia = joint.motor.rotor_inertia_kg_m2;
    if inertia.is_nan() || inertia <= 0.0 {
        return Err(
            ModelError::NoRotor { joint: joint.name.clone(), inertia_kg_m2: inertia }.into()
        );
    }
    let (parent, place, axis, ratio) = match (coupling, joint.motor.gear_ratio) {
        (RotorCoupling::Reduced, _) => (None, Transform::IDENTITY, Vec3::Z, 1.0),
        (RotorCoupling::Full, Some(ratio)) if ratio.is_finite() && ratio != 0.0 => {
            (joint.parent, joint.parent_from_joint, joint.axis, ratio)
        }
        (RotorCoupling::Full, _) => {
            return Err(ModelError::NoGearRatio { joint: joint.name.clone() }.into());
        }
    };
    let drive = Drive { ratio, ..drive };
    let kind = JointKind::Continuous;
    let about_origin = Mat3::outer(axis, axis) * (inertia / (ratio * ratio));
    Ok(Joint {
        name: format!("motor of {}", joint.name),
        kind,
        parent,
        parent_from_joint: place,
        axis,
        joint_from_link: Transform::IDENTITY,
        drive,
        limits: Limits::default(),
        motor: Motor::default(),
        friction: Friction::NONE,
        link: Link {
            name: format!("rotor of {}", joint.name),
            inertia: LinkInertia { about_origin, ..LinkInertia::ZERO },
            merged: Vec::new(),
            collision: Vec::new(),
        },
        map: JointMap::new(kind, &place, axis, &Transform::IDENTITY, drive),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{Scratch, forward_kinematics, kinetic_energy};
    use crate::model::catalog;
    use crate::spatial::MotionVector;

    const Q: [f64; 6] = [0.3, -0.8, 1.1, 0.4, -0.6, 0.9];
    const QD: [f64; 6] = [1.3, -0.7, 0.5, 1.9, -1.2, 0.8];
    const THD: [f64; 6] = [1.1, -0.9, 0.7, 1.5, -1.4, 0.6];
    const ROTOR: f64 = 0.4;

    fn ur5() -> Robot {
        let robot = catalog::robot("ur5").unwrap();
        (0..6).fold(robot, |robot, dof| {
            let motor = robot.dof_joint(dof).motor.clone();
            robot.with_motor(dof, Motor { rotor_inertia_kg_m2: ROTOR, ..motor })
        })
    }

    fn tree_energy(rotors: RotorCoupling) -> f64 {
        let tree = ur5().with_rotors(rotors).unwrap();
        let (q, qd) = ([Q, Q].concat(), [QD, THD].concat());
        kinetic_energy(&tree, &mut Scratch::new(&tree), &q, &qd).unwrap()
    }

    /// Energy of the links, and `z·ω` of every motor, from the world's point of view.
    fn by_hand() -> (f64, [f64; 6]) {
        let bare = (0..6).fold(ur5(), |robot, dof| robot.with_motor(dof, Motor::default()));
        let mut scratch = Scratch::new(&bare);
        let links = kinetic_energy(&bare, &mut scratch, &Q, &QD).unwrap();
        let poses = forward_kinematics(&bare, &mut scratch, &Q).unwrap();
        let mut omega = MotionVector::ZERO.angular;
        let spins = std::array::from_fn(|i| {
            // Standard DH: joint i turns about z of the frame before it.
            let z = if i == 0 { Vec3::Z } else { poses[i - 1].rotation.cols[2] };
            let spin = z.dot(omega);
            omega = omega + z * QD[i];
            spin
        });
        (links, spins)
    }

    #[test]
    fn reduced_rotors_have_the_energy_of_their_own_spin() {
        let own: f64 = THD.iter().map(|v| 0.5 * ROTOR * v * v).sum();
        let expected = by_hand().0 + own;
        assert!((tree_energy(RotorCoupling::Reduced) - expected).abs() < 1e-12 * expected);
    }

    #[test]
    fn fully_coupled_rotors_turn_with_their_carriers() {
        let (links, spins) = by_hand();
        let own: f64 =
            THD.iter().zip(spins).map(|(v, s)| 0.5 * ROTOR * (v + s / 101.0).powi(2)).sum();
        let expected = links + own;
        assert!((tree_energy(RotorCoupling::Full) - expected).abs() < 1e-12 * expected);
        assert!((tree_energy(RotorCoupling::Reduced) - expected).abs() > 1e-4 * expected);
    }

    #[test]
    fn rotors_without_inertia_or_gear_are_refused() {
        let bare = catalog::robot("ur5").unwrap();
        assert!(matches!(
            bare.with_rotors(RotorCoupling::Reduced).unwrap_err().kind(),
            Some(ModelError::NoRotor { .. })
        ));
        let motor = Motor { rotor_inertia_kg_m2: 0.1, ..Motor::default() };
        let direct = ur5().with_motor(2, motor);
        assert!(matches!(
            direct.with_rotors(RotorCoupling::Full).unwrap_err().kind(),
            Some(ModelError::NoGearRatio { .. })
        ));
    }
}
