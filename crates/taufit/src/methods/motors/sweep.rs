//! The recipe for stretches at constant velocity.

use super::advice::needed_mass;
use super::conditioned_run::Run;
use super::constants::{MotorSolution, solve_all};
use super::drive::DriveData;
use super::joint_fit::{Fitted, plateau_data};
use super::record::range;
use super::record::{Record, Records};
use super::result::{MotorsResult, blank, fill, prefer_stages};
use super::settings::{Combination, MotorsSettings};
use super::speeds::SpeedGroups;
use super::stage1::CurrentLine;
use super::stages::{boxes, stage_means, triple};
use super::verdict::verdict;
use super::warnings::{about_joint, about_moves};
use crate::diagnostics::{MotorWarning, Result, Warning};
use crate::study::{
    Cloud, ConstantOrigin, MassAdvice, MotorJoint, MotorMode, MotorRecord, MotorType, SampleRecord,
};

/// The records of one joint.
struct Swept<'a> {
    records: Vec<Fitted<'a>>,
    groups: SpeedGroups,
}

/// Torque constants and friction from plateaus.
pub(super) fn from_plateaus(
    runs: &[Run<'_>],
    types: Vec<MotorType>,
    settings: &MotorsSettings,
) -> Result<MotorsResult> {
    let robot = runs[0].robot;
    let records = Records::find(runs, &settings.plateau)?;
    let swept = swept(&records, robot.n_dof(), settings)?;
    let used = swept.iter().enumerate().filter(|(_, swept)| swept.records.len() > 1);
    let data: Vec<DriveData<'_>> = used
        .map(|(dof, swept)| plateau_data(dof, &swept.records, &swept.groups))
        .collect::<Result<_>>()?;
    let (solved, constant_warnings) = solve_all(robot, &data, &types, settings)?;

    let mut joints: Vec<MotorJoint> =
        (0..robot.n_dof()).map(|dof| blank(robot, dof, &types)).collect();
    let mut findings = about_moves(robot, &records);
    for (data, solved) in data.iter().zip(&solved) {
        let (joint, swept) = (&mut joints[data.dof], &swept[data.dof]);
        complete(joint, data, solved, swept, runs, settings);
        findings.extend(about_joint(&joint.name, data, &swept.records, &swept.groups));
        findings.extend(joint.advice.map(|advice| needs_mass(joint, &advice)));
    }
    findings.extend(constant_warnings);
    let used = swept.iter().enumerate().flat_map(|(dof, swept)| {
        let joint = &joints[dof];
        swept.records.iter().map(|fitted| plain_record(runs, joint, fitted))
    });
    let (used, warnings) =
        (used.collect(), findings.into_iter().map(Warning::from).collect::<Vec<_>>());
    Ok(MotorsResult {
        mode: MotorMode::Plateaus,
        records: used,
        verdict: verdict(&joints, &warnings),
        joints,
        rejected: records.rejected.clone(),
        motor_types: types,
        warnings,
    })
}

/// The records of every joint, with their lines.
fn swept<'a>(
    records: &'a Records,
    n_dof: usize,
    settings: &MotorsSettings,
) -> Result<Vec<Swept<'a>>> {
    let line = |record: &'a Record| -> Result<Fitted<'a>> {
        let how = settings.record_fit;
        Ok((record, CurrentLine::fit(&record.load_nm, &record.current_a, how)?))
    };
    let of_joint = |dof: usize| {
        let own = records.used.iter().filter(|record| record.dof == dof);
        let fitted = own.map(line).collect::<Result<Vec<_>>>()?;
        let speeds: Vec<f64> = fitted.iter().map(|(r, _)| r.nominal_speed()).collect();
        Ok(Swept { records: fitted, groups: SpeedGroups::new(&speeds) })
    };
    (0..n_dof).map(of_joint).collect()
}

