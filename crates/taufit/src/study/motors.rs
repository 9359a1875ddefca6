//! What `taufit motors` found: torque constants and friction, joint by joint and record by record.

use super::{Cloud, Curve, Diagnosis, LadderStep, Provenance, StudyKind};
use crate::friction::Friction;
use crate::validate::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Torque constants and friction of the drives of an arm.
///
/// Every torque constant is proportional to the load that the robot's model says a joint carries:
/// masses that are 1 % too large make all of them, and friction, 1 % too large.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotorStudy {
    /// Version of this schema.
    pub schema_version: u32,
    /// The method.
    pub kind: StudyKind,
    /// How to make it again.
    pub provenance: Provenance,
    /// Name of the robot.
    pub robot: String,
    /// File or built-in name of the robot, as given.
    pub robot_source: String,
    /// What kind of motion the logs hold.
    pub mode: MotorMode,
    /// The joints, in the order of the coordinates.
    pub joints: Vec<MotorJoint>,
    /// Stretches at constant velocity, or strokes, that were used.
    pub records: Vec<MotorRecord>,
    /// Moves that were not used.
    pub rejected: Vec<RejectedMove>,
    /// Joints that count as having the same motor.
    pub motor_types: Vec<MotorType>,
    /// The verdict, with its rule.
    pub verdict: Verdict,
    /// Doubts.
    pub warnings: Vec<Diagnosis>,
}

/// What kind of motion the logs hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MotorMode {
    /// One joint at a time at constant velocity (Ulici et al., eq. 6).
    #[default]
    Plateaus,
    /// One joint at a time, back and forth with changing speed (Ulici et al., eq. 5).
    SingleJoint,
}

/// A value with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Uncertain {
    /// The value.
    pub value: f64,
    /// Its standard deviation; `None` where too few records tell it.
    pub sigma: Option<f64>,
    /// Interval of 95 %, by Student's distribution.
    pub interval: Option<[f64; 2]>,
}

/// Where a torque constant comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConstantOrigin {
    /// The joint's own records.
    Data,
    /// The user.
    Given,
    /// The mean of joints with the same motor type.
    SameMotor {
        /// Those joints.
        joints: Vec<String>,
    },
    /// The robot's description.
    Description,
    /// Nowhere: it is not known.
    Unknown,
}

/// What was found about one joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotorJoint {
    /// Number from 1.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its motor type, where known.
    pub motor_type: Option<String>,
    /// Unit of its effort: `N m`, or `N` for a sliding joint.
    pub effort_unit: String,
    /// Unit of its position: `rad`, or `m` for a sliding joint.
    pub position_unit: String,
    /// Records that were used.
    pub n_records: usize,
    /// Joint torque per ampere `kct` \[N·m/A or N/A\].
    pub kct: Option<Uncertain>,
    /// Where it comes from.
    pub kct_origin: ConstantOrigin,
    /// Torque constant of the robot's description.
    pub nominal_kct: Option<f64>,
    /// Viscous friction `kfv` \[N·m·s/rad or N·s/m\].
    pub viscous: Option<Uncertain>,
    /// Coulomb friction `kfc`, the mean of both directions \[N·m or N\].
    pub coulomb: Option<Uncertain>,
    /// Friction at the only speed that was driven, where it cannot be split \[N·m or N\].
    pub total_friction: Option<Uncertain>,
    /// Rotor inertia on top of the description's, where speeds change \[kg m² or kg\].
    pub rotor_inertia: Option<Uncertain>,
    /// Every term of the friction model.
    pub terms: Vec<MotorTerm>,
    /// The friction model with its coefficients.
    #[schemars(with = "Option<serde_json::Value>")]
    pub friction: Option<Friction>,
    /// Friction of the robot's description.
    #[schemars(with = "serde_json::Value")]
    pub nominal_friction: Friction,
    /// Friction torque over velocity.
    pub friction_curve: Curve,
    /// What the curve should go through: one point per record, or samples of strokes.
    pub friction_points: Cloud,
    /// The three stages of Ulici et al., with their spread.
    pub stages: Option<StageTriple>,
    /// Torque constants of single records, speed by speed.
    pub boxes: Vec<SpeedBox>,
    /// Friction models that were tried on records that they were not fitted to.
    pub friction_ladder: Vec<LadderStep>,
    /// One record from its beginning to its end.
    pub sample: Option<SampleRecord>,
    /// The mass that would show the torque constant better.
    pub advice: Option<MassAdvice>,
}

