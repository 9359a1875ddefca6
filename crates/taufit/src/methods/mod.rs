//! Recipes: each identifies one kind of thing from the parts of the library.

mod gains;
mod rigid;

pub use gains::{GainStatus, GainsResult, GainsSettings, JointGain, identify_gains};
pub use rigid::{
    FrictionChoice, RigidResult, RigidSettings, StudyModel, Validation, identify_rigid,
};
