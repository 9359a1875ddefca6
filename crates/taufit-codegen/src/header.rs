//! Comment at the top of generated code: robot, units, and a state with expected results.

use super::statements::comment;
use super::{CodeContent, CodeSettings, CodegenError};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{Scratch, gravity_torque, inverse_dynamics};
use taufit_dynamics::friction::FrictionTerm;
use taufit_dynamics::model::Robot;

/// The comment at the top, each line after `//`.
pub(crate) fn header(robot: &Robot, settings: &CodeSettings) -> Result<String> {
    let g = robot.gravity_in_world();
    let mut lines = vec![
        format!("{} of {}", title(settings.content), robot.name()),
        String::new(),
        format!("parameters: {}", settings.origin),
        format!("gravity in the base frame [m/s^2]: {} {} {}", g.x, g.y, g.z),
        "units: rad, rad/s, rad/s^2, N m for joints that turn; m, m/s, m/s^2, N for those that slide"
            .to_owned(),
        "order of the joints:".to_owned(),
    ];
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        let unit = if joint.is_prismatic() { "slides, m and N" } else { "turns, rad and N m" };
        lines.push(format!("  [{dof}] {} ({unit})", joint.name));
    }
    lines.push(String::new());
    lines.extend(test_point(robot, settings)?);
    Ok(lines
        .iter()
        .map(|line| format!("// {}", comment(line)).trim_end().to_owned() + "\n")
        .collect())
}

fn title(content: CodeContent) -> &'static str {
    match content {
        CodeContent::Dynamics => "Inverse dynamics, mass matrix, gravity and friction",
        CodeContent::Gravity => "Gravity compensation",
    }
}

/// A state, and the results of the functions there.
fn test_point(robot: &Robot, settings: &CodeSettings) -> Result<Vec<String>> {
    let along = |start: f64, step: f64| -> Vec<f64> {
        (0..robot.n_dof()).map(|dof| start + step * dof as f64).collect()
    };
    // Quarters: numbers that text and machine hold exactly.
    let (q, qd, qdd) = (along(0.25, 0.25), along(1.0, -0.25), along(-0.5, 0.5));
    let scratch = &mut Scratch::new(robot);
    let gravity = gravity_torque(robot, scratch, &q)?.to_vec();
    let mut lines = vec!["to check it:".to_owned(), given("q", &q)];
    check_finite(robot, "gravity", &gravity)?;
    match settings.content {
        CodeContent::Dynamics => {
            let tau = inverse_dynamics(robot, scratch, &q, &qd, &qdd)?;
            check_finite(robot, "inverse_dynamics", tau)?;
            lines.extend([given("qd", &qd), given("qdd", &qdd), found("inverse_dynamics", tau)]);
            lines.push(found("gravity", &gravity));
        }
        CodeContent::Gravity => {
            let offset = |dof| robot.dof_joint(dof).friction.coefficient(FrictionTerm::Offset);
            let held: Vec<f64> = gravity.iter().enumerate().map(|(k, g)| g + offset(k)).collect();
            lines.extend([found("gravity", &gravity), found("holding_torque", &held)]);
        }
    }
    Ok(lines)
}

/// Refuses results that are not finite.
fn check_finite(robot: &Robot, function: &'static str, values: &[f64]) -> Result<()> {
    if values.iter().all(|x| x.is_finite()) {
        return Ok(());
    }
    Err(CodegenError::NotFinite { robot: robot.name().to_owned(), function }.into())
}

fn given(name: &str, values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(f64::to_string).collect();
    format!("  {name} = {}", values.join(", "))
}

fn found(name: &str, values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|x| format!("{x:.9}")).collect();
    format!("  {name} -> {}", values.join(", "))
}
