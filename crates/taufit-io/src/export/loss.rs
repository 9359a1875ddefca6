//! What a target cannot hold, found by comparing the robot with what the written file says.

use super::units::Unit;
use serde::Serialize;
use std::fmt;
use taufit::friction::{CoulombShape, FrictionShape, FrictionTerm};
use taufit::model::{Joint, Robot};

/// A quantity that the target has no place for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Loss {
    /// `joint "elbow"`, or `robot`.
    pub owner: String,
    /// Rotor inertia, offset, ...
    pub quantity: &'static str,
    /// Its value.
    pub value: f64,
    /// Unit of the value.
    pub unit: &'static str,
    /// What the target holds in its place; `None` where it holds nothing.
    pub held: Option<f64>,
    /// What to do instead.
    pub advice: &'static str,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { owner, quantity, value, unit, held, advice } = self;
        write!(f, "{owner}: {quantity} {value} {unit}")?;
        match held {
            Some(held) => write!(f, " is written as {held}; {advice}"),
            None => write!(f, " is left out; {advice}"),
        }
    }
}

/// A number that a joint has, if it has it.
struct Measure {
    quantity: &'static str,
    unit: &'static str,
    advice: &'static str,
    value: Option<f64>,
}

/// Every quantity of which the file says something else than the robot. Joints that follow another have
/// no drive of their own.
pub(super) fn losses(robot: &Robot, file: &Robot) -> Vec<Loss> {
    let mut losses = gravity_losses(robot, file);
    for (joint, held) in robot.dof_joint_iter().zip(file.dof_joint_iter()) {
        let model = &joint.friction.shape;
        let pairs = measures(joint, model).into_iter().zip(measures(held, model));
        losses.extend(pairs.filter_map(|(ours, held)| joint_loss(joint, &ours, held.value)));
    }
    losses
}

/// Friction of a joint that its Coulomb and viscous coefficients in the file miss; `None` where they miss nothing.
pub(super) fn friction_loss(joint: &Joint, rms: f64, at_logged_speeds: bool) -> Option<Loss> {
    (rms > 0.0).then(|| Loss {
        owner: format!("joint {:?}", joint.name),
        quantity: if at_logged_speeds {
            "friction beyond Coulomb and viscous, rms at the logged speeds"
        } else {
            "friction beyond Coulomb and viscous, rms within the speed limit"
        },
        value: rms,
        unit: Unit::Effort.name(joint.is_prismatic()),
        held: None,
        advice: "the two written coefficients come closest to the curve; robot.toml and source code hold the curve",
    })
}

fn joint_loss(joint: &Joint, ours: &Measure, held: Option<f64>) -> Option<Loss> {
    let value = ours.value.filter(|x| *x != 0.0 && Some(*x) != held)?;
    Some(Loss {
        owner: format!("joint {:?}", joint.name),
        quantity: ours.quantity,
        value,
        unit: ours.unit,
        held: held.filter(|x| *x != 0.0),
        advice: ours.advice,
    })
}

fn gravity_losses(robot: &Robot, file: &Robot) -> Vec<Loss> {
    let [ours, theirs] = [robot, file].map(|r| <[f64; 3]>::from(r.gravity_in_world()));
    let names = ["gravity along x", "gravity along y", "gravity along z"];
    let lost = |((quantity, value), held): ((&'static str, f64), f64)| {
        (value != held).then(|| Loss {
            owner: "robot".to_owned(),
            quantity,
            value,
            unit: "m/s²",
            held: Some(held),
            advice: "set gravity in the simulator, in the frame of the base",
        })
    };
    names.into_iter().zip(ours).zip(theirs).filter_map(lost).collect()
}

const SIMULATE: &str = "add it to the torque of the simulated actuator";
const ARMATURE: &str = "set it as armature of the joint in the simulator (MJCF has a place for it)";
const KEEP: &str = "keep it with the parameters (CSV or JSON)";

/// The numbers of a joint's drive, with the friction terms of `model`.
fn measures(joint: &Joint, model: &FrictionShape) -> Vec<Measure> {
    let Joint { motor, limits, .. } = joint;
    let slides = joint.is_prismatic();
    let measure = |quantity, unit: Unit, advice, value| Measure {
        quantity,
        unit: unit.name(slides),
        advice,
        value,
    };
    let term = |term: FrictionTerm| {
        let (name, unit) = term_name(term);
        measure(name, unit, SIMULATE, Some(joint.friction.coefficient(term)))
    };
    let (width, shift) = smooth_sign(joint).unzip();
    let (velocity, exponent) =
        joint.friction.shape.stribeck.map(|s| (s.velocity_rad_s, s.exponent)).unzip();
    let mut measures: Vec<Measure> = model.terms().map(term).collect();
    measures.extend([
        measure("width of the smooth sign", Unit::Velocity, SIMULATE, width),
        measure("shift of the smooth sign", Unit::Velocity, SIMULATE, shift),
        measure("Stribeck velocity", Unit::Velocity, SIMULATE, velocity),
        measure("Stribeck exponent", Unit::None, SIMULATE, exponent),
        measure("rotor inertia", Unit::RotorInertia, ARMATURE, Some(motor.rotor_inertia_kg_m2)),
        measure("gear ratio", Unit::None, KEEP, motor.gear_ratio),
        measure("torque constant", Unit::TorqueConstant, KEEP, motor.torque_constant_nm_a),
        measure("lower limit", Unit::Position, KEEP, limits.lower),
        measure("upper limit", Unit::Position, KEEP, limits.upper),
        measure("velocity limit", Unit::Velocity, KEEP, limits.velocity),
        measure("acceleration limit", Unit::Acceleration, KEEP, limits.acceleration),
        measure("effort limit", Unit::Effort, KEEP, limits.effort),
    ]);
    measures
}

fn term_name(term: FrictionTerm) -> (&'static str, Unit) {
    match term {
        FrictionTerm::Viscous => ("viscous friction", Unit::Viscous),
        FrictionTerm::ViscousAsymmetry => ("viscous asymmetry", Unit::Viscous),
        FrictionTerm::Coulomb => ("Coulomb friction", Unit::Effort),
        FrictionTerm::CoulombForward => ("Coulomb friction forward", Unit::Effort),
        FrictionTerm::CoulombBackward => ("Coulomb friction backward", Unit::Effort),
        FrictionTerm::Stribeck => ("Stribeck friction", Unit::Effort),
        FrictionTerm::Offset => ("offset", Unit::Effort),
    }
}

/// Width and shift of a smooth sign.
fn smooth_sign(joint: &Joint) -> Option<(f64, f64)> {
    match joint.friction.shape.sign {
        CoulombShape::Tanh { width_rad_s, shift_rad_s } => Some((width_rad_s, shift_rad_s)),
        CoulombShape::Sign => None,
    }
}
