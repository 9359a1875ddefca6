//! Choices of an identification of elastic joints.

use crate::diagnostics::{EstimateError, InputError, Result};
use crate::estimate::feasible::FeasibleSettings;
use crate::methods::common::SPIKE_FACTOR;
use crate::methods::{FrictionChoice, ReversalMask};
use crate::model::RotorCoupling;
use crate::signal::ConditionSettings;
use crate::study::ElasticEstimator;
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Treatment of encoders that disagree and of other effects between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EncoderCorrection {
    /// The lag of the link's encoder behind that of the motor is estimated and removed.
    pub lag: bool,
    /// The constant difference of the two encoders without load is estimated and removed.
    pub shift: bool,
    /// A jump of deflections at reversals, which dry friction behind the spring leaves, is estimated.
    pub hysteresis: bool,
}

impl EncoderCorrection {
    /// Encoders and springs as the equations have them.
    pub const PERFECT: Self = Self { lag: false, shift: false, hysteresis: false };
}

impl Default for EncoderCorrection {
    fn default() -> Self {
        Self { lag: true, shift: true, hysteresis: true }
    }
}

/// Whether springs are damped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DampingChoice {
    /// Those whose damping is positive and significant.
    #[default]
    Auto,
    /// All of them.
    Fitted,
    /// None of them.
    None,
}

/// Choices of [`identify_elastic`](super::identify_elastic).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ElasticSettings {
    /// Findings about the logs that do not stop the method.
    pub gate: GateSettings,
    /// Conditioning of the logs; cut-offs that are not given are proposed by the logs together.
    pub condition: ConditionSettings,
    /// Samples that stick out of their neighbours by so many times what all but one percent do are replaced; `None`
    /// leaves them.
    pub spike_factor: Option<f64>,
    /// Joints with a spring, by name; the others are taken as rigid. All if empty.
    pub joints: Vec<String>,
    /// Coupling of rotors to the links that carry them; the full coupling needs gear ratios.
    pub coupling: RotorCoupling,
    /// Rotor inertias are those of the robot and not sought: where deflections are small, links and
    /// rotors are hardly separable, and data sheets give the latter. Reduced coupling only.
    pub known_rotors: bool,
    /// Whether the damping of the springs is among the unknowns.
    pub damping: DampingChoice,
    /// The friction model of the motors; `Auto` tries a Stribeck term on every joint.
    pub friction: FrictionChoice,
    /// Rows near velocity reversals of the motors that are left out of the fit.
    pub reversals: ReversalMask,
    /// Share of every log, at its end, that is not fitted; the torques there judge the result.
    pub hold_out: f64,
    /// Estimator of the base parameters.
    pub estimator: ElasticEstimator,
    /// Encoders that disagree.
    pub encoders: EncoderCorrection,
    /// Stiffness of joints without an encoder on the link \[N·m/rad or N/m\], by name: the link's motion
    /// is then estimated from the load of the nominal robot. Their own stiffness is not found.
    pub assumed_stiffness: Vec<(String, f64)>,
    /// Stiffness known worse than this counts as not determined \[share of the value, one sigma\].
    pub max_relative_sigma: f64,
    /// The physically consistent fit.
    pub feasible: FeasibleSettings,
}

impl Default for ElasticSettings {
    fn default() -> Self {
        Self {
            gate: GateSettings::default(),
            condition: ConditionSettings::default(),
            spike_factor: Some(SPIKE_FACTOR),
            joints: Vec::new(),
            coupling: RotorCoupling::default(),
            known_rotors: false,
            damping: DampingChoice::default(),
            friction: FrictionChoice::default(),
            reversals: ReversalMask::default(),
            hold_out: 0.2,
            estimator: ElasticEstimator::default(),
            encoders: EncoderCorrection::default(),
            assumed_stiffness: Vec::new(),
            max_relative_sigma: 0.2,
            feasible: FeasibleSettings::default(),
        }
    }
}

impl ElasticSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        let positive = |setting, value: f64, expected| {
            if value > 0.0 && value.is_finite() {
                return Ok(());
            }
            Err(InputError::OutOfRange { setting, value, expected })
        };
        if !(self.hold_out > 0.0 && self.hold_out < 1.0) {
            let (setting, expected) = ("hold_out", "a share between 0 and 1");
            return Err(InputError::OutOfRange { setting, value: self.hold_out, expected }.into());
        }
        self.reversals.validate()?;
        if let Some(value) = self.spike_factor.filter(|f| !(*f > 1.0 && f.is_finite())) {
            let (setting, expected) = ("spike_factor", "more than 1");
            return Err(InputError::OutOfRange { setting, value, expected }.into());
        }
        positive("max_relative_sigma", self.max_relative_sigma, "a positive share of the value")?;
        if self.known_rotors && self.coupling == RotorCoupling::Full {
            let (estimator, reason) = (
                "elastic joints",
                "known rotors go with the reduced coupling only; seek them, or leave the full \
                 coupling out"
                    .to_owned(),
            );
            return Err(EstimateError::EstimatorSettings { estimator, reason }.into());
        }
        for (_, stiffness) in &self.assumed_stiffness {
            positive("assumed stiffness", *stiffness, "a positive number of N m/rad or N/m")?;
        }
        self.condition.validate()
    }
}
