//! Two links in a vertical plane, gravity along −y (Zollo et al. 2014, §6).

use super::{ArmRow, DhConvention, DhRow, serial_arm};
use crate::friction::Friction;
use crate::model::{Limits, Motor, RobotDescription};
use crate::spatial::{Inertial, Vec3};
use std::f64::consts::PI;

pub(super) const ABOUT: &str = "planar 2R arm in a vertical plane, 2 x 0.5 m, 20 kg and 10 kg (elastic-joint paper, section 6)";

const LENGTH_M: f64 = 0.5;
const COM_M: f64 = 0.25;
const MASSES_KG: [f64; 2] = [20.0, 10.0];

pub(super) fn describe() -> RobotDescription {
    let rows = MASSES_KG
        .into_iter()
        .enumerate()
        .map(|(i, mass_kg)| ArmRow {
            // Modified DH: the frame sits at the joint, x along the link.
            dh: DhRow::new(if i == 0 { 0.0 } else { LENGTH_M }, 0.0, 0.0, 0.0),
            inertial: Some(Inertial {
                mass_kg,
                com_in_link_m: Vec3::X * COM_M,
                inertia_about_com_in_link: slender_rod(mass_kg),
            }),
            limits: Limits {
                lower: Some(-PI),
                upper: Some(PI),
                velocity: Some(PI),
                ..Limits::default()
            },
            motor: Motor::default(),
            friction: Friction::NONE,
        })
        .collect();
    let mut robot = serial_arm("planar2r", DhConvention::Modified, rows);
    robot.gravity_in_world = Vec3::new(0.0, -9.81, 0.0);
    robot
}

/// The text gives no tensor; a slender rod about its centre, `m l²/12`, is the usual reading of the figure.
fn slender_rod(mass_kg: f64) -> [f64; 6] {
    let across = mass_kg * LENGTH_M * LENGTH_M / 12.0;
    [0.0, 0.0, 0.0, across, 0.0, across]
}
