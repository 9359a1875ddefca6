//! Choices of an identification.

use super::estimator::Estimator;
use super::reversals::ReversalMask;
use crate::base::Selection;
use crate::diagnostics::{InputError, Result};
use crate::estimate::Weighting;
use crate::estimate::feasible::FeasibleSettings;
use crate::friction::FrictionShape;
use crate::methods::common::SPIKE_FACTOR;
use crate::signal::{ConditionSettings, Standstill};
use crate::survey::GateSettings;
use serde::{Deserialize, Serialize};

/// Which friction model.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrictionChoice {
    /// The one that predicts held-out stretches of the identification logs best.
    #[default]
    Auto,
    /// This one for every joint.
    Given(FrictionShape),
}

/// Choices of [`identify_rigid`](super::identify_rigid).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RigidSettings {
    /// Findings about the logs that do not stop the identification.
    pub gate: GateSettings,
    /// Conditioning of the logs; cut-offs that are not given are proposed by the identification logs
    /// together, and serve all logs.
    pub condition: ConditionSettings,
    /// Samples that stick out of their neighbours by so many times what all but one percent do are
    /// spikes and are mended; above 1. `None` leaves everything as it is.
    pub spike_factor: Option<f64>,
    /// Standstills that are cut out; those in which every joint is slower than 1 % of its own rms speed
    /// for half a second where not given.
    pub standstill: Option<Standstill>,
    /// Rows near velocity reversals that are left out of the fit.
    pub reversals: ReversalMask,
    /// Joints whose efforts are not used, such as those with a broken sensor.
    pub ignored_efforts: Vec<String>,
    /// Whether reflected rotor inertias are among the unknowns.
    pub rotor_inertia: bool,
    /// The friction model.
    pub friction: FrictionChoice,
    /// Dropped and fixed parameters, and settings of the base parameters.
    pub selection: Selection,
    /// Estimator of the base parameters.
    pub estimator: Estimator,
    /// Relative weights of the joints' rows.
    pub weighting: Weighting,
    /// Share of every log, at its end, that is kept for validation where no other data are given.
    pub hold_out: f64,
    /// The physically consistent fit. Without a prior weight, links are held to the nominal model as
    /// strongly as its own torque error on the data allows.
    pub feasible: FeasibleSettings,
}

impl Default for RigidSettings {
    fn default() -> Self {
        Self {
            gate: GateSettings::default(),
            condition: ConditionSettings::default(),
            spike_factor: Some(SPIKE_FACTOR),
            standstill: None,
            reversals: ReversalMask::default(),
            ignored_efforts: Vec::new(),
            rotor_inertia: true,
            friction: FrictionChoice::default(),
            selection: Selection::default(),
            estimator: Estimator::default(),
            weighting: Weighting::default(),
            hold_out: 0.3,
            feasible: FeasibleSettings::default(),
        }
    }
}

impl RigidSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        let refuse = |setting, value, expected| {
            Err(InputError::OutOfRange { setting, value, expected }.into())
        };
        if !(self.hold_out > 0.0 && self.hold_out < 1.0) {
            return refuse("hold_out", self.hold_out, "a share between 0 and 1");
        }
        self.reversals.validate()?;
        if let Some(factor) = self.spike_factor.filter(|f| !(*f > 1.0 && f.is_finite())) {
            return refuse("spike_factor", factor, "more than 1");
        }
        self.standstill.iter().try_for_each(Standstill::validate)?;
        self.estimator.validate(self.weighting)?;
        self.condition.validate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Loss;

    fn refused(change: impl Fn(&mut RigidSettings)) -> &'static str {
        let mut settings = RigidSettings::default();
        assert_eq!(settings.validate(), Ok(()));
        change(&mut settings);
        settings.validate().unwrap_err().code()
    }

    #[test]
    fn choices_without_meaning_are_refused() {
        assert_eq!(refused(|s| s.hold_out = 1.0), "E100");
        assert_eq!(refused(|s| s.spike_factor = Some(0.5)), "E100");
        assert_eq!(
            refused(|s| s.standstill = Some(Standstill { speed: -1.0, shortest_s: 1.0 })),
            "E100"
        );
        assert_eq!(
            refused(|s| {
                s.weighting = Weighting::Equal;
                s.estimator = Estimator::Robust { loss: Loss::HUBER };
            }),
            "E123"
        );
        assert_eq!(refused(|s| s.estimator = Estimator::Tied { groups: Vec::new() }), "E123");
        assert_eq!(
            refused(|s| {
                s.estimator = Estimator::Bounded { bounds: Vec::new(), non_negative: false };
            }),
            "E123"
        );
    }
}
