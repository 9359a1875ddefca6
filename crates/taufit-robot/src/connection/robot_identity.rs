//! Comparison of the robot with the model, by the URDF that the robot publishes.
//!
//! Joints of many robots have the same names: a plan for one arm would be executed by another. Two
//! descriptions of one arm agree, whatever their frames, in the distances and angles between consecutive
//! axes ([`AxisOffset`]).

use super::{ConnectionError, ConnectionWarning};
use taufit::model::{AxisOffset, Joint, Robot};
use taufit_io::parse_urdf;

/// Largest difference of distances between axes \[m\]: calibrated arms differ from their drawings by
/// millimetres, models of arms by centimetres.
const SAME_DISTANCE_M: f64 = 0.02;

/// Largest difference of angles between axes \[rad\].
const SAME_ANGLE_RAD: f64 = 0.05;

/// Refuses a robot whose own URDF has other axes than the model; `names` are the robot's names of the
/// model's joints. A URDF that cannot be read is a warning.
pub(crate) fn check_robot_identity(
    urdf: &str,
    model: &Robot,
    names: &[String],
) -> Result<Option<ConnectionWarning>, ConnectionError> {
    let read = parse_urdf(urdf).map_err(|error| error.to_string());
    let built = read.and_then(|read| read.description.build().map_err(|error| error.to_string()));
    let described = match built {
        Ok(robot) => robot,
        Err(problem) => return Ok(Some(ConnectionWarning::NotCompared { problem })),
    };
    let mut pairs = model.dof_joint_iter().zip(names);
    let differing = pairs.find_map(|(joint, name)| difference(model, joint, &described, name));
    match differing {
        Some(problem) => Err(ConnectionError::OtherArm { problem }),
        None => Ok(None),
    }
}

/// Difference between joint `name` of the robot and that of the model.
fn difference(model: &Robot, joint: &Joint, described: &Robot, name: &str) -> Option<String> {
    let Some(found) = described.joints().iter().find(|joint| joint.name == name) else {
        return Some(format!("it has no joint {name}"));
    };
    if found.is_prismatic() != joint.is_prismatic() {
        let way = if found.is_prismatic() { "slides" } else { "turns" };
        return Some(format!("{name} {way}"));
    }
    let (expected, found) = (AxisOffset::of(model, joint)?, AxisOffset::of(described, found));
    let Some(found) = found else {
        return Some(format!("{name} sits on its base"));
    };
    if let (Some(expected_m), Some(found_m)) = (expected.distance_m, found.distance_m)
        && (expected_m - found_m).abs() > SAME_DISTANCE_M
    {
        return Some(format!(
            "the axis of {name} is {found_m:.3} m from the one before it, in the model {expected_m:.3} m"
        ));
    }
    let [expected_deg, found_deg] =
        [expected.angle_rad, found.angle_rad].map(|angle_rad| angle_rad.to_degrees());
    ((expected.angle_rad - found.angle_rad).abs() > SAME_ANGLE_RAD).then(|| {
        format!(
            "the axis of {name} is turned by {found_deg:.0} degrees against the one before it, in the \
             model by {expected_deg:.0}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit::model::catalog;
    use taufit_io::write_urdf;

    fn robot(name: &str) -> Robot {
        catalog::robot(name).unwrap()
    }

    fn names(robot: &Robot) -> Vec<String> {
        robot.dof_joint_iter().map(|joint| joint.name.clone()).collect()
    }

    /// Comparison of a model with the URDF of another robot.
    fn compare(model: &Robot, other: &Robot) -> Result<Option<ConnectionWarning>, ConnectionError> {
        check_robot_identity(&write_urdf(other, &[]).unwrap().text, model, &names(model))
    }

    /// A UR5 with an upper arm as long as that of a UR10.
    fn longer() -> Robot {
        let text = include_str!("../../../../testdata/robots/ur5_dh.toml");
        let text = text.replace("0.425", "0.612");
        taufit_io::parse_robot_toml(&text).unwrap().description.build().unwrap()
    }

    #[test]
    fn an_arm_is_itself_in_whichever_frames() {
        // The catalog has DH tables; the frames of a URDF are elsewhere.
        for name in ["ur5", "panda"] {
            assert_eq!(compare(&robot(name), &robot(name)), Ok(None), "{name}");
        }
    }

    #[test]
    fn another_arm_with_the_same_names_is_told_apart() {
        let error = compare(&robot("ur5"), &longer()).unwrap_err();
        assert_eq!(error.code(), "E255");
        let expected = "joint3 is 0.612 m from the one before it, in the model 0.425 m";
        assert!(error.to_string().contains(expected), "{error}");
        let error = compare(&robot("panda"), &robot("ur5")).unwrap_err();
        assert!(error.to_string().contains("joint3"), "{error}");
    }

    #[test]
    fn a_description_that_cannot_be_read_is_a_doubt() {
        let model = robot("ur5");
        let warning = check_robot_identity("<robot", &model, &names(&model)).unwrap().unwrap();
        assert_eq!(warning.code(), "W246");
    }
}