/// A term of a friction model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotorTerm {
    /// Its symbol.
    pub symbol: String,
    /// Its unit.
    pub unit: String,
    /// Its coefficient.
    pub coefficient: Uncertain,
}

/// The result of the three stages of Ulici et al.: means over single records and batches.
///
/// The spread of friction does not hold the error of the torque constants, which all batches share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StageTriple {
    /// Torque constants of single records \[N·m/A or N/A\].
    pub kct: Spread,
    /// Viscous friction of batches with one record per velocity \[N·m·s/rad or N·s/m\].
    pub kfv: Spread,
    /// Coulomb friction of the same batches \[N·m or N\].
    pub kfc: Spread,
}

/// How single results scatter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// How many.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation; 0 for a single one.
    pub deviation: f64,
    /// Smallest, lower quartile, median, upper quartile, largest.
    pub five_numbers: [f64; 5],
}

/// Torque constants of all records at one velocity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpeedBox {
    /// The velocity, with its sign \[rad/s or m/s\].
    pub speed_rad_s: f64,
    /// The torque constants \[N·m/A or N/A\].
    pub kct: Spread,
}

/// A stretch at constant velocity, or a stroke.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotorRecord {
    /// The joint that moves.
    pub joint: String,
    /// The log.
    pub source: String,
    /// When the part that counts begins \[s\].
    pub start_s: f64,
    /// How long it lasts \[s\].
    pub duration_s: f64,
    /// Commanded velocity, where the log says it \[rad/s or m/s\].
    pub commanded_rad_s: Option<f64>,
    /// Mean velocity, with its sign \[rad/s or m/s\].
    pub speed_rad_s: f64,
    /// Standard deviation of the velocity over its mean.
    pub ripple: f64,
    /// Which repetition of this velocity, from 1.
    pub iteration: usize,
    /// Samples that count.
    pub n_samples: usize,
    /// Change of the model's load within the record \[N·m or N\].
    pub load_range_nm: f64,
    /// Torque constant of this record alone \[N·m/A or N/A\]; `None` where its load hardly changes.
    pub kct: Option<f64>,
    /// Friction over torque constant, of this record alone \[A\].
    pub friction_a: Option<f64>,
    /// Friction of this record with the joint's torque constant \[N·m or N\].
    pub friction_nm: Option<f64>,
    /// Standard deviation of what is left of the current \[A\]; `None` for a stroke, which is not fitted
    /// alone.
    pub residual_a: Option<f64>,
}

/// A move that was not used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RejectedMove {
    /// The joint that moves.
    pub joint: String,
    /// The log.
    pub source: String,
    /// When it begins \[s\].
    pub start_s: f64,
    /// When it ends \[s\].
    pub end_s: f64,
    /// Why.
    pub reason: String,
}

/// Joints that count as having the same motor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotorType {
    /// What it is called.
    pub name: String,
    /// The joints.
    pub joints: Vec<String>,
}

/// One record from its beginning to its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SampleRecord {
    /// The log.
    pub source: String,
    /// Mean velocity of the part that counts \[rad/s or m/s\].
    pub speed_rad_s: f64,
    /// Time \[s\].
    pub t_s: Vec<f64>,
    /// Position \[rad or m\].
    pub q: Vec<f64>,
    /// Velocity \[rad/s or m/s\].
    pub qd: Vec<f64>,
    /// Measured current \[A\].
    pub current_a: Vec<f64>,
    /// Fitted current \[A\]; the first belongs to sample `first_fitted`.
    pub fitted_a: Vec<f64>,
    /// Sample at which the part that counts begins.
    pub first_fitted: usize,
    /// Torque constant of this record alone \[N·m/A or N/A\].
    pub kct: Option<f64>,
    /// Friction over torque constant of this record alone \[A\].
    pub friction_a: Option<f64>,
}

/// A mass off the axis of a joint, and what it would do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MassAdvice {
    /// The mass \[kg\].
    pub mass_kg: f64,
    /// Its distance from the axis \[m\].
    pub offset_m: f64,
    /// Relative standard deviation of the torque constant with it, by the noise of these records.
    pub accuracy: f64,
}