/// Everything about a joint that was swept.
fn complete(
    joint: &mut MotorJoint,
    data: &DriveData<'_>,
    solved: &MotorSolution,
    swept: &Swept<'_>,
    runs: &[Run<'_>],
    settings: &MotorsSettings,
) {
    let Swept { records, groups } = swept;
    fill(joint, solved, data.n_speeds < 2, data.top_speed);
    joint.n_records = records.len();
    joint.boxes = boxes(records, groups);
    let known = solved.kct.filter(|_| solved.origin != ConstantOrigin::Data);
    if data.n_speeds > 1 && solved.kct.is_some() {
        let known = known.map(|kct| kct.value);
        joint.stages = triple(records, groups, known);
        if settings.combination == Combination::Stages {
            let means = stage_means(records, groups, known, solved.borrowed);
            means.iter().for_each(|means| prefer_stages(joint, means, data.top_speed));
        }
    }
    joint.sample = sample_record(runs, records);
    if let Some(kct) = &joint.kct {
        let points = records.iter().map(|(record, line)| (record.speed, friction(line, kct.value)));
        let (qd, tau) = points.unzip();
        joint.friction_points = Cloud { qd, tau };
    }
    joint.advice = advice(joint, data, records, runs, settings);
}

/// Friction of a record with a torque constant from elsewhere \[N·m or N\].
fn friction(line: &CurrentLine, kct: f64) -> f64 {
    kct * line.centre_a - line.mean_load_nm
}

/// The mass that a joint needs whose constant is not known as well as is asked for, if a mass helps.
fn advice(
    joint: &MotorJoint,
    data: &DriveData<'_>,
    records: &[Fitted<'_>],
    runs: &[Run<'_>],
    settings: &MotorsSettings,
) -> Option<MassAdvice> {
    const LOADABLE: f64 = 0.05;
    let kct = joint.kct.as_ref()?;
    let relative = kct.sigma.map_or(f64::INFINITY, |sigma| sigma / kct.value);
    let is_sharp = joint.kct_origin == ConstantOrigin::Data && relative <= settings.target_accuracy;
    let is_given = joint.kct_origin == ConstantOrigin::Given;
    if is_sharp || is_given || data.gravity_share < LOADABLE || joint.position_unit == "m" {
        return None;
    }
    let gravity_m_s2 = runs[0].robot.gravity_in_world().norm();
    needed_mass(records, kct.value, gravity_m_s2, settings.target_accuracy)
}

fn needs_mass(joint: &MotorJoint, advice: &MassAdvice) -> MotorWarning {
    let MassAdvice { mass_kg, offset_m, accuracy } = *advice;
    MotorWarning::NeedsMass { joint: joint.name.clone(), mass_kg, offset_m, accuracy }
}

fn plain_record(runs: &[Run<'_>], joint: &MotorJoint, (record, line): &Fitted<'_>) -> MotorRecord {
    let run = &runs[record.run];
    let t_s = &run.motion.segments[record.segment].t_s;
    let (start_s, end_s) = (t_s[record.plateau.start], t_s[record.plateau.end - 1]);
    let kct = line.kct();
    MotorRecord {
        joint: joint.name.clone(),
        source: run.source.clone(),
        start_s,
        duration_s: end_s - start_s,
        commanded_rad_s: record.commanded,
        speed_rad_s: record.speed,
        ripple: record.ripple,
        iteration: record.iteration,
        n_samples: record.current_a.len(),
        load_range_nm: range(&record.load_nm),
        kct,
        friction_a: kct.map(|_| line.friction_a()),
        friction_nm: joint.kct.as_ref().map(|kct| friction(line, kct.value)),
        residual_a: Some(line.residual_a),
    }
}

/// Points that are kept.
const POINTS: usize = 400;

/// The record whose speed lies in the middle, forwards where there is a choice.
pub(super) fn sample_record(runs: &[Run<'_>], records: &[Fitted<'_>]) -> Option<SampleRecord> {
    let mut order: Vec<&Fitted<'_>> = records.iter().filter(|(r, _)| r.speed > 0.0).collect();
    if order.is_empty() {
        order = records.iter().collect();
    }
    order.sort_by(|a, b| a.0.speed.abs().total_cmp(&b.0.speed.abs()));
    let (record, line) = order.get(order.len() / 2)?;
    let run = &runs[record.run];
    let segment = &run.motion.segments[record.segment];
    let every = record.whole.len().div_ceil(POINTS).max(1);
    let shown: Vec<usize> = record.whole.clone().step_by(every).collect();
    let n = segment.n_samples;
    let channel = |of: &[f64]| shown.iter().map(|k| of[record.dof * n + k]).collect();
    let inside = |k: &&usize| record.plateau.contains(k);
    let fitted = |k: &usize| line.current_a(record.load_nm[k - record.plateau.start]);
    Some(SampleRecord {
        source: run.source.clone(),
        speed_rad_s: record.speed,
        t_s: shown.iter().map(|k| segment.t_s[*k]).collect(),
        q: channel(&segment.q),
        qd: channel(&segment.qd),
        current_a: channel(&segment.tau),
        fitted_a: shown.iter().filter(inside).map(fitted).collect(),
        first_fitted: shown.iter().position(|k| record.plateau.contains(k)).unwrap_or(0),
        kct: line.kct(),
        friction_a: line.kct().map(|_| line.friction_a()),
    })
}
