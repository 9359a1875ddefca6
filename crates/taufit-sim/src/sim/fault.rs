//! Faults of an arm on request, for tests of whatever drives it.

use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// A fault at a given time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// From then on the feedback repeats its last values, stamps included.
    StaleFeedback {
        /// From when \[s\].
        from_s: f64,
    },
    /// From then on the motor encoder of a joint is off.
    EncoderJump {
        /// From when \[s\].
        from_s: f64,
        /// The joint's coordinate.
        dof: usize,
        /// By how much \[rad or m\].
        by_rad: f64,
    },
    /// A drive gives more torque than commanded.
    TorqueSpike {
        /// From when \[s\].
        from_s: f64,
        /// Until when \[s\].
        to_s: f64,
        /// The joint's coordinate.
        dof: usize,
        /// Additional torque \[N·m or N\].
        torque_nm: f64,
    },
}

impl Fault {
    /// Refuses joints that the robot does not have, and numbers that are not finite.
    pub(super) fn check(&self, n_dof: usize) -> Result<()> {
        let (dof, numbers) = match *self {
            Self::StaleFeedback { from_s } => (0, [from_s, 0.0, 0.0]),
            Self::EncoderJump { from_s, dof, by_rad } => (dof, [from_s, by_rad, 0.0]),
            Self::TorqueSpike { from_s, to_s, dof, torque_nm } => (dof, [from_s, to_s, torque_nm]),
        };
        if dof >= n_dof {
            let (setting, expected) = ("dof of a fault", "a coordinate of the robot, from 0");
            return Err(InputError::OutOfRange { setting, value: dof as f64, expected }.into());
        }
        if numbers.iter().all(|x| x.is_finite()) {
            return Ok(());
        }
        Err(InputError::NotFinite { element: "fault".to_owned(), field: "time or size" }.into())
    }

    /// Whether feedback has stopped.
    pub(super) fn is_stale_at(&self, now_s: f64) -> bool {
        matches!(self, Self::StaleFeedback { from_s } if *from_s <= now_s)
    }

    /// Error of an encoder by a jump.
    pub(super) fn jump_at(&self, now_s: f64, joint: usize) -> f64 {
        match *self {
            Self::EncoderJump { from_s, dof, by_rad } if dof == joint && from_s <= now_s => by_rad,
            _ => 0.0,
        }
    }

    /// Additional torque of a drive by a spike.
    pub(super) fn spike_at(&self, now_s: f64, joint: usize) -> f64 {
        match *self {
            Self::TorqueSpike { from_s, to_s, dof, torque_nm }
                if dof == joint && from_s <= now_s && now_s < to_s =>
            {
                torque_nm
            }
            _ => 0.0,
        }
    }
}
