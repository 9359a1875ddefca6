//! A simulated arm that is driven like a real one: command, let time pass, listen.

use super::control::{ControlSettings, Controller};
use super::fault::Fault;
use super::integrate::{Integrator, IntegratorSettings};
use super::plant::{Plant, PlantSettings};
use super::sensor::{ArmFeedback, Reality, SensorSettings, Sensors};
use super::truth::{TrueSignals, TrueState};
use crate::command::Command;
use crate::diagnostics::{SimError, SimWarning};
use serde::{Deserialize, Serialize};
use taufit_data::recording::EffortKind;
use taufit_dynamics::diagnostics::{Result, Warning};
use taufit_dynamics::model::Robot;

/// Everything about a simulated arm but its [`Robot`], which has inertia, rotors, friction and limits.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ArmSettings {
    /// Springs, clamp, pushes.
    pub plant: PlantSettings,
    /// Controllers.
    pub control: ControlSettings,
    /// Sensors.
    pub sensors: SensorSettings,
    /// Accuracy.
    pub integrator: IntegratorSettings,
    /// Faults of the arm.
    pub faults: Vec<Fault>,
    /// Seed of all chance.
    pub seed: u64,
}

/// A simulated arm. The same settings, commands and times give the same bytes.
///
/// Its drive runs at the rate of the controller and has its own encoders and motor speeds without
/// delay; what it reports is what the sensors make of it. A command counts from the next tick on.
#[derive(Clone, Debug)]
pub struct SimulatedArm {
    robot: Robot,
    integrator: Integrator,
    controller: Controller,
    sensors: Sensors,
    rate_hz: f64,
    saturate: bool,
    faults: Vec<Fault>,
    n_ticks: u64,
    /// Times at which something outside changes \[s\], the next one last.
    boundaries_s: Vec<f64>,
    /// Motor torques before and after the last tick.
    tau: [Vec<f64>; 2],
    n_saturated: Vec<u64>,
}

impl SimulatedArm {
    /// An arm that holds `q` from time zero on, its springs carrying the weight.
    pub fn new(robot: &Robot, settings: &ArmSettings, q: &[f64]) -> Result<Self> {
        let n_dof = robot.n_dof();
        let plant = Plant::new(robot, &settings.plant, q)?;
        settings.faults.iter().try_for_each(|fault| fault.check(n_dof))?;
        let stiffness = settings.plant.flexibility.as_ref().map_or(&[][..], |f| &f.stiffness);
        let mut boundaries_s: Vec<f64> = plant.boundaries_s().filter(|t| *t > 0.0).collect();
        boundaries_s.sort_by(|a, b| b.total_cmp(a));
        let rate_hz = settings.control.rate_hz;
        let integrator = Integrator::new(plant, settings.integrator, q)?;
        let q_motor = &integrator.state().q[integrator.plant.motor(0)..];
        let mut arm = Self {
            controller: Controller::new(robot, &settings.control, stiffness, q_motor)?,
            sensors: Sensors::new(robot, &settings.sensors, 1.0 / rate_hz, settings.seed)?,
            integrator,
            robot: robot.clone(),
            rate_hz,
            saturate: settings.control.saturate,
            faults: settings.faults.clone(),
            n_ticks: 0,
            boundaries_s,
            tau: [vec![0.0; n_dof], vec![0.0; n_dof]],
            n_saturated: vec![0; n_dof],
        };
        arm.meet_events()?;
        Ok(arm)
    }

    /// The simulated robot, with its true parameters.
    pub fn robot(&self) -> &Robot {
        &self.robot
    }

    /// Meaning of its efforts.
    pub fn effort_kind(&self) -> EffortKind {
        self.sensors.effort_kind()
    }

    /// Whether springs sit between its motors and its links.
    pub fn is_elastic(&self) -> bool {
        self.integrator.plant.is_elastic()
    }

    /// Time since the start \[s\].
    pub fn t_s(&self) -> f64 {
        self.integrator.t_s()
    }

    /// Time of the next step of the controller \[s\].
    pub fn next_tick_s(&self) -> f64 {
        self.n_ticks as f64 / self.rate_hz
    }

    /// Sets the command from the next tick on.
    pub fn command(&mut self, command: Command) -> Result<()> {
        command.check(&self.robot)?;
        let motors = self.encoders();
        self.controller.set_command(command, &motors);
        Ok(())
    }

    /// Lets time pass. What is due at `t_s` itself still happens.
    pub fn advance_to(&mut self, t_s: f64) -> Result<()> {
        if !(t_s >= self.t_s() && t_s.is_finite()) {
            return Err(SimError::PastTime { now_s: self.t_s(), asked_s: t_s }.into());
        }
        while self.t_s() < t_s {
            let boundary_s = self.boundaries_s.last().copied().unwrap_or(f64::INFINITY);
            let due_s = self.next_tick_s().min(self.sensors.next_force_s()).min(boundary_s);
            self.integrator.advance_to(due_s.min(t_s))?;
            self.meet_events()?;
        }
        Ok(())
    }

