//! Choices of an identification of stiffnesses.

use crate::diagnostics::{InputError, Result};
use crate::recording::WrenchComponent;
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Treatment of the friction of the drives in motor torques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BranchFriction {
    /// `τ = k q + off ± f`, the sign being that of the motor's motion; rows between the branches, where
    /// the motor sticks while the torque changes, are left out.
    #[default]
    Separated,
    /// `τ = k q + off` over all rows (Jubien et al. 2014).
    Ignored,
}

/// On what a measured wrench acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrenchSide {
    /// The arm pushes its environment with it (Jubien et al. 2014).
    #[default]
    Environment,
    /// The environment pushes the arm with it: the same with the other sign.
    Robot,
}

/// Meaning of the records of forces.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WrenchSettings {
    /// The frame of the robot whose axes and origin the numbers refer to; that of the record if not given.
    pub frame: Option<String>,
    /// The link that is clamped; the last one if not given.
    pub clamped_link: Option<String>,
    /// On what the wrench acts.
    pub acts_on: WrenchSide,
    /// Components that count as zero, measured or not.
    pub assume_zero: Vec<WrenchComponent>,
    /// Delay of the forces' stamps \[s\]; negative if early. Estimated if not given.
    pub delay_s: Option<f64>,
}

/// Choices of [`identify_stiffness`](super::identify_stiffness).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StiffnessSettings {
    /// Findings about the logs that do not stop the method.
    pub gate: GateSettings,
    /// Cut-off of the zero-phase Butterworth low pass of all signals \[Hz\].
    pub cutoff_hz: f64,
    /// Cut-off of the filter before rows are thinned out \[Hz\].
    pub decimation_hz: f64,
    /// Treatment of friction.
    pub friction: BranchFriction,
    /// Meaning of the records of forces.
    pub wrench: WrenchSettings,
    /// Compliance of the clamp along \[m/N\] and about \[rad/(N·m)\] the axes of the frame of the forces, or
    /// of the clamped link; zero where it is rigid. Not known if not given: stiffnesses are then those of
    /// joint and clamp in series.
    pub clamp_compliance: Option<[f64; 6]>,
    /// Stiffnesses known worse than this count as not determined \[share, one sigma\].
    pub max_relative_sigma: f64,
    /// Pose of the compliance of the tool; that of the first record if not given.
    pub pose: Option<Vec<f64>>,
    /// Frame whose compliance is computed; the last link if not given.
    pub tool: Option<String>,
}

impl Default for StiffnessSettings {
    fn default() -> Self {
        Self {
            gate: GateSettings::default(),
            cutoff_hz: 10.0,
            decimation_hz: 5.0,
            friction: BranchFriction::Separated,
            wrench: WrenchSettings::default(),
            clamp_compliance: None,
            max_relative_sigma: 0.1,
            pose: None,
            tool: None,
        }
    }
}

impl StiffnessSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        InputError::check_positive("cutoff_hz", self.cutoff_hz)?;
        InputError::check_positive("decimation_hz", self.decimation_hz)?;
        InputError::check_positive("max_relative_sigma", self.max_relative_sigma)?;
        for value in self.clamp_compliance.into_iter().flatten() {
            if !(value >= 0.0 && value.is_finite()) {
                let (setting, expected) = ("clamp_compliance", "zero or a positive number");
                return Err(InputError::OutOfRange { setting, value, expected }.into());
            }
        }
        match self.wrench.delay_s {
            Some(value) if !value.is_finite() => {
                let (setting, expected) = ("delay_s", "a finite number of seconds");
                Err(InputError::OutOfRange { setting, value, expected }.into())
            }
            _ => Ok(()),
        }
    }
}
