//! Conditions that end a run at once.

use crate::diagnostics::ExperimentWarning;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result, Warning};
use taufit_dynamics::model::Robot;

/// Bounds that the guard of a run keeps. It cannot be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GuardSettings {
    /// Distance kept from the ends of a joint's travel \[rad or m\].
    pub position_margin_rad: f64,
    /// Largest distance of a joint from where it should be \[rad or m\].
    pub tracking_error_rad: f64,
    /// Largest speed as a share of the joint's limit.
    pub velocity_share: f64,
    /// Largest effort as a share of the joint's limit.
    pub effort_share: f64,
    /// Longest time without news from the robot \[s\].
    pub stale_s: f64,
}

impl Default for GuardSettings {
    fn default() -> Self {
        Self {
            position_margin_rad: 0.02,
            tracking_error_rad: 0.1,
            velocity_share: 1.1,
            effort_share: 1.1,
            stale_s: 0.1,
        }
    }
}

impl GuardSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        InputError::check_not_negative("position_margin_rad", self.position_margin_rad)?;
        InputError::check_positive("tracking_error_rad", self.tracking_error_rad)?;
        InputError::check_positive("velocity_share", self.velocity_share)?;
        InputError::check_positive("effort_share", self.effort_share)?;
        InputError::check_positive("stale_s", self.stale_s)
    }

    /// Warnings about quantities that the guard cannot check.
    pub fn warnings(&self, robot: &Robot) -> Vec<Warning> {
        let missing = |quantity: &str, is_missing: &dyn Fn(usize) -> bool| {
            let joints = (0..robot.n_dof()).filter(|dof| is_missing(*dof));
            let names: Vec<String> = joints.map(|dof| robot.dof_joint(dof).name.clone()).collect();
            let quantity = quantity.to_owned();
            (!names.is_empty())
                .then(|| ExperimentWarning::Unguarded { quantity, joints: names.join(", ") })
        };
        let limits = |dof: usize| robot.dof_joint(dof).limits;
        [
            missing("position", &|dof| limits(dof).lower.is_none() && limits(dof).upper.is_none()),
            missing("speed", &|dof| limits(dof).velocity.is_none()),
            missing("effort", &|dof| limits(dof).effort.is_none()),
        ]
        .into_iter()
        .flatten()
        .map(Warning::from)
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::model::catalog;

    #[test]
    fn joints_without_limits_are_named() {
        let guard = GuardSettings::default();
        assert!(guard.warnings(&catalog::robot("ur5").unwrap()).is_empty());
        // The paper of the planar arm gives ends of travel and speeds, but no torques.
        let findings = guard.warnings(&catalog::robot("planar2r").unwrap());
        let (quantity, joints) = ("effort".to_owned(), "joint1, joint2".to_owned());
        assert_eq!(findings, [ExperimentWarning::Unguarded { quantity, joints }.into()]);
        assert_eq!(findings[0].code(), "W170");
    }

    #[test]
    fn a_guard_cannot_be_switched_off() {
        let off = GuardSettings { stale_s: f64::INFINITY, ..GuardSettings::default() };
        assert!(off.validate().is_err());
        let off = GuardSettings { tracking_error_rad: 0.0, ..GuardSettings::default() };
        assert!(off.validate().is_err());
    }
}