    /// The packet of feedback of this moment; `None` if it got lost.
    pub fn sense(&mut self) -> Option<ArmFeedback> {
        let now_s = self.t_s();
        if self.faults.iter().any(|f| f.is_stale_at(now_s)) && self.sensors.last().is_some() {
            return self.sensors.last();
        }
        let (q_motor, joint_torque) = (self.encoders(), self.joint_torque());
        // A converter averages over a moment: at a tick, over the torques before and after it.
        let last_tick = self.n_ticks.saturating_sub(1);
        let at_tick = last_tick > 0 && now_s == last_tick as f64 / self.rate_hz;
        let [before, after] = &self.tau;
        let mean = |(b, a): (&f64, &f64)| if at_tick { 0.5 * (a + b) } else { *a };
        let tau: Vec<f64> = before.iter().zip(after).map(mean).collect();
        self.sensors.packet(Reality {
            t_s: now_s,
            q_motor: &q_motor,
            q_link: &self.integrator.state().q[..q_motor.len()],
            tau: &tau,
            joint_torque: &joint_torque,
        })
    }

    /// True state of the arm.
    pub fn truth(&mut self) -> Result<TrueState> {
        let energy_j = self.integrator.energy()?;
        let (state, qdd) = (self.integrator.state(), self.integrator.qdd());
        let link = |x: &[f64]| x[..self.robot.n_dof()].to_vec();
        let motor = |x: &[f64]| x[self.integrator.plant.motor(0)..].to_vec();
        Ok(TrueState {
            t_s: self.t_s(),
            signals: TrueSignals {
                q: link(&state.q),
                qd: link(&state.qd),
                qdd: link(qdd),
                q_motor: motor(&state.q),
                qd_motor: motor(&state.qd),
                qdd_motor: motor(qdd),
                tau: self.tau[1].clone(),
                friction: motor(self.integrator.friction()),
            },
            joint_torque: self.joint_torque(),
            energy_j,
        })
    }

    /// Warnings about the run so far.
    pub fn warnings(&self) -> Vec<Warning> {
        let saturated = |(dof, count): (usize, &u64)| {
            let joint = self.robot.dof_joint(dof);
            let share = *count as f64 / self.n_ticks.max(1) as f64;
            let limit = joint.limits.effort.filter(|_| *count > 0)?;
            Some(SimWarning::TorqueSaturated { joint: joint.name.clone(), share, limit })
        };
        self.n_saturated.iter().enumerate().filter_map(saturated).map(Warning::from).collect()
    }

    /// Torques that reach the links.
    fn joint_torque(&self) -> Vec<f64> {
        let integrator = &self.integrator;
        let of = |dof: usize| {
            let motor = integrator.plant.motor(dof);
            if integrator.plant.is_elastic() {
                return integrator.load()[motor];
            }
            let rotor = self.robot.dof_joint(dof).motor.rotor_inertia_kg_m2;
            self.tau[1][dof] - integrator.friction()[motor] - rotor * integrator.qdd()[motor]
        };
        (0..self.robot.n_dof()).map(of).collect()
    }

    /// Positions that the encoders of the motors show, faults included.
    fn encoders(&self) -> Vec<f64> {
        let (plant, state) = (&self.integrator.plant, self.integrator.state());
        let shown = |dof: usize| {
            let jump: f64 = self.faults.iter().map(|f| f.jump_at(self.t_s(), dof)).sum();
            self.sensors.motor_encoder(dof, state.q[plant.motor(dof)] + jump)
        };
        (0..plant.n_dof()).map(shown).collect()
    }

    /// Everything that is due now: pushes that come and go, the force sensor, the controller.
    fn meet_events(&mut self) -> Result<()> {
        let now_s = self.t_s();
        if self.boundaries_s.last().is_some_and(|t| *t <= now_s) {
            self.boundaries_s.retain(|t| *t > now_s);
            self.integrator.refresh()?;
        }
        if self.next_tick_s() <= now_s {
            self.tick()?;
        }
        if self.sensors.next_force_s() <= now_s {
            self.sensors.sample_force(self.integrator.clamp_wrench()?);
        }
        Ok(())
    }

    /// One period of the controller begins.
    fn tick(&mut self) -> Result<()> {
        let q = self.encoders();
        let n = q.len();
        let first = self.integrator.plant.motor(0);
        let qd = &self.integrator.state().qd[first..first + n];
        self.sensors.tick(qd);
        let wanted = self.controller.torques(&q, qd)?;
        self.tau.swap(0, 1);
        self.tau[1].copy_from_slice(wanted);
        let now_s = self.t_s();
        for dof in 0..n {
            let limit = self.robot.dof_joint(dof).limits.effort.filter(|_| self.saturate);
            let tau = &mut self.tau[1][dof];
            if let Some(limit) = limit.filter(|limit| tau.abs() > *limit) {
                *tau = tau.clamp(-limit, limit);
                self.n_saturated[dof] += 1;
            }
            *tau += self.faults.iter().map(|f| f.spike_at(now_s, dof)).sum::<f64>();
        }
        self.n_ticks += 1;
        self.integrator.set_torques(&self.tau[1])
    }
}
