//! The keys of `robot.toml`, as they stand in the file. A key that is not listed here is an error.

use serde::Deserialize;
use taufit::model::{DhConvention, JointKind, Limits};

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RobotFile {
    pub(super) name: String,
    pub(super) convention: DhConvention,
    pub(super) gravity_m_s2: Option<[f64; 3]>,
    #[serde(default = "base")]
    pub(super) base_link: String,
    #[serde(default)]
    pub(super) joint: Vec<JointTable>,
    #[serde(default)]
    pub(super) attachment: Vec<AttachmentTable>,
}

fn base() -> String {
    "base".to_owned()
}

/// One `[[joint]]` and the link that it moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JointTable {
    pub(super) name: Option<String>,
    #[serde(rename = "type", default = "revolute")]
    pub(super) kind: JointKind,
    pub(super) parent: Option<String>,
    #[serde(default)]
    pub(super) a_m: f64,
    pub(super) alpha_rad: Option<f64>,
    pub(super) alpha_deg: Option<f64>,
    #[serde(default)]
    pub(super) d_m: f64,
    pub(super) theta_rad: Option<f64>,
    pub(super) theta_deg: Option<f64>,
    #[serde(default)]
    pub(super) limits: Limits,
    #[serde(default)]
    pub(super) motor: MotorTable,
    #[serde(default)]
    pub(super) friction: FrictionTable,
    pub(super) mimic: Option<MimicTable>,
    #[serde(default)]
    pub(super) link: LinkTable,
}

fn revolute() -> JointKind {
    JointKind::Revolute
}

/// The drive; the `motor_` keys are on the motor's side of the gearbox.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MotorTable {
    pub(super) gear_ratio: Option<f64>,
    pub(super) torque_constant_nm_a: Option<f64>,
    pub(super) motor_torque_constant_nm_a: Option<f64>,
    pub(super) rotor_inertia_kg_m2: Option<f64>,
    pub(super) motor_rotor_inertia_kg_m2: Option<f64>,
    pub(super) motor_type: Option<String>,
}

/// Friction; a term is part of the model if its coefficient is given.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrictionTable {
    pub(super) viscous: Option<f64>,
    pub(super) coulomb: Option<f64>,
    pub(super) coulomb_backward: Option<f64>,
    pub(super) offset: Option<f64>,
    pub(super) stribeck: Option<f64>,
    pub(super) stribeck_velocity_rad_s: Option<f64>,
    pub(super) stribeck_exponent: Option<f64>,
    pub(super) tanh_width_rad_s: Option<f64>,
    pub(super) tanh_shift_rad_s: Option<f64>,
}

/// A joint that follows another: `q = ratio · q_joint + offset`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MimicTable {
    pub(super) joint: String,
    pub(super) ratio: Option<f64>,
    pub(super) offset: Option<f64>,
}

/// The link that a joint moves.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkTable {
    pub(super) name: Option<String>,
    pub(super) mass_kg: Option<f64>,
    pub(super) com_m: Option<[f64; 3]>,
    pub(super) inertia_kg_m2: Option<[f64; 6]>,
}

/// A tool, a load or a bare frame, fixed to a link.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AttachmentTable {
    pub(super) name: String,
    pub(super) parent: Option<String>,
    #[serde(default)]
    pub(super) xyz_m: [f64; 3],
    #[serde(default)]
    pub(super) rpy_rad: [f64; 3],
    pub(super) mass_kg: Option<f64>,
    pub(super) com_m: Option<[f64; 3]>,
    pub(super) inertia_kg_m2: Option<[f64; 6]>,
}
