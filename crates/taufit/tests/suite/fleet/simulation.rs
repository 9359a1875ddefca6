//! A fleet of UR5 arms with known parameters: spread between robots, planted outliers and drifts, seeded.
#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "shared by a test and a program"
)]

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::TAU;
use taufit::dynamics::{Samples, rnea_block};
use taufit::friction::FrictionShape;
use taufit::methods::{
    FleetLog, FleetModel, FleetPlan, FrictionChoice, RigidInputs, RigidSettings, identify_rigid,
    observe_log,
};
use taufit::model::{Motor, Robot, RobotDescription, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit::spatial::{Inertial, Vec3};
use taufit::study::RobotRecord;

/// Time between two logs of a robot \[s\].
pub const WEEK_S: f64 = 7.0 * 86_400.0;
/// Start of the first log, Unix time \[s\]: 5 January 2026.
pub const START_S: f64 = 1_767_571_200.0;

/// Size and seed of a fleet.
#[derive(Clone, Copy, Debug)]
pub struct FleetSimulation {
    pub seed: u64,
    pub n_robots: usize,
    pub n_logs: usize,
    pub n_outliers: usize,
    pub n_drifts: usize,
    pub duration_s: f64,
    pub rate_hz: f64,
}

/// Fault planted in a robot of the simulated fleet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Planted {
    Nothing,
    /// A load at the flange \[kg\].
    Tool(f64),
    /// Coulomb and viscous friction of a joint times a factor.
    Gearbox(usize, f64),
    /// The same from a log on.
    Step(usize, f64),
    /// Coulomb friction of a joint that grows by this share per log.
    Ramp(usize, f64),
}

fn normal(dice: &mut Pcg64) -> f64 {
    let (u, v): (f64, f64) =
        (dice.random_range(f64::MIN_POSITIVE..1.0), dice.random_range(0.0..1.0));
    (-2.0 * u.ln()).sqrt() * (TAU * v).cos()
}

/// Friction model of the simulated arms.
pub const SHAPE: FrictionShape = FrictionShape::COULOMB_VISCOUS.with_offset();

/// The arm of the type: a UR5 with rotor inertias and friction.
pub fn type_arm() -> Robot {
    let mut robot = catalog::robot("ur5").unwrap();
    for dof in 0..robot.n_dof() {
        let (large, motor) = (dof < 3, robot.dof_joint(dof).motor.clone());
        let rotor_inertia_kg_m2 = if large { 0.8 } else { 0.2 };
        robot = robot.with_motor(dof, Motor { rotor_inertia_kg_m2, ..motor });
        let mut friction = robot.dof_joint(dof).friction;
        friction.shape = SHAPE;
        (friction.viscous, friction.coulomb, friction.offset) =
            if large { (9.0, 7.0, 0.3) } else { (2.5, 2.0, 0.1) };
        robot = robot.with_friction(dof, friction);
    }
    robot
}

/// Its description.
pub fn type_record() -> RobotRecord {
    let description: RobotDescription = catalog::description("ur5").unwrap();
    RobotRecord::new("ur5", description)
}

impl FleetSimulation {
    fn dice(&self, robot: usize, what: u64) -> Pcg64 {
        Pcg64::seed_from_u64(self.seed.wrapping_mul(1_000_003) ^ ((robot as u64) << 20) ^ what)
    }

    pub fn name(&self, robot: usize) -> String {
        format!("arm{robot:04}")
    }

    /// Outliers first in every stride of robots, drifts behind them.
    pub fn planted(&self, robot: usize) -> Planted {
        let stride = self.n_robots / (self.n_outliers + self.n_drifts).max(1);
        let (place, joint) = (robot / stride.max(1), (robot / stride.max(1)) % 6);
        if stride == 0 || robot % stride != stride / 2 || place >= self.n_outliers + self.n_drifts {
            return Planted::Nothing;
        }
        match place.checked_sub(self.n_outliers) {
            None if place % 2 == 0 => Planted::Tool(1.0 + 0.2 * place as f64),
            None => Planted::Gearbox(joint, 1.8 + 0.05 * place as f64),
            Some(k) if k % 2 == 0 => Planted::Step(joint, 1.5 + 0.02 * k as f64),
            Some(k) => Planted::Ramp(joint, 0.08 + 0.002 * k as f64),
        }
    }

    /// First log after a step.
    pub fn step_log(&self) -> usize {
        self.n_logs / 2
    }

