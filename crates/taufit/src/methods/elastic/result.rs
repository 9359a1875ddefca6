//! Result of the identification of elastic joints.

use super::arm::Arm;
use super::settings::ElasticSettings;
use super::solve::ElasticSolution;
use super::solve::Spring;
use crate::base::Base;
use crate::diagnostics::{ElasticWarning, Warning};
use crate::estimate::NORMAL_95;
use crate::estimate::feasible::FeasibleFit;
use crate::model::Robot;
use crate::params::{Layout, Param};
use crate::study::{ElasticEstimator, SpringCurve, StiffnessStatus};
use crate::validate::{Metrics, Verdict};

/// The spring of one elastic joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointSpring {
    /// Index of the coordinate.
    pub dof: usize,
    /// The joint.
    pub joint: String,
    /// Whether the data determine its stiffness, or why not.
    pub status: StiffnessStatus,
    /// Stiffness by the chosen estimator \[N·m/rad or N/m\], if it is determined.
    pub stiffness: Option<f64>,
    /// Its 95 % interval by the noise of the data, if it is determined.
    pub interval: Option<[f64; 2]>,
    /// Stiffness by weighted least squares on the lines, whatever it is worth.
    pub wls_stiffness: Option<f64>,
    /// Delay of the link's encoder \[s\]; it has been removed.
    pub lag_s: f64,
    /// Its standard deviation \[s\].
    pub lag_sigma_s: f64,
    /// Difference of the encoders without load, per log \[rad or m\]; it has been removed.
    pub shift: Vec<f64>,
    /// Half the jump of deflections at reversals, by dry friction behind the spring \[rad or m\].
    pub hysteresis: f64,
    /// Standard deviation of what is left of deflections \[rad or m\].
    pub deflection_sigma: f64,
}

/// An identified arm with elastic joints.
#[derive(Clone, Debug)]
pub struct ElasticResult {
    /// The unknowns.
    pub layout: Layout,
    /// Their base parameters.
    pub base: Base,
    /// Whether each joint was taken as elastic.
    pub is_elastic: Vec<bool>,
    /// Values of the base parameters; infinite for a stiffness of which nothing was seen.
    pub beta: Vec<f64>,
    /// Their standard deviations, the correlation of residuals taken into account.
    pub sigma: Vec<f64>,
    /// The springs, in the order of the joints.
    pub springs: Vec<JointSpring>,
    /// Standard deviation of what is left of each line: links and rigid joints, then motors \[N·m or N\].
    pub line_sigma: Vec<f64>,
    /// Rows of all lines.
    pub n_rows: usize,
    /// Condition number of the problem, columns scaled to one length.
    pub condition: f64,
    /// The estimator.
    pub estimator: ElasticEstimator,
    /// A physically consistent choice of all parameters.
    pub feasible: FeasibleFit,
    /// Errors of the motor torques that the physically consistent model predicts on data not fitted.
    pub torque_errors: Metrics,
    /// The verdict by these errors, the springs and the warnings.
    pub verdict: Verdict,
    /// Curves for figures, one per elastic joint.
    pub curves: Vec<SpringCurve>,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
}

impl ElasticResult {
    /// Base parameters of standard ones in the order of the layout: of a simulated arm, the truth.
    pub fn truth(&self, robot: &Robot, stiffness: &[f64], damping: &[f64]) -> Vec<f64> {
        let mut pi = self.layout.nominal(robot);
        for (value, param) in pi.iter_mut().zip(self.layout.params()) {
            match *param {
                Param::Stiffness { dof } => *value = stiffness[dof],
                Param::Damping { dof } => *value = damping.get(dof).copied().unwrap_or(0.0),
                _ => {}
            }
        }
        self.base.combine(&pi)
    }
}

/// Whether the data determine a stiffness, and what helps where they do not.
pub(super) fn status_text(status: StiffnessStatus) -> String {
    match status {
        StiffnessStatus::Determined => "determined".to_owned(),
        StiffnessStatus::NotLoaded | StiffnessStatus::Negative => {
            "not determined: the load of the joint does not vary; an upright axis needs fast turns \
             with a load far out, a level one many poses"
                .to_owned()
        }
        StiffnessStatus::TooUncertain { percent_sigma } => format!(
            "not determined: deflections show its load only to {percent_sigma:.0} % (one standard \
             deviation); load the joint more, record longer, or use finer encoders"
        ),
    }
}

