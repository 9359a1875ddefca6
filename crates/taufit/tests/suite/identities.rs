//! Every formula against a second, independent route, on random robots with nothing set to zero.

use crate::common::{Dice, assert_close};
use taufit::dynamics::*;
use taufit::model::Robot;
use taufit::params::Layout;
use taufit::spatial::{MotionVector, Vec3};

const ROBOTS: u64 = 240;

/// Runs a check on random robots with 1 to 9 joints, every second time with mimic joints, and a state.
fn on_random_robots(check: impl Fn(&Robot, &mut Scratch, &mut Dice, &[f64], &[f64], &[f64])) {
    for seed in 0..ROBOTS {
        let mut dice = Dice::new(seed);
        let n_joints = 1 + dice.below(9);
        let robot = dice.robot(n_joints, seed % 2 == 0);
        let n = robot.n_dof();
        let (q, qd, qdd) = (dice.vector(n, 3.0), dice.vector(n, 2.0), dice.vector(n, 5.0));
        check(&robot, &mut Scratch::new(&robot), &mut dice, &q, &qd, &qdd);
    }
}

#[test]
fn random_robots_cover_every_kind_of_joint() {
    let (mut mimics, mut branches, mut sliding, mut merged) = (0, 0, 0, 0);
    on_random_robots(|robot, _, _, _, _, _| {
        assert!(robot.joints().iter().all(|j| j.motor.rotor_inertia_kg_m2 > 0.0));
    });
    for seed in 0..ROBOTS {
        let mut dice = Dice::new(seed);
        let n_joints = 1 + dice.below(9);
        let robot = dice.robot(n_joints, seed % 2 == 0);
        mimics += usize::from(robot.has_mimic());
        let parents: Vec<_> = robot.joints().iter().map(|j| j.parent).collect();
        branches += usize::from((1..parents.len()).any(|i| parents[i] != Some(i - 1)));
        sliding += usize::from(robot.joints().iter().any(|j| j.is_prismatic()));
        merged += usize::from(robot.joints().iter().any(|j| !j.link.merged.is_empty()));
    }
    for (count, what) in
        [(mimics, "mimic"), (branches, "branch"), (sliding, "prismatic"), (merged, "merged")]
    {
        assert!(count >= 40, "only {count} of {ROBOTS} robots have a {what}");
    }
}

#[test]
fn regressor_times_parameters_is_inverse_dynamics() {
    on_random_robots(|robot, scratch, _, q, qd, qdd| {
        let layout = Layout::of_robot(robot);
        let mut regressor = Regressor::new(robot, &layout);
        joint_torque_regressor(robot, &layout, scratch, (q, qd, qdd), &mut regressor).unwrap();
        let tau = inverse_dynamics(robot, scratch, q, qd, qdd).unwrap();
        assert_close(&regressor.torque(&layout.nominal(robot)), tau, 1e-11, "Y·pi = tau");
    });
}

#[test]
fn mass_matrix_times_acceleration_plus_bias_is_inverse_dynamics() {
    on_random_robots(|robot, scratch, _, q, qd, qdd| {
        let n = robot.n_dof();
        let still = vec![0.0; n];
        let mut tau = inverse_dynamics(robot, scratch, q, qd, &still).unwrap().to_vec();
        let m = mass_matrix(robot, scratch, q).unwrap();
        for i in 0..n {
            tau[i] += (0..n).map(|j| m[i * n + j] * qdd[j]).sum::<f64>();
        }
        let expected = inverse_dynamics(robot, scratch, q, qd, qdd).unwrap();
        assert_close(&tau, expected, 1e-11, "M·qdd + h = tau");
    });
}

#[test]
fn forward_dynamics_inverts_inverse_dynamics() {
    on_random_robots(|robot, scratch, _, q, qd, qdd| {
        let tau = inverse_dynamics(robot, scratch, q, qd, qdd).unwrap().to_vec();
        let found = forward_dynamics(robot, scratch, q, qd, &tau).unwrap();
        assert_close(found, qdd, 1e-10, "aba(rnea(qdd)) = qdd");
    });
}

