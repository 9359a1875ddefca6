//! Errors about single values, names and lengths, common to all layers.

use super::names::{did_you_mean, name_list, suggest};
use super::{Error, Result};
use crate::define_diagnostics;

define_diagnostics! {
    /// A value, name or length that cannot be used.
    pub error InputError {
        /// NaN or infinity.
        "E007" NotFinite {
            /// Which link or joint.
            element: String,
            /// Which quantity.
            field: &'static str,
        } ("{element}: {field} is not a finite number");
        /// A number that must not be negative.
        "E008" Negative {
            /// Which link or joint.
            element: String,
            /// Which quantity.
            field: &'static str,
            /// Given value.
            value: f64,
        } ("{element}: {field} is {value}, which must not be negative");
        /// A vector of the wrong length.
        "E020" LengthMismatch {
            /// Which vector.
            what: &'static str,
            /// Required number.
            expected: usize,
            /// Number found.
            found: usize,
        } ("{what}: expected {expected} values, found {found}");
        /// A name that the robot does not have.
        "E021" UnknownName {
            /// Link, joint, frame, robot, parameter.
            what: &'static str,
            /// Requested name.
            name: String,
            /// The nearest that exists.
            suggestion: Option<String>,
            /// Existing names.
            available: String,
        } ("there is no {what} called {name:?}{}; there are {available}", did_you_mean(suggestion));
        /// A setting of the signal conditioning out of its range.
        "E100" OutOfRange {
            /// Name of the setting.
            setting: &'static str,
            /// Given value.
            value: f64,
            /// Possible values.
            expected: &'static str,
        } ("{setting} is {value}; expected {expected}");
    }
}

impl InputError {
    /// Refuses a number that is not positive or not finite.
    pub fn check_positive(setting: &'static str, value: f64) -> Result<()> {
        Self::check_range(setting, value, value > 0.0 && value.is_finite(), "a positive number")
    }

    /// Refuses a number that is negative or not finite.
    pub fn check_not_negative(setting: &'static str, value: f64) -> Result<()> {
        let fits = value >= 0.0 && value.is_finite();
        Self::check_range(setting, value, fits, "zero or a positive number")
    }

    /// Refuses a number that does not fit.
    pub fn check_range(
        setting: &'static str,
        value: f64,
        fits: bool,
        expected: &'static str,
    ) -> Result<()> {
        if fits { Ok(()) } else { Err(Self::OutOfRange { setting, value, expected }.into()) }
    }

    /// Error about a name that is none of those that exist, with the nearest of these.
    pub fn unknown_name<'n>(
        what: &'static str,
        name: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Error {
        let names: Vec<&str> = names.into_iter().collect();
        let (suggestion, available) = (suggest(name, names.iter().copied()), name_list(&names));
        Self::UnknownName { what, name: name.to_owned(), suggestion, available }.into()
    }
}
