//! The keys of `robot.toml`, as they stand in the file. A key that is not listed here is an error.

use serde::{Deserialize, Serialize};
use taufit::model::{DhConvention, JointKind, Limits, Shape};

/// The whole file.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RobotFile {
    pub(crate) name: String,
    pub(crate) convention: DhConvention,
    pub(crate) gravity_m_s2: Option<[f64; 3]>,
    #[serde(default = "base")]
    pub(crate) base_link: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) base_collision: Vec<SolidTable>,
    #[serde(default)]
    pub(crate) joint: Vec<JointTable>,
    #[serde(default)]
    pub(crate) attachment: Vec<AttachmentTable>,
}

fn base() -> String {
    "base".to_owned()
}

/// One `[[joint]]` and the link that it moves.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct JointTable {
    pub(crate) name: Option<String>,
    #[serde(rename = "type", default = "revolute")]
    pub(crate) kind: JointKind,
    pub(crate) parent: Option<String>,
    #[serde(default)]
    pub(crate) a_m: f64,
    pub(crate) alpha_rad: Option<f64>,
    pub(crate) alpha_deg: Option<f64>,
    #[serde(default)]
    pub(crate) d_m: f64,
    pub(crate) theta_rad: Option<f64>,
    pub(crate) theta_deg: Option<f64>,
    #[serde(default)]
    pub(crate) limits: Limits,
    #[serde(default)]
    pub(crate) motor: MotorTable,
    #[serde(default)]
    pub(crate) friction: FrictionTable,
    pub(crate) mimic: Option<MimicTable>,
    #[serde(default)]
    pub(crate) link: LinkTable,
}

fn revolute() -> JointKind {
    JointKind::Revolute
}

/// The drive; the `motor_` keys are on the motor's side of the gearbox.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotorTable {
    pub(crate) gear_ratio: Option<f64>,
    pub(crate) torque_constant_nm_a: Option<f64>,
    pub(crate) motor_torque_constant_nm_a: Option<f64>,
    pub(crate) rotor_inertia_kg_m2: Option<f64>,
    pub(crate) motor_rotor_inertia_kg_m2: Option<f64>,
    pub(crate) motor_type: Option<String>,
}

/// Friction; a term is part of the model if its coefficient is given.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrictionTable {
    pub(crate) viscous: Option<f64>,
    pub(crate) viscous_asymmetry: Option<f64>,
    pub(crate) coulomb: Option<f64>,
    pub(crate) coulomb_backward: Option<f64>,
    pub(crate) offset: Option<f64>,
    pub(crate) stribeck: Option<f64>,
    pub(crate) stribeck_velocity_rad_s: Option<f64>,
    pub(crate) stribeck_exponent: Option<f64>,
    pub(crate) tanh_width_rad_s: Option<f64>,
    pub(crate) tanh_shift_rad_s: Option<f64>,
}

/// A joint that follows another: `q = ratio · q_joint + offset`.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MimicTable {
    pub(crate) joint: String,
    pub(crate) ratio: Option<f64>,
    pub(crate) offset: Option<f64>,
}

/// Tables with the keys of a body. `#[serde(flatten)]` would accept unknown keys.
macro_rules! body_tables {
    ($($(#[$attribute:meta])* $name:ident { $($field:tt)* })*) => {$(
        $(#[$attribute])*
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name {
            $($field)*
            pub(crate) mass_kg: Option<f64>,
            pub(crate) com_m: Option<[f64; 3]>,
            pub(crate) inertia_kg_m2: Option<[f64; 6]>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub(crate) collision: Vec<SolidTable>,
        }
    )*};
}

body_tables! {
    /// The link that a joint moves.
    #[derive(Debug, Default, Deserialize, Serialize)]
    LinkTable { pub(crate) name: Option<String>, }
    /// A tool, a load or a bare frame, fixed to a link.
    #[derive(Debug, Deserialize, Serialize)]
    AttachmentTable {
        pub(crate) name: String,
        pub(crate) parent: Option<String>,
        #[serde(default)]
        pub(crate) xyz_m: [f64; 3],
        #[serde(default)]
        pub(crate) rpy_rad: [f64; 3],
    }
}

/// A shape for collision checks, in the frame of its link.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolidTable {
    pub(crate) shape: Shape,
    #[serde(default)]
    pub(crate) xyz_m: [f64; 3],
    #[serde(default)]
    pub(crate) rpy_rad: [f64; 3],
}
