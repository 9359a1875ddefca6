//! Choices of an identification of motor constants.

use super::super::FrictionChoice;
use crate::diagnostics::{InputError, ModelError, Result};
use crate::signal::ConditionSettings;
use crate::study::MotorMode;
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Choices of [`identify_motors`](super::identify_motors).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MotorsSettings {
    /// Findings about the logs that do not stop the method.
    pub gate: GateSettings,
    /// Kind of motion in the logs.
    pub mode: MotorMode,
    /// Conditioning of the logs; velocities come from the filtered positions.
    pub condition: ConditionSettings,
    /// Definition of constant velocity.
    pub plateau: PlateauSettings,
    /// Estimator of torque constant and friction of a single record.
    pub record_fit: RecordFitting,
    /// Combination of records to one result per joint.
    pub combination: Combination,
    /// The friction model.
    pub friction: FrictionChoice,
    /// Whether a rotor inertia is among the unknowns where speeds change.
    pub rotor_inertia: bool,
    /// Torque constants that are known; friction alone is sought then.
    pub given: Vec<GivenConstant>,
    /// Joints with the same motor, group by group; groups of the robot's description if empty.
    pub same_motor: Vec<Vec<String>>,
    /// Torque constants known worse than this count as not determined \[one sigma over the value\].
    pub max_relative_sigma: f64,
    /// Accuracy that a mass off the axis is to give \[one sigma over the value\].
    pub target_accuracy: f64,
}

/// Definition of a stretch at constant velocity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlateauSettings {
    /// Slower joints stand \[rad/s or m/s\].
    pub moving_rad_s: f64,
    /// Velocities that differ by less than this share of the plateau's count as the same.
    pub tolerance: f64,
    /// Velocities that differ by less than this count as the same \[rad/s or m/s\].
    pub tolerance_rad_s: f64,
    /// Share of a move that must be at constant velocity.
    pub least_share: f64,
    /// Share of the samples of a plateau that may leave the tolerance.
    pub ripple_share: f64,
    /// Cut off at either end, where a drive still settles \[s\].
    pub settle_s: f64,
    /// Shortest plateau that counts \[s\].
    pub min_duration_s: f64,
}

impl Default for PlateauSettings {
    fn default() -> Self {
        Self {
            moving_rad_s: 0.02,
            tolerance: 0.025,
            tolerance_rad_s: 0.005,
            least_share: 0.25,
            ripple_share: 0.1,
            settle_s: 0.15,
            min_duration_s: 0.3,
        }
    }
}

/// Estimator of torque constant and friction of a single record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordFitting {
    /// Linear least squares in closed form.
    #[default]
    LeastSquares,
    /// The same cost by the simplex search of Nelder and Mead (Ulici et al.).
    NelderMead,
    /// Huber's loss, for records with outliers.
    Robust,
}

/// Combination of records to one result per joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Combination {
    /// One weighted fit over all records.
    #[default]
    Joint,
    /// The stages of Ulici et al.: means over records and batches.
    Stages,
}

/// A torque constant that is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenConstant {
    /// The joint.
    pub joint: String,
    /// Joint torque per ampere \[N·m/A or N/A\].
    pub kct: f64,
}

impl Default for MotorsSettings {
    fn default() -> Self {
        Self {
            gate: GateSettings::default(),
            mode: MotorMode::Plateaus,
            condition: ConditionSettings::default(),
            plateau: PlateauSettings::default(),
            record_fit: RecordFitting::default(),
            combination: Combination::default(),
            friction: FrictionChoice::Auto,
            rotor_inertia: true,
            given: Vec::new(),
            same_motor: Vec::new(),
            max_relative_sigma: 0.1,
            target_accuracy: 0.01,
        }
    }
}

impl MotorsSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        let plateau = &self.plateau;
        InputError::check_positive("moving_rad_s", plateau.moving_rad_s)?;
        share("tolerance", plateau.tolerance)?;
        InputError::check_positive("tolerance_rad_s", plateau.tolerance_rad_s)?;
        share("least_share", plateau.least_share)?;
        share("ripple_share", plateau.ripple_share)?;
        InputError::check_positive("settle_s", plateau.settle_s)?;
        InputError::check_positive("min_duration_s", plateau.min_duration_s)?;
        share("max_relative_sigma", self.max_relative_sigma)?;
        share("target_accuracy", self.target_accuracy)?;
        self.given.iter().try_for_each(|given| {
            InputError::check_positive("a given torque constant", given.kct)
        })?;
        if let FrictionChoice::Given(shape) = self.friction
            && let Some(problem) = shape.problem()
        {
            let joint = "every joint".to_owned();
            return Err(ModelError::FrictionShape { joint, reason: problem }.into());
        }
        self.condition.validate()
    }
}

fn share(setting: &'static str, value: f64) -> Result<()> {
    InputError::check_range(setting, value, value > 0.0 && value < 1.0, "a share between 0 and 1")
}
