//! Everything that an identification found, as plain data: what `result.json` holds, and what
//! reports, exports and other programs read.
//!
//! Nothing here computes. Names, units and meaning are part of the published schema
//! (`taufit schema`); [`SCHEMA_VERSION`] is raised when a field changes its meaning or disappears.

mod contacts;
mod elastic;
mod estimator;
mod gravity;
mod joint;
mod kind;
mod log;
mod motors;
mod parameter;
mod payload;
mod provenance;
mod reverse;
mod series;
mod stiffness;
mod told;

pub use contacts::{
    Contact, ContactForce, ContactStudy, JointThreshold, ResidualTrace, Thresholds, WatchedLog,
};
pub use elastic::{
    ClassifiedParameter, ElasticEstimator, ElasticParameter, ElasticStudy, LineRecord,
    ParameterClass, SpringCurve, SpringRecord, StiffnessStatus,
};
pub use estimator::{EstimatorRecord, LeftOut};
pub use gravity::{GravityCoefficient, GravityFindings, GravityJoint, GravityPose, GravityStudy};
pub use joint::{
    Cloud, Curve, Histogram, JointErrors, JointRecord, ResidualRecord, ResidualTest, SpectrumRecord,
};
pub use kind::StudyKind;
pub use log::{LogRecord, LogRole, Mending};
pub use motors::{
    ConstantOrigin, MassAdvice, MotorJoint, MotorMode, MotorRecord, MotorStudy, MotorTerm,
    MotorType, RejectedMove, SampleRecord, SpeedBox, Spread, StageTriple, Uncertain,
};
pub use parameter::{
    BaseParameter, Direction, Identifiability, Knowledge, LinkRecord, LinkValues, StandardParameter,
};
pub use payload::{
    AdvisedPose, ExtraTorque, FrictionChange, FrictionUnderLoad, PayloadFound, PayloadJoint,
    PayloadKnowledge, PayloadMode, PayloadParameter, PayloadStudy, PoseAdvice, VendorEntry,
    WeighedPose,
};
pub use provenance::{Diagnosis, InputFile, Provenance, RobotRecord};
pub use reverse::{Agreement, ModelCoefficient, ReverseFindings, ReverseStudy};
pub use series::Series;
pub use stiffness::{
    AxisRecord, AxisStatus, ClampRecord, ComplianceRecord, LineFit, LoadPoints, OffsetRecord,
    StiffnessMethod, StiffnessStudy, WrenchRecord,
};
pub use told::{Tellable, ToldParameter};

use crate::friction::FrictionShape;
use crate::validate::Verdict;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of the schema of all results.
pub const SCHEMA_VERSION: u32 = 1;

/// An identification of a rigid arm, from its inputs to its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Study {
    /// Version of this schema.
    pub schema_version: u32,
    /// The method.
    #[serde(default)]
    pub kind: StudyKind,
    /// How to make it again.
    pub provenance: Provenance,
    /// The robot before identification.
    pub robot: RobotRecord,
    /// What the numbers are good for, with the rule behind it.
    pub verdict: Verdict,
    /// The logs and what was done to them.
    pub logs: Vec<LogRecord>,
    /// Torque errors over all joints.
    pub totals: Totals,
    /// The joints, in the order of the coordinates.
    pub joints: Vec<JointRecord>,
    /// The moving links, before and after.
    pub links: Vec<LinkRecord>,
    /// How the base parameters were found.
    #[serde(default)]
    pub estimator: EstimatorRecord,
    /// What joint torques can reveal: values with their uncertainty.
    pub base_parameters: Vec<BaseParameter>,
    /// One physically consistent choice of all parameters that predicts the same torques.
    pub standard_parameters: Vec<StandardParameter>,
    /// How well the motion determines the base parameters.
    pub identifiability: Identifiability,
    /// Friction models that were tried on held-out stretches of the identification logs.
    pub friction_ladder: Vec<LadderStep>,
    /// Doubts.
    pub warnings: Vec<Diagnosis>,
}

impl Study {
    /// Velocities of the logs, joint by joint, a fair selection \[rad/s or m/s\].
    pub fn logged_velocities(&self) -> Vec<Vec<f64>> {
        self.joints.iter().map(|joint| joint.friction_cloud.qd.clone()).collect()
    }
}

/// Torque errors over all joints.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Base parameters on the data of the fit.
    pub fit: TotalErrors,
    /// Base parameters on data not used for the fit.
    pub validation: TotalErrors,
    /// Physically consistent parameters on the same data.
    pub feasible: TotalErrors,
    /// The same with friction as URDF and MJCF hold it, Coulomb and viscous: what the verdict judges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exported: Option<TotalErrors>,
    /// The nominal model on the same data.
    pub nominal: TotalErrors,
}

/// Torque errors over all joints, on one set of data.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TotalErrors {
    /// `100 |τ − τ̂|/|τ|`.
    pub relative_percent: f64,
    /// `√(eᵀe)/m` with `m` time samples (Kovincic et al. 2019, eq. 22) \[N·m\].
    pub e_n_nm: f64,
    /// Number of time samples.
    pub n_samples: usize,
}

/// One friction model, judged on stretches of the identification logs that it was not fitted to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LadderStep {
    /// The model in words.
    pub name: String,
    /// The model.
    #[schemars(with = "serde_json::Value")]
    pub shape: FrictionShape,
    /// Weighted torque error on held-out stretches, as a multiple of the best model's.
    pub held_out_error: f64,
    /// Whether it was taken.
    pub chosen: bool,
}
