//! Estimated spring of one joint, and whether it determines a stiffness.

use crate::study::StiffnessStatus;

/// A spring by its compliance `1/K`, which data determine with symmetric errors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spring {
    pub(super) compliance: f64,
    pub(super) compliance_sigma: f64,
    /// Whether the data fix the compliance at all.
    pub(super) is_seen: bool,
    /// Delay of the link's encoder \[s\].
    pub(super) lag_s: f64,
    pub(super) lag_sigma_s: f64,
    /// Deflection that the encoders show without load, per log \[rad or m\].
    pub(super) shift: Vec<f64>,
    /// Half the jump of deflections at reversals \[rad or m\].
    pub(super) hysteresis: f64,
    /// Standard deviation of what is left of deflections \[rad or m\].
    pub(super) deflection_sigma: f64,
}

impl Spring {
    /// With what was taken off the encoders before.
    #[must_use]
    pub(super) fn after(mut self, before: &Self) -> Self {
        self.lag_s += before.lag_s;
        self.shift.iter_mut().zip(&before.shift).for_each(|(s, more)| *s += more);
        self
    }

    /// Whether this is enough, if standard deviations up to `max_relative_sigma` of the value are.
    pub(super) fn status(&self, max_relative_sigma: f64) -> StiffnessStatus {
        let relative = self.compliance_sigma / self.compliance.abs();
        if !self.is_seen || !relative.is_finite() {
            StiffnessStatus::NotLoaded
        } else if self.compliance <= 0.0 || relative > max_relative_sigma {
            StiffnessStatus::TooUncertain { percent_sigma: 100.0 * relative }
        } else {
            StiffnessStatus::Determined
        }
    }
}
