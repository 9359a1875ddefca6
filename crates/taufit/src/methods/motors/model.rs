//! A robot with the drives of a result.

use crate::diagnostics::{InputError, Result};
use crate::model::{Motor, Robot};
use crate::study::{MotorJoint, MotorStudy};

/// The robot of a study with the torque constants, friction and rotor inertias that were found.
pub fn motors_model(study: &MotorStudy) -> Result<Robot> {
    let nominal = study.header.robot.description.clone().build()?;
    let (expected, found) = (nominal.n_dof(), study.joints.len());
    if expected != found {
        let what = "joints of the result";
        return Err(InputError::LengthMismatch { what, expected, found }.into());
    }
    Ok(study.joints.iter().enumerate().fold(nominal, with_drive))
}

fn with_drive(robot: Robot, (dof, joint): (usize, &MotorJoint)) -> Robot {
    let motor = robot.dof_joint(dof).motor.clone();
    let kct = joint.kct.as_ref().map(|kct| kct.value);
    let more_inertia = joint.rotor_inertia.as_ref().map_or(0.0, |rotor| rotor.value);
    let motor = Motor {
        torque_constant_nm_a: kct.or(motor.torque_constant_nm_a),
        rotor_inertia_kg_m2: motor.rotor_inertia_kg_m2 + more_inertia,
        ..motor
    };
    let friction = joint.friction.unwrap_or(joint.nominal_friction);
    robot.with_motor(dof, motor).with_friction(dof, friction)
}
