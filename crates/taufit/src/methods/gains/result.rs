//! Gains with their intervals, or the reason why there is none.

use super::fit::GainsFit;
use super::gravity::LEAST_SHARE;
use super::problem::GainsProblem;
use super::settings::GainsSettings;
use crate::base::Base;
use crate::diagnostics::Warning;
use crate::estimate::NORMAL_95;
use crate::model::Robot;
use crate::params::{Layout, LinkParam};
use serde::Serialize;
use std::fmt;

/// Whether the data determine a gain.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GainStatus {
    /// They do.
    Determined,
    /// The axis was upright throughout: no weight, not even the known one, turns this joint.
    NoGravity,
    /// The motion leaves the gain free.
    NotSeen,
    /// The interval is too wide to be of use.
    TooUncertain {
        /// Standard deviation \[% of the gain\].
        percent_sigma: f64,
    },
}

impl fmt::Display for GainStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Determined => write!(f, "determined"),
            Self::NoGravity => write!(
                f,
                "not determined: the axis stays along gravity (a sliding axis across it), so that no \
                 weight loads the joint and only inertia and friction do, whose scale is unknown too; \
                 tilt the base, or take the gain of a joint with the same motor"
            ),
            Self::NotSeen => write!(
                f,
                "not determined: the motion leaves the gain free; move the joint with the load in many \
                 poses"
            ),
            Self::TooUncertain { percent_sigma } => write!(
                f,
                "not determined: its standard deviation is {percent_sigma:.0} % of its value; record \
                 longer, with a heavier load or one farther from the axis"
            ),
        }
    }
}

/// The gain of one joint.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointGain {
    /// The joint.
    pub joint: String,
    /// Whether the data determine it, or why not.
    pub status: GainStatus,
    /// The gain \[N·m/A, N/A for a sliding joint\], if it is determined.
    pub gain_nm_per_a: Option<f64>,
    /// Its 95 % interval by the noise of the currents, if it is determined.
    pub interval_nm_per_a: Option<[f64; 2]>,
    /// The gain if all errors sat in the model instead of in the currents, if it is determined: what
    /// least squares with the currents as regressors finds. The two are the extremes between which
    /// errors in both put the gain; far apart, they say that the load shows little above the errors.
    pub regressor_gain_nm_per_a: Option<f64>,
}

/// Gains, and what was found with them.
#[derive(Clone, Debug)]
pub struct GainsResult {
    /// One per joint.
    pub gains: Vec<JointGain>,
    /// The unknowns of the robot.
    pub layout: Layout,
    /// Their base parameters.
    pub base: Base,
    /// Values of the base parameters, the load not included. Those that only joints without gain see
    /// are meaningless.
    pub beta: Vec<f64>,
    /// The load's parameters in the frame of its link; where the motion leaves some of them free, the
    /// smallest.
    pub payload: [f64; LinkParam::COUNT],
    /// Standard deviation of the residual of each joint with gain, zero without \[A\].
    pub residual_sigma_a: Vec<f64>,
    /// Correlation time of the residuals of each joint, in rows.
    pub correlation_times: Vec<f64>,
    /// Whether the fit settled.
    pub settled: bool,
    /// Warnings about the logs.
    pub warnings: Vec<Warning>,
}

impl GainsResult {
    pub(super) fn new(
        robot: &Robot,
        problem: &GainsProblem<'_>,
        fit: GainsFit,
        correlation_times: Vec<f64>,
        gravity_shares: &[f64],
        warnings: Vec<Warning>,
        settings: &GainsSettings,
    ) -> Self {
        let gain = |dof: usize| {
            let sigma = fit.relative_sigma[dof];
            let status = if gravity_shares[dof] < LEAST_SHARE {
                GainStatus::NoGravity
            } else if !fit.is_seen[dof] {
                GainStatus::NotSeen
            } else if sigma.is_nan() || sigma > settings.max_relative_sigma {
                GainStatus::TooUncertain { percent_sigma: 100.0 * sigma }
            } else {
                GainStatus::Determined
            };
            let extremes = [fit.gains[dof], fit.regressor_gains[dof]];
            JointGain::new(&robot.dof_joint(dof).name, status, extremes, sigma)
        };
        Self {
            gains: (0..robot.n_dof()).map(gain).collect(),
            layout: problem.layout.clone(),
            base: problem.base.clone(),
            beta: fit.beta,
            payload: fit.payload,
            residual_sigma_a: fit.residual_sigma,
            correlation_times,
            settled: fit.settled,
            warnings,
        }
    }
}

impl JointGain {
    /// The fit is in the logarithm of the gain, and so is the interval.
    fn new(joint: &str, status: GainStatus, extremes: [f64; 2], relative_sigma: f64) -> Self {
        let spread = (NORMAL_95 * relative_sigma).exp();
        let known = status == GainStatus::Determined;
        let [gain, regressor_gain] = extremes;
        Self {
            joint: joint.to_owned(),
            status,
            gain_nm_per_a: known.then_some(gain),
            interval_nm_per_a: known.then_some([gain / spread, gain * spread]),
            regressor_gain_nm_per_a: known.then_some(regressor_gain),
        }
    }

    /// From the lower of the two extremes to the upper, each with the noise of the currents.
    pub fn bracket_nm_per_a(&self) -> Option<[f64; 2]> {
        let (gain, [low, high]) = (self.gain_nm_per_a?, self.interval_nm_per_a?);
        let other = self.regressor_gain_nm_per_a?;
        Some([low.min(other * low / gain), high.max(other * high / gain)])
    }
}
