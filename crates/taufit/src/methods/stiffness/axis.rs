//! One axis: its rows, its lines, what is doubtful about them.

use super::branch::range;
use super::clamp::Clamped;
use super::line::{Point, StiffnessLine, fit_line};
use super::settings::{BranchFriction, StiffnessSettings};
use crate::diagnostics::Result;
use crate::model::{Joint, Robot};
use crate::params::Param;
use crate::study::{
    AxisRecord, Identifiability, LineFit, LoadPoints, ParameterRecord, StiffnessMethod,
    StiffnessStatus, normal_interval,
};

/// A record counts for an axis if it loads it at least this much, compared with the record that does most.
const LOADED_SHARE: f64 = 0.5;
/// Fewest rows of a branch.
const FEWEST_ROWS: usize = 10;
/// Fewest steps of the encoder that make a slope.
const FEWEST_COUNTS: f64 = 5.0;
/// Largest standard deviation of a slope that is used \[%\].
const NO_SLOPE_PERCENT: f64 = 50.0;
/// Rows that are kept for drawing.
const DRAWN: usize = 300;

/// Rows of one axis, of the records that load it.
pub(super) struct AxisPoints {
    pub(super) motor: Vec<Point>,
    pub(super) wrench: Vec<Point>,
}

impl AxisPoints {
    pub(super) fn new(clamps: &[Clamped], dof: usize) -> Self {
        let torque_range = |clamp: &Clamped| {
            let all: Vec<f64> =
                clamp.motor.iter().flat_map(|rows| &rows.load[dof]).copied().collect();
            range(&all)
        };
        let largest = clamps.iter().map(torque_range).fold(0.0, f64::max);
        let (mut motor, mut wrench) = (Vec::new(), Vec::new());
        for (k, clamp) in clamps.iter().enumerate() {
            if torque_range(clamp) < LOADED_SHARE * largest {
                continue;
            }
            let mine = motor_points(clamp, k, dof);
            wrench.extend(wrench_points(clamp, k, dof, &mine));
            motor.extend(mine);
        }
        Self { motor, wrench }
    }
}

fn motor_points(clamp: &Clamped, number: usize, dof: usize) -> Vec<Point> {
    let of = |(stretch, rows): (usize, &super::rows::StiffnessRows)| {
        let (q, tau, branch) = (&rows.q[dof], &rows.load[dof], &rows.branch[dof]);
        let point = |k: usize| Point {
            clamp: number,
            stretch,
            t_s: rows.t_s[k],
            q: q[k],
            tau: tau[k],
            branch: branch[k],
        };
        (0..q.len()).map(point).collect::<Vec<_>>()
    };
    clamp.motor.iter().enumerate().flat_map(of).collect()
}

/// Rows of the wrench; the motor's row that is nearest in time says on which branch they are.
fn wrench_points(clamp: &Clamped, number: usize, dof: usize, motor: &[Point]) -> Vec<Point> {
    let Some(wrench) = &clamp.wrench else { return Vec::new() };
    let of = |(stretch, rows): (usize, &super::rows::StiffnessRows)| {
        let torque = wrench.torque(rows, dof);
        let point = |k: usize| Point {
            clamp: number,
            stretch,
            t_s: rows.t_s[k],
            q: rows.q[dof][k],
            tau: torque[k],
            branch: branch_at(motor, rows.t_s[k]),
        };
        (0..rows.t_s.len()).map(point).collect::<Vec<_>>()
    };
    wrench.rows.iter().enumerate().flat_map(of).collect()
}

fn branch_at(motor: &[Point], t_s: f64) -> i8 {
    let right = motor.partition_point(|p| p.t_s < t_s);
    let near = [right.checked_sub(1), Some(right)].into_iter().flatten();
    let near = near.filter_map(|k| motor.get(k));
    let nearest = near.min_by(|a, b| (a.t_s - t_s).abs().total_cmp(&(b.t_s - t_s).abs()));
    nearest.map_or(0, |p| p.branch)
}

/// The axis as it is reported.
pub(super) fn axis_record(
    robot: &Robot,
    dof: usize,
    points: &AxisPoints,
    encoder_step: Option<f64>,
    settings: &StiffnessSettings,
) -> Result<AxisRecord> {
    let joint = robot.dof_joint(dof);
    let (motor_plain, motor) = (fit_line(&points.motor, &[])?, fit_branches(&points.motor)?);
    let (wrench, loop_) = (fit_line(&points.wrench, &[])?, fit_branches(&points.wrench)?);
    let branches = each_branch(&points.motor)?;
    let deflection_range = range_in_record(&points.motor, |p| p.q);
    let encoder_counts = encoder_step.map(|step| deflection_range / step);
    let best_motor = match settings.friction {
        BranchFriction::Separated => motor.as_ref().or(motor_plain.as_ref()),
        BranchFriction::Ignored => motor_plain.as_ref(),
    };
    let candidates =
        [(StiffnessMethod::Wrench, wrench.as_ref()), (StiffnessMethod::MotorTorque, best_motor)];
    let status = status(&candidates.map(|(_, line)| line), encoder_counts, settings);
    let usable = |line: &StiffnessLine| is_usable(&line.fit, settings);
    let chosen = candidates
        .into_iter()
        .find_map(|(method, line)| Some((method, line.filter(|l| usable(l))?)));
    let chosen = chosen.filter(|_| status == StiffnessStatus::Determined);
    let difference = |a: &StiffnessLine, b: &StiffnessLine| {
        100.0 * (a.fit.stiffness / b.fit.stiffness - 1.0).abs()
    };
    Ok(AxisRecord {
        number: dof + 1,
        joint: joint.name.clone(),
        position_unit: if joint.is_prismatic() { "m" } else { "rad" }.to_owned(),
        effort_unit: if joint.is_prismatic() { "N" } else { "N m" }.to_owned(),
        status,
        stiffness: chosen.map(|(_, line)| stiffness(joint, dof, &line.fit)),
        method: chosen.map(|(method, _)| method),
        true_stiffness: None,
        difference_percent: best_motor.zip(wrench.as_ref()).map(|(m, w)| difference(m, w)),
        branch_stiffness: branches.as_ref().map(|both| both.each_ref().map(|fit| fit.stiffness)),
        branch_sigma: branches.as_ref().map(|both| both.each_ref().map(|fit| fit.sigma)),
        hysteresis: motor.as_ref().and_then(hysteresis),
        wrench_hysteresis: loop_.as_ref().and_then(hysteresis),
        motor: motor.map(|line| line.fit),
        motor_plain: motor_plain.map(|line| line.fit),
        wrench: wrench.map(|line| line.fit),
        torque_range: range_in_record(&points.motor, |p| p.tau),
        deflection_range,
        encoder_counts,
        motor_points: drawn(&points.motor),
        wrench_points: drawn(&points.wrench),
    })
}