#[test]
fn mass_matrix_is_symmetric_positive_definite_and_gives_the_kinetic_energy() {
    on_random_robots(|robot, scratch, _, q, qd, _| {
        let n = robot.n_dof();
        let m = mass_matrix(robot, scratch, q).unwrap().to_vec();
        for i in 0..n {
            for j in 0..n {
                assert_eq!(m[i * n + j], m[j * n + i], "M is not symmetric at {i}, {j}");
            }
        }
        let matrix = faer::Mat::from_fn(n, n, |i, j| m[i * n + j]);
        assert!(matrix.llt(faer::Side::Lower).is_ok(), "M is not positive definite: {m:?}");
        let half: f64 = (0..n * n).map(|k| 0.5 * qd[k / n] * m[k] * qd[k % n]).sum();
        let energy = kinetic_energy(robot, scratch, q, qd).unwrap();
        assert_close(&[half], &[energy], 1e-12, "½ qdᵀ M qd = kinetic energy");
    });
}

#[test]
fn gravity_torque_is_the_gradient_of_the_potential_energy() {
    on_random_robots(|robot, scratch, _, q, _, _| {
        let gravity = gravity_torque(robot, scratch, q).unwrap().to_vec();
        let numeric = central_difference(q, |q| potential_energy(robot, scratch, q).unwrap());
        assert_close(&gravity, &numeric, 1e-7, "g = dV/dq");
    });
}

#[test]
fn jacobian_is_the_derivative_of_the_frame_pose() {
    on_random_robots(|robot, scratch, dice, q, _, _| {
        let frame = robot.frames()[dice.below(robot.frames().len())].clone();
        let jacobian = frame_jacobian(robot, scratch, q, &frame).unwrap().to_vec();
        let (h, pose) = (1e-6, frame_pose(robot, scratch, q, &frame).unwrap());
        for (dof, column) in jacobian.iter().enumerate() {
            let mut shifted = |step: f64| {
                let mut q = q.to_vec();
                q[dof] += step;
                frame_pose(robot, scratch, &q, &frame).unwrap()
            };
            let (plus, minus) = (shifted(h), shifted(-h));
            let linear = (plus.translation - minus.translation) * (0.5 / h);
            // dR/dq Rᵀ = S(ω)
            let spin = (plus.rotation - minus.rotation) * (0.5 / h) * pose.rotation.transpose();
            let angular = Vec3::new(spin.cols[1].z, spin.cols[2].x, spin.cols[0].y);
            let numeric = MotionVector { angular, linear };
            let flat = |m: MotionVector| {
                [m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z]
            };
            let difference =
                flat(numeric).into_iter().zip(flat(*column)).map(|(a, b)| (a - b).abs());
            assert!(difference.fold(0.0, f64::max) < 1e-8, "{numeric:?} against {column:?}");
        }
    });
}

#[test]
fn jacobian_transpose_maps_a_wrench_to_the_torque_that_does_the_same_work() {
    on_random_robots(|robot, scratch, dice, q, qd, _| {
        let frame = robot.frames().last().unwrap().clone();
        let jacobian = frame_jacobian(robot, scratch, q, &frame).unwrap();
        let (moment, force) = (dice.vec3(1.0), dice.vec3(1.0));
        let wrench = taufit::spatial::Force { moment, force };
        let twist =
            jacobian.iter().zip(qd).fold(MotionVector::ZERO, |sum, (s, v)| sum.add_scaled(*s, *v));
        let work: f64 = jacobian.iter().zip(qd).map(|(s, v)| s.dot(wrench) * v).sum();
        assert_close(&[work], &[twist.dot(wrench)], 1e-12, "(JᵀF)·qd = F·(J qd)");
    });
}

#[test]
fn regressor_gradient_is_the_derivative_of_the_weighted_sum() {
    on_random_robots(|robot, scratch, dice, q, qd, qdd| {
        let layout = Layout::of_robot(robot);
        let mut regressor = Regressor::new(robot, &layout);
        let weights = dice.vector(robot.n_dof() * layout.n_params(), 1.0);
        // Friction has kinks and steep flanks near standstill, where differences are worthless.
        let qd: Vec<f64> = qd.iter().map(|v| v + 0.3 * v.signum()).collect();
        let qd = &qd[..];
        let mut gradient = RegressorGradient::new(robot);
        regressor_gradient(robot, &layout, scratch, (q, qd, qdd), &weights, &mut gradient).unwrap();
        let mut sum = |q: &[f64], qd: &[f64], qdd: &[f64]| -> f64 {
            joint_torque_regressor(robot, &layout, scratch, (q, qd, qdd), &mut regressor).unwrap();
            regressor.as_slice().iter().zip(&weights).map(|(y, w)| y * w).sum()
        };
        let by_q = central_difference(q, |q| sum(q, qd, qdd));
        let by_qd = central_difference(qd, |qd| sum(q, qd, qdd));
        let by_qdd = central_difference(qdd, |qdd| sum(q, qd, qdd));
        assert_close(&gradient.q, &by_q, 1e-7, "d/dq");
        assert_close(&gradient.qd, &by_qd, 1e-7, "d/dqd");
        assert_close(&gradient.qdd, &by_qdd, 1e-7, "d/dqdd");
    });
}

