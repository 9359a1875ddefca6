//! Identified dynamics as source code for controllers: Rust that needs only `core`, or C99.
//!
//! The recursions are run once on symbols instead of numbers: terms with a zero vanish, constants are
//! multiplied out, what occurs twice is computed once, and what is left is written down as straight-line code
//! without loops, branches or memory of its own. The way of a robot: `chain` places its joints,
//! `newton_euler`, `composite` and `friction` write on a `graph`, `function` says what is written,
//! `statements` makes lines of it, `render` and `header` the file.

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

use super::Exported;
use crate::error::{Error, Result};
use core_functions::core_functions;
use function::{Function, all_functions, gravity_functions};
use header::header;
use render::{render_function, signature};
use taufit::model::Robot;

/// Which functions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeContent {
    /// `inverse_dynamics`, `mass_matrix`, `gravity` and `friction`.
    Dynamics,
    /// `gravity` and `holding_torque`, which is gravity with the offsets of the sensors.
    Gravity,
}

/// How code is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeSettings {
    /// The language.
    pub language: CodeLanguage,
    /// Which functions.
    pub content: CodeContent,
    /// What the names of the functions begin with; the robot's name where it is not given.
    pub prefix: Option<String>,
    /// Where the parameters come from, for the comment at the top.
    pub origin: String,
}

/// The robot's dynamics as source code.
///
/// Every coordinate of `q`, `qd`, `qdd` and `tau` is that of [`Robot::dof_joint_iter`]. The functions agree
/// with [`inverse_dynamics`](taufit::dynamics::inverse_dynamics), [`mass_matrix`](taufit::dynamics::mass_matrix) and
/// [`gravity_torque`](taufit::dynamics::gravity_torque) up to rounding.
pub fn export_code(robot: &Robot, settings: &CodeSettings) -> Result<Exported> {
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
    let text = match settings.language {
        CodeLanguage::Rust => {
            let needed = core_functions(&code);
            let gap = if needed.is_empty() { "" } else { "\n" };
            format!("{top}\n{code}{gap}{needed}")
        }
        CodeLanguage::C => {
            format!("{top}\n{}\n{code}", c_preamble(&functions, robot, &prefix, &code))
        }
    };
    Ok(Exported { text, notes: Vec::new(), warnings: Vec::new() })
}

/// What a file of C begins with: the mathematics, and declarations for a header file.
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

/// A name that both languages take, from any other.
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
    Err(Error::NoIdentifier { name: prefix.to_owned() })
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
