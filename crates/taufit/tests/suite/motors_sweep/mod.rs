//! Sweeps of a UR5 with table 3 of Ulici et al. as its truth, computed rather than integrated: the joint
//! follows trapezoids of velocity with ripple, and currents are those of inverse dynamics with noise,
//! steps and, where asked for, friction that differs from record to record.

#![allow(dead_code, reason = "every test file uses its own part of it")]

use super::common::Dice;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::experiment::{DrivenPhase, PhaseKind};
use taufit::methods::{MotorLog, MotorsResult, MotorsSettings, identify_motors};
use taufit::model::{Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit::spatial::{Inertial, Vec3};
use taufit::study::MotorJoint;

/// Table 3: `kct`, `kfv`, `kfc`.
pub(crate) const TRUTH: [[f64; 3]; 6] = [
    [12.3, 8.1272, 12.3141],
    [12.6351, 7.7891, 11.881],
    [12.0383, 6.9762, 10.7667],
    [7.7366, 2.4405, 1.8286],
    [7.9228, 2.6265, 1.2794],
    [7.4723, 3.6058, 0.8921],
];

const RATE_HZ: f64 = 125.0;
const NOISE_A: f64 = 0.05;
const STEP_A: f64 = 0.01;
/// Ripple: 1 % of the velocity, 20 periods per radian.
const RIPPLE: f64 = 0.01;
const RIPPLE_PER_RAD: f64 = 20.0;
const RAMP_S: f64 = 0.25;
const PAUSE_S: f64 = 0.3;
const REPETITIONS: usize = 5;

pub(crate) fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

/// With a mass off the axis of the last joint.
pub(crate) fn with_mass(robot: &Robot, mass_kg: f64, offset_m: f64) -> Robot {
    let body = Inertial {
        mass_kg,
        com_in_link_m: Vec3::new(offset_m, 0.0, 0.0),
        inertia_about_com_in_link: [0.0; 6],
    };
    robot.clone().with_payload("link6", body).unwrap()
}

/// Which joints, from where, how far; and what is special about the drives.
pub(crate) struct Sweep {
    pub(crate) robot: Robot,
    pub(crate) joints: Vec<(usize, [f64; 6], f64)>,
    pub(crate) speeds: Vec<f64>,
    pub(crate) one_way: bool,
    /// Friction on the way back over that on the way forth.
    pub(crate) backward: f64,
    /// Additional friction at rest that falls off at 0.1 rad/s.
    pub(crate) stribeck_nm: f64,
    /// Standard deviation of friction from record to record, over itself.
    pub(crate) scatter: f64,
    /// Correlation of the current's noise from sample to sample.
    pub(crate) memory: f64,
    pub(crate) seed: u64,
}

impl Sweep {
    /// Joints 1 to 3, without load.
    pub(crate) fn arm(seed: u64) -> Self {
        let joints = vec![
            (0, [-1.0, -1.6, 0.5, 0.0, 0.0, 0.0], 2.0),
            (1, [0.0, -2.6, 0.0, -1.57, 0.0, 0.0], 2.0),
            (2, [0.0, -1.6, -1.5, 0.0, 0.0, 0.0], 3.0),
        ];
        Self {
            robot: ur5(),
            joints,
            speeds: vec![0.25, 0.5, 0.75, 1.0],
            one_way: false,
            backward: 1.0,
            stribeck_nm: 0.0,
            scatter: 0.0,
            memory: 0.0,
            seed,
        }
    }

    /// Joints 4 to 6 of a robot that may be loaded.
    pub(crate) fn wrist(robot: &Robot, seed: u64) -> Self {
        let upright = |dof: usize| {
            let mut q = [0.0, -1.57, 0.0, 0.0, 0.0, 0.0];
            q[dof] = -2.5;
            (dof, q, 5.0)
        };
        let speeds = vec![0.5, 1.0, 2.0, 3.0];
        Self {
            robot: robot.clone(),
            joints: (3..6).map(upright).collect(),
            speeds,
            ..Self::arm(seed)
        }
    }

    /// Identifies the motor from this record alone.
    pub(crate) fn identify(&self, settings: &MotorsSettings) -> MotorsResult {
        let (log, _) = self.record();
        let logs = [MotorLog { log: &log, robot: &self.robot, phases: &[] }];
        identify_motors(&logs, settings).unwrap()
    }

    /// The log, and the phases as a runner would note them.
    pub(crate) fn record(&self) -> (Recording, Vec<DrivenPhase>) {
        let mut log = Writer { memory: self.memory, ..Writer::new(&self.robot, self.seed) };
        let mut phases = Vec::new();
        for (dof, start, distance) in &self.joints {
            for speed in &self.speeds {
                for iteration in 1..=REPETITIONS {
                    for way in [1.0, -1.0] {
                        let from = if way > 0.0 { start[*dof] } else { start[*dof] + distance };
                        let mut pose = *start;
                        pose[*dof] = from;
                        let begin_s = log.clock_s;
                        log.travel(self, *dof, pose, way * speed, *distance);
                        let end_s = log.clock_s;
                        if self.one_way && way < 0.0 {
                            log.forget_since(begin_s);
                            continue;
                        }
                        phases.push(DrivenPhase {
                            kind: PhaseKind::Travel,
                            begin_s,
                            end_s,
                            joint: Some(self.robot.dof_joint(*dof).name.clone()),
                            speed_rad_s: Some(way * speed),
                            iteration: Some(iteration),
                        });
                        log.pause(pose, *dof, way * distance);
                    }
                }
            }
        }
        (log.finish(), phases)
    }
}

/// Joints 1 to 3.
pub(crate) fn arm_sweep(seed: u64) -> (Recording, Vec<DrivenPhase>) {
    Sweep::arm(seed).record()
}

/// Joints 4 to 6.
pub(crate) fn wrist_sweep(robot: &Robot, seed: u64) -> (Recording, Vec<DrivenPhase>) {
    Sweep::wrist(robot, seed).record()
}

/// Both sweeps of a seed, the wrist with 1.5 kg at 0.1 m.
pub(crate) fn identify(seed: u64, settings: &MotorsSettings) -> MotorsResult {
    identify_in_noise(seed, 0.0, settings)
}

/// The same with noise of the current that is correlated from sample to sample.
pub(crate) fn identify_in_noise(seed: u64, memory: f64, settings: &MotorsSettings) -> MotorsResult {
    let robot = ur5();
    let loaded = with_mass(&robot, 1.5, 0.1);
    let (arm, _) = Sweep { memory, ..Sweep::arm(2 * seed) }.record();
    let (wrist, _) = Sweep { memory, ..Sweep::wrist(&loaded, 2 * seed + 1) }.record();
    let logs = [
        MotorLog { log: &arm, robot: &robot, phases: &[] },
        MotorLog { log: &wrist, robot: &loaded, phases: &[] },
    ];
    identify_motors(&logs, settings).unwrap()
}

pub(crate) fn joint_of<'a>(result: &'a MotorsResult, name: &str) -> &'a MotorJoint {
    result.joints.iter().find(|joint| joint.name == name).unwrap()
}

