//! Result as plain data.

use super::super::rigid::friction_curve;
use super::constants::MotorSolution;
use super::drive::Uncertain;
use super::stages::StageMeans;
use crate::diagnostics::{InputError, Result, Warning};
use crate::friction::{Friction, FrictionTerm};
use crate::model::{Joint, Motor, Robot};
use crate::params::Param;
use crate::study::{
    Cloud, ConstantOrigin, CurvePoints, Identifiability, MotorJoint, MotorMode, MotorRecord,
    MotorStudy, MotorType, ParameterRecord, Provenance, RejectedMove, RobotRecord, StudyHeader,
    StudyKind,
};
use crate::validate::Verdict;
use serde::Serialize;

/// Torque constants and friction, with everything that led to them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MotorsResult {
    /// Kind of motion in the logs.
    pub mode: MotorMode,
    /// The joints, in the order of the coordinates.
    pub joints: Vec<MotorJoint>,
    /// Records that were used.
    pub records: Vec<MotorRecord>,
    /// Moves that were not.
    pub rejected: Vec<RejectedMove>,
    /// Joints that count as having the same motor.
    pub motor_types: Vec<MotorType>,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
    /// The grade, with its rule.
    pub verdict: Verdict,
}

impl MotorsResult {
    /// As plain data. `record` is the robot as it was read.
    pub fn to_study(&self, record: RobotRecord, provenance: Provenance) -> MotorStudy {
        let (kind, verdict) = (StudyKind::Motors, self.verdict.clone());
        MotorStudy {
            header: StudyHeader::new(kind, record, provenance, verdict, &self.warnings),
            mode: self.mode,
            joints: self.joints.clone(),
            records: self.records.clone(),
            rejected: self.rejected.clone(),
            motor_types: self.motor_types.clone(),
        }
    }
}

/// A joint of which nothing is known yet.
pub(super) fn blank(robot: &Robot, dof: usize, types: &[MotorType]) -> MotorJoint {
    let joint = robot.dof_joint(dof);
    let (effort_unit, position_unit) = units(joint);
    let grouped = types.iter().find(|motor| motor.joints.contains(&joint.name));
    MotorJoint {
        number: dof + 1,
        name: joint.name.clone(),
        motor_type: grouped.map(|motor| motor.name.clone()),
        effort_unit: effort_unit.to_owned(),
        position_unit: position_unit.to_owned(),
        n_records: 0,
        kct: None,
        kct_origin: ConstantOrigin::Unknown,
        nominal_kct: joint.motor.torque_constant_nm_a,
        viscous: None,
        coulomb: None,
        total_friction: None,
        rotor_inertia: None,
        terms: Vec::new(),
        friction: None,
        nominal_friction: joint.friction,
        friction_curve: CurvePoints::default(),
        friction_points: Cloud::default(),
        stages: None,
        boxes: Vec::new(),
        friction_candidates: Vec::new(),
        sample: None,
        advice: None,
    }
}

fn units(joint: &Joint) -> (&'static str, &'static str) {
    if joint.is_prismatic() { ("N", "m") } else { ("N m", "rad") }
}

/// Takes over torque constant and friction. `one_speed`: friction could not be split.
pub(super) fn fill(
    joint: &mut MotorJoint,
    solved: &MotorSolution,
    one_speed: bool,
    top_speed: f64,
) {
    joint.kct_origin = solved.origin.clone();
    joint.kct = solved.kct.map(|kct| torque_constant(joint, kct));
    joint.friction_candidates = solved.friction_selection.clone();
    let Some(drive) = &solved.drive else { return };
    let slides = joint.position_unit == "m";
    let inertia_unit = Param::RotorInertia { dof: solved.dof }.unit(slides);
    joint.rotor_inertia =
        drive.rotor_inertia().map(|found| parameter(joint, "Ia", inertia_unit, found));
    if one_speed {
        joint.total_friction =
            drive.coulomb().map(|found| parameter(joint, "f", &joint.effort_unit, found));
        return;
    }
    let terms = drive.terms().into_iter();
    joint.terms = terms.map(|(term, found)| friction_term(joint, term, found)).collect();
    let term = |term, found: Option<Uncertain>| found.map(|x| friction_term(joint, term, x));
    let coulomb = term(FrictionTerm::Coulomb, drive.coulomb());
    joint.viscous = term(FrictionTerm::Viscous, drive.viscous());
    joint.coulomb = coulomb;
    joint.friction = Some(drive.friction());
    joint.friction_curve = friction_curve(&drive.friction(), top_speed);
}

/// Puts the means of the stages in the place of the joint fit.
pub(super) fn prefer_stages(joint: &mut MotorJoint, means: &StageMeans, top_speed: f64) {
    if let Some(kct) = means.kct {
        joint.kct = Some(torque_constant(joint, kct));
    }
    let term = |term, found| Some(friction_term(joint, term, found));
    let coulomb = term(FrictionTerm::Coulomb, means.kfc);
    joint.viscous = term(FrictionTerm::Viscous, means.kfv);
    joint.coulomb = coulomb;
    let friction = Friction::coulomb_viscous(means.kfc.value, means.kfv.value);
    joint.friction = Some(friction);
    joint.friction_curve = friction_curve(&friction, top_speed);
    joint.terms = Vec::new();
    joint.friction_candidates = Vec::new();
}

/// The torque constant; estimated where it comes from the joint's own records.
fn torque_constant(joint: &MotorJoint, found: Uncertain) -> ParameterRecord {
    let nominal = joint.nominal_kct;
    let unit = format!("{}/A", joint.effort_unit);
    let record = ParameterRecord { nominal, ..parameter(joint, "kct", &unit, found) };
    match joint.kct_origin {
        ConstantOrigin::Data => record,
        _ => ParameterRecord { identifiability: Identifiability::NotEstimated, ..record },
    }
}

fn friction_term(joint: &MotorJoint, term: FrictionTerm, found: Uncertain) -> ParameterRecord {
    let unit = match term {
        FrictionTerm::Viscous => format!("{} s/{}", joint.effort_unit, joint.position_unit),
        _ => joint.effort_unit.clone(),
    };
    // A description without friction holds zero.
    let nominal = Some(joint.nominal_friction.coefficient(term)).filter(|x| *x != 0.0);
    ParameterRecord { nominal, ..parameter(joint, term.symbol(), &unit, found) }
}

fn parameter(joint: &MotorJoint, symbol: &str, unit: &str, found: Uncertain) -> ParameterRecord {
    let Uncertain { value, sigma, interval } = found;
    ParameterRecord {
        name: format!("{symbol}{}", joint.number),
        expression: None,
        long_name: format!("{symbol}[{}]", joint.name),
        unit: unit.to_owned(),
        value,
        sigma,
        interval,
        nominal: None,
        feasible: None,
        identifiability: Identifiability::of_interval(interval),
    }
}

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
