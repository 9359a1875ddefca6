//! KUKA KR500 (Jubien et al. 2014, table 1): kinematics only.

use super::{ArmRow, DhConvention, DhRow, serial_arm};
use crate::friction::Friction;
use crate::model::{Limits, Motor, RobotDescription};
use std::f64::consts::{FRAC_PI_2, PI};

pub(super) const ABOUT: &str =
    "KUKA KR500, modified DH of the clamped-stiffness paper (table 1); kinematics only, no masses";

/// Table 1; the paper's `d` and `r` are `a` and `d` here.
const DH: [DhRow; 6] = [
    DhRow::new(0.0, PI, -1.045, 0.0),
    DhRow::new(0.5, FRAC_PI_2, 0.0, 0.0),
    DhRow::new(1.3, 0.0, 0.0, FRAC_PI_2),
    DhRow::new(-0.055, -FRAC_PI_2, -1.025, 0.0),
    DhRow::new(0.0, FRAC_PI_2, 0.0, 0.0),
    DhRow::new(0.0, -FRAC_PI_2, -0.29, -FRAC_PI_2),
];

pub(super) fn describe() -> RobotDescription {
    let rows = DH
        .into_iter()
        .map(|dh| ArmRow {
            dh,
            inertial: None,
            limits: Limits::default(),
            motor: Motor::default(),
            friction: Friction::NONE,
        })
        .collect();
    serial_arm("kr500", DhConvention::Modified, rows)
}
