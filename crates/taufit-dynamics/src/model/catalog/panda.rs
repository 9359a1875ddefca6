//! Franka Emika Panda (Gaz, Cognetti, Oliva, Robuffo Giordano, De Luca, RA-L 2019, tables VIII and IX).

use super::{ArmRow, DhConvention, DhRow, serial_arm};
use crate::friction::{CoulombShape, Friction, FrictionShape};
use crate::model::{Limits, Motor, RobotDescription};
use crate::spatial::{Inertial, Vec3};
use std::f64::consts::FRAC_PI_2;

pub(super) const ABOUT: &str = "Franka Emika Panda without hand, modified DH, feasible parameters and friction of Gaz et al. 2019";

const DH: [DhRow; 7] = [
    DhRow::new(0.0, 0.0, 0.333, 0.0),
    DhRow::new(0.0, -FRAC_PI_2, 0.0, 0.0),
    DhRow::new(0.0, FRAC_PI_2, 0.316, 0.0),
    DhRow::new(0.0825, FRAC_PI_2, 0.0, 0.0),
    DhRow::new(-0.0825, -FRAC_PI_2, 0.384, 0.0),
    DhRow::new(0.0, FRAC_PI_2, 0.0, 0.0),
    DhRow::new(0.088, FRAC_PI_2, 0.0, 0.0),
];

/// Mass, centre of mass, `Ixx Ixy Ixz Iyy Iyz Izz` about the centre of mass.
#[rustfmt::skip]
const BODIES: [(f64, [f64; 3], [f64; 6]); 7] = [
    (4.970684, [0.003875, 0.002081, 0.0], [0.70337, -0.000139, 0.006772, 0.70661, 0.019169, 0.009117]),
    (0.646926, [-0.003141, -0.02872, 0.003495], [0.007962, -0.003925, 0.010254, 0.02811, 0.000704, 0.025995]),
    (3.228604, [0.027518, 0.039252, -0.066502], [0.037242, -0.004761, -0.011396, 0.036155, -0.012805, 0.01083]),
    (3.587895, [-0.05317, 0.104419, 0.027454], [0.025853, 0.007796, -0.001332, 0.019552, 0.008641, 0.028323]),
    (1.225946, [-0.011953, 0.041065, -0.038437], [0.035549, -0.002117, -0.004037, 0.029474, 0.000229, 0.008627]),
    (1.666555, [0.060149, -0.014117, -0.010517], [0.001964, 0.000109, -0.001158, 0.004354, 0.000341, 0.005433]),
    (0.735522, [0.010517, -0.004252, 0.061597], [0.012516, -0.000428, -0.001196, 0.010027, -0.000741, 0.004815]),
];

/// Sigmoid friction: `φ1/(1 + exp(−φ2 (q̇ + φ3))) − φ1/(1 + exp(−φ2 φ3))`.
const FRICTION: [[f64; 3]; 7] = [
    [0.54615, 5.1181, 0.039533],
    [0.87224, 9.0657, 0.025882],
    [0.64068, 10.136, -0.04607],
    [1.2794, 5.5903, 0.036194],
    [0.83904, 8.3469, 0.026226],
    [0.30301, 17.133, -0.021047],
    [0.56489, 10.336, 0.0035526],
];

/// Data sheet: lower, upper \[rad\], velocity \[rad/s\], acceleration \[rad/s²\], effort \[N·m\].
const LIMITS: [[f64; 5]; 7] = [
    [-2.8973, 2.8973, 2.175, 15.0, 87.0],
    [-1.7628, 1.7628, 2.175, 7.5, 87.0],
    [-2.8973, 2.8973, 2.175, 10.0, 87.0],
    [-3.0718, -0.0698, 2.175, 12.5, 87.0],
    [-2.8973, 2.8973, 2.61, 15.0, 12.0],
    [-0.0175, 3.7525, 2.61, 20.0, 12.0],
    [-2.8973, 2.8973, 2.61, 20.0, 12.0],
];

pub(super) fn describe() -> RobotDescription {
    let rows = (0..7)
        .map(|i| {
            let (mass_kg, com, inertia_about_com_in_link) = BODIES[i];
            let [lower, upper, velocity, acceleration, effort] = LIMITS[i].map(Some);
            let com_in_link_m = Vec3::from(com);
            ArmRow {
                dh: DH[i],
                inertial: Some(Inertial { mass_kg, com_in_link_m, inertia_about_com_in_link }),
                limits: Limits { lower, upper, velocity, acceleration, effort },
                // The torque sensors sit on the link side: the rotors do not show.
                motor: Motor::default(),
                friction: sigmoid(FRICTION[i]),
            }
        })
        .collect();
    serial_arm("panda", DhConvention::Modified, rows)
}

/// With `1/(1 + e^(−x)) = ½ (1 + tanh(x/2))` the sigmoid is a shifted tanh and a constant:
/// `½ φ1 tanh(½ φ2 (q̇ + φ3)) − ½ φ1 tanh(½ φ2 φ3)`.
fn sigmoid([phi1, phi2, phi3]: [f64; 3]) -> Friction {
    let coulomb = 0.5 * phi1;
    Friction {
        shape: FrictionShape {
            coulomb: true,
            offset: true,
            sign: CoulombShape::Tanh { width_rad_s: 2.0 / phi2, shift_rad_s: phi3 },
            ..FrictionShape::NONE
        },
        coulomb,
        offset: -coulomb * (0.5 * phi2 * phi3).tanh(),
        ..Friction::NONE
    }
}