/// Richardson-extrapolated central differences: error about 1e-10 of the function's magnitude.
fn central_difference(x: &[f64], mut f: impl FnMut(&[f64]) -> f64) -> Vec<f64> {
    let mut slope = |i: usize, h: f64| {
        let (mut plus, mut minus) = (x.to_vec(), x.to_vec());
        plus[i] += h;
        minus[i] -= h;
        (f(&plus) - f(&minus)) / (2.0 * h)
    };
    (0..x.len()).map(|i| (4.0 * slope(i, 5e-5) - slope(i, 1e-4)) / 3.0).collect()
}

#[test]
fn batches_equal_single_samples() {
    for seed in 0..40 {
        let mut dice = Dice::new(1000 + seed);
        let robot = dice.robot(7, seed % 2 == 0);
        let (n, n_samples) = (robot.n_dof(), 1 + dice.below(23));
        let layout = Layout::of_robot(&robot);
        let columns: Vec<usize> = (0..layout.n_params()).rev().step_by(2).collect();
        let (q, qd, qdd) = (
            dice.vector(n * n_samples, 3.0),
            dice.vector(n * n_samples, 2.0),
            dice.vector(n * n_samples, 5.0),
        );
        let samples = Samples::new(n_samples, &q, &qd, &qdd);
        let mut block = RegressorBlock::new(&robot, &layout, &columns, n_samples);
        regressor_block(&robot, &layout, &samples, &mut block).unwrap();
        let mut tau = vec![0.0; n * n_samples];
        rnea_block(&robot, &samples, &mut tau).unwrap();

        let mut scratch = Scratch::new(&robot);
        let mut regressor = Regressor::new(&robot, &layout);
        for k in 0..n_samples {
            let at = |x: &[f64]| (0..n).map(|j| x[j * n_samples + k]).collect::<Vec<_>>();
            let (q, qd, qdd) = (at(&q), at(&qd), at(&qdd));
            let state = (&q[..], &qd[..], &qdd[..]);
            joint_torque_regressor(&robot, &layout, &mut scratch, state, &mut regressor).unwrap();
            for dof in 0..n {
                let whole = regressor.row(dof);
                let expected: Vec<f64> = columns.iter().map(|&c| whole[c]).collect();
                let found: Vec<f64> = (0..columns.len()).map(|c| block.column(dof, c)[k]).collect();
                assert_close(&found, &expected, 1e-13, "regressor block");
            }
            let single = rnea(&robot, &mut scratch, &q, &qd, &qdd).unwrap();
            assert_close(&at(&tau), single, 1e-13, "rnea block");
        }
    }
}

#[test]
fn energy_balances_along_a_simulated_path() {
    // d/dt (T + V) = q̇·(τ − τ_f): what the motors put in and friction does not take goes into energy.
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let robot = smooth_friction(dice.robot(5, seed % 2 == 0));
        let mut scratch = Scratch::new(&robot);
        let n = robot.n_dof();
        let amplitude = dice.vector(n, 4.0);
        let mut path = Path { robot: &robot, scratch: &mut scratch, amplitude };
        let mut state = [dice.vector(n, 1.0), dice.vector(n, 0.5), vec![0.0]].concat();
        let before = path.energy(&state);
        let (steps, dt_s) = (2000, 2.5e-4);
        for k in 0..steps {
            state = path.runge_kutta(k as f64 * dt_s, &state, dt_s);
        }
        let gained = path.energy(&state) - before;
        let work = state[2 * n];
        let turnover = gained.abs().max(work.abs()).max(1.0);
        assert!(
            (gained - work).abs() < 1e-7 * turnover,
            "seed {seed}: {gained} J against {work} J"
        );
        assert!(work.abs() > 1e-3, "seed {seed}: nothing moved");
    }
}

