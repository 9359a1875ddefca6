//! Recipes: each identifies one kind of thing from the parts of the library.

mod gains;
mod rigid;

pub use gains::{GainStatus, GainsResult, GainsSettings, JointGain, identify_gains};
pub use rigid::{
    Estimator, FrictionChoice, NamedBound, Progress, RigidResult, RigidSettings, Stage, StudyModel,
    Validation, Watch, identify_rigid, identify_rigid_watched,
};
