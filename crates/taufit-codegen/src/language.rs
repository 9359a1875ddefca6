//! Syntax of Rust and C.

use super::graph::{Input, UnaryFunction};

/// The language of generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeLanguage {
    /// Rust that needs nothing but `core`.
    Rust,
    /// C99 with `math.h`.
    C,
}

impl CodeLanguage {
    /// An element of an input.
    pub(crate) fn element(self, input: Input, index: usize) -> String {
        format!("{}[{index}]", input.name())
    }

    /// The shortest text that reads back as the same number; zero has no sign.
    pub(crate) fn number(self, x: f64) -> String {
        format!("{:?}", x + 0.0)
    }

    /// A named value.
    pub(crate) fn declaration(self, name: &str, value: &str) -> String {
        match self {
            Self::Rust => format!("let {name} = {value};"),
            Self::C => format!("const double {name} = {value};"),
        }
    }

    /// Sine and cosine of an angle under their names; `None` for what is not needed.
    pub(crate) fn sin_cos(self, sin: Option<&str>, cos: Option<&str>, angle: &str) -> String {
        match self {
            Self::Rust => {
                let (sin, cos) = (sin.unwrap_or("_"), cos.unwrap_or("_"));
                format!("let ({sin}, {cos}) = sin_cos({angle});")
            }
            Self::C => {
                let sin = sin.map(|name| format!("{name} = sin({angle})"));
                let cos = cos.map(|name| format!("{name} = cos({angle})"));
                let both: Vec<String> = sin.into_iter().chain(cos).collect();
                format!("const double {};", both.join(", "))
            }
        }
    }

    /// A function of one value.
    pub(crate) fn call(self, call: UnaryFunction, x: &str) -> String {
        match (self, call) {
            (_, UnaryFunction::Sign) => format!("sign({x})"),
            (_, UnaryFunction::Tanh) => format!("tanh({x})"),
            (_, UnaryFunction::Exp) => format!("exp({x})"),
            (Self::Rust, UnaryFunction::Abs) => format!("abs({x})"),
            (Self::C, UnaryFunction::Abs) => format!("fabs({x})"),
            (Self::Rust, UnaryFunction::Above) => format!("above({x})"),
            (Self::Rust, UnaryFunction::Below) => format!("below({x})"),
            (Self::C, UnaryFunction::Above) => format!("fmax({x}, 0.0)"),
            (Self::C, UnaryFunction::Below) => format!("fmin({x}, 0.0)"),
        }
    }

    /// A value that is not negative to some power.
    pub(crate) fn power(self, x: &str, exponent: &str) -> String {
        match self {
            Self::Rust => format!("power({x}, {exponent})"),
            Self::C => format!("pow({x}, {exponent})"),
        }
    }

    /// Statement that marks an input as unused.
    pub(crate) fn unused(self, input: Input) -> String {
        match self {
            Self::Rust => format!("let _ = {};", input.name()),
            Self::C => format!("(void){};", input.name()),
        }
    }
}

impl Input {
    /// Its name in the code.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Q => "q",
            Self::Qd => "qd",
            Self::Qdd => "qdd",
        }
    }
}
