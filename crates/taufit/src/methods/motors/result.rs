//! What was found, as plain data.

use super::super::rigid::friction_curve;
use super::constants::Solved;
use super::stages::StageMeans;
use crate::diagnostics::Warning;
use crate::friction::{Friction, FrictionTerm};
use crate::model::{Joint, Robot};
use crate::study::{
    Cloud, ConstantOrigin, Curve, Diagnosis, MotorJoint, MotorMode, MotorRecord, MotorStudy,
    MotorTerm, MotorType, Provenance, RejectedMove, SCHEMA_VERSION, StudyKind, Uncertain,
};
use crate::validate::Verdict;
use serde::Serialize;

/// Torque constants and friction, with everything that led to them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MotorsResult {
    /// What kind of motion the logs hold.
    pub mode: MotorMode,
    /// The joints, in the order of the coordinates.
    pub joints: Vec<MotorJoint>,
    /// Records that were used.
    pub records: Vec<MotorRecord>,
    /// Moves that were not.
    pub rejected: Vec<RejectedMove>,
    /// Joints that count as having the same motor.
    pub motor_types: Vec<MotorType>,
    /// Doubts.
    pub warnings: Vec<Warning>,
    /// The grade, with its rule.
    pub verdict: Verdict,
}

impl MotorsResult {
    /// As a study.
    pub fn into_study(self, robot: &Robot, source: &str, provenance: Provenance) -> MotorStudy {
        MotorStudy {
            schema_version: SCHEMA_VERSION,
            kind: StudyKind::Motors,
            provenance,
            robot: robot.name().to_owned(),
            robot_source: source.to_owned(),
            mode: self.mode,
            joints: self.joints,
            records: self.records,
            rejected: self.rejected,
            motor_types: self.motor_types,
            verdict: self.verdict,
            warnings: self.warnings.iter().map(Diagnosis::from).collect(),
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
        friction_curve: Curve::default(),
        friction_points: Cloud::default(),
        stages: None,
        boxes: Vec::new(),
        friction_ladder: Vec::new(),
        sample: None,
        advice: None,
    }
}

fn units(joint: &Joint) -> (&'static str, &'static str) {
    if joint.is_prismatic() { ("N", "m") } else { ("N m", "rad") }
}

/// Takes over torque constant and friction. `one_speed` says that friction could not be split.
pub(super) fn fill(joint: &mut MotorJoint, solved: &Solved, one_speed: bool, top_speed: f64) {
    joint.kct = solved.kct;
    joint.kct_origin = solved.origin.clone();
    joint.friction_ladder = solved.ladder.clone();
    let Some(drive) = &solved.drive else { return };
    joint.rotor_inertia = drive.rotor_inertia();
    if one_speed {
        joint.total_friction = drive.coulomb();
        return;
    }
    let term = |(term, coefficient): (FrictionTerm, Uncertain)| MotorTerm {
        symbol: term.symbol().to_owned(),
        unit: match term {
            FrictionTerm::Viscous => format!("{} s/{}", joint.effort_unit, joint.position_unit),
            _ => joint.effort_unit.clone(),
        },
        coefficient,
    };
    joint.terms = drive.terms().into_iter().map(term).collect();
    joint.coulomb = drive.coulomb();
    joint.viscous = drive.viscous();
    joint.friction = Some(drive.friction());
    joint.friction_curve = friction_curve(&drive.friction(), top_speed);
}

/// Puts the means of the stages in the place of the joint fit.
pub(super) fn prefer_stages(joint: &mut MotorJoint, means: &StageMeans, top_speed: f64) {
    joint.kct = means.kct.or(joint.kct);
    joint.viscous = Some(means.kfv);
    joint.coulomb = Some(means.kfc);
    let friction = Friction::coulomb_viscous(means.kfc.value, means.kfv.value);
    joint.friction = Some(friction);
    joint.friction_curve = friction_curve(&friction, top_speed);
    joint.terms = Vec::new();
    joint.friction_ladder = Vec::new();
}