/// One joint back and forth along a sine for a minute, with a rotor that the description lacks.
pub(crate) fn sine(robot: &Robot, dof: usize, rotor_kg_m2: f64) -> Recording {
    let mut log = Writer::new(robot, 1);
    let (amplitude, omega) = (1.0, 0.7);
    for k in 0..(60.0 * RATE_HZ) as usize {
        let (s, c) = (omega * k as f64 / RATE_HZ).sin_cos();
        let mut q = [0.0, -1.6, 0.0, -1.57, 0.0, 0.0];
        q[dof] += amplitude * s;
        let (qd, qdd) = (amplitude * omega * c, -amplitude * omega * omega * s);
        log.push(q, dof, qd, qdd, rotor_kg_m2 * qdd);
    }
    log.finish()
}

/// A log in the making.
struct Writer<'a> {
    robot: &'a Robot,
    scratch: Scratch,
    dice: Dice,
    /// Correlation of the noise from sample to sample, and its last values.
    memory: f64,
    noise: [f64; 6],
    clock_s: f64,
    t_s: Vec<f64>,
    q: Vec<[f64; 6]>,
    current: Vec<[f64; 6]>,
}

impl<'a> Writer<'a> {
    fn new(robot: &'a Robot, seed: u64) -> Self {
        let (scratch, dice) = (Scratch::new(robot), Dice::new(seed));
        let (t_s, q, current) = (Vec::new(), Vec::new(), Vec::new());
        let (memory, noise, clock_s) = (0.0, [0.0; 6], 0.0);
        Self { robot, scratch, dice, memory, noise, clock_s, t_s, q, current }
    }