    /// The robot as it is during a log.
    pub fn robot(&self, robot: usize, log: usize) -> Robot {
        let mut dice = self.dice(robot, 0);
        let mut arm = type_arm();
        for link in 0..arm.joints().len() {
            let factor = 1.0 + 0.01 * normal(&mut dice);
            let scaled = arm.joints()[link].link.inertia.to_params().map(|x| factor * x);
            arm = arm.with_link_inertia(link, taufit::spatial::LinkInertia::from_params(scaled));
        }
        for dof in 0..arm.n_dof() {
            let mut friction = arm.dof_joint(dof).friction;
            friction.viscous *= 1.0 + 0.06 * normal(&mut dice);
            friction.coulomb *= 1.0 + 0.06 * normal(&mut dice);
            friction.offset += 0.05 * normal(&mut dice);
            let (coulomb, viscous) = self.wear(robot, log, dof);
            friction.coulomb *= coulomb;
            friction.viscous *= viscous;
            arm = arm.with_friction(dof, friction);
        }
        match self.planted(robot) {
            Planted::Tool(mass_kg) => {
                let body = Inertial {
                    mass_kg,
                    com_in_link_m: Vec3::new(0.0, 0.0, 0.08),
                    inertia_about_com_in_link: [
                        2e-3 * mass_kg,
                        0.0,
                        0.0,
                        2e-3 * mass_kg,
                        0.0,
                        1e-3 * mass_kg,
                    ],
                };
                let frame = arm.frames().last().unwrap().name.clone();
                arm.with_payload(&frame, body).unwrap()
            }
            _ => arm,
        }
    }

    /// Factors of Coulomb and viscous friction.
    fn wear(&self, robot: usize, log: usize, dof: usize) -> (f64, f64) {
        match self.planted(robot) {
            Planted::Gearbox(joint, factor) if joint == dof => (factor, factor),
            Planted::Step(joint, factor) if joint == dof && log >= self.step_log() => (factor, 1.0),
            Planted::Ramp(joint, share) if joint == dof => (1.0 + share * log as f64, 1.0),
            _ => (1.0, 1.0),
        }
    }

    /// A log: sums of sines with noise on torques and positions.
    pub fn log(&self, robot: usize, log: usize) -> Recording {
        let arm = self.robot(robot, log);
        let mut dice = self.dice(robot, 1 + log as u64);
        let (n_dof, n) = (arm.n_dof(), (self.duration_s * self.rate_hz) as usize);
        let t_s: Vec<f64> = (0..n).map(|k| k as f64 / self.rate_hz).collect();
        let (mut q, mut qd, mut qdd) =
            (vec![0.0; n_dof * n], vec![0.0; n_dof * n], vec![0.0; n_dof * n]);
        for dof in 0..n_dof {
            for harmonic in 1..=5 {
                let w = TAU / 15.0 * f64::from(harmonic);
                let (a, phase) = (dice.random_range(0.1..0.45), dice.random_range(0.0..TAU));
                for (k, t) in t_s.iter().enumerate() {
                    let (s, c) = (w * t + phase).sin_cos();
                    q[dof * n + k] += a * s;
                    qd[dof * n + k] += a * w * c;
                    qdd[dof * n + k] -= a * w * w * s;
                }
            }
        }
        let mut effort = vec![0.0; n_dof * n];
        rnea_block(&arm, &Samples::new(n, &q, &qd, &qdd), &mut effort).unwrap();
        for (k, tau) in effort.iter_mut().enumerate() {
            *tau += arm.dof_joint(k / n).friction.torque(qd[k]);
            *tau += normal(&mut dice) * if k / n < 3 { 1.5 } else { 0.5 };
        }
        q.iter_mut().for_each(|q| *q += 2e-5 * normal(&mut dice));
        Recording {
            source: format!("{}-{log:02}", self.name(robot)),
            joints: arm.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
            t_s,
            q,
            qd: None,
            effort,
            q_motor: None,
            effort_kind: EffortKind::Torque,
        }
    }

    /// The plan by some logs of the first robot.
    pub fn plan(&self, friction: FrictionChoice) -> FleetModel {
        let settings = RigidSettings { friction, ..RigidSettings::default() };
        let logs: Vec<Recording> = (0..self.n_logs.min(5)).map(|log| self.log(0, log)).collect();
        let nominal = type_record().description.build().unwrap();
        let result = identify_rigid(&nominal, &RigidInputs::new(&logs), &settings).unwrap();
        let plan = FleetPlan::new(type_record(), &settings, EffortKind::Torque, &[], &result);
        plan.unwrap().build().unwrap()
    }

    /// A log, observed.
    pub fn observed(&self, model: &FleetModel, robot: usize, log: usize) -> FleetLog {
        let recording = self.log(robot, log);
        let found = observe_log(model, &recording).unwrap();
        FleetLog {
            robot: self.name(robot),
            log: recording.source,
            started_at_s: START_S + WEEK_S * log as f64,
            base_hash: model.base_hash.clone(),
            settings_hash: model.settings_hash.clone(),
            evidence: found.evidence,
            validation: found.validation,
        }
    }

    /// True base parameters of a robot during a log.
    pub fn truth(&self, model: &FleetModel, robot: usize, log: usize) -> Vec<f64> {
        model.base.combine(&model.layout.nominal(&self.robot(robot, log)))
    }
}
