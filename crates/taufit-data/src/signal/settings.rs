//! Settings of signal conditioning.

use super::butterworth::LowPass;
use super::motion::Motion;
use super::resample::Interpolation;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// Noise filter of the torques.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TorqueFilter {
    /// The same low pass on torques and on every column of the model, rows at a lower rate
    /// ([`ParallelFilter`](super::ParallelFilter)).
    Parallel {
        /// Up to where both are compared \[Hz\]; proposed by the motion if not given.
        #[serde(default)]
        cutoff_hz: Option<f64>,
    },
    /// The low pass of the positions on the torques, nothing on the model.
    LikePositions,
}

/// Choices of [`condition`](super::condition).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConditionSettings {
    /// Cut-off of the low pass of the positions \[Hz\], below half the rate; proposed by the motion if
    /// not given.
    pub cutoff_hz: Option<f64>,
    /// Noise filter of the torques.
    pub torque: TorqueFilter,
    /// Order of the Butterworth low pass, 1 to 10; run twice, its slope doubles.
    pub order: usize,
    /// Rate of the uniform grid \[Hz\], 0.8 to 10 times that of the log; the log's own if not given.
    pub rate_hz: Option<f64>,
    /// Interpolation between stamps.
    pub interpolation: Interpolation,
    /// A step longer than this many periods is a gap, across which nothing is interpolated; 1.5 to 1000.
    pub gap_factor: f64,
    /// Time cut off at either end of a stretch \[s\]; the settling time of the filter if not given.
    pub edge_trim_s: Option<f64>,
    /// Shortest stretch worth keeping after its edges are cut \[s\].
    pub min_segment_s: f64,
    /// Keeps every so-manieth sample, 1 or more.
    pub decimation: usize,
}

impl Default for ConditionSettings {
    fn default() -> Self {
        Self {
            cutoff_hz: None,
            torque: TorqueFilter::Parallel { cutoff_hz: None },
            order: 4,
            rate_hz: None,
            interpolation: Interpolation::Linear,
            gap_factor: 10.0,
            edge_trim_s: None,
            min_segment_s: 1.0,
            decimation: 1,
        }
    }
}

impl ConditionSettings {
    /// Refuses numbers out of range.
    pub fn validate(&self) -> Result<()> {
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let not_negative = |x: f64| x >= 0.0 && x.is_finite();
        let cutoff_hz = self.cutoff_hz.unwrap_or(1.0);
        let torque_hz = match self.torque {
            TorqueFilter::Parallel { cutoff_hz } => cutoff_hz.unwrap_or(1.0),
            TorqueFilter::LikePositions => 1.0,
        };
        let rate_hz = self.rate_hz.unwrap_or(1.0);
        let trim_s = self.edge_trim_s.unwrap_or(0.0);
        let (order, every) = (self.order as f64, self.decimation as f64);
        let order_fits = (1..=LowPass::MAX_ORDER).contains(&self.order);
        let gap_fits = (1.5..=1000.0).contains(&self.gap_factor);
        check("cutoff_hz", cutoff_hz, positive(cutoff_hz), "a positive number of Hz")?;
        check("torque cutoff_hz", torque_hz, positive(torque_hz), "a positive number of Hz")?;
        check("order of the low pass", order, order_fits, "1 to 10")?;
        check("rate_hz", rate_hz, positive(rate_hz), "a positive number of Hz")?;
        check("gap_factor", self.gap_factor, gap_fits, "1.5 to 1000 periods")?;
        check("edge_trim_s", trim_s, not_negative(trim_s), "zero or more seconds")?;
        let shortest_s = self.min_segment_s;
        check("min_segment_s", shortest_s, not_negative(shortest_s), "zero or more seconds")?;
        check("decimation", every, self.decimation >= 1, "1 or more")
    }

    /// Settings with the rate of the first motion and the highest cut-offs of all, where none are
    /// given: one choice for logs that belong together.
    #[must_use]
    pub fn shared_by(&self, surveyed: &[Motion]) -> Self {
        let highest = |of: fn(&Motion) -> f64| surveyed.iter().map(of).fold(0.0, f64::max);
        let torque_hz = highest(|m| m.torque_cutoff_hz.unwrap_or(0.0));
        Self {
            rate_hz: self.rate_hz.or_else(|| surveyed.first().map(|m| m.filter_rate_hz)),
            ..self.with_cutoffs(highest(|m| m.cutoff_hz), torque_hz)
        }
    }

    /// Settings with these cut-offs of positions and torques \[Hz\], where none are given.
    #[must_use]
    pub fn with_cutoffs(&self, motion_hz: f64, torque_hz: f64) -> Self {
        Self {
            cutoff_hz: self.cutoff_hz.or(Some(motion_hz)),
            torque: match self.torque {
                TorqueFilter::Parallel { cutoff_hz } => {
                    TorqueFilter::Parallel { cutoff_hz: cutoff_hz.or(Some(torque_hz)) }
                }
                like => like,
            },
            ..self.clone()
        }
    }

    /// Rate of the uniform grid for a log with this period.
    pub fn grid_rate_hz(&self, period_s: f64) -> Result<f64> {
        let own_hz = 1.0 / period_s;
        let rate_hz = self.rate_hz.unwrap_or(own_hz);
        let fits = (0.8..=10.0).contains(&(rate_hz / own_hz));
        // Lower rates would fold noise into the motion: that is what decimation after the filter is for.
        check("rate_hz", rate_hz, fits, "0.8 to 10 times the log's own; to go lower, decimate")?;
        Ok(rate_hz)
    }
}

fn check(setting: &'static str, value: f64, fits: bool, expected: &'static str) -> Result<()> {
    if fits { Ok(()) } else { Err(InputError::OutOfRange { setting, value, expected }.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(change: impl Fn(&mut ConditionSettings)) -> String {
        let mut settings = ConditionSettings::default();
        change(&mut settings);
        let error = settings.validate().unwrap_err();
        assert_eq!(error.code(), "E100");
        error.to_string()
    }

    #[test]
    fn every_number_has_its_range() {
        assert_eq!(ConditionSettings::default().validate(), Ok(()));
        assert!(refused(|s| s.cutoff_hz = Some(-1.0)).contains("cutoff_hz"));
        assert!(refused(|s| s.cutoff_hz = Some(f64::NAN)).contains("cutoff_hz"));
        assert!(refused(|s| s.order = 11).contains("order"));
        assert!(refused(|s| s.rate_hz = Some(0.0)).contains("rate_hz"));
        assert!(refused(|s| s.gap_factor = 1.0).contains("gap_factor"));
        assert!(refused(|s| s.edge_trim_s = Some(-0.1)).contains("edge_trim_s"));
        assert!(refused(|s| s.min_segment_s = f64::INFINITY).contains("min_segment_s"));
        assert!(refused(|s| s.decimation = 0).contains("decimation"));
    }

    #[test]
    fn the_grid_stays_near_the_rate_of_the_log() {
        let rate = |rate_hz| {
            ConditionSettings { rate_hz, ..Default::default() }
                .grid_rate_hz(0.01)
                .map_err(|e| e.code())
        };
        assert_eq!(rate(None), Ok(100.0));
        assert_eq!(rate(Some(125.0)), Ok(125.0));
        assert_eq!(rate(Some(50.0)), Err("E100"));
        assert_eq!(rate(Some(1e9)), Err("E100"));
        assert!(ConditionSettings::default().grid_rate_hz(f64::INFINITY).is_err());
    }
}
