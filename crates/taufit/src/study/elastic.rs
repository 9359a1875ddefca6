//! An identification of elastic joints.

use super::{ParameterRecord, ParameterTable, StiffnessStatus, StudyDocument, StudyHeader};
use crate::validate::Metrics;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An identification of an arm with elastic joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ElasticStudy {
    /// Provenance, robot, verdict, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// Estimator of the base parameters.
    pub estimator: ElasticEstimator,
    /// The springs of the elastic joints.
    pub springs: Vec<SpringRecord>,
    /// Base parameters: what data reveal.
    pub base_parameters: Vec<ElasticParameter>,
    /// Every standard parameter with a physically consistent value.
    pub standard_parameters: Vec<GroupedParameter>,
    /// Standard deviation of what is left of each line of the equations.
    pub lines: Vec<EquationResidual>,
    /// Rows of all lines.
    pub n_rows: usize,
    /// Condition number of the problem, columns scaled to one length.
    pub condition_number: f64,
    /// `mean |found − true|/|true|` over base parameters whose truth is known and not zero.
    pub normalised_error: Option<f64>,
    /// Errors of the motor torques on the end of every log, which was not fitted.
    pub torque_errors: Metrics,
    /// Curves for figures.
    pub curves: Vec<SpringCurve>,
}

impl StudyDocument for ElasticStudy {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        let base = self.base_parameters.iter().map(|p| &p.parameter);
        let standard = self.standard_parameters.iter().map(|p| &p.parameter);
        vec![("base_parameters", base.collect()), ("standard_parameters", standard.collect())]
    }
}

/// Estimator of the base parameters of an elastic arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ElasticEstimator {
    /// Least squares on the lines of links and motors, all rows alike (Zollo et al. 2014).
    Ols,
    /// The same with every line divided by the standard deviation of its residual.
    Wls,
    /// Deflections as measurements instead of regressors: noise of the encoders does not draw the
    /// stiffness towards zero.
    #[default]
    Deflection,
}

/// The spring of one joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpringRecord {
    /// The joint.
    pub joint: String,
    /// Its number from 1.
    pub number: usize,
    /// Unit of its stiffness.
    pub unit: String,
    /// Whether the data determine the stiffness.
    pub status: StiffnessStatus,
    /// The same in words.
    pub reason: String,
    /// Stiffness, if it is determined.
    pub stiffness: Option<f64>,
    /// Its 95 % interval by the noise of the data.
    pub interval: Option<[f64; 2]>,
    /// Stiffness by weighted least squares on the lines, for comparison.
    pub wls_stiffness: Option<f64>,
    /// True stiffness, where the arm is simulated.
    pub truth: Option<f64>,
    /// Delay of the link's encoder \[s\]; removed.
    pub lag_s: f64,
    /// Its standard deviation \[s\].
    pub lag_sigma_s: f64,
    /// Difference of the encoders without load, per log \[rad or m\]; removed.
    pub shift: Vec<f64>,
    /// Half the jump of deflections at reversals, by dry friction behind the spring \[rad or m\].
    pub hysteresis: f64,
    /// Standard deviation of what is left of deflections \[rad or m\].
    pub deflection_sigma: f64,
}

/// A base parameter of an elastic arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ElasticParameter {
    /// The parameter; a stiffness of which nothing was seen has the physically consistent value.
    #[serde(flatten)]
    pub parameter: ParameterRecord,
    /// Truth, where the arm is simulated.
    pub truth: Option<f64>,
}

/// A standard parameter of an elastic arm (Zollo et al. 2014, §5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupedParameter {
    /// The parameter.
    #[serde(flatten)]
    pub parameter: ParameterRecord,
    /// The base parameters that it takes part in.
    pub groups: Vec<String>,
}

/// Residual of one equation of motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EquationResidual {
    /// The joint.
    pub joint: String,
    /// `link`, `motor`, or `whole` for a rigid joint.
    pub line: String,
    /// Standard deviation of the residual \[N·m or N\].
    pub residual_sigma: f64,
}

/// Positions, deflections and loads of an elastic joint over time, encoders aligned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpringCurve {
    /// The joint.
    pub joint: String,
    /// Time \[s\].
    pub t_s: Vec<f64>,
    /// Positions of the link \[rad or m\].
    pub q: Vec<f64>,
    /// Positions of the motor \[rad or m\].
    pub q_motor: Vec<f64>,
    /// Deflection, motor less link \[rad or m\].
    pub deflection: Vec<f64>,
    /// Load of the spring by the identified links \[N·m or N\].
    pub load: Vec<f64>,
}