/// The springs of all elastic joints.
pub(super) fn springs(
    arm: &Arm<'_>,
    base: &Base,
    solved: &ElasticSolution,
    settings: &ElasticSettings,
) -> Vec<JointSpring> {
    let of = |dof: usize| {
        let spring = by_estimator(arm, base, solved, settings, dof)?;
        let status = spring.status(settings.max_relative_sigma);
        let known = status == StiffnessStatus::Determined;
        let reach = NORMAL_95 * spring.compliance_sigma;
        let ends = [
            1.0 / (spring.compliance + reach),
            1.0 / (spring.compliance - reach).max(f64::MIN_POSITIVE),
        ];
        Some(JointSpring {
            dof,
            joint: arm.robot.dof_joint(dof).name.clone(),
            status,
            stiffness: known.then_some(1.0 / spring.compliance),
            interval: known.then_some(ends),
            wls_stiffness: solved.wls_stiffness[dof],
            lag_s: spring.lag_s,
            lag_sigma_s: spring.lag_sigma_s,
            shift: spring.shift,
            hysteresis: spring.hysteresis,
            deflection_sigma: spring.deflection_sigma,
        })
    };
    arm.elastic().filter_map(of).collect()
}

/// The spring by the chosen estimator; lag and shift are those of the deflections in every case.
fn by_estimator(
    arm: &Arm<'_>,
    base: &Base,
    solved: &ElasticSolution,
    settings: &ElasticSettings,
    dof: usize,
) -> Option<Spring> {
    let spring = solved.springs[dof].clone()?;
    let column = arm.layout.column_of(Param::Stiffness { dof })?;
    let k = base.independent().binary_search(&column).ok()?;
    let (stiffness, sigma) = (solved.beta[k], solved.sigma[k]);
    Some(match settings.estimator {
        ElasticEstimator::Deflection => spring,
        ElasticEstimator::Ols | ElasticEstimator::Wls => Spring {
            compliance: 1.0 / stiffness,
            compliance_sigma: sigma / (stiffness * stiffness),
            ..spring
        },
    })
}

/// Warnings about the springs.
pub(super) fn findings(
    found: &[JointSpring],
    solved: &ElasticSolution,
    settings: &ElasticSettings,
) -> Vec<Warning> {
    /// Lags shorter than this share of a period are not worth a word.
    const SHARE_OF_PERIOD: f64 = 0.05;
    /// Estimators that differ by more than this share disagree.
    const DISAGREE: f64 = 0.1;
    let mut findings = Vec::new();
    for spring in found {
        let joint = spring.joint.clone();
        let shortest_s = SHARE_OF_PERIOD / solved.aligned.rate_hz;
        if spring.lag_s.abs() > (3.0 * spring.lag_sigma_s).max(shortest_s) {
            let (lag_s, sigma_s) = (spring.lag_s, spring.lag_sigma_s);
            findings.push(ElasticWarning::Lag { joint: joint.clone(), lag_s, sigma_s });
        }
        if spring.status != StiffnessStatus::Determined {
            let reason = status_text(spring.status);
            findings.push(ElasticWarning::NoStiffness { joint: joint.clone(), reason });
        }
        let measured = solved.springs[spring.dof].as_ref().map(|s| 1.0 / s.compliance);
        let by_lines =
            spring.stiffness.filter(|_| settings.estimator != ElasticEstimator::Deflection);
        if let (Some(least_squares), Some(deflection)) = (by_lines, measured)
            && (least_squares / deflection - 1.0).abs() > DISAGREE
        {
            findings.push(ElasticWarning::Attenuated { joint, least_squares, deflection });
        }
    }
    if !solved.settled {
        findings.push(ElasticWarning::NotSettled);
    }
    findings.into_iter().map(Warning::from).collect()
}
