//! Recipes: each identifies one kind of thing from the parts of the library.

mod collision;
mod elastic;
mod gains;
mod gravity;
mod motors;
mod pair;
mod payload;
mod reverse;
mod rigid;
mod stiffness;

pub use collision::{
    ContactDetector, DetectionSettings, Learned, Moment, MomentumObserver, VelocitySource,
    learn_thresholds, watch_logs,
};
pub use elastic::{
    DampingChoice, ElasticMotion, ElasticResult, ElasticSettings, EncoderSettings, JointSpring,
    elastic_unknowns, identify_elastic, identify_elastic_motion, normalised_mean_error,
};
pub use gains::{
    ControllerGain, ControllerGainStatus, GainStatus, GainsResult, GainsSettings, JointGain,
    WantedEfforts, controller_gains, identify_gains,
};
pub use gravity::{GravityResult, GravitySettings, gravity_model, identify_gravity};
pub use motors::{
    Combination, GivenConstant, MotorLog, MotorsResult, MotorsSettings, PlateauSettings,
    RecordFitting, identify_motors,
};
pub use payload::{
    DriveGain, FrictionUse, KnownRobot, PayloadFrame, PayloadResult, PayloadSettings, weigh,
    weigh_static,
};
pub use reverse::{ModelSample, ReverseResult, ReverseSettings, identify_model, reverse_model};
pub use rigid::{
    Estimator, FrictionChoice, NamedBound, Progress, ReversalMask, RigidResult, RigidSettings,
    Stage, StudyModel, Validation, Watch, identify_rigid, identify_rigid_watched,
};
pub use stiffness::{
    BranchFriction, ClampedLog, StiffnessResult, StiffnessSettings, WrenchSettings, WrenchSide,
    identify_stiffness,
};
