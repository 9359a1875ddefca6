//! A controller at work.

use super::{ControlSettings, Gains, PositionLaw};
use crate::command::{Command, Setpoint};
use crate::per_joint::per_joint;
use std::f64::consts::TAU;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{Scratch, frame_jacobian, gravity_torque, rnea};
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::{Force, Vec3};

/// Bandwidth where no gains are given \[Hz\].
const DEFAULT_BANDWIDTH_HZ: f64 = 5.0;

/// A controller at work.
#[derive(Clone, Debug)]
pub(in crate::sim) struct Controller {
    /// Model of the controller: the arm with rigid joints.
    model: Robot,
    scratch: Scratch,
    law: PositionLaw,
    gains: Gains,
    velocity_stiffness: f64,
    stiffness: Vec<f64>,
    command: Command,
    /// Where to hold, or where velocity control should be by now.
    anchor: Vec<f64>,
    period_s: f64,
    tau: Vec<f64>,
}

impl Controller {
    pub(in crate::sim) fn new(
        robot: &Robot,
        settings: &ControlSettings,
        stiffness: &[f64],
        q: &[f64],
    ) -> Result<Self> {
        settings.check(robot.n_dof())?;
        let gains = match &settings.gains {
            Some(gains) => gains.clone(),
            None => Gains::from_bandwidth(robot, q, DEFAULT_BANDWIDTH_HZ)?,
        };
        let assumed = &settings.assumed_stiffness;
        Ok(Self {
            scratch: Scratch::new(robot),
            model: robot.clone(),
            law: settings.law,
            gains,
            velocity_stiffness: settings.velocity_stiffness,
            stiffness: if assumed.is_empty() { stiffness } else { assumed }.to_vec(),
            command: Command::Hold,
            anchor: q.to_vec(),
            period_s: 1.0 / settings.rate_hz,
            tau: vec![0.0; robot.n_dof()],
        })
    }

    /// A new command; `q` is where the motors are.
    pub(in crate::sim) fn set_command(&mut self, command: Command, q: &[f64]) {
        if !self.command.is_like(&command) {
            self.anchor.copy_from_slice(q);
        }
        self.command = command;
    }

    /// Motor torques for the next period, from positions and velocities of the motors.
    pub(in crate::sim) fn torques(&mut self, q: &[f64], qd: &[f64]) -> Result<&[f64]> {
        let command = std::mem::replace(&mut self.command, Command::Hold);
        let done = match &command {
            Command::Hold => self.hold(q, qd),
            Command::Position(point) => self.follow(point, q, qd),
            Command::Velocity(qd_ref) => self.keep_velocity(qd_ref, q, qd),
            Command::Torque(tau) => {
                self.tau.copy_from_slice(tau);
                Ok(())
            }
            Command::Press { frame, force_n, moment_nm } => {
                self.press((frame, *force_n, *moment_nm), q, qd)
            }
        };
        self.command = command;
        done.map(|()| self.tau.as_slice())
    }

    /// Holds the motors where they are; what the links do then is up to the springs.
    fn hold(&mut self, q: &[f64], qd: &[f64]) -> Result<()> {
        self.set_gravity(q)?;
        self.add_pd_to_anchor(&vec![0.0; q.len()], q, qd, 1.0);
        Ok(())
    }

    fn follow(&mut self, point: &Setpoint, q: &[f64], qd: &[f64]) -> Result<()> {
        match self.law {
            PositionLaw::Pd => {
                self.tau.fill(0.0);
                self.add_pd(&point.q, &point.qd, q, qd, 1.0);
                Ok(())
            }
            PositionLaw::PdGravity => {
                self.set_gravity(q)?;
                self.add_pd(&point.q, &point.qd, q, qd, 1.0);
                Ok(())
            }
            PositionLaw::OnlineGravity => self.follow_with_springs(point, q, qd),
            PositionLaw::ComputedTorque { bandwidth_hz } => {
                self.compute_torque(point, TAU * bandwidth_hz, q, qd)
            }
        }
    }

