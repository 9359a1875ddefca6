//! A complete `physical_parameters.yaml` for an arm of Universal Robots.

use super::Exported;
use super::universal_robots::{check_arm, export_ur_parameters, link_names};
use crate::error::{Error, Result};
use taufit::model::Robot;

/// Numbers of a model that no log identifies: they place its meshes and make up its base.
struct UrArm {
    name: &'static str,
    /// `a2 a3 d4 d5 d6` of Universal Robots' table of Denavit-Hartenberg parameters \[m\].
    lengths_m: [f64; 5],
    /// `shoulder_offset` and `elbow_offset` of ur_description \[m\].
    offsets_m: [f64; 2],
    /// Mass \[kg\], radius and length \[m\] of the base in ur_description.
    base: [f64; 3],
}

const LARGE_BASE: [f64; 3] = [4.0, 0.075, 0.038];

#[rustfmt::skip]
const ARMS: [UrArm; 6] = [
    UrArm { name: "UR3", lengths_m: [-0.24365, -0.21325, 0.11235, 0.08535, 0.0819], offsets_m: [0.1198, 0.0275], base: [2.0, 0.075, 0.038] },
    UrArm { name: "UR3e", lengths_m: [-0.24355, -0.2132, 0.13105, 0.08535, 0.0921], offsets_m: [0.120, 0.027], base: [2.0, 0.075, 0.038] },
    UrArm { name: "UR5", lengths_m: [-0.425, -0.39225, 0.10915, 0.09465, 0.0823], offsets_m: [0.13585, 0.0165], base: [4.0, 0.06, 0.05] },
    UrArm { name: "UR5e", lengths_m: [-0.425, -0.3922, 0.1333, 0.0997, 0.0996], offsets_m: [0.138, 0.007], base: [4.0, 0.06, 0.05] },
    UrArm { name: "UR10", lengths_m: [-0.612, -0.5723, 0.163941, 0.1157, 0.0922], offsets_m: [0.220941, 0.049042], base: LARGE_BASE },
    UrArm { name: "UR10e", lengths_m: [-0.6127, -0.57155, 0.17415, 0.11985, 0.11655], offsets_m: [0.1762, 0.0393], base: LARGE_BASE },
];

/// Difference of a length that calibration makes, and no other model \[m\].
const CALIBRATED_M: f64 = 0.008;

/// The whole file for a UR3, UR5, UR10 or one of their e-series: identified links, and what ur_description says of
/// its model for the rest. Other models need a file of their own: see [`export_ur_parameters`].
pub fn write_ur_parameters(robot: &Robot) -> Result<Exported> {
    check_arm(robot)?;
    let lengths = lengths_m(robot);
    let arm = ARMS
        .iter()
        .find(|arm| arm.lengths_m.iter().zip(lengths).all(|(a, b)| (a - b).abs() < CALIBRATED_M));
    let Some(arm) = arm else {
        let [a2, a3, d4, d5, d6] = lengths;
        let reason = format!(
            "a2 = {a2:.4}, a3 = {a3:.4}, d4 = {d4:.4}, d5 = {d5:.4} and d6 = {d6:.4} m are those of no UR3, UR5 or \
             UR10 with or without e, so that the file of its model is needed"
        );
        return Err(Error::NotUniversalRobots { reason });
    };
    export_ur_parameters(&template(arm), robot)
}

/// `a2 a3 d4 d5 d6` in the frames of ur_description.
fn lengths_m(robot: &Robot) -> [f64; 5] {
    let place = |i: usize| robot.joints()[i].parent_from_joint.translation;
    [place(2).x, place(3).x, place(3).z, -place(4).y, place(5).y]
}

/// The file with bodies of zero, in axes parallel to those of the links.
fn template(arm: &UrArm) -> String {
    let ([shoulder, elbow], [mass, radius, length]) = (arm.offsets_m, arm.base);
    let blocks = |suffix: &str, keys: &[&str]| -> String {
        let block = |link: &str| {
            let lines: String = keys.iter().map(|key| format!("      {key}: 0.0\n")).collect();
            format!("    {link}{suffix}:\n{lines}")
        };
        link_names().map(block).concat()
    };
    let masses: String = link_names().map(|link| format!("  {link}_mass: 0.0\n")).concat();
    [
        format!("# Physical parameters of a {}: its six links are identified.\n", arm.name),
        "# Offsets of the meshes and the base are those of ur_description: no log tells them.\n\n"
            .to_owned(),
        format!("offsets:\n  shoulder_offset: {shoulder:?}\n  elbow_offset: {elbow:?}\n\n"),
        format!("inertia_parameters:\n  base_mass: {mass:?}\n{masses}\n"),
        format!("  links:\n    base:\n      radius: {radius:?}\n      length: {length:?}\n\n"),
        format!("  center_of_mass:\n{}\n", blocks("_cog", &["x", "y", "z"])),
        format!("  rotation:\n{}\n", blocks("", &["roll", "pitch", "yaw"])),
        format!("  tensor:\n{}", blocks("", &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"])),
    ]
    .concat()
}
