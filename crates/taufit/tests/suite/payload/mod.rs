//! Loads weighed on simulated arms: what is known comes back, with intervals that hold.

mod coverage;
pub(crate) mod motion;
mod rest;
mod wrong;

use crate::common::Dice;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::friction::{Friction, FrictionShape};
use taufit::methods::{PayloadInputs, PayloadResult, PayloadSettings, identify_payload};
use taufit::model::{Motor, Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit::signal::{ConditionSettings, TorqueFilter};
use taufit::spatial::{Inertial, Vec3};
use taufit::study::PayloadParameter;

const RATE_HZ: f64 = 100.0;

/// A catalog arm with rotors and friction.
pub(crate) fn arm(name: &str) -> Robot {
    let mut robot = catalog::robot(name).unwrap();
    for dof in 0..robot.n_dof() {
        let motor = Motor { rotor_inertia_kg_m2: 0.3, ..Motor::default() };
        let friction = Friction {
            shape: FrictionShape::COULOMB_VISCOUS.with_offset(),
            viscous: 2.0,
            coulomb: 3.0 / (1.0 + dof as f64),
            offset: 0.1,
            ..Friction::NONE
        };
        robot = robot.with_motor(dof, motor).with_friction(dof, friction);
    }
    robot
}

/// A tool off all axes: a brick of steel, or of plastic for the lightest.
pub(crate) fn tool(mass_kg: f64) -> Inertial {
    let [a, b, c] = [0.10, 0.16, 0.22].map(|edge: f64| edge * edge * mass_kg / 12.0);
    let product = 0.1 * a;
    Inertial {
        mass_kg,
        com_in_link_m: Vec3::new(0.03, -0.02, 0.09),
        inertia_about_com_in_link: [b + c, product, -product, a + c, product, a + b],
    }
}

pub(crate) fn flange(robot: &Robot) -> String {
    robot.joints().last().unwrap().link.name.clone()
}

pub(crate) fn with_tool(robot: &Robot, mass_kg: f64) -> Robot {
    robot.clone().with_payload(&flange(robot), tool(mass_kg)).unwrap()
}

/// Settings of a simulated run.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) duration_s: f64,
    /// Standard deviation of a torque sample of the first joint; the others have less \[N·m\].
    pub(crate) noise_nm: f64,
    /// Factor of all speeds.
    pub(crate) speed: f64,
    /// Factor of all ways.
    pub(crate) reach: f64,
    /// Standard deviation of a position \[rad\].
    pub(crate) encoder_rad: f64,
    /// Share of the noise of a sample that stays in the next.
    pub(crate) memory: f64,
    pub(crate) seed: u64,
}

impl Run {
    pub(crate) const USUAL: Self = Self {
        duration_s: 60.0,
        noise_nm: 0.3,
        speed: 1.0,
        reach: 1.0,
        encoder_rad: 1e-5,
        memory: 0.0,
        seed: 1,
    };

    /// Torques along sums of sines, five per joint; noise in proportion to the size of the joints.
    pub(crate) fn of(self, robot: &Robot) -> Recording {
        let n_dof = robot.n_dof();
        let (n, mut dice) = ((self.duration_s * RATE_HZ) as usize, Dice::new(self.seed));
        let t_s: Vec<f64> = (0..n).map(|k| k as f64 / RATE_HZ).collect();
        let waves: Vec<[f64; 4]> = (0..5 * n_dof)
            .map(|k| {
                let w = 0.5 * self.speed * (k % 5 + 1) as f64;
                let a = self.reach * dice.uniform(0.2, 0.5);
                [(k / 5) as f64, w, a, dice.uniform(0.0, 6.3)]
            })
            .collect();
        let (mut q_all, mut effort) = (vec![0.0; n_dof * n], vec![0.0; n_dof * n]);
        let (mut scratch, mut noise) = (Scratch::new(robot), vec![0.0; n_dof]);
        let fresh = (1.0 - self.memory * self.memory).sqrt();
        for (k, t) in t_s.iter().enumerate() {
            let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; n_dof]);
            for [dof, w, a, phase] in &waves {
                let ((s, c), dof) = ((w * t + phase).sin_cos(), *dof as usize);
                q[dof] += a * s;
                qd[dof] += a * w * c;
                qdd[dof] -= a * w * w * s;
            }
            let tau = inverse_dynamics(robot, &mut scratch, &q, &qd, &qdd).unwrap();
            for dof in 0..n_dof {
                let noise_nm = self.noise_nm / (1.0 + dof as f64);
                noise[dof] = self.memory * noise[dof] + fresh * noise_nm * dice.normal();
                q_all[dof * n + k] = q[dof] + self.encoder_rad * dice.normal();
                effort[dof * n + k] = tau[dof] + noise[dof];
            }
        }
        let joints = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
        let (source, effort_kind) = (format!("run {}", self.seed), EffortKind::Torque);
        Recording { source, joints, t_s, q: q_all, q_motor: None, qd: None, effort, effort_kind }
    }
}

pub(crate) fn settings() -> PayloadSettings {
    let condition = ConditionSettings {
        cutoff_hz: Some(20.0),
        torque: TorqueFilter::Parallel { cutoff_hz: Some(5.0) },
        ..ConditionSettings::default()
    };
    // Simulated torques have no scale to warning.
    PayloadSettings { condition, scale_sigma: Some(0.0), ..PayloadSettings::default() }
}

/// A tool weighed against a run without it.
pub(crate) fn weigh_tool(robot: &Robot, mass_kg: f64, run: Run) -> PayloadResult {
    let free = run.of(robot);
    let loaded = Run { seed: run.seed + 1000, ..run }.of(&with_tool(robot, mass_kg));
    identify_payload(robot, &PayloadInputs::new(&[free], &[loaded], &flange(robot)), &settings())
        .unwrap()
}

/// Mass, centre and central inertia as they should come out.
pub(crate) fn truth(mass_kg: f64) -> [f64; 10] {
    let Inertial { com_in_link_m: c, inertia_about_com_in_link: i, .. } = tool(mass_kg);
    [mass_kg, c.x, c.y, c.z, i[0], i[1], i[2], i[3], i[4], i[5]]
}

pub(crate) fn is_inside(parameter: &PayloadParameter, truth: f64) -> bool {
    let [low, high] = parameter.parameter.interval.unwrap();
    (low..=high).contains(&truth)
}

pub(crate) fn codes(result: &PayloadResult) -> Vec<&'static str> {
    result.warnings.iter().map(taufit::Warning::code).collect()
}
