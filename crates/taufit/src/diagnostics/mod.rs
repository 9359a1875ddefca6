//! Errors and warnings of the methods, and those of all layers below.

mod contact;
mod elastic;
mod fleet;
mod gravity;
mod motor;
mod payload;
mod stiffness;
mod study;

pub use contact::{ContactError, ContactWarning};
pub use elastic::{ElasticError, ElasticWarning};
pub use fleet::{FleetError, FleetWarning};
pub use gravity::{GravityError, GravityWarning};
pub use motor::{MotorError, MotorWarning};
pub use payload::{PayloadError, PayloadWarning};
pub use stiffness::{StiffnessError, StiffnessWarning};
pub use study::{FitWarning, StudyError};
pub use taufit_data::diagnostics::*;
pub use taufit_dynamics::diagnostics::*;
pub use taufit_estimate::diagnostics::*;
pub use taufit_excite::diagnostics::*;
pub use taufit_sim::diagnostics::*;
