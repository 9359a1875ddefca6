//! Errors and warnings with a stable code, their numbers and advice.
//!
//! Bad input is an [`Error`]; a finding that does not stop the work is a [`Warning`]. Every layer defines its
//! own kinds with [`define_diagnostics!`](crate::define_diagnostics): code, fields, message and advice of each stand
//! in one place. [`Error`] and [`Warning`] carry any of them upwards; [`Error::kind`] and [`Warning::kind`] get
//! the typed one back. Messages and advice are about data and settings; the options of a program are its own.

mod input;
mod model;
mod names;

pub use input::InputError;
pub use model::{ModelError, ModelWarning, NameKind};
pub use names::{name_list, suggest};

use serde::{Serialize, Serializer};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Result of a function of this library.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Code and advice of an error or warning; its message is its [`Display`](fmt::Display).
pub trait Diagnostic: Any + fmt::Debug + fmt::Display + Send + Sync {
    /// Stable code, such as `E101` or `W004`.
    fn code(&self) -> &'static str;
    /// Next step for the user; empty where the message contains it.
    fn advice(&self) -> &'static str;
}

/// Diagnostics that stop the work.
pub trait ErrorKind: Diagnostic + std::error::Error {}

/// Diagnostics that do not stop the work.
pub trait WarningKind: Diagnostic {
    /// Name and numbers as a JSON object with the field `kind`.
    fn to_json(&self) -> Json;
}

/// Input that cannot be worked with: the found value, the expected one, the next step.
#[derive(Clone)]
pub struct Error(Arc<dyn ErrorKind>);

/// A warning about input or result that does not stop the work.
#[derive(Clone)]
pub struct Warning(Arc<dyn WarningKind>);

impl<E: ErrorKind> From<E> for Error {
    fn from(kind: E) -> Self {
        Self(Arc::new(kind))
    }
}

impl<W: WarningKind> From<W> for Warning {
    fn from(kind: W) -> Self {
        Self(Arc::new(kind))
    }
}

impl std::error::Error for Error {}

/// Access that errors and warnings share.
macro_rules! carrier {
    ($name:ident) => {
        impl $name {
            /// Stable code, such as `E101` or `W004`.
            pub fn code(&self) -> &'static str {
                self.0.code()
            }

            /// Next step for the user; empty where the message contains it.
            pub fn advice(&self) -> &'static str {
                self.0.advice()
            }

            /// The typed diagnostic, if it is of this kind.
            pub fn kind<D: Diagnostic>(&self) -> Option<&D> {
                (self.0.as_ref() as &dyn Any).downcast_ref()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &Self) -> bool {
                self.code() == other.code() && self.to_string() == other.to_string()
            }
        }
    };
}

carrier!(Error);
carrier!(Warning);

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.to_json().serialize(serializer)
    }
}

#[doc(hidden)]
pub use serde_json::Value as Json;

/// JSON of a warning, for [`WarningKind::to_json`]; null only if its numbers cannot be written.
#[doc(hidden)]
pub fn json(warning: &impl Serialize) -> Json {
    serde_json::to_value(warning).unwrap_or_default()
}

/// Defines an enum of errors or warnings: `"CODE" Variant { fields } (message, arguments), advice;` each.
///
/// Fields are bound by reference in message and advice. Advice may be left out.
#[macro_export]
macro_rules! define_diagnostics {
    ($(#[$outer:meta])* pub error $name:ident { $($body:tt)* }) => {
        $crate::define_diagnostics! { @enum $(#[$outer])* $name { $($body)* } }
        impl std::error::Error for $name {}
        impl $crate::diagnostics::ErrorKind for $name {}
    };
    ($(#[$outer:meta])* pub warning $name:ident { $($body:tt)* }) => {
        $crate::define_diagnostics! {
            @enum
            $(#[$outer])*
            #[derive(serde::Serialize)]
            #[serde(tag = "kind", rename_all = "snake_case")]
            $name { $($body)* }
        }
        impl $crate::diagnostics::WarningKind for $name {
            fn to_json(&self) -> $crate::diagnostics::Json {
                $crate::diagnostics::json(self)
            }
        }
    };
    (@enum $(#[$outer:meta])* $name:ident {
        $(
            $(#[$doc:meta])*
            $code:literal $variant:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })?
            ($($message:tt)*) $(, $advice:expr)?;
        )*
    }) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$doc])* $variant $({ $($(#[$field_doc])* $field: $type),* })?,)*
        }

        impl $name {
            /// Codes of this kind, in the order of its variants.
            pub const CODES: &[&'static str] = &[$($code),*];
        }

        #[allow(unused_variables, reason = "not every field is part of the advice")]
        impl $crate::diagnostics::Diagnostic for $name {
            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)*
                }
            }

            fn advice(&self) -> &'static str {
                match self {
                    $(Self::$variant { $($($field),*)? } => $crate::define_diagnostics!(@advice $($advice)?),)*
                }
            }
        }

        impl std::fmt::Display for $name {
            #[allow(unused_variables, reason = "not every field is part of the message")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant { $($($field),*)? } => write!(f, $($message)*),)*
                }
            }
        }
    };
    (@advice) => { "" };
    (@advice $advice:expr) => { $advice };
}
