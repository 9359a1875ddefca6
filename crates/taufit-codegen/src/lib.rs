//! Identified dynamics as source code for controllers: Rust that needs only `core`, or C99.
//!
//! The recursions are run once on symbols instead of numbers: terms with a zero vanish, constants are
//! multiplied out, what occurs twice is computed once, and what is left is written down as straight-line code
//! without loops, branches or memory of its own. In this order: `chain` (joint transforms), `newton_euler`,
//! `composite` and `friction` (expressions on a `graph`), `function` (the generated functions), `statements`,
//! `render` and `header` (the text).

mod chain;
mod composite;
mod core_functions;
mod expr;
mod friction;
mod function;
mod graph;
mod header;
mod language;
mod newton_euler;
mod render;
mod statements;

pub use language::CodeLanguage;

use core_functions::core_functions;
use function::{Function, all_functions, gravity_functions};
use header::header;
use render::{render_function, signature};
use taufit_dynamics::define_diagnostics;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

define_diagnostics! {
    /// A robot or settings of which no code is generated.
    pub error CodegenError {
        /// A prefix of function names that is no identifier.
        "E220" InvalidIdentifier {
            /// Prefix, as given.
            name: String,
        } ("{name:?} cannot begin the name of a function; use letters, digits and _, a letter first");
        /// A robot whose torques are not finite.
        "E221" NotFinite {
            /// Name of the robot.
            robot: String,
            /// Name of the function.
            function: &'static str,
        } ("the {function} of {robot:?} is not finite; check masses and lengths");
    }
}

/// Set of functions to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeContent {
    /// `inverse_dynamics`, `mass_matrix`, `gravity` and `friction`.
    Dynamics,
    /// `gravity` and `holding_torque`, which is gravity with the offsets of the sensors.
    Gravity,
}

/// Settings of the code generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSettings {
    /// The language.
    pub language: CodeLanguage,
    /// Generated functions.
    pub content: CodeContent,
    /// Prefix of the names of the functions; by default the name of the robot.
    pub prefix: Option<String>,
    /// Origin of the parameters, for the comment at the top.
    pub origin: String,
}

/// Source code of the robot's dynamics.
///
/// Every coordinate of `q`, `qd`, `qdd` and `tau` is that of [`Robot::dof_joint_iter`]. The functions agree
/// with [`inverse_dynamics`](taufit_dynamics::dynamics::inverse_dynamics), [`mass_matrix`](taufit_dynamics::dynamics::mass_matrix) and
/// [`gravity_torque`](taufit_dynamics::dynamics::gravity_torque) up to rounding.
pub fn generate_code(robot: &Robot, settings: &CodeSettings) -> Result<String> {
    let prefix = settings.prefix.clone().unwrap_or_else(|| identifier(robot.name()));
    check_prefix(&prefix)?;
    let functions = match settings.content {
        CodeContent::Dynamics => all_functions(robot),
        CodeContent::Gravity => gravity_functions(robot),
    };
    let render = |f: &Function| render_function(f, robot.n_dof(), &prefix, settings.language);
    let rendered: Vec<String> = functions.iter().map(render).collect();
    let code = rendered.join("\n");
    let top = header(robot, settings)?;
    Ok(match settings.language {
        CodeLanguage::Rust => {
            let needed = core_functions(&code);
            let gap = if needed.is_empty() { "" } else { "\n" };
            format!("{top}\n{code}{gap}{needed}")
        }
        CodeLanguage::C => {
            format!("{top}\n{}\n{code}", c_preamble(&functions, robot, &prefix, &code))
        }
    })
}

/// Beginning of a file of C: includes, declarations, and the sign function if it is used.
fn c_preamble(functions: &[Function], robot: &Robot, prefix: &str, code: &str) -> String {
    let mut text = "#include <math.h>\n\n".to_owned();
    for function in functions {
        text += &format!("{};\n", signature(function, robot.n_dof(), prefix));
    }
    if code.contains("sign(") {
        text += "\n// Direction of motion; zero at rest.\n\
                 static double sign(double x) { return (double)((x > 0.0) - (x < 0.0)); }\n";
    }
    text
}

/// Identifier of both languages, made of any name.
fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let text: String = name.chars().map(plain).collect();
    let text = text.trim_matches('_');
    match text.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => text.to_owned(),
        _ => format!("robot_{text}").trim_end_matches('_').to_owned(),
    }
}

fn check_prefix(prefix: &str) -> Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if prefix.starts_with(|c: char| c.is_ascii_alphabetic()) && prefix.chars().all(plain) {
        return Ok(());
    }
    Err(CodegenError::InvalidIdentifier { name: prefix.to_owned() }.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_name_becomes_an_identifier() {
        for (name, expected) in [
            ("UR5-kovincic", "ur5_kovincic"),
            ("7axis", "robot_7axis"),
            ("", "robot"),
            ("Ä", "robot"),
        ] {
            assert_eq!(identifier(name), expected);
            assert_eq!(check_prefix(&identifier(name)), Ok(()));
        }
        assert_eq!(check_prefix("2b").map_err(|e| e.code()), Err("E220"));
    }
}
