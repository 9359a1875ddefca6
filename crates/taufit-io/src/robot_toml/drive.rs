//! Drives of `robot.toml`: friction model and coefficients, motor constants on either side of the gearbox.

use super::convert::missing;
use super::file::{FrictionTable, MotorTable};
use crate::error::{Error, Result};
use taufit::friction::{CoulombShape, Friction, FrictionShape, Stribeck};
use taufit::model::Motor;

/// Squared decay, the exponent of most of the literature.
const USUAL_EXPONENT: f64 = 2.0;

pub(super) fn describe_friction(element: &str, table: &FrictionTable) -> Result<Friction> {
    let element = format!("{element}, friction");
    if table.coulomb_backward.is_some() && table.coulomb.is_none() {
        return Err(missing(&element, "coulomb"));
    }
    if table.viscous_asymmetry.is_some() && table.viscous.is_none() {
        return Err(missing(&element, "viscous"));
    }
    Ok(Friction {
        shape: FrictionShape {
            viscous: table.viscous.is_some(),
            viscous_asymmetry: table.viscous_asymmetry.is_some(),
            coulomb: table.coulomb.is_some(),
            per_direction: table.coulomb_backward.is_some(),
            offset: table.offset.is_some(),
            sign: sign(&element, table)?,
            stribeck: stribeck(&element, table)?,
        },
        viscous: table.viscous.unwrap_or(0.0),
        viscous_asymmetry: table.viscous_asymmetry.unwrap_or(0.0),
        coulomb: table.coulomb.unwrap_or(0.0),
        coulomb_backward: table.coulomb_backward.unwrap_or(0.0),
        stribeck: table.stribeck.unwrap_or(0.0),
        offset: table.offset.unwrap_or(0.0),
    })
}

fn sign(element: &str, table: &FrictionTable) -> Result<CoulombShape> {
    match (table.tanh_width_rad_s, table.tanh_shift_rad_s) {
        (Some(width_rad_s), shift) => {
            Ok(CoulombShape::Tanh { width_rad_s, shift_rad_s: shift.unwrap_or(0.0) })
        }
        (None, Some(_)) => Err(missing(element, "tanh_width_rad_s")),
        (None, None) => Ok(CoulombShape::Sign),
    }
}

fn stribeck(element: &str, table: &FrictionTable) -> Result<Option<Stribeck>> {
    let shaped = table.stribeck_velocity_rad_s.is_some() || table.stribeck_exponent.is_some();
    match (table.stribeck, table.stribeck_velocity_rad_s) {
        (Some(_), Some(velocity_rad_s)) => {
            let exponent = table.stribeck_exponent.unwrap_or(USUAL_EXPONENT);
            Ok(Some(Stribeck { velocity_rad_s, exponent }))
        }
        (Some(_), None) => Err(missing(element, "stribeck_velocity_rad_s")),
        (None, _) if shaped => Err(missing(element, "stribeck")),
        (None, _) => Ok(None),
    }
}

/// The way back: the keys that make the reader build this friction.
impl From<&Friction> for FrictionTable {
    fn from(friction: &Friction) -> Self {
        let shape = &friction.shape;
        let (width, shift) = match shape.sign {
            CoulombShape::Tanh { width_rad_s, shift_rad_s } => {
                (Some(width_rad_s), Some(shift_rad_s))
            }
            CoulombShape::Sign => (None, None),
        };
        Self {
            viscous: shape.viscous.then_some(friction.viscous),
            viscous_asymmetry: shape.viscous_asymmetry.then_some(friction.viscous_asymmetry),
            coulomb: shape.coulomb.then_some(friction.coulomb),
            coulomb_backward: shape.per_direction.then_some(friction.coulomb_backward),
            offset: shape.offset.then_some(friction.offset),
            stribeck: shape.stribeck.map(|_| friction.stribeck),
            stribeck_velocity_rad_s: shape.stribeck.map(|s| s.velocity_rad_s),
            stribeck_exponent: shape.stribeck.map(|s| s.exponent),
            tanh_width_rad_s: width,
            tanh_shift_rad_s: shift.filter(|x| *x != 0.0),
        }
    }
}

impl FrictionTable {
    /// Every key with its value.
    pub(crate) fn entries(&self) -> [(&'static str, Option<f64>); 10] {
        [
            ("viscous", self.viscous),
            ("viscous_asymmetry", self.viscous_asymmetry),
            ("coulomb", self.coulomb),
            ("coulomb_backward", self.coulomb_backward),
            ("offset", self.offset),
            ("stribeck", self.stribeck),
            ("stribeck_velocity_rad_s", self.stribeck_velocity_rad_s),
            ("stribeck_exponent", self.stribeck_exponent),
            ("tanh_width_rad_s", self.tanh_width_rad_s),
            ("tanh_shift_rad_s", self.tanh_shift_rad_s),
        ]
    }
}

/// Torque grows with the gear ratio `n`, reflected inertia with its square: `kct = n km`, `Ia = n² Jm`.
pub(super) fn describe_motor(element: &str, table: MotorTable) -> Result<Motor> {
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
