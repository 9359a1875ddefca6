//! The log of a simulated UR5, and short ways to spoil and survey it.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::TAU;
use taufit::Warning;
use taufit::diagnostics::LogWarning;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::model::{Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit::survey::{Channel, Survey, SurveySettings, survey};

pub(crate) const N_SAMPLES: usize = 4000;
pub(crate) const RATE_HZ: f64 = 100.0;
/// Counts per turn of the simulated encoders.
pub(crate) const COUNTS: f64 = (1_u32 << 17) as f64;

pub(crate) fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// Position, velocity and acceleration of a joint: five harmonics of 0.1 Hz, about 1 rad/s.
pub(crate) fn wave(joint: usize, t_s: f64) -> [f64; 3] {
    const MIDDLE: [f64; 7] = [0.3, -1.2, 1.0, -0.8, 0.5, 0.2, 0.4];
    let mut sum = [MIDDLE[joint], 0.0, 0.0];
    for harmonic in 1..=5_u32 {
        let (n, j) = (f64::from(harmonic), joint as f64);
        let w = TAU * 0.1 * n;
        let (sin, cos) = (w * t_s + (1.0 + 2.3 * j) * n * n + 0.7 * j).sin_cos();
        let amplitude = 0.8 / n;
        sum[0] += amplitude * sin;
        sum[1] += amplitude * w * cos;
        sum[2] -= amplitude * w * w * sin;
    }
    sum
}

/// 40 s at 100 Hz of a motion, with counted positions and noise on velocities and torques.
pub(crate) fn simulate(robot: &Robot, motion: impl Fn(usize, f64) -> [f64; 3]) -> Recording {
    let mut rng = Pcg64::seed_from_u64(3);
    let mut noise = move |bound: f64| bound * rng.random_range(-1.0..1.0);
    let (n_dof, mut scratch) = (robot.n_dof(), Scratch::new(robot));
    let t_s: Vec<f64> = (0..N_SAMPLES).map(|k| k as f64 / RATE_HZ).collect();
    let zeros = vec![0.0; n_dof * N_SAMPLES];
    let (mut q, mut qd, mut effort) = (zeros.clone(), zeros.clone(), zeros);
    for (k, t) in t_s.iter().enumerate() {
        let state: Vec<[f64; 3]> = (0..n_dof).map(|j| motion(j, *t)).collect();
        let part = |i: usize| state.iter().map(|s| s[i]).collect::<Vec<f64>>();
        let tau = inverse_dynamics(robot, &mut scratch, &part(0), &part(1), &part(2)).unwrap();
        for j in 0..n_dof {
            let at = j * N_SAMPLES + k;
            q[at] = (state[j][0] * COUNTS / TAU).round() * TAU / COUNTS;
            qd[at] = state[j][1] + noise(1e-3);
            effort[at] = tau[j] + noise(0.1);
        }
    }
    let joints = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let (source, qd, effort_kind) = ("simulated".into(), Some(qd), EffortKind::Torque);
    Recording { source, joints, t_s, q, qd, effort, q_motor: None, effort_kind }
}

/// The log without fault.
pub(crate) fn clean() -> Recording {
    simulate(&ur5(), wave)
}

/// Channel `joint` of `x`.
pub(crate) fn channel(x: &mut [f64], joint: usize) -> &mut [f64] {
    &mut x[joint * N_SAMPLES..(joint + 1) * N_SAMPLES]
}

/// Channels in another order: place `i` gets what stood at `order[i]`.
pub(crate) fn reordered(x: &[f64], order: &[usize]) -> Vec<f64> {
    order.iter().flat_map(|&j| &x[j * N_SAMPLES..(j + 1) * N_SAMPLES]).copied().collect()
}

/// Survey with the UR5.
pub(crate) fn look(log: &Recording) -> Survey {
    survey(log, Some(&ur5()), &SurveySettings::default()).unwrap()
}

pub(crate) fn codes(survey: &Survey) -> Vec<&'static str> {
    survey.warnings.iter().map(Warning::code).collect()
}

/// The only warning with this code.
pub(crate) fn only(survey: &Survey, code: &str) -> LogWarning {
    let mut found = survey.warnings.iter().filter(|warning| warning.code() == code);
    match (found.next().and_then(Warning::kind::<LogWarning>), found.next()) {
        (Some(warning), None) => warning.clone(),
        other => panic!("{code}: {other:?} in {:?}", survey.warnings),
    }
}

pub(crate) fn find<'a>(survey: &'a Survey, quantity: &str, joint: &str) -> &'a Channel {
    let is = |c: &&Channel| c.joint == joint && c.quantity == quantity;
    survey.channels.iter().find(is).unwrap()
}

/// Fails where two numbers differ by more than `tolerance`.
#[track_caller]
pub(crate) fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} ± {tolerance}");
}
