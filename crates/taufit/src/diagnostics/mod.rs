//! What can go wrong, and what is doubtful: errors and warnings with a code, the numbers and advice.
//!
//! Bad input is an [`Error`]; a doubt that does not stop the work is a [`Warning`]. Codes are stable;
//! `taufit explain CODE` prints a page about each.

mod error;
mod fit_doubt;
mod log_doubt;
mod names;
mod warning;

pub use error::{Error, NameKind, Result};
pub use fit_doubt::FitDoubt;
pub use log_doubt::{EffortLooks, LogDoubt, Reversal};
pub use names::{name_list, suggest};
pub use warning::Warning;
