//! Quantities that a target format cannot hold, found by comparing the robot with the file as read back.

use serde::Serialize;
use std::fmt;
use taufit::friction::{CoulombShape, FrictionShape, FrictionTerm, coulomb_viscous_equivalent};
use taufit::model::{Joint, Robot};

/// Quantity that the target format cannot hold.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExportLoss {
    /// `joint "elbow"`, or `robot`.
    pub owner: String,
    /// Rotor inertia, offset, ...
    pub quantity: &'static str,
    /// Its value.
    pub value: f64,
    /// Unit of the value.
    pub unit: &'static str,
    /// Value in the target; `None` where it holds none.
    pub held: Option<f64>,
    /// Advice.
    pub advice: &'static str,
}

impl fmt::Display for ExportLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { owner, quantity, value, unit, held, advice } = self;
        write!(f, "{owner}: {quantity} {value} {unit}")?;
        match held {
            Some(held) => write!(f, " is written as {held}; {advice}"),
            None => write!(f, " is left out; {advice}"),
        }
    }
}

/// Quantity of a joint's drive.
struct DriveQuantity {
    quantity: &'static str,
    unit: &'static str,
    advice: &'static str,
    value: Option<f64>,
}

/// Quantities whose values in the file differ from those of the robot. Joints that follow another have
/// no drive of their own.
pub(super) fn losses(robot: &Robot, file: &Robot) -> Vec<ExportLoss> {
    let mut losses = gravity_losses(robot, file);
    for (joint, held) in robot.dof_joint_iter().zip(file.dof_joint_iter()) {
        let model = &joint.friction.shape;
        let pairs = drive_quantities(joint, model).into_iter().zip(drive_quantities(held, model));
        losses.extend(pairs.filter_map(|(ours, held)| joint_loss(joint, &ours, held.value)));
    }
    losses
}

/// Friction of a joint that Coulomb and viscous coefficients cannot represent; `None` where they can.
pub(super) fn friction_loss(joint: &Joint, rms: f64, at_logged_speeds: bool) -> Option<ExportLoss> {
    (rms > 0.0).then(|| ExportLoss {
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

fn joint_loss(joint: &Joint, ours: &DriveQuantity, held: Option<f64>) -> Option<ExportLoss> {
    let value = ours.value.filter(|x| *x != 0.0 && Some(*x) != held)?;
    Some(ExportLoss {
        owner: format!("joint {:?}", joint.name),
        quantity: ours.quantity,
        value,
        unit: ours.unit,
        held: held.filter(|x| *x != 0.0),
        advice: ours.advice,
    })
}

fn gravity_losses(robot: &Robot, file: &Robot) -> Vec<ExportLoss> {
    let [ours, theirs] = [robot, file].map(|r| <[f64; 3]>::from(r.gravity_in_world()));
    let names = ["gravity along x", "gravity along y", "gravity along z"];
    let lost = |((quantity, value), held): ((&'static str, f64), f64)| {
        (value != held).then(|| ExportLoss {
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
fn drive_quantities(joint: &Joint, model: &FrictionShape) -> Vec<DriveQuantity> {
    let Joint { motor, limits, .. } = joint;
    let slides = joint.is_prismatic();
    let measure = |quantity, unit: Unit, advice, value| DriveQuantity {
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
    let mut drive_quantities: Vec<DriveQuantity> = model.terms().map(term).collect();
    drive_quantities.extend([
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
    drive_quantities
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

/// Assumed top speed of a joint without logged velocities and velocity limit \[rad/s or m/s\].
const USUAL_SPEED: f64 = 1.0;

/// Number of velocities within the limits that stand for those of a log.
const N_VELOCITIES: i32 = 200;

/// Robot with two friction coefficients per joint, and the losses against the identified curves.
pub(super) struct TwoCoefficients {
    pub(super) robot: Robot,
    pub(super) losses: Vec<ExportLoss>,
}

impl TwoCoefficients {
    /// The nearest such robot at the velocities of the logs, joint by joint; where there are none, at
    /// velocities spread evenly within the limits.
    pub(super) fn nearest(robot: &Robot, logged_qd: &[Vec<f64>]) -> Self {
        let (mut reduced, mut losses) = (robot.clone(), Vec::new());
        for (dof, joint) in robot.dof_joint_iter().enumerate() {
            let logged = logged_qd.get(dof);
            let found =
                coulomb_viscous_equivalent(&joint.friction, &used_velocities(joint, logged));
            reduced = reduced.with_friction(dof, found.friction);
            let at_logged_speeds = logged.is_some_and(|qd| !qd.is_empty());
            losses.extend(friction_loss(joint, found.rms_error, at_logged_speeds));
        }
        Self { robot: reduced, losses }
    }
}

/// Logged velocities; where there are none, velocities spread evenly within the limits \[rad/s or m/s\].
pub(super) fn used_velocities(joint: &Joint, logged: Option<&Vec<f64>>) -> Vec<f64> {
    let logged = logged.filter(|qd| !qd.is_empty());
    logged.cloned().unwrap_or_else(|| even_velocities(joint))
}

fn even_velocities(joint: &Joint) -> Vec<f64> {
    let top = joint.limits.velocity.filter(|v| *v > 0.0 && v.is_finite()).unwrap_or(USUAL_SPEED);
    let share = |k: i32| f64::from(2 * k + 1 - N_VELOCITIES) / f64::from(N_VELOCITIES);
    (0..N_VELOCITIES).map(|k| top * share(k)).collect()
}

/// Physical quantity of a joint.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    None,
    Position,
    Velocity,
    Acceleration,
    Effort,
    Viscous,
    RotorInertia,
    TorqueConstant,
}

impl Unit {
    pub(super) const fn name(self, slides: bool) -> &'static str {
        match (self, slides) {
            (Self::None, _) => "",
            (Self::Position, false) => "rad",
            (Self::Position, true) => "m",
            (Self::Velocity, false) => "rad/s",
            (Self::Velocity, true) => "m/s",
            (Self::Acceleration, false) => "rad/s²",
            (Self::Acceleration, true) => "m/s²",
            (Self::Effort, false) => "N·m",
            (Self::Effort, true) => "N",
            (Self::Viscous, false) => "N·m·s/rad",
            (Self::Viscous, true) => "N·s/m",
            (Self::RotorInertia, false) => "kg m²",
            (Self::RotorInertia, true) => "kg",
            (Self::TorqueConstant, false) => "N·m/A",
            (Self::TorqueConstant, true) => "N/A",
        }
    }
}
