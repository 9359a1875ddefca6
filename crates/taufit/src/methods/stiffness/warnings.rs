//! Warnings about an axis.

use super::axis::{AxisPoints, range_in_record};
use super::line::Point;
use super::settings::{BranchFriction, StiffnessSettings};
use super::slip::step_of;
use crate::diagnostics::{Result, StiffnessWarning};
use crate::dynamics::{Scratch, frame_jacobian};
use crate::model::Robot;
use crate::study::{AxisRecord, ClampRecord, LineFit, StiffnessStatus};

/// Fewer steps of the encoder than this make a coarse slope.
const FEW_COUNTS: f64 = 20.0;
/// Differences of slopes that are worth a word: this many standard deviations, and this share.
const SIGMAS: f64 = 3.0;
const SHARE: f64 = 0.05;
/// Width of the wrench's own hysteresis that is worth a word, as a share of its range.
const HYSTERESIS: f64 = 0.05;

/// All warnings about one axis that can be judged at all.
pub(super) fn findings(
    axis: &AxisRecord,
    points: &AxisPoints,
    clamps: &[&ClampRecord],
    (robot, tool): (&Robot, &str),
    settings: &StiffnessSettings,
) -> Result<Vec<StiffnessWarning>> {
    let negative = negative_slopes(axis);
    if axis.status == StiffnessStatus::NotLoaded {
        return Ok(Vec::new());
    }
    let joint = || axis.joint.clone();
    let few = axis.encoder_counts.filter(|counts| *counts < FEW_COUNTS);
    let one_branch = axis.motor.is_none() && settings.friction == BranchFriction::Separated;
    let all = [
        few.map(|counts| StiffnessWarning::FewCounts { joint: joint(), counts }),
        one_branch.then(|| StiffnessWarning::OneBranch { joint: joint() }),
        methods_differ(axis),
        branches_differ(axis),
        wrench_hysteresis(axis, points),
        clamp_moved(axis, points, clamps, (robot, tool))?,
    ];
    Ok(negative.into_iter().chain(all.into_iter().flatten()).collect())
}

fn negative_slopes(axis: &AxisRecord) -> Vec<StiffnessWarning> {
    let fits = [("motor torque", &axis.motor_plain), ("the wrench", &axis.wrench)];
    let finding = |(method, fit): (&'static str, &Option<LineFit>)| {
        let fit = fit.as_ref().filter(|fit| fit.stiffness < -SIGMAS * fit.sigma)?;
        let (joint, slope) = (axis.joint.clone(), fit.stiffness);
        Some(StiffnessWarning::NegativeStiffness { joint, method, slope })
    };
    fits.into_iter().filter_map(finding).collect()
}

fn methods_differ(axis: &AxisRecord) -> Option<StiffnessWarning> {
    let (motor, wrench) = axis.motor.as_ref().zip(axis.wrench.as_ref())?;
    let percent = axis.difference_percent?;
    let distance = (motor.stiffness - wrench.stiffness).abs();
    let sigmas = distance / motor.sigma.hypot(wrench.sigma);
    let joint = axis.joint.clone();
    (percent > 100.0 * SHARE && sigmas > SIGMAS).then_some(StiffnessWarning::MethodsDiffer {
        joint,
        percent,
        sigmas,
    })
}

fn branches_differ(axis: &AxisRecord) -> Option<StiffnessWarning> {
    let ([rising, falling], [up, down]) = axis.branch_stiffness.zip(axis.branch_sigma)?;
    let distance = (rising - falling).abs();
    let joint = axis.joint.clone();
    (distance > SHARE * rising.abs().max(falling.abs()) && distance > SIGMAS * up.hypot(down))
        .then_some(StiffnessWarning::BranchesDiffer { joint, rising, falling })
}

fn wrench_hysteresis(axis: &AxisRecord, points: &AxisPoints) -> Option<StiffnessWarning> {
    let width = axis.wrench_hysteresis?.abs();
    let percent = 100.0 * width / range_in_record(&points.wrench, |p| p.tau);
    let noise =
        axis.wrench.as_ref().map_or(0.0, |fit| SIGMAS * fit.rms / (fit.n_rows as f64).sqrt());
    let joint = axis.joint.clone();
    (percent > 100.0 * HYSTERESIS && width > noise).then_some(StiffnessWarning::WrenchHysteresis {
        joint,
        width,
        percent,
    })
}

/// By the wrench where there is one, else by the motor torque on its branches.
fn clamp_moved(
    axis: &AxisRecord,
    points: &AxisPoints,
    clamps: &[&ClampRecord],
    (robot, tool): (&Robot, &str),
) -> Result<Option<StiffnessWarning>> {
    let sliding = || points.motor.iter().filter(|p| p.branch != 0).copied().collect::<Vec<Point>>();
    let step = match points.wrench.is_empty() {
        true => step_of(&sliding(), axis.motor.is_some())?,
        false => step_of(&points.wrench, false)?,
    };
    let Some((step, clamp)) = step.and_then(|step| Some((step, *clamps.get(step.clamp)?))) else {
        return Ok(None);
    };
    let mut scratch = Scratch::new(robot);
    let jacobian = frame_jacobian(robot, &mut scratch, &clamp.pose, robot.frame(tool)?)?;
    let lever = jacobian.get(axis.number - 1).map_or(0.0, |column| column.linear.norm());
    Ok(Some(StiffnessWarning::ClampMoved {
        source: clamp.source.clone(),
        joint: axis.joint.clone(),
        t_s: step.t_s,
        by_rad: step.by_rad,
        tool_m: lever * step.by_rad.abs(),
    }))
}
