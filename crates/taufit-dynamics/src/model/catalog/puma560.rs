//! Unimation PUMA 560 (Armstrong, Khatib, Burdick 1986; Corke and Armstrong-Hélouvry 1994).

use super::{ArmRow, DhConvention, DhRow, serial_arm};
use crate::friction::{Friction, FrictionShape};
use crate::model::{Limits, Motor, RobotDescription};
use crate::spatial::{Inertial, Vec3};
use std::f64::consts::FRAC_PI_2;

pub(super) const ABOUT: &str = "Unimation PUMA 560, standard DH, consensus parameters with motors and friction (Corke and Armstrong-Helouvry)";

/// One line of the published table; tensors about the centre of mass, friction and rotor on the motor side.
struct Published {
    dh: DhRow,
    mass_kg: f64,
    com_m: Vec3,
    /// `Ixx, Iyy, Izz`; the products are zero.
    moments: [f64; 3],
    motor_inertia_kg_m2: f64,
    gear_ratio: f64,
    motor_viscous: f64,
    /// Coulomb friction forward and backward, both positive.
    motor_coulomb: [f64; 2],
}

#[rustfmt::skip]
const TABLE: [Published; 6] = [
    Published { dh: DhRow::new(0.0, FRAC_PI_2, 0.67183, 0.0), mass_kg: 0.0, com_m: Vec3::new(0.0, 0.0, 0.0), moments: [0.0, 0.35, 0.0],
        motor_inertia_kg_m2: 0.0002, gear_ratio: -62.6111, motor_viscous: 0.00148, motor_coulomb: [0.395, 0.435] },
    Published { dh: DhRow::new(0.4318, 0.0, 0.0, 0.0), mass_kg: 17.4, com_m: Vec3::new(-0.3638, 0.006, 0.2275), moments: [0.13, 0.524, 0.539],
        motor_inertia_kg_m2: 0.0002, gear_ratio: 107.815, motor_viscous: 0.000817, motor_coulomb: [0.126, 0.071] },
    Published { dh: DhRow::new(0.0203, -FRAC_PI_2, 0.15005, 0.0), mass_kg: 4.8, com_m: Vec3::new(-0.0203, -0.0141, 0.07), moments: [0.066, 0.086, 0.0125],
        motor_inertia_kg_m2: 0.0002, gear_ratio: -53.7063, motor_viscous: 0.00138, motor_coulomb: [0.132, 0.105] },
    Published { dh: DhRow::new(0.0, FRAC_PI_2, 0.4318, 0.0), mass_kg: 0.82, com_m: Vec3::new(0.0, 0.019, 0.0), moments: [0.0018, 0.0013, 0.0018],
        motor_inertia_kg_m2: 3.3e-05, gear_ratio: 76.0364, motor_viscous: 7.12e-05, motor_coulomb: [0.0112, 0.0169] },
    Published { dh: DhRow::new(0.0, -FRAC_PI_2, 0.0, 0.0), mass_kg: 0.34, com_m: Vec3::new(0.0, 0.0, 0.0), moments: [0.0003, 0.0004, 0.0003],
        motor_inertia_kg_m2: 3.3e-05, gear_ratio: 71.923, motor_viscous: 8.26e-05, motor_coulomb: [0.00926, 0.0145] },
    Published { dh: DhRow::new(0.0, 0.0, 0.0, 0.0), mass_kg: 0.09, com_m: Vec3::new(0.0, 0.0, 0.032), moments: [0.00015, 0.00015, 4e-05],
        motor_inertia_kg_m2: 3.3e-05, gear_ratio: 76.686, motor_viscous: 3.67e-05, motor_coulomb: [0.00396, 0.0105] },
];

/// Joint ranges of the Unimate manual \[deg\].
const RANGE_DEG: [(f64, f64); 6] = [
    (-160.0, 160.0),
    (-110.0, 110.0),
    (-135.0, 135.0),
    (-266.0, 266.0),
    (-100.0, 100.0),
    (-266.0, 266.0),
];

pub(super) fn describe() -> RobotDescription {
    let rows = TABLE.iter().zip(RANGE_DEG).map(|(joint, range)| row(joint, range)).collect();
    serial_arm("puma560", DhConvention::Standard, rows)
}

fn row(joint: &Published, (lower_deg, upper_deg): (f64, f64)) -> ArmRow {
    // Seen from the joint, motor torques grow by |N| and speeds shrink by it: friction coefficients
    // scale with |N| (Coulomb) and N² (viscous), rotor inertia with N².
    let n = joint.gear_ratio.abs();
    let [xx, yy, zz] = joint.moments;
    ArmRow {
        dh: joint.dh,
        inertial: Some(Inertial {
            mass_kg: joint.mass_kg,
            com_in_link_m: joint.com_m,
            inertia_about_com_in_link: [xx, 0.0, 0.0, yy, 0.0, zz],
        }),
        limits: Limits {
            lower: Some(lower_deg.to_radians()),
            upper: Some(upper_deg.to_radians()),
            ..Limits::default()
        },
        motor: Motor {
            gear_ratio: Some(joint.gear_ratio),
            rotor_inertia_kg_m2: n * n * joint.motor_inertia_kg_m2,
            ..Motor::default()
        },
        friction: Friction {
            shape: FrictionShape::COULOMB_VISCOUS.with_direction(),
            viscous: n * n * joint.motor_viscous,
            coulomb: n * joint.motor_coulomb[0],
            coulomb_backward: n * joint.motor_coulomb[1],
            ..Friction::NONE
        },
    }
}
