//! An identification of elastic joints.

use super::{Diagnosis, Provenance, StudyKind};
use crate::validate::{Metrics, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An identification of an arm with elastic joints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ElasticStudy {
    /// Version of this schema.
    pub schema_version: u32,
    /// The method.
    pub kind: StudyKind,
    /// How to make it again.
    pub provenance: Provenance,
    /// Name of the robot.
    pub robot: String,
    /// File or built-in name, as given.
    pub robot_source: String,
    /// How base parameters were found.
    pub estimator: ElasticEstimator,
    /// The springs of the elastic joints.
    pub springs: Vec<SpringRecord>,
    /// Base parameters: what data reveal.
    pub base_parameters: Vec<ElasticParameter>,
    /// Every standard parameter with its class, and a physically consistent value.
    pub standard_parameters: Vec<ClassifiedParameter>,
    /// Standard deviation of what is left of each line of the equations.
    pub lines: Vec<LineRecord>,
    /// Rows of all lines.
    pub n_rows: usize,
    /// Condition number of the problem, columns scaled to one length.
    pub condition_number: f64,
    /// `mean |found − true|/|true|` over base parameters whose truth is known and not zero.
    pub normalised_error: Option<f64>,
    /// Errors of the motor torques on the end of every log, which was not fitted.
    pub torque_errors: Metrics,
    /// The verdict, with its rule.
    pub verdict: Verdict,
    /// What figures show.
    pub curves: Vec<SpringCurve>,
    /// Doubts.
    pub warnings: Vec<Diagnosis>,
}

/// How the base parameters of an elastic arm are found.
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

/// Whether the data determine a stiffness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StiffnessStatus {
    /// They do.
    Determined,
    /// The motion leaves it free: nothing loads the joint, or always the same load.
    NotSeen,
    /// The interval is too wide to be of use, or deflections do not follow the load.
    TooUncertain {
        /// Standard deviation of the compliance \[% of its value\].
        percent_sigma: f64,
    },
}

impl fmt::Display for StiffnessStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Determined => write!(f, "determined"),
            Self::NotSeen => write!(
                f,
                "not determined: the load of the joint does not vary; an upright axis needs fast turns \
                 with a load far out, a level one many poses"
            ),
            Self::TooUncertain { percent_sigma } => write!(
                f,
                "not determined: deflections show its load only to {percent_sigma:.0} % (one standard \
                 deviation); load the joint more, record longer, or use finer encoders"
            ),
        }
    }
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
    /// How late the encoder of the link is \[s\]; removed.
    pub lag_s: f64,
    /// Its standard deviation \[s\].
    pub lag_sigma_s: f64,
    /// What the encoders differ by without load, per log \[rad or m\]; removed.
    pub shift: Vec<f64>,
    /// Half the jump of deflections at reversals, by dry friction behind the spring \[rad or m\].
    pub hysteresis: f64,
    /// Standard deviation of what is left of deflections \[rad or m\].
    pub deflection_sigma: f64,
}

/// A base parameter of an elastic arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ElasticParameter {
    /// Short name of its leading standard parameter, such as `Izz1` or `K2`.
    pub name: String,
    /// The combination of standard parameters that it stands for.
    pub expression: String,
    /// Unit.
    pub unit: String,
    /// Estimate; `None` for a stiffness of which nothing was seen.
    pub value: Option<f64>,
    /// Standard deviation; `None` where there is none.
    pub sigma: Option<f64>,
    /// Value of the physically consistent parameters.
    pub feasible: f64,
    /// Truth, where the arm is simulated.
    pub truth: Option<f64>,
}

/// Identifiability of a standard parameter (Zollo et al. 2014, §5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParameterClass {
    /// Its own value: linearly independent.
    Independent,
    /// A combination with others: linearly dependent.
    Dependent,
    /// Nothing.
    Unidentifiable,
    /// Taken from the robot.
    Known,
}

/// A standard parameter with its class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassifiedParameter {
    /// Short name.
    pub name: String,
    /// Name with that of link or joint.
    pub long_name: String,
    /// Unit.
    pub unit: String,
    /// Its class.
    pub class: ParameterClass,
    /// The base parameters that it takes part in.
    pub groups: Vec<String>,
    /// Physically consistent value.
    pub value: f64,
    /// Value of the nominal robot.
    pub nominal: f64,
}

/// What is left of one line of the equations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LineRecord {
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