    /// Adds `kp (q_ref − q) + kd (q̇_ref − q̇)`, with `kp` scaled.
    fn add_pd(&mut self, q_ref: &[f64], qd_ref: &[f64], q: &[f64], qd: &[f64], scale: f64) {
        for dof in 0..q.len() {
            let (kp, kd) = (per_joint(&self.gains.kp, dof), per_joint(&self.gains.kd, dof));
            self.tau[dof] += scale * kp * (q_ref[dof] - q[dof]) + kd * (qd_ref[dof] - qd[dof]);
        }
    }

    fn add_pd_to_anchor(&mut self, qd_ref: &[f64], q: &[f64], qd: &[f64], scale: f64) {
        let anchor = std::mem::take(&mut self.anchor);
        self.add_pd(&anchor, qd_ref, q, qd, scale);
        self.anchor = anchor;
    }

    fn set_gravity(&mut self, q: &[f64]) -> Result<()> {
        let weight = gravity_torque(&self.model, &mut self.scratch, q)?;
        self.tau.copy_from_slice(weight);
        Ok(())
    }

    fn follow_with_springs(&mut self, point: &Setpoint, th: &[f64], thd: &[f64]) -> Result<()> {
        let weight = gravity_torque(&self.model, &mut self.scratch, &point.q)?;
        // Without springs K⁻¹ is zero, and this is PD with gravity.
        let sag: Vec<f64> = (0..th.len())
            .map(|dof| per_joint(&self.stiffness, dof))
            .zip(weight)
            .map(|(k, weight)| if k > 0.0 { weight / k } else { 0.0 })
            .collect();
        let th_ref: Vec<f64> = point.q.iter().zip(&sag).map(|(q, sag)| q + sag).collect();
        let link: Vec<f64> = th.iter().zip(&sag).map(|(th, sag)| th - sag).collect();
        self.set_gravity(&link)?;
        self.add_pd(&th_ref, &point.qd, th, thd, 1.0);
        Ok(())
    }

    fn compute_torque(
        &mut self,
        point: &Setpoint,
        omega: f64,
        q: &[f64],
        qd: &[f64],
    ) -> Result<()> {
        let wanted = |dof: usize| {
            let (e, ed) = (point.q[dof] - q[dof], point.qd[dof] - qd[dof]);
            point.qdd[dof] + omega * (2.0 * ed + omega * e)
        };
        let qdd: Vec<f64> = (0..q.len()).map(wanted).collect();
        self.tau.copy_from_slice(rnea(&self.model, &mut self.scratch, q, qd, &qdd)?);
        Ok(())
    }

    /// Velocity control with an integral part: the place where the joint should be by now moves on.
    fn keep_velocity(&mut self, qd_ref: &[f64], q: &[f64], qd: &[f64]) -> Result<()> {
        for (place, v) in self.anchor.iter_mut().zip(qd_ref) {
            *place += v * self.period_s;
        }
        self.set_gravity(q)?;
        self.add_pd_to_anchor(qd_ref, q, qd, self.velocity_stiffness);
        Ok(())
    }

    /// Weight and `Jᵀ` of the wrench; velocities are damped, positions are left to the environment.
    fn press(
        &mut self,
        (frame, force_n, moment_nm): (&str, Vec3, Vec3),
        q: &[f64],
        qd: &[f64],
    ) -> Result<()> {
        self.set_gravity(q)?;
        let frame = self.model.frame(frame)?;
        let wrench = Force { moment: moment_nm, force: force_n };
        let jacobian = frame_jacobian(&self.model, &mut self.scratch, q, frame)?;
        for (dof, column) in jacobian.iter().enumerate() {
            self.tau[dof] += column.dot(wrench) - per_joint(&self.gains.kd, dof) * qd[dof];
        }
        Ok(())
    }
}
