//! A robot that differs from its data sheet, and its logs.

use super::RATE_HZ;
use std::f64::consts::TAU;
use taufit::Result;
use taufit::dynamics::{Samples, rnea_block};
use taufit::model::Robot;
use taufit::params::{Layout, LinkParam, Param};
use taufit::recording::{EffortKind, Recording};

/// The robot with other masses, centres, rotors and friction. Every body stays one that can exist,
/// because all ten parameters of a link grow together.
pub(super) fn truth(robot: &Robot) -> Result<Robot> {
    let layout = Layout::of_robot(robot);
    const LINKS: [f64; 6] = [1.1, 1.22, 1.3, 0.85, 1.15, 1.4];
    const FRICTION: [f64; 6] = [1.25, 0.8, 1.3, 1.6, 0.7, 1.2];
    let mut values = layout.nominal(robot);
    for (value, param) in values.iter_mut().zip(layout.params()) {
        match *param {
            Param::Link { link, param: LinkParam::Mx } => *value = *value * LINKS[link] + 0.03,
            Param::Link { link, .. } => *value *= LINKS[link],
            Param::RotorInertia { dof } => *value = *value * 1.1 + 0.2 - 0.02 * dof as f64,
            Param::Friction { dof, .. } => *value *= FRICTION[dof],
            _ => {}
        }
    }
    layout.apply(robot, &values)
}

/// A simulated log: positions without error, torques with noise.
pub(super) fn simulate(
    robot: &Robot,
    source: &str,
    n_samples: usize,
    seed: u64,
) -> Result<Recording> {
    let t_s: Vec<f64> = (0..n_samples).map(|k| k as f64 / RATE_HZ).collect();
    let mut noise = Noise(seed);
    let (mut q, mut qd, mut qdd) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..robot.n_dof() {
        let waves: Vec<[f64; 3]> =
            (1..=5).map(|k| [0.1 * f64::from(k) * TAU, noise.next(), noise.next()]).collect();
        let sum = |t: f64, f: fn(f64, f64) -> f64, power: i32| -> f64 {
            let wave = |[w, a, phase]: &[f64; 3]| 0.28 * a * w.powi(power) * f(w * t, 3.0 * phase);
            waves.iter().map(wave).sum()
        };
        q.extend(t_s.iter().map(|t| sum(*t, |x, p| (x + p).sin(), 0)));
        qd.extend(t_s.iter().map(|t| sum(*t, |x, p| (x + p).cos(), 1)));
        qdd.extend(t_s.iter().map(|t| sum(*t, |x, p| -(x + p).sin(), 2)));
    }
    let mut effort = vec![0.0; q.len()];
    rnea_block(robot, &Samples::new(n_samples, &q, &qd, &qdd), &mut effort)?;
    add_disturbance(robot, n_samples, &qd, &mut effort, &mut noise);
    Ok(Recording {
        source: source.to_owned(),
        joints: robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
        t_s,
        q,
        qd: None,
        effort,
        q_motor: None,
        effort_kind: EffortKind::Torque,
    })
}

/// Friction, noise that remembers, and a ripple of the gears.
fn add_disturbance(
    robot: &Robot,
    n_samples: usize,
    qd: &[f64],
    tau: &mut [f64],
    noise: &mut Noise,
) {
    let channels = tau.chunks_mut(n_samples).zip(qd.chunks(n_samples)).enumerate();
    for (dof, (tau, qd)) in channels {
        let size = [0.9, 0.9, 0.7, 0.25, 0.22, 0.2][dof];
        let friction = robot.dof_joint(dof).friction;
        let mut memory = 0.0;
        for (k, (tau, qd)) in tau.iter_mut().zip(qd).enumerate() {
            memory = 0.9 * memory + 0.3 * noise.next();
            let ripple = 0.4 * (TAU * 11.0 * k as f64 / RATE_HZ).sin();
            *tau += friction.torque(*qd) + size * (0.6 * memory + 0.5 * noise.next() + ripple);
        }
    }
}

/// Normal numbers, as sums of uniform ones.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        let uniform = |state: &mut u64| {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*state >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..12).map(|_| uniform(&mut self.0)).sum::<f64>() - 6.0
    }
}
