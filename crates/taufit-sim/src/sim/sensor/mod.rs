//! Sensors of an arm, and losses of the connection.

mod force;
mod settings;
mod velocity;

pub use force::WrenchSample;
pub use settings::{
    EffortSettings, EncoderSettings, ForceSettings, SensorSettings, TransportSettings,
    VelocitySettings,
};

use super::noise::Noise;
use crate::per_joint::per_joint;
use force::ForceSensor;
use serde::{Deserialize, Serialize};
use taufit_data::recording::EffortKind;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::Force;
use velocity::VelocitySensor;

/// One packet of feedback.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmFeedback {
    /// The arm's stamp \[s\].
    pub t_s: f64,
    /// Positions of the encoders on the motors, seen from the joint side.
    pub q: Vec<f64>,
    /// Positions of the encoders on the links.
    pub q_link: Vec<f64>,
    /// Velocities as the driver reports them.
    pub qd: Vec<f64>,
    /// Motor torques or currents.
    pub effort: Vec<f64>,
    /// Torque sensors behind the gears.
    pub joint_torque_nm: Vec<f64>,
    /// Sample of the force sensor, if there is one since the last packet.
    pub wrench: Option<WrenchSample>,
}

/// Quantities that sensors measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reality<'a> {
    pub(super) t_s: f64,
    pub(super) q_motor: &'a [f64],
    pub(super) q_link: &'a [f64],
    /// Motor torques, the mean over the moment of sampling.
    pub(super) tau: &'a [f64],
    pub(super) joint_torque: &'a [f64],
}

/// All sensors at work.
#[derive(Clone, Debug)]
pub(super) struct Sensors {
    settings: SensorSettings,
    effort_per_torque: Vec<f64>,
    velocity: VelocitySensor,
    force: Option<ForceSensor>,
    effort_noise: Noise,
    joint_torque_noise: Noise,
    link_noise: Noise,
    last: Option<ArmFeedback>,
}

impl Sensors {
    pub(super) fn new(
        robot: &Robot,
        settings: &SensorSettings,
        period_s: f64,
        seed: u64,
    ) -> Result<Self> {
        settings.check(robot)?;
        let n_dof = robot.n_dof();
        let per_torque = |dof| settings.effort.per_torque(robot, dof);
        Ok(Self {
            effort_per_torque: (0..n_dof).map(per_torque).collect::<Result<_>>()?,
            velocity: VelocitySensor::new(&settings.velocity, period_s, n_dof),
            force: settings.force.map(|force| ForceSensor::new(force, Noise::new(seed, 1))),
            effort_noise: Noise::new(seed, 2),
            joint_torque_noise: Noise::new(seed, 3),
            link_noise: Noise::new(seed, 4),
            last: None,
            settings: settings.clone(),
        })
    }

    pub(super) fn effort_kind(&self) -> EffortKind {
        self.settings.effort.kind
    }

    /// Position that the encoder on a motor shows.
    pub(super) fn motor_encoder(&self, dof: usize, q: f64) -> f64 {
        quantised(q, per_joint(&self.settings.encoder.motor_step_rad, dof))
    }

    /// A tick of the controller.
    pub(super) fn tick(&mut self, qd_motor: &[f64]) {
        self.velocity.take(qd_motor);
    }

    /// Time of the next sample of the force sensor \[s\].
    pub(super) fn next_force_s(&self) -> f64 {
        self.force.as_ref().map_or(f64::INFINITY, ForceSensor::next_s)
    }

    pub(super) fn sample_force(&mut self, wrench: Force) {
        if let Some(sensor) = &mut self.force {
            sensor.sample(wrench);
        }
    }

    /// The packet of this moment; `None` if it gets lost.
    pub(super) fn packet(&mut self, reality: Reality<'_>) -> Option<ArmFeedback> {
        let TransportSettings { jitter_s, drop_share, stale_share } = self.settings.link;
        // Everything is drawn whatever happens, so that one setting leaves the noise of others alone.
        let t_s = reality.t_s + jitter_s * self.link_noise.uniform();
        let (is_lost, is_stale) =
            (self.link_noise.happens(drop_share), self.link_noise.happens(stale_share));
        let fresh = self.fresh(t_s, reality);
        let packet = match self.last.take().filter(|_| is_stale) {
            Some(before) => ArmFeedback { t_s, wrench: None, ..before },
            None => fresh,
        };
        self.last = Some(packet.clone());
        (!is_lost).then_some(packet)
    }

    /// The packet that came last, once more.
    pub(super) fn last(&self) -> Option<ArmFeedback> {
        self.last.clone()
    }

    fn fresh(&mut self, t_s: f64, reality: Reality<'_>) -> ArmFeedback {
        let dofs = 0..reality.q_motor.len();
        let link = |dof| {
            let step = per_joint(&self.settings.encoder.link_step_rad, dof);
            quantised(reality.q_link[dof], step)
        };
        ArmFeedback {
            t_s,
            // The controller has read the motor encoders already.
            q: reality.q_motor.to_vec(),
            q_link: dofs.clone().map(link).collect(),
            qd: self.velocity.reading().to_vec(),
            effort: dofs.clone().map(|dof| self.effort(reality, dof)).collect(),
            joint_torque_nm: dofs
                .map(|dof| {
                    let sigma = per_joint(&self.settings.joint_torque_noise_nm, dof);
                    reality.joint_torque[dof] + sigma * self.joint_torque_noise.normal()
                })
                .collect(),
            wrench: self.force.as_mut().and_then(ForceSensor::take),
        }
    }

    fn effort(&mut self, reality: Reality<'_>, dof: usize) -> f64 {
        let EffortSettings { step, noise, ripple, ripple_per_turn, .. } = &self.settings.effort;
        let true_effort = self.effort_per_torque[dof] * reality.tau[dof];
        let wave = (ripple_per_turn * reality.q_motor[dof]).sin();
        let disturbed = true_effort
            + per_joint(ripple, dof) * wave
            + per_joint(noise, dof) * self.effort_noise.normal();
        quantised(disturbed, per_joint(step, dof))
    }
}

fn quantised(x: f64, step: f64) -> f64 {
    if step > 0.0 { (x / step).round() * step } else { x }
}
