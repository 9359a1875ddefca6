//! Comparison of robot and model by their names.

use super::RtdeError;
use super::registers::N_JOINTS;
use taufit::model::Robot;

/// Refuses a model that does not have six joints.
pub(crate) fn check_joints(robot: &Robot) -> Result<(), RtdeError> {
    if robot.n_dof() == N_JOINTS {
        return Ok(());
    }
    Err(RtdeError::OtherRobot {
        model: format!("{}, with {} joints", robot.name(), robot.n_dof()),
        found: format!("one of Universal Robots, with {N_JOINTS}"),
    })
}

/// Refuses a model of another size. Names without a size are accepted.
pub(super) fn check_size(model: &str, found: &str) -> Result<(), RtdeError> {
    match (size(model), size(found)) {
        (Some(a), Some(b)) if a != b => {
            Err(RtdeError::OtherRobot { model: model.to_owned(), found: found.to_owned() })
        }
        _ => Ok(()),
    }
}

/// Number after `ur` in a name: 5 for `UR5`, `ur5e` or `my_ur5e_cell`.
fn size(name: &str) -> Option<u32> {
    let name = name.to_lowercase();
    let after = name.split("ur").skip(1);
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    after.map(digits).find(|digits| !digits.is_empty())?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;

    #[test]
    fn sizes_are_compared_where_both_are_known() {
        for (model, found, fits) in [
            ("ur5", "UR5", true),
            ("ur5e", "UR5", true),
            ("my_ur10e", "UR5", false),
            ("ur3", "UR30", false),
            ("cell", "UR5", true),
            ("surface", "UR5", true),
            ("ur5", "", true),
        ] {
            assert_eq!(check_size(model, found).is_ok(), fits, "{model} {found}");
        }
    }

    #[test]
    fn six_joints_are_needed() {
        assert!(check_joints(&catalog::robot("ur5").unwrap()).is_ok());
        let error = check_joints(&catalog::robot("planar2r").unwrap()).unwrap_err();
        assert!(error.code() == "E242" && error.to_string().contains("with 2 joints"), "{error}");
    }
}
