//! Everything that an identification found, as plain data: what `result.json` holds, and what
//! reports, exports and other programs read.
//!
//! Nothing here computes. Names, units and meaning are part of the published schema
//! (`taufit schema`); [`SCHEMA_VERSION`] is raised when a field changes its meaning or disappears.

mod contacts;
mod elastic;
mod estimator;
mod fleet;
mod gravity;
mod header;
mod identifiability;
mod joint;
mod log;
mod motors;
mod parameter;
mod payload;
mod provenance;
mod reverse;
mod series;
mod stiffness;

pub use contacts::{
    ContactForce, ContactStudy, DetectedContact, JointThreshold, LogContacts, ResidualTrace,
    Thresholds,
};
pub use elastic::{
    ElasticEstimator, ElasticParameter, ElasticStudy, EquationResidual, GroupedParameter,
    SpringCurve, SpringRecord,
};
pub use estimator::{EstimatorRecord, LayoutRecord, LeftOut};
pub use fleet::{
    Attention, FleetChange, FleetDrift, FleetFailure, FleetOutlier, FleetParameter, FleetPeriod,
    FleetRobot, FleetStudy, FleetTorqueConstant, ParameterPool,
};
pub use gravity::{GravityFindings, GravityJoint, GravityPose, GravityStudy};
use header::base_and_standard;
pub use header::{
    NextStep, ParameterTable, SCHEMA_VERSION, StudyDocument, StudyHeader, StudyKind, TorqueError,
};
pub use identifiability::Identifiability;
pub use joint::{
    Autocorrelation, Cloud, CoverageHistogram, CurvePoints, Histogram, JointCoverage, JointErrors,
    JointRecord, NormalQuantiles, ResidualRecord, ResidualTest, SpectrumRecord,
};
pub use log::{LogRecord, LogRole, Mending};
pub use motors::{
    ConstantOrigin, MassAdvice, MotorJoint, MotorMode, MotorRecord, MotorStudy, MotorType,
    RejectedMove, SampleRecord, SpeedBox, Spread, StageTriple,
};
pub use parameter::{
    Conditioning, Direction, LinkRecord, LinkValues, ParameterRecord, normal_interval,
};
pub use payload::{
    AdvisedPose, ExtraTorque, FrictionChange, FrictionUnderLoad, PayloadFound, PayloadJoint,
    PayloadMode, PayloadParameter, PayloadStudy, PoseAdvice, VendorEntry, WeighedPose,
};
pub use provenance::{Diagnosis, InputFile, Provenance, RobotRecord};
pub use reverse::{Agreement, ReverseFindings, ReverseStudy};
pub use series::Series;
pub use stiffness::{
    AxisRecord, ClampRecord, ComplianceRecord, LineFit, LoadPoints, OffsetRecord, StiffnessMethod,
    StiffnessStatus, StiffnessStudy, WrenchRecord,
};

use crate::friction::FrictionShape;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An identification of a rigid arm, from its inputs to its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Study {
    /// Provenance, robot, verdict on the exported model, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// The unknowns.
    pub layout: LayoutRecord,
    /// The logs and what was done to them.
    pub logs: Vec<LogRecord>,
    /// Torque errors over all joints.
    pub totals: Totals,
    /// The joints, in the order of the coordinates.
    pub joints: Vec<JointRecord>,
    /// The moving links, before and after.
    pub links: Vec<LinkRecord>,
    /// Estimator of the base parameters.
    pub estimator: EstimatorRecord,
    /// Base parameters: values with their uncertainty.
    pub base_parameters: Vec<ParameterRecord>,
    /// One physically consistent choice of all parameters that predicts the same torques.
    pub standard_parameters: Vec<ParameterRecord>,
    /// Conditioning of the base parameters by the motion.
    pub conditioning: Conditioning,
    /// Friction models that were tried on held-out stretches of the identification logs.
    pub friction_candidates: Vec<FrictionCandidate>,
}

impl StudyDocument for Study {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        base_and_standard(&self.base_parameters, &self.standard_parameters)
    }

    fn torque_errors(&self) -> Vec<TorqueError> {
        let error = |joint: &JointRecord| TorqueError {
            joint: joint.name.clone(),
            unit: joint.effort_unit.clone(),
            rms_nm: joint.errors.validation.rms_nm,
            relative_percent: joint.errors.validation.relative_percent,
        };
        self.joints.iter().map(error).collect()
    }

    fn total_errors(&self) -> Option<&Totals> {
        Some(&self.totals)
    }

    fn log_records(&self) -> &[LogRecord] {
        &self.logs
    }
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
    pub exported: TotalErrors,
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
pub struct FrictionCandidate {
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
