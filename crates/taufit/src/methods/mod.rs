//! Recipes: each identifies one kind of thing from the parts of the library.

mod collision;
mod common;
mod elastic;
mod fleet;
mod gains;
mod gravity;
mod motors;
mod pair;
mod parameter_records;
mod payload;
mod reverse;
mod rigid;
mod stiffness;

pub use collision::{
    ContactDetector, DetectionSettings, Learned, Moment, MomentumObserver, TakeResidual,
    VelocitySource, detect_contacts, learn_thresholds,
};
pub use common::{IdentificationProgress, ProgressCallback, Stage};
pub use elastic::{
    DampingChoice, ElasticMotion, ElasticResult, ElasticSettings, EncoderCorrection, JointSpring,
    elastic_unknowns, identify_elastic, identify_elastic_motion, normalised_mean_error,
};
pub use fleet::{
    DriftTest, EffortScale, Fit, FleetLog, FleetModel, FleetPlan, FleetSettings, LogEstimate,
    LogEvidence, LogValidation, PLAN_VERSION, ParameterChange, Population, RobotEstimate,
    check_evidence, estimate_periods, holm, identify_fleet, merge_all, merge_by, observe_log,
};
pub use gains::{
    ControllerGain, ControllerGainStatus, GainStatus, GainsResult, GainsSettings, JointGain,
    WantedEfforts, controller_gains, identify_gains,
};
pub use gravity::{GravityResult, GravitySettings, gravity_model, identify_gravity};
pub use motors::{
    Combination, GivenConstant, MotorLog, MotorsResult, MotorsSettings, PlateauSettings,
    RecordFitting, identify_motors, motors_model,
};
pub use payload::{
    DriveGain, FrictionUse, KnownRobot, PayloadFrame, PayloadInputs, PayloadResult,
    PayloadSettings, identify_payload, identify_payload_static,
};
pub use reverse::{
    ModelSample, ReverseResult, ReverseSettings, identify_from_samples, reverse_model,
};
pub use rigid::{
    Estimator, FrictionChoice, MotionInputs, NamedBound, ReversalMask, RigidInputs, RigidResult,
    RigidSettings, StudyModel, Validation, identify_rigid, identify_rigid_from_motions,
    identify_rigid_with_progress,
};
pub use stiffness::{
    BranchFriction, ClampedLog, StiffnessResult, StiffnessSettings, WrenchSettings, WrenchSide,
    identify_stiffness,
};
