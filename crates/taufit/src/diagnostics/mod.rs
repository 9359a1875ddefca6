//! What can go wrong, and what is doubtful: errors and warnings with a code, the numbers and advice.
//!
//! Bad input is an [`Error`]; a doubt that does not stop the work is a [`Warning`]. Codes are stable;
//! `taufit explain CODE` prints a page about each.

mod contact;
mod elastic_doubt;
mod elastic_error;
mod error;
mod excite_warning;
mod fit_doubt;
mod gravity_doubt;
mod gravity_error;
mod log_doubt;
mod motor_doubt;
mod motor_error;
mod names;
mod payload_doubt;
mod payload_error;
mod stiffness_doubt;
mod stiffness_error;
mod warning;

pub use contact::{ContactDoubt, ContactFault};
pub use elastic_doubt::ElasticDoubt;
pub use elastic_error::ElasticError;
pub use error::{Error, NameKind, Result};
pub use excite_warning::ExciteWarning;
pub use fit_doubt::FitDoubt;
pub use gravity_doubt::GravityDoubt;
pub use gravity_error::GravityError;
pub use log_doubt::{EffortLooks, LogDoubt, Reversal};
pub use motor_doubt::MotorDoubt;
pub use motor_error::MotorError;
pub use names::{name_list, suggest};
pub use payload_doubt::PayloadDoubt;
pub use payload_error::PayloadError;
pub use stiffness_doubt::StiffnessDoubt;
pub use stiffness_error::StiffnessError;
pub use warning::Warning;
