//! The result as the screen and the JSON document show it.

use crate::diagnosis::Diagnosis;
use serde::Serialize;
use taufit::Warning;
use taufit::methods::RigidResult;
use taufit::model::Robot;
use taufit::params::Layout;
use taufit::signal::Motion;
use taufit::validate::{JointMetrics, Metrics, Verdict};

/// Everything there is to say.
#[derive(Debug, Serialize)]
pub(crate) struct IdentifyView {
    pub(super) robot: String,
    pub(super) verdict: Verdict,
    pub(super) logs: Vec<LogView>,
    pub(super) condition_number: f64,
    pub(super) base_parameters: Vec<ParameterView>,
    pub(super) joints: Vec<JointView>,
    /// Torque errors over all joints, on the data of the fit.
    pub(super) fit: Totals,
    /// The same on data not used for the fit.
    pub(super) validation: Totals,
    /// The same for the nominal parameters.
    pub(super) nominal: Totals,
    pub(crate) warnings: Vec<Diagnosis>,
}

/// A log and what was done to it.
#[derive(Debug, Serialize)]
pub(super) struct LogView {
    pub(super) source: String,
    pub(super) n_samples: usize,
    pub(super) n_segments: usize,
    pub(super) rate_hz: f64,
    pub(super) cutoff_hz: f64,
    pub(super) cutoff_reason: String,
    pub(super) edge_trim_s: f64,
}

/// A base parameter.
#[derive(Debug, Serialize)]
pub(super) struct ParameterView {
    pub(super) number: usize,
    pub(super) expression: String,
    pub(super) value: f64,
    pub(super) sigma: f64,
    pub(super) percent_sigma: f64,
    /// 95 %.
    pub(super) interval: [f64; 2],
    pub(super) nominal: f64,
}

/// A joint's torque errors.
#[derive(Debug, Serialize)]
pub(super) struct JointView {
    pub(super) number: usize,
    pub(super) name: String,
    /// Unit of its effort: N m, or N for a sliding joint.
    pub(super) unit: &'static str,
    pub(super) fit: JointMetrics,
    pub(super) validation: JointMetrics,
    pub(super) nominal: JointMetrics,
    /// Correlation time of the residual, in samples.
    pub(super) correlation_time: f64,
}

/// Errors over all joints.
#[derive(Debug, Serialize)]
pub(super) struct Totals {
    pub(super) relative_percent: f64,
    pub(super) e_n_nm: f64,
    pub(super) n_samples: usize,
}

impl From<&Metrics> for Totals {
    fn from(metrics: &Metrics) -> Self {
        Self {
            relative_percent: metrics.relative_percent,
            e_n_nm: metrics.e_n_nm,
            n_samples: metrics.n_samples,
        }
    }
}

impl IdentifyView {
    /// Gathers what is shown.
    pub(crate) fn new(
        robot: &Robot,
        layout: &Layout,
        motions: &[Motion],
        result: &RigidResult,
        warnings: &[Warning],
    ) -> Self {
        Self {
            robot: robot.name().to_owned(),
            verdict: result.verdict.clone(),
            logs: motions.iter().map(LogView::new).collect(),
            condition_number: result.estimate.condition,
            base_parameters: parameters(robot, layout, result),
            joints: joints(robot, result),
            fit: (&result.fit).into(),
            validation: (&result.validation).into(),
            nominal: (&result.nominal).into(),
            warnings: warnings.iter().map(Diagnosis::from).collect(),
        }
    }
}

impl LogView {
    fn new(motion: &Motion) -> Self {
        Self {
            source: motion.source.clone(),
            n_samples: motion.n_samples(),
            n_segments: motion.segments.len(),
            rate_hz: motion.rate_hz,
            cutoff_hz: motion.cutoff_hz,
            cutoff_reason: motion.cutoff_reason.clone(),
            edge_trim_s: motion.edge_trim_s,
        }
    }
}

fn parameters(robot: &Robot, layout: &Layout, result: &RigidResult) -> Vec<ParameterView> {
    let nominal = result.base.combine(&layout.nominal(robot));
    let intervals = result.intervals();
    (0..result.base.rank())
        .map(|k| ParameterView {
            number: k + 1,
            expression: result.base.expression(layout, k),
            value: result.estimate.beta[k],
            sigma: result.sigma[k],
            percent_sigma: result.percent_sigma()[k],
            interval: intervals[k],
            nominal: nominal[k],
        })
        .collect()
}

fn joints(robot: &Robot, result: &RigidResult) -> Vec<JointView> {
    robot
        .dof_joint_iter()
        .enumerate()
        .map(|(j, joint)| JointView {
            number: j + 1,
            name: joint.name.clone(),
            unit: if joint.is_prismatic() { "N" } else { "N m" },
            fit: result.fit.joints[j],
            validation: result.validation.joints[j],
            nominal: result.nominal.joints[j],
            correlation_time: result.correlation_times[j],
        })
        .collect()
}