/// A simulated path is only as smooth as its friction.
fn smooth_friction(mut robot: Robot) -> Robot {
    for dof in 0..robot.n_dof() {
        let mut friction = robot.dof_joint(dof).friction;
        friction.shape = friction.shape.with_tanh(0.5);
        friction.shape.per_direction = false;
        friction.shape.stribeck = None;
        robot = robot.with_friction(dof, friction);
    }
    robot
}

struct Path<'a> {
    robot: &'a Robot,
    scratch: &'a mut Scratch,
    amplitude: Vec<f64>,
}

impl Path<'_> {
    fn energy(&mut self, state: &[f64]) -> f64 {
        let n = self.robot.n_dof();
        kinetic_energy(self.robot, self.scratch, &state[..n], &state[n..2 * n]).unwrap()
            + potential_energy(self.robot, self.scratch, &state[..n]).unwrap()
    }

    /// Time derivative of `[q, qd, work]`.
    fn rate(&mut self, t_s: f64, state: &[f64]) -> Vec<f64> {
        let n = self.robot.n_dof();
        let (q, qd) = (&state[..n], &state[n..2 * n]);
        let wave = |(j, a): (usize, &f64)| a * (2.0 * t_s + j as f64).sin();
        let tau: Vec<f64> = self.amplitude.iter().enumerate().map(wave).collect();
        let qdd = forward_dynamics(self.robot, self.scratch, q, qd, &tau).unwrap();
        let power: f64 = self
            .robot
            .dof_joint_iter()
            .enumerate()
            .map(|(j, joint)| qd[j] * (tau[j] - joint.friction.torque(qd[j])))
            .sum();
        [qd, qdd, &[power]].concat()
    }

    fn runge_kutta(&mut self, t_s: f64, x: &[f64], dt_s: f64) -> Vec<f64> {
        let ahead =
            |k: &[f64], h: f64| -> Vec<f64> { x.iter().zip(k).map(|(x, k)| x + h * k).collect() };
        let k1 = self.rate(t_s, x);
        let k2 = self.rate(t_s + 0.5 * dt_s, &ahead(&k1, 0.5 * dt_s));
        let k3 = self.rate(t_s + 0.5 * dt_s, &ahead(&k2, 0.5 * dt_s));
        let k4 = self.rate(t_s + dt_s, &ahead(&k3, dt_s));
        (0..x.len()).map(|i| x[i] + dt_s / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i])).collect()
    }
}

/// `p = M q̇`, and `ṗ = τ + Cᵀ q̇ − g` along any motion: the left side by differences of `M q̇`, the
/// right side with the torques of Newton and Euler.
#[test]
fn momentum_changes_as_torques_say() {
    const H_S: f64 = 1e-5;
    on_random_robots(|robot, scratch, _, q, qd, qdd| {
        let n = robot.n_dof();
        let (mut p, mut drift) = (vec![0.0; n], vec![0.0; n]);
        let along = |t: f64| -> (Vec<f64>, Vec<f64>) {
            let q_at = |i: usize| q[i] + t * (qd[i] + 0.5 * t * qdd[i]);
            let qd_at = |i: usize| qd[i] + t * qdd[i];
            ((0..n).map(q_at).collect(), (0..n).map(qd_at).collect())
        };
        let mut mass_times_speed = |t: f64| -> Vec<f64> {
            let (q, qd) = along(t);
            let mass = mass_matrix(robot, scratch, &q).unwrap();
            mass.chunks(n).map(|row| row.iter().zip(&qd).map(|(m, v)| m * v).sum()).collect()
        };
        let (before, now, after) =
            (mass_times_speed(-H_S), mass_times_speed(0.0), mass_times_speed(H_S));
        momentum_and_drift(robot, scratch, q, qd, &mut p, &mut drift).unwrap();
        assert_close(&p, &now, 1e-11, "p = M qd");
        let tau = rnea(robot, scratch, q, qd, qdd).unwrap();
        let rate: Vec<f64> = tau.iter().zip(&drift).map(|(tau, d)| tau + d).collect();
        let slope: Vec<f64> =
            after.iter().zip(&before).map(|(b, a)| (b - a) / (2.0 * H_S)).collect();
        assert_close(&rate, &slope, 1e-7, "dp/dt = tau + C'qd - g");
    });
}
