//! Random states that excite every physical effect, for robots of any size.

use crate::dynamics::Samples;
use crate::model::{JointKind, Robot};
use crate::params::Param;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::PI;

/// The robot's own units of length, time and acceleration.
///
/// Torques of gravity, inertia and Coriolis forces are of one size at speeds of about `√(g/L)`. Drawing
/// states in these units makes the observation matrix of a robot and of the same robot in millimetres
/// equal up to a factor per column, so that no tolerance depends on the unit of length.
#[derive(Clone, Copy, Debug)]
pub struct Scales {
    pub(super) length_m: f64,
    rate_per_s: f64,
}

impl Scales {
    /// Scales of the coordinates of a robot, from its limits.
    pub fn of(robot: &Robot) -> Self {
        let reach_m = robot.reach_m();
        let length_m = if reach_m > 0.0 { reach_m } else { 1.0 };
        let g = robot.gravity_in_world().norm();
        let rate_per_s = if g > 0.0 { (g / length_m).sqrt() } else { 1.0 };
        Self { length_m, rate_per_s }
    }

    fn acceleration(&self) -> f64 {
        self.rate_per_s * self.rate_per_s * self.length_m
    }

    /// Factor that turns the force of a sliding joint into a torque.
    pub fn row(&self, robot: &Robot, dof: usize) -> f64 {
        self.stroke(robot, dof)
    }

    /// Natural size of a coordinate: 1 rad, or one length.
    fn stroke(&self, robot: &Robot, dof: usize) -> f64 {
        if robot.dof_joint(dof).kind == JointKind::Prismatic { self.length_m } else { 1.0 }
    }

    /// Natural size of a column's entries: what a parameter of one unit does to a torque.
    pub(super) fn column(&self, robot: &Robot, param: Param) -> f64 {
        let (l, w) = (self.length_m, self.rate_per_s);
        match param {
            Param::Link { param, .. } => match param as usize {
                0 => self.acceleration() * l,
                1..=3 => self.acceleration(),
                _ => w * w,
            },
            Param::RotorInertia { dof } => w * w * self.stroke(robot, dof).powi(2),
            Param::Damping { dof } => w * self.stroke(robot, dof).powi(2),
            Param::Friction { dof, term } if term.is_viscous() => {
                w * self.stroke(robot, dof).powi(2)
            }
            Param::Stiffness { dof } => self.stroke(robot, dof).powi(2),
            Param::Friction { dof, .. } => self.stroke(robot, dof),
        }
    }
}

/// States with the sample index fastest.
pub struct RandomStates {
    n_samples: usize,
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
}

impl RandomStates {
    /// Draws states uniformly within these scales.
    pub fn draw(robot: &Robot, scales: &Scales, n_samples: usize, seed: u64) -> Self {
        let mut dice = Pcg64::seed_from_u64(seed);
        let mut states = Self { n_samples, q: Vec::new(), qd: Vec::new(), qdd: Vec::new() };
        let w = scales.rate_per_s;
        for dof in 0..robot.n_dof() {
            let stroke = scales.stroke(robot, dof);
            let range = if stroke == 1.0 { PI } else { stroke };
            for k in 0..n_samples {
                let mut draw = || dice.random_range(-1.0..1.0);
                states.q.push(range * draw());
                // Every second velocity is small, so that friction terms that live near standstill
                // (Stribeck, tanh) are seen too.
                let (speed, direction): (f64, f64) = (draw(), draw());
                let slow = 10.0_f64.powf(-1.5 * (1.0 + speed)).copysign(direction);
                states.qd.push(w * stroke * if k % 2 == 0 { speed } else { slow });
                states.qdd.push(w * w * stroke * draw());
            }
        }
        states
    }

    /// As regressors take them.
    pub fn samples(&self) -> Samples<'_> {
        Samples::new(self.n_samples, &self.q, &self.qd, &self.qdd)
    }

    /// One of the states: positions, velocities and accelerations.
    pub(super) fn sample(&self, k: usize) -> [Vec<f64>; 3] {
        [&self.q, &self.qd, &self.qdd]
            .map(|x| x.iter().skip(k).step_by(self.n_samples).copied().collect())
    }

    /// The same poses so slowly that inertia and Coriolis forces are nothing beside the weight.
    pub(super) fn creeping(mut self) -> Self {
        const SLOWER: f64 = 1e-6;
        self.qd.iter_mut().for_each(|qd| *qd *= SLOWER);
        self.qdd.fill(0.0);
        self
    }
}