    fn travel(&mut self, sweep: &Sweep, dof: usize, from: [f64; 6], speed: f64, distance: f64) {
        let duration_s = distance / speed.abs() + RAMP_S;
        let way = if speed > 0.0 { 1.0 } else { sweep.backward };
        let scatter = way * (1.0 + sweep.scatter * self.dice.normal());
        for k in 0..(duration_s * RATE_HZ) as usize {
            let t_s = k as f64 / RATE_HZ;
            let left_s = duration_s - t_s;
            let (gone_s, share, rate) = if t_s < RAMP_S {
                (0.5 * t_s * t_s / RAMP_S, t_s / RAMP_S, 1.0 / RAMP_S)
            } else if left_s < RAMP_S {
                let gone_s = duration_s - RAMP_S - 0.5 * left_s * left_s / RAMP_S;
                (gone_s, left_s / RAMP_S, -1.0 / RAMP_S)
            } else {
                (t_s - 0.5 * RAMP_S, 1.0, 0.0)
            };
            let (plain, v, a) = (speed * gone_s, speed * share, speed * rate);
            // q = x + r/w sin(w x)
            let (s, c) = (RIPPLE_PER_RAD * plain).sin_cos();
            let mut q = from;
            q[dof] += plain + RIPPLE / RIPPLE_PER_RAD * s;
            let qd = v * (1.0 + RIPPLE * c);
            let qdd = a * (1.0 + RIPPLE * c) - v * v * RIPPLE * RIPPLE_PER_RAD * s;
            let friction = self.robot.dof_joint(dof).friction.torque(qd);
            let stribeck = sweep.stribeck_nm * qd.signum() * (-(qd / 0.1).powi(2)).exp();
            self.push(q, dof, qd, qdd, (scatter - 1.0) * friction + stribeck);
        }
    }

    /// Stands where the way has ended.
    fn pause(&mut self, from: [f64; 6], dof: usize, way: f64) {
        let mut q = from;
        q[dof] += way;
        for _ in 0..(PAUSE_S * RATE_HZ) as usize {
            self.push(q, dof, 0.0, 0.0, 0.0);
        }
    }

    /// One sample; `extra_nm` is what the joint needs beside its model.
    fn push(&mut self, q: [f64; 6], dof: usize, qd: f64, qdd: f64, extra_nm: f64) {
        let [mut v, mut a] = [[0.0; 6]; 2];
        (v[dof], a[dof]) = (qd, qdd);
        let tau = inverse_dynamics(self.robot, &mut self.scratch, &q, &v, &a).unwrap();
        let mut current = [0.0; 6];
        for j in 0..6 {
            let extra = if j == dof { extra_nm } else { 0.0 };
            let fresh = (1.0 - self.memory * self.memory).sqrt() * self.dice.normal();
            self.noise[j] = self.memory * self.noise[j] + fresh;
            let exact = (tau[j] + extra) / TRUTH[j][0] + NOISE_A * self.noise[j];
            current[j] = (exact / STEP_A).round() * STEP_A;
        }
        let noisy = q.map(|q| q + 2e-5 * self.dice.normal());
        self.t_s.push(self.clock_s);
        self.clock_s += 1.0 / RATE_HZ;
        self.q.push(noisy);
        self.current.push(current);
    }

    /// Leaves out what was driven since then; the clock goes on, so that the log has a gap.
    fn forget_since(&mut self, begin_s: f64) {
        let n = self.t_s.partition_point(|t| *t < begin_s);
        self.t_s.truncate(n);
        self.q.truncate(n);
        self.current.truncate(n);
    }

    fn finish(self) -> Recording {
        let channels = |of: &[[f64; 6]]| -> Vec<f64> {
            (0..6).flat_map(|j| of.iter().map(move |row| row[j])).collect()
        };
        Recording {
            source: "sweep".to_owned(),
            joints: self.robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
            q: channels(&self.q),
            q_motor: None,
            qd: None,
            effort: channels(&self.current),
            effort_kind: EffortKind::Current,
            t_s: self.t_s,
        }
    }
}
