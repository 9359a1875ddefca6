//! Motors: from either side of the gearbox to the joint's.

use super::convert::missing;
use super::file::MotorTable;
use crate::error::{Error, Result};
use taufit::model::Motor;

/// Torque grows with the gear ratio `n`, reflected inertia with its square: `kct = n km`, `Ia = n² Jm`.
pub(super) fn describe(element: &str, table: MotorTable) -> Result<Motor> {
    let element = format!("{element}, motor");
    let gear = table.gear_ratio;
    let torque_constant = either(
        &element,
        ("torque_constant_nm_a", table.torque_constant_nm_a),
        ("motor_torque_constant_nm_a", table.motor_torque_constant_nm_a),
        gear,
    )?;
    let rotor_inertia = either(
        &element,
        ("rotor_inertia_kg_m2", table.rotor_inertia_kg_m2),
        ("motor_rotor_inertia_kg_m2", table.motor_rotor_inertia_kg_m2),
        gear.map(|n| n * n),
    )?;
    Ok(Motor {
        gear_ratio: gear,
        torque_constant_nm_a: torque_constant,
        rotor_inertia_kg_m2: rotor_inertia.unwrap_or(0.0),
        motor_type: table.motor_type,
    })
}

type Keyed = (&'static str, Option<f64>);

/// The value on the joint's side, from whichever side is given.
fn either(element: &str, joint: Keyed, motor: Keyed, factor: Option<f64>) -> Result<Option<f64>> {
    match (joint.1, motor.1) {
        (Some(_), Some(_)) => {
            let (first, second) = (joint.0, motor.0);
            Err(Error::Contradiction { element: element.to_owned(), first, second })
        }
        (None, Some(x)) => {
            factor.map(|factor| Some(factor * x)).ok_or_else(|| missing(element, "gear_ratio"))
        }
        (given, None) => Ok(given),
    }
}
