//! The recipe for runs in which one joint goes back and forth with changing speed.

use super::conditioned_run::Run;
use super::constants::solve_all;
use super::drive::DriveData;
use super::result::{MotorsResult, blank, fill};
use super::settings::MotorsSettings;
use super::strokes::{Swing, swing_data, swings};
use super::verdict::verdict;
use super::warnings::not_swept;
use crate::diagnostics::{Result, Warning};
use crate::study::{Cloud, MotorJoint, MotorMode, MotorRecord, MotorType};

/// Points that are kept for the eye.
const POINTS: usize = 600;

/// Torque constants and friction from strokes.
pub(super) fn from_strokes(
    runs: &[Run<'_>],
    types: Vec<MotorType>,
    settings: &MotorsSettings,
) -> Result<MotorsResult> {
    let robot = runs[0].robot;
    let swings = swings(runs, settings)?;
    let data: Vec<DriveData<'_>> =
        swings.iter().map(|(dof, swings)| swing_data(*dof, swings, settings)).collect();
    let (solved, findings) = solve_all(robot, &data, &types, settings)?;
    let mut joints: Vec<MotorJoint> =
        (0..robot.n_dof()).map(|dof| blank(robot, dof, &types)).collect();
    for ((data, solved), swings) in data.iter().zip(&solved).zip(swings.values()) {
        let joint = &mut joints[data.dof];
        fill(joint, solved, false, data.top_speed);
        joint.n_records = swings.iter().map(|swing| swing.strokes.len()).sum();
        joint.friction_points = points(joint, swings);
    }
    let missing = not_swept(robot, |dof| swings.contains_key(&dof));
    let all = swings.iter().flat_map(|(dof, swings)| {
        let name = &joints[*dof].name;
        swings.iter().flat_map(move |swing| strokes(runs, name, swing))
    });
    let all = all.collect();
    let warnings: Vec<Warning> = missing.into_iter().chain(findings).map(Warning::from).collect();
    Ok(MotorsResult {
        mode: MotorMode::SingleJoint,
        records: all,
        verdict: verdict(&joints, &warnings),
        joints,
        rejected: Vec::new(),
        motor_types: types,
        warnings,
    })
}

/// A fair selection of velocities and friction torques.
fn points(joint: &MotorJoint, swings: &[Swing]) -> Cloud {
    let Some(kct) = &joint.kct else { return Cloud::default() };
    let rotor = joint.rotor_inertia.as_ref().map_or(0.0, |rotor| rotor.value);
    let all: Vec<(f64, f64)> =
        swings.iter().flat_map(|swing| swing.friction_points(kct.value, rotor)).collect();
    let (qd, tau) = all.iter().step_by(all.len().div_ceil(POINTS).max(1)).copied().unzip();
    Cloud { qd, tau }
}

/// The strokes as records; a stroke alone determines neither torque constant nor friction.
fn strokes(runs: &[Run<'_>], joint: &str, swing: &Swing) -> Vec<MotorRecord> {
    let run = &runs[swing.run];
    let record = |(k, stroke): (usize, &super::moves::Move)| {
        let segment = &run.motion.segments[stroke.segment];
        let n = segment.n_samples;
        let qd = &segment.qd[stroke.dof * n..][stroke.samples.clone()];
        let mean = qd.iter().sum::<f64>() / qd.len().max(1) as f64;
        let variance = qd.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / qd.len().max(1) as f64;
        let start_s = segment.t_s[stroke.samples.start];
        MotorRecord {
            joint: joint.to_owned(),
            source: run.source.clone(),
            start_s,
            duration_s: segment.t_s[stroke.samples.end - 1] - start_s,
            commanded_rad_s: None,
            speed_rad_s: mean,
            ripple: variance.sqrt() / mean.abs(),
            iteration: k / 2 + 1,
            n_samples: qd.len(),
            load_range_nm: swing.load_range_nm(stroke),
            kct: None,
            friction_a: None,
            friction_nm: None,
            residual_a: None,
        }
    };
    swing.strokes.iter().enumerate().map(record).collect()
}
