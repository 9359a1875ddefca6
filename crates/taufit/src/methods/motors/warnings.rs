//! Warnings about the records of a joint.

use super::drive::DriveData;
use super::joint_fit::Fitted;
use super::record::Records;
use super::speeds::SpeedGroups;
use super::stages::boxes;
use crate::diagnostics::MotorWarning;
use crate::model::Robot;
use crate::signal::median;

/// Fewer records make intervals a rough guess.
const FEW: usize = 6;
/// Residuals that hang together over more samples than this are no noise.
const SMOOTH: f64 = 10.0;
/// Share of the change of a current that the load may leave unexplained, and scatter of slopes over
/// the slope that records may have beyond their own errors.
const UNEXPLAINED: f64 = 0.25;
const SCATTER: f64 = 0.15;

/// Warnings about all records together.
pub(super) fn about_moves(robot: &Robot, records: &Records) -> Vec<MotorWarning> {
    let (count, n_moves) = (records.rejected.len(), records.rejected.len() + records.used.len());
    let rejected = (count > 0).then(|| {
        let reasons = records.reason_text();
        MotorWarning::RecordsRejected { count, n_moves, reasons }
    });
    let swept = |dof: usize| records.used.iter().any(|record| record.dof == dof);
    rejected.into_iter().chain(not_swept(robot, swept)).collect()
}

/// Joints without records.
pub(super) fn not_swept(robot: &Robot, swept: impl Fn(usize) -> bool) -> Option<MotorWarning> {
    let missing = (0..robot.n_dof()).filter(|dof| !swept(*dof));
    let joints: Vec<String> = missing.map(|dof| robot.dof_joint(dof).name.clone()).collect();
    (!joints.is_empty()).then_some(MotorWarning::NotSwept { joints })
}

/// Warnings about the records of one joint.
pub(super) fn about_joint(
    joint: &str,
    data: &DriveData<'_>,
    records: &[Fitted<'_>],
    groups: &SpeedGroups,
) -> Vec<MotorWarning> {
    let joint = || joint.to_owned();
    let count = records.len();
    let speed_rad_s = groups.speeds.iter().fold(0.0, |top: f64, v| top.max(v.abs()));
    let one_way = (!data.both_directions).then(|| MotorWarning::OneDirection { joint: joint() });
    let one_speed =
        (data.n_speeds < 2).then(|| MotorWarning::OneSpeed { joint: joint(), speed_rad_s });
    let few = (count < FEW).then(|| MotorWarning::FewRecords { joint: joint(), count });
    let bad = misfit(data, records, groups);
    let bad =
        bad.map(|(share, spread)| MotorWarning::LoadFitsBadly { joint: joint(), share, spread });
    [one_way, one_speed, few, bad].into_iter().flatten().collect()
}

/// Unexplained share of the current's change, and scatter of the torque constants, where they are too
/// large for noise.
fn misfit(
    data: &DriveData<'_>,
    records: &[Fitted<'_>],
    groups: &SpeedGroups,
) -> Option<(f64, f64)> {
    let determined: Vec<&Fitted<'_>> =
        records.iter().filter(|(_, line)| line.kct().is_some()).collect();
    // With few records that determine a torque constant, noise explains everything.
    if 2 * determined.len() < records.len() {
        return None;
    }
    let middle = |of: &dyn Fn(&Fitted<'_>) -> f64| {
        median(&determined.iter().map(|fitted| of(fitted)).collect::<Vec<f64>>())
    };
    let share = middle(&|(_, line)| line.residual_a / line.variation_a.max(f64::MIN_POSITIVE))?;
    let correlation = middle(&|(_, line)| line.correlation)?;
    let slope = middle(&|(_, line)| line.slope)?;
    let is_smooth = correlation > SMOOTH && share > UNEXPLAINED;
    let is_scattered = data.slope_scatter > SCATTER * slope;
    let constants: Vec<f64> =
        boxes(records, groups).iter().map(|b| b.kct.five_numbers[2]).collect();
    let spread = super::stages::spread(&constants).map_or(0.0, |s| s.deviation / s.mean);
    (is_smooth || is_scattered).then_some((share, spread))
}