fn stiffness(joint: &Joint, dof: usize, fit: &LineFit) -> ParameterRecord {
    let param = Param::Stiffness { dof };
    let interval = Some(normal_interval(fit.stiffness, fit.sigma));
    ParameterRecord {
        name: format!("K{}", dof + 1),
        expression: None,
        long_name: format!("K[{}]", joint.name),
        unit: param.unit(joint.is_prismatic()).to_owned(),
        value: fit.stiffness,
        sigma: Some(fit.sigma),
        interval,
        nominal: None,
        feasible: None,
        identifiability: Identifiability::of_interval(interval),
    }
}

/// The widest range within one record: poses differ, and so do the weights that the drives carry.
pub(super) fn range_in_record(points: &[Point], of: impl Fn(&Point) -> f64) -> f64 {
    let records = points.chunk_by(|a, b| a.clamp == b.clamp);
    records.map(|record| range(&record.iter().map(&of).collect::<Vec<_>>())).fold(0.0, f64::max)
}

/// `τ = k q + off + s f` over the rows on either branch; `None` where there are not two of them.
fn fit_branches(points: &[Point]) -> Result<Option<StiffnessLine>> {
    let on_branch: Vec<Point> = points.iter().filter(|p| p.branch != 0).copied().collect();
    let n_rising = on_branch.iter().filter(|p| p.branch > 0).count();
    if n_rising.min(on_branch.len() - n_rising) < FEWEST_ROWS {
        return Ok(None);
    }
    let line = fit_line(&on_branch, &[&|p| f64::from(p.branch)])?;
    Ok(line.map(|line| {
        let friction = line.extras.first().map(|(f, _)| *f);
        let friction_sigma = line.extras.first().map(|(_, sigma)| *sigma);
        StiffnessLine { fit: LineFit { friction, friction_sigma, ..line.fit }, ..line }
    }))
}

/// Distance of the two branches.
fn hysteresis(line: &StiffnessLine) -> Option<f64> {
    line.fit.friction.map(|friction| 2.0 * friction)
}

/// A line of its own for either branch, the one on which the angle grows first.
fn each_branch(points: &[Point]) -> Result<Option<[LineFit; 2]>> {
    let line = |branch: i8| -> Result<Option<LineFit>> {
        let one: Vec<Point> = points.iter().filter(|p| p.branch == branch).copied().collect();
        let line = if one.len() < FEWEST_ROWS { None } else { fit_line(&one, &[])? };
        Ok(line.map(|line| line.fit))
    };
    Ok(line(1)?.zip(line(-1)?).map(|(rising, falling)| [rising, falling]))
}

fn is_usable(fit: &LineFit, settings: &StiffnessSettings) -> bool {
    fit.stiffness > 0.0 && fit.percent_sigma <= 100.0 * settings.max_relative_sigma
}

fn status(
    lines: &[Option<&StiffnessLine>; 2],
    encoder_counts: Option<f64>,
    settings: &StiffnessSettings,
) -> StiffnessStatus {
    let fits = || lines.iter().flatten().map(|line| &line.fit);
    if encoder_counts.is_some_and(|counts| counts < FEWEST_COUNTS) {
        return StiffnessStatus::NotLoaded;
    }
    if fits().any(|fit| is_usable(fit, settings)) {
        return StiffnessStatus::Determined;
    }
    let percent_sigma = fits().map(|fit| fit.percent_sigma).fold(f64::INFINITY, f64::min);
    if percent_sigma.is_nan() || percent_sigma > NO_SLOPE_PERCENT {
        return StiffnessStatus::NotLoaded;
    }
    match fits().all(|fit| fit.stiffness < 0.0) {
        true => StiffnessStatus::Negative,
        false => StiffnessStatus::TooUncertain { percent_sigma },
    }
}

/// Every so-manieth row.
fn drawn(points: &[Point]) -> LoadPoints {
    let every = points.len().div_ceil(DRAWN).max(1);
    let shown = || points.iter().step_by(every);
    LoadPoints {
        clamp: shown().map(|p| p.clamp).collect(),
        t_s: shown().map(|p| p.t_s).collect(),
        q: shown().map(|p| p.q).collect(),
        tau: shown().map(|p| p.tau).collect(),
        branch: shown().map(|p| p.branch).collect(),
    }
}
