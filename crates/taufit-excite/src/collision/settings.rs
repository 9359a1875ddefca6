//! Settings of collision checks.

use crate::diagnostics::CollisionError;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::Result;

/// Settings of a [`CollisionModel`](super::CollisionModel).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CollisionSettings {
    /// Distances up to this are exact; a larger one may be reported by a lower bound that is itself larger
    /// than this \[m\]. Infinity makes all exact.
    pub exact_within_m: f64,
    /// Number of random poses within the limits that decide which pairs are worth checking.
    pub n_poses: usize,
    /// Bodies that are no farther apart than this count as touching \[m\]: the distance that a motion
    /// keeps, for otherwise two neighbours with a narrow gap between them would forbid every pose.
    pub touching_m: f64,
    /// Pairs that touch in at least this share of the poses are not checked.
    pub touching_share: f64,
    /// Pairs that never come nearer than this share of the robot's reach are not checked.
    pub never_near_share: f64,
    /// Pairs of bodies, by name, that are not to be checked.
    pub exclude: Vec<[String; 2]>,
    /// For the random poses.
    pub seed: u64,
}

impl Default for CollisionSettings {
    fn default() -> Self {
        Self {
            exact_within_m: 0.1,
            n_poses: 500,
            touching_m: 0.0,
            touching_share: 0.95,
            never_near_share: 0.1,
            exclude: Vec::new(),
            seed: 1,
        }
    }
}

impl CollisionSettings {
    /// Refuses settings that make no sense.
    pub fn validate(&self) -> Result<()> {
        let fail = |reason: String| Err(CollisionError::CollisionSettings { reason }.into());
        // A negative or NaN bound would make every distance a guess.
        if self.exact_within_m.is_nan() || self.exact_within_m < 0.0 {
            return fail(format!(
                "exact_within_m is {}; it must be 0 or larger",
                self.exact_within_m
            ));
        }
        if !self.touching_m.is_finite() || self.touching_m < 0.0 {
            return fail(format!("touching_m is {}; it must be 0 or larger", self.touching_m));
        }
        if self.n_poses == 0 {
            return fail("n_poses is 0; at least one pose is needed".to_owned());
        }
        if !(self.touching_share > 0.0 && self.touching_share <= 1.0) {
            return fail(format!(
                "touching_share is {}; it must be above 0 and at most 1",
                self.touching_share
            ));
        }
        if self.never_near_share.is_nan() || self.never_near_share < 0.0 {
            return fail(format!(
                "never_near_share is {}; it must be 0 or larger",
                self.never_near_share
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sensible_settings_pass() {
        let with = |change: fn(&mut CollisionSettings)| {
            let mut settings = CollisionSettings::default();
            change(&mut settings);
            settings.validate()
        };
        assert_eq!(with(|_| ()), Ok(()));
        assert_eq!(with(|s| s.exact_within_m = f64::INFINITY), Ok(()));
        assert!(with(|s| s.exact_within_m = f64::NAN).is_err());
        assert!(with(|s| s.n_poses = 0).is_err());
        assert!(with(|s| s.touching_share = 0.0).is_err());
        assert!(with(|s| s.never_near_share = -0.1).is_err());
    }
}
