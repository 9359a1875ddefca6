//! Settings of the sensors of an arm. Everything is perfect where nothing is said.

use crate::per_joint::check_per_joint;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;
use taufit_data::diagnostics::DataError;
use taufit_data::recording::EffortKind;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::Robot;

/// Encoders. Steps are per joint, seen from the joint side; one value serves all, none is none.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EncoderSettings {
    /// Step of the encoders on the motors \[rad or m\].
    pub motor_step_rad: Vec<f64>,
    /// Step of the encoders on the links \[rad or m\].
    pub link_step_rad: Vec<f64>,
}

impl EncoderSettings {
    /// Encoders on motors and links with so many counts per turn of the joint.
    pub fn counts_per_turn(counts: f64) -> Self {
        let step = vec![TAU / counts];
        Self { motor_step_rad: step.clone(), link_step_rad: step }
    }
}

/// Motor velocities as the driver reports them.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VelocitySettings {
    /// Cut-off of the driver's first-order low pass \[Hz\]; none where not given.
    pub cutoff_hz: Option<f64>,
    /// Delay of the velocity \[s\], rounded to periods of the controller.
    pub delay_s: f64,
}

/// Motor torques and currents. Values are per joint; one serves all, none is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EffortSettings {
    /// Quantity that is reported as effort.
    pub kind: EffortKind,
    /// Step of the converter \[N·m, N or A, as `kind` says\].
    pub step: Vec<f64>,
    /// Standard deviation of the noise, in the same unit.
    pub noise: Vec<f64>,
    /// Amplitude of the ripple, in the same unit.
    pub ripple: Vec<f64>,
    /// Periods of the ripple per turn of the joint (per 2π m of a sliding one).
    pub ripple_per_turn: f64,
}

impl Default for EffortSettings {
    fn default() -> Self {
        Self {
            kind: EffortKind::Torque,
            step: Vec::new(),
            noise: Vec::new(),
            ripple: Vec::new(),
            ripple_per_turn: 0.0,
        }
    }
}

/// A force sensor between the arm and what it is clamped to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceSettings {
    /// Its own rate \[Hz\]; positive.
    pub rate_hz: f64,
    /// Standard deviation of the noise of forces \[N\].
    pub force_noise_n: f64,
    /// Standard deviation of the noise of moments \[N·m\].
    pub moment_noise_nm: f64,
    /// Share of the time without samples.
    pub gap_share: f64,
    /// Mean duration of a gap \[s\].
    pub gap_s: f64,
}

/// Transport of feedback from the simulated arm: jitter, loss, repetition.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TransportSettings {
    /// Stamps are off by up to this, all errors alike \[s\].
    pub jitter_s: f64,
    /// Share of packets that get lost.
    pub drop_share: f64,
    /// Share of packets that repeat the values before, under a new stamp.
    pub stale_share: f64,
}

/// All sensors of an arm.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SensorSettings {
    /// Positions.
    pub encoder: EncoderSettings,
    /// Velocities.
    pub velocity: VelocitySettings,
    /// Motor torques or currents.
    pub effort: EffortSettings,
    /// Standard deviation of the noise of torque sensors behind the gears \[N·m or N\], per joint.
    pub joint_torque_noise_nm: Vec<f64>,
    /// The force sensor, if there is one.
    pub force: Option<ForceSettings>,
    /// Losses of packets.
    pub link: TransportSettings,
}

impl SensorSettings {
    /// Refuses numbers out of range, and currents of motors whose torque constant is not known.
    pub(super) fn check(&self, robot: &Robot) -> Result<()> {
        let n_dof = robot.n_dof();
        let Self { encoder, velocity, effort, force, link, .. } = self;
        for (what, values) in [
            ("motor_step_rad", &encoder.motor_step_rad),
            ("link_step_rad", &encoder.link_step_rad),
            ("step of the effort", &effort.step),
            ("noise of the effort", &effort.noise),
            ("ripple of the effort", &effort.ripple),
            ("joint_torque_noise_nm", &self.joint_torque_noise_nm),
        ] {
            check_per_joint(what, values, n_dof)?;
        }
        if let Some(cutoff_hz) = velocity.cutoff_hz {
            InputError::check_positive("cutoff_hz of the velocity", cutoff_hz)?;
        }
        InputError::check_not_negative("delay_s", velocity.delay_s)?;
        InputError::check_not_negative("jitter_s", link.jitter_s)?;
        check_share("drop_share", link.drop_share)?;
        check_share("stale_share", link.stale_share)?;
        if let Some(force) = force {
            InputError::check_positive("rate_hz of the force sensor", force.rate_hz)?;
            check_share("gap_share", force.gap_share)?;
            InputError::check_not_negative("gap_s", force.gap_s)?;
            InputError::check_not_negative("force_noise_n", force.force_noise_n)?;
            InputError::check_not_negative("moment_noise_nm", force.moment_noise_nm)?;
        }
        (0..n_dof).try_for_each(|dof| effort.per_torque(robot, dof).map(|_| ()))
    }
}

impl EffortSettings {
    /// Effort per joint torque: 1, or amperes per N·m.
    pub(super) fn per_torque(&self, robot: &Robot, dof: usize) -> Result<f64> {
        if self.kind == EffortKind::Torque {
            return Ok(1.0);
        }
        let joint = robot.dof_joint(dof);
        match joint.motor.torque_constant_nm_a {
            Some(constant) if constant.is_finite() && constant != 0.0 => Ok(1.0 / constant),
            _ => Err(DataError::MissingTorqueConstant { joint: joint.name.clone() }.into()),
        }
    }
}

fn check_share(setting: &'static str, value: f64) -> Result<()> {
    if (0.0..1.0).contains(&value) {
        return Ok(());
    }
    Err(InputError::OutOfRange { setting, value, expected: "a share, 0 or more and below 1" }
        .into())
}
