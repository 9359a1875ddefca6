//! Pushes from outside.

use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::spatial::Vec3;

/// A constant wrench on a frame of the robot during some time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExternalWrench {
    /// The frame at whose origin it acts.
    pub frame: String,
    /// Force in world axes \[N\].
    pub force_n: Vec3,
    /// Moment in world axes \[N·m\].
    #[serde(default)]
    pub moment_nm: Vec3,
    /// From when \[s\].
    pub from_s: f64,
    /// Until when \[s\].
    pub to_s: f64,
}

impl ExternalWrench {
    pub(super) fn check(&self) -> Result<()> {
        if !(self.force_n.is_finite() && self.moment_nm.is_finite() && self.from_s.is_finite()) {
            let element = format!("external wrench on {:?}", self.frame);
            return Err(InputError::NotFinite { element, field: "force, moment or time" }.into());
        }
        if self.to_s > self.from_s {
            return Ok(());
        }
        let (setting, value) = ("to_s of an external wrench", self.to_s);
        Err(InputError::OutOfRange { setting, value, expected: "a time after from_s" }.into())
    }

    pub(super) fn acts_at(&self, t_s: f64) -> bool {
        self.from_s <= t_s && t_s < self.to_s
    }
}
