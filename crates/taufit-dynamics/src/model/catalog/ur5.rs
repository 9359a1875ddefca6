//! Universal Robots UR5 (Ulici et al., tables 1 to 3).

use super::{ArmRow, DhConvention, DhRow, cylinder, serial_arm};
use crate::friction::Friction;
use crate::model::{Limits, Motor, RobotDescription};
use crate::spatial::{Inertial, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};

pub(super) const ABOUT: &str = "Universal Robots UR5, standard DH, masses, friction and torque constants of the ROS toolbox paper (tables 1-3)";

/// Table 1: `a, alpha, d`.
pub(super) const DH: [DhRow; 6] = [
    DhRow::new(0.0, FRAC_PI_2, 0.1519, 0.0),
    DhRow::new(-0.425, 0.0, 0.0, 0.0),
    DhRow::new(-0.39225, 0.0, 0.0, 0.0),
    DhRow::new(0.0, FRAC_PI_2, 0.10915, 0.0),
    DhRow::new(0.0, -FRAC_PI_2, 0.09465, 0.0),
    DhRow::new(0.0, 0.0, 0.0823, 0.0),
];

/// Table 2: mass, centre of mass.
pub(super) const BODIES: [(f64, Vec3); 6] = [
    (3.7, Vec3::new(0.0, -0.02561, 0.00193)),
    (8.393, Vec3::new(0.2125, 0.0, 0.11336)),
    (2.33, Vec3::new(0.15, 0.0, 0.0265)),
    (1.219, Vec3::new(0.0, -0.0018, 0.01634)),
    (1.219, Vec3::new(0.0, 0.0018, 0.01634)),
    (0.1879, Vec3::new(0.0, 0.0, -0.001159)),
];

/// Table 3: `kct`, `kfv`, `kfc`.
const DRIVES: [(f64, f64, f64); 6] = [
    (12.3, 8.1272, 12.3141),
    (12.6351, 7.7891, 11.881),
    (12.0383, 6.9762, 10.7667),
    (7.7366, 2.4405, 1.8286),
    (7.9228, 2.6265, 1.2794),
    (7.4723, 3.6058, 0.8921),
];

/// Outer radius and length of a cylinder that stands for each link, and the axis it lies along
/// (0 = x, 1 = y, 2 = z). The paper gives no tensors: these are approximations from the link's size.
const CYLINDERS: [(f64, f64, usize); 6] = [
    (0.060, 0.152, 1),
    (0.054, 0.425, 0),
    (0.045, 0.392, 0),
    (0.045, 0.109, 1),
    (0.045, 0.095, 1),
    (0.038, 0.037, 2),
];

/// Gear ratio of every joint (Kovincic et al. 2019, §IV.C).
const GEAR_RATIO: f64 = 101.0;
/// Highest joint torques of the data sheet \[N·m\].
const EFFORT_NM: [f64; 6] = [150.0, 150.0, 150.0, 28.0, 28.0, 28.0];

/// The central tensor of the cylinder that stands for link `i`, in its standard DH frame.
pub(super) fn central_inertia(i: usize) -> [f64; 6] {
    let (radius_m, length_m, axis) = CYLINDERS[i];
    let (along, across) = cylinder(BODIES[i].0, radius_m, length_m);
    let mut diagonal = [across; 3];
    diagonal[axis] = along;
    let [xx, yy, zz] = diagonal;
    [xx, 0.0, 0.0, yy, 0.0, zz]
}

pub(super) fn limits(i: usize) -> Limits {
    Limits {
        lower: Some(-2.0 * PI),
        upper: Some(2.0 * PI),
        velocity: Some(PI),
        acceleration: None,
        effort: Some(EFFORT_NM[i]),
    }
}

pub(super) fn drive(i: usize) -> (Motor, Friction) {
    let (kct, kfv, kfc) = DRIVES[i];
    let motor = Motor {
        gear_ratio: Some(GEAR_RATIO),
        torque_constant_nm_a: Some(kct),
        rotor_inertia_kg_m2: 0.0,
        motor_type: Some(if i < 3 { "size 3" } else { "size 1" }.to_owned()),
    };
    (motor, Friction::coulomb_viscous(kfc, kfv))
}

pub(super) fn describe() -> RobotDescription {
    let rows = (0..6)
        .map(|i| {
            let (mass_kg, com_in_link_m) = BODIES[i];
            let inertia_about_com_in_link = central_inertia(i);
            let (motor, friction) = drive(i);
            ArmRow {
                dh: DH[i],
                inertial: Some(Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link }),
                limits: limits(i),
                motor,
                friction,
            }
        })
        .collect();
    serial_arm("ur5", DhConvention::Standard, rows)
}
