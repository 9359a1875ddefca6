//! Result of the identification of motor constants: torque constants and friction, by joint and record.

use super::{
    Cloud, CurvePoints, FrictionCandidate, ParameterRecord, ParameterTable, StudyDocument,
    StudyHeader,
};
use crate::friction::Friction;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Torque constants and friction of the drives of an arm.
///
/// Every torque constant is proportional to the load that the robot's model says a joint carries:
/// masses that are 1 % too large make all of them, and friction, 1 % too large.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MotorStudy {
    /// Provenance, robot, verdict, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// Kind of motion in the logs.
    pub mode: MotorMode,
    /// The joints, in the order of the coordinates.
    pub joints: Vec<MotorJoint>,
    /// Stretches at constant velocity, or strokes, that were used.
    pub records: Vec<MotorRecord>,
    /// Moves that were not used.
    pub rejected: Vec<RejectedMove>,
    /// Joints that count as having the same motor.
    pub motor_types: Vec<MotorType>,
}

impl StudyDocument for MotorStudy {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        vec![("parameters", self.joints.iter().flat_map(MotorJoint::parameters).collect())]
    }
}

/// Kind of motion in the logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MotorMode {
    /// One joint at a time at constant velocity (Ulici et al., eq. 6).
    #[default]
    Plateaus,
    /// One joint at a time, back and forth with changing speed (Ulici et al., eq. 5).
    SingleJoint,
}

/// Source of a torque constant.
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

/// Torque constant and friction of one joint.
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
    pub kct: Option<ParameterRecord>,
    /// Where it comes from.
    pub kct_origin: ConstantOrigin,
    /// Torque constant of the robot's description.
    pub nominal_kct: Option<f64>,
    /// Viscous friction `kfv` \[N·m·s/rad or N·s/m\].
    pub viscous: Option<ParameterRecord>,
    /// Coulomb friction `kfc`, the mean of both directions \[N·m or N\].
    pub coulomb: Option<ParameterRecord>,
    /// Friction at the only speed that was driven, where it cannot be split \[N·m or N\].
    pub total_friction: Option<ParameterRecord>,
    /// Rotor inertia on top of the description's, where speeds change \[kg m² or kg\].
    pub rotor_inertia: Option<ParameterRecord>,
    /// Every term of the friction model.
    pub terms: Vec<ParameterRecord>,
    /// The friction model with its coefficients.
    #[schemars(with = "Option<serde_json::Value>")]
    pub friction: Option<Friction>,
    /// Friction of the robot's description.
    #[schemars(with = "serde_json::Value")]
    pub nominal_friction: Friction,
    /// Friction torque over velocity.
    pub friction_curve: CurvePoints,
    /// Points of the friction curve: one per record, or samples of strokes.
    pub friction_points: Cloud,
    /// The three stages of Ulici et al., with their spread.
    pub stages: Option<StageTriple>,
    /// Torque constants of single records, speed by speed.
    pub boxes: Vec<SpeedBox>,
    /// Friction models that were tried on records that they were not fitted to.
    pub friction_candidates: Vec<FrictionCandidate>,
    /// One record from its beginning to its end.
    pub sample: Option<SampleRecord>,
    /// The mass that would show the torque constant better.
    pub advice: Option<MassAdvice>,
}

impl MotorJoint {
    /// Torque constant, friction and rotor inertia, as far as found.
    fn parameters(&self) -> impl Iterator<Item = &ParameterRecord> {
        let found = [&self.kct, &self.viscous, &self.coulomb, &self.total_friction];
        found.into_iter().chain([&self.rotor_inertia]).flatten()
    }
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

/// Scatter of single results.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spread {
    /// Number of results.
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
    /// Duration \[s\].
    pub duration_s: f64,
    /// Commanded velocity, where the log holds it \[rad/s or m/s\].
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
    /// Name of the type.
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
