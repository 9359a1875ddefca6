//! Source of every torque constant: the user, the joint's own records, joints with the same
//! motor, the robot's description. Friction follows.

use super::super::gains::LEAST_SHARE;
use super::drive::{Borrowed, DriveData, DriveFit, Uncertain, uncertain};
use super::friction_selection::choose;
use super::same_type::{Pool, find};
use super::settings::MotorsSettings;
use crate::diagnostics::{MotorError, MotorWarning, Result};
use crate::model::Robot;
use crate::study::{ConstantOrigin, FrictionCandidate, MotorType};

/// Slopes that lie so many standard deviations below zero have the wrong sign.
const SURE: f64 = 3.0;

/// A joint with its torque constant and its drive.
#[derive(Debug)]
pub(super) struct MotorSolution {
    pub(super) dof: usize,
    pub(super) kct: Option<Uncertain>,
    pub(super) origin: ConstantOrigin,
    /// Standard deviation of a constant from elsewhere.
    pub(super) borrowed: Borrowed,
    /// `None` where there is no torque constant, or too few records.
    pub(super) drive: Option<DriveFit>,
    pub(super) friction_selection: Vec<FrictionCandidate>,
}

/// Reason for which the records of a joint do not determine its torque constant.
enum Own {
    Found(Box<MotorSolution>),
    Missing(String),
}

/// Every joint that was swept, and warnings on the way.
pub(super) fn solve_all(
    robot: &Robot,
    joints: &[DriveData<'_>],
    types: &[MotorType],
    settings: &MotorsSettings,
) -> Result<(Vec<MotorSolution>, Vec<MotorWarning>)> {
    let first = joints.iter().map(|data| own(robot, data, settings)).collect::<Result<Vec<_>>>()?;
    let known = |name: &str| {
        let dof = find(robot, name).ok()?;
        first.iter().find_map(|own| match own {
            Own::Found(solved) if solved.dof == dof => solved.kct.map(|kct| kct.value),
            _ => None,
        })
    };
    let pool = Pool::new(types, known);
    let mut findings = pool.findings.clone();
    let mut all = Vec::new();
    for (data, own) in joints.iter().zip(first) {
        all.push(match own {
            Own::Found(solved) => *solved,
            Own::Missing(reason) => {
                let (solved, finding) = borrowed(robot, data, &pool, reason, settings)?;
                findings.push(finding);
                solved
            }
        });
    }
    Ok((all, findings))
}

/// With the constant that the user gives, or that the joint's records tell.
fn own(robot: &Robot, data: &DriveData<'_>, settings: &MotorsSettings) -> Result<Own> {
    let joint = robot.dof_joint(data.dof);
    if let Some(given) = settings.given.iter().find(|given| given.joint == joint.name) {
        let kct = Uncertain { value: given.kct, sigma: None, interval: None };
        return with_known(data, kct, Borrowed::EXACT, ConstantOrigin::Given, settings)
            .map(|solved| Own::Found(Box::new(solved)));
    }
    if data.gravity_share < LEAST_SHARE {
        return Ok(Own::Missing("its axis is parallel to gravity".to_owned()));
    }
    let (shape, friction_selection) = choose(data, None, settings.friction)?;
    let Some(drive) = DriveFit::fit(data, shape, None, Borrowed::EXACT)? else {
        return Ok(Own::Missing("its load hardly changes".to_owned()));
    };
    if drive.slope_sharpness < -SURE {
        let (joint, slope_a_nm) = (joint.name.clone(), drive.slope);
        return Err(MotorError::LoadReversed { joint, slope_a_nm }.into());
    }
    if drive.slope_sharpness * settings.max_relative_sigma < 1.0 {
        return Ok(Own::Missing("its load changes too little above the noise".to_owned()));
    }
    let (dof, kct, origin) = (data.dof, Some(drive.kct()), ConstantOrigin::Data);
    let (drive, borrowed) = (Some(drive), Borrowed::EXACT);
    let solved = MotorSolution { dof, kct, origin, borrowed, drive, friction_selection };
    Ok(Own::Found(Box::new(solved)))
}

/// With a constant from elsewhere, and its note.
fn borrowed(
    robot: &Robot,
    data: &DriveData<'_>,
    pool: &Pool<'_>,
    reason: String,
    settings: &MotorsSettings,
) -> Result<(MotorSolution, MotorWarning)> {
    let motor = &robot.dof_joint(data.dof).motor;
    let joint = robot.dof_joint(data.dof).name.clone();
    if let Some(pooled) = pool.constant(&joint) {
        let origin = format!("joints with the same motor ({})", pooled.joints.join(", "));
        let finding = MotorWarning::BorrowedConstant { joint, reason, origin };
        let sigma = (pooled.relative_sigma > 0.0).then_some(pooled.kct * pooled.relative_sigma);
        let kct = uncertain(pooled.kct, sigma, pooled.freedom);
        let known = Borrowed { relative_sigma: pooled.relative_sigma, freedom: pooled.freedom };
        let origin = ConstantOrigin::SameMotor { joints: pooled.joints };
        return Ok((with_known(data, kct, known, origin, settings)?, finding));
    }
    if let Some(constant) = motor.torque_constant_nm_a.filter(|k| *k > 0.0 && k.is_finite()) {
        let origin = "the robot's description".to_owned();
        let finding = MotorWarning::BorrowedConstant { joint, reason, origin };
        let kct = Uncertain { value: constant, sigma: None, interval: None };
        let origin = ConstantOrigin::Description;
        return Ok((with_known(data, kct, Borrowed::EXACT, origin, settings)?, finding));
    }
    let (dof, origin) = (data.dof, ConstantOrigin::Unknown);
    let (borrowed, friction_selection) = (Borrowed::EXACT, Vec::new());
    let solved =
        MotorSolution { dof, kct: None, origin, borrowed, drive: None, friction_selection };
    Ok((solved, MotorWarning::NoConstant { joint, reason }))
}

fn with_known(
    data: &DriveData<'_>,
    kct: Uncertain,
    borrowed: Borrowed,
    origin: ConstantOrigin,
    settings: &MotorsSettings,
) -> Result<MotorSolution> {
    let slope = Some(1.0 / kct.value);
    let (shape, friction_selection) = choose(data, slope, settings.friction)?;
    let drive = DriveFit::fit(data, shape, slope, borrowed)?;
    Ok(MotorSolution { dof: data.dof, kct: Some(kct), origin, borrowed, drive, friction_selection })
}
