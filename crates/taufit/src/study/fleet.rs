//! Result of a fleet: population of a robot type, its robots, outliers, drifts.

use super::Diagnosis;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Statistics of all robots of a type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetStudy {
    /// Version of this schema.
    pub schema_version: u32,
    /// Version of taufit.
    pub version: String,
    /// The robot type.
    pub robot_type: String,
    /// Hash of the base parameters that all evidence shares.
    pub base_hash: String,
    /// Hash of the settings that shaped all rows.
    pub settings_hash: String,
    /// Probability of at least one wrong call among all robots and parameters; for outliers and drifts each.
    pub family_wise_rate: f64,
    /// Number of logs.
    pub n_logs: usize,
    /// Population of every base parameter.
    pub parameters: Vec<FleetParameter>,
    /// Correlations of the base parameters between robots: the lower triangle without its diagonal, row by row; empty
    /// with too few robots to tell.
    pub correlations: Vec<Vec<f64>>,
    /// The robots, by name.
    pub robots: Vec<FleetRobot>,
    /// Robots that differ from their type, largest deviation first.
    pub outliers: Vec<FleetOutlier>,
    /// Robots that change over time, surest first.
    pub drifts: Vec<FleetDrift>,
    /// Torque constants of the type by the weights of the description, for logs of currents; as good as its masses.
    #[serde(default)]
    pub torque_constants: Vec<FleetTorqueConstant>,
    /// Parameters pooled over joints: those asked for, and torque constants of joints with one type of motor.
    pub pools: Vec<ParameterPool>,
    /// Estimates of every robot per day, week or month, where asked for; by robot, then by time.
    #[serde(default)]
    pub periods: Vec<FleetPeriod>,
    /// Robots to look at first, with reasons.
    pub attention: Vec<Attention>,
    /// Logs and files that could not be used.
    pub failures: Vec<FleetFailure>,
    /// Warnings.
    pub warnings: Vec<Diagnosis>,
}

/// Population of one base parameter, robots that are outliers left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetParameter {
    /// Name of its leading parameter.
    pub name: String,
    /// The combination of standard parameters.
    pub expression: String,
    /// Mean of the type, SI units; absent with fewer than two robots that determine it.
    pub mean: Option<f64>,
    /// 95 % interval of the mean.
    pub mean_interval: Option<[f64; 2]>,
    /// Standard deviation between robots.
    pub spread: Option<f64>,
    /// 95 % interval of the standard deviation.
    pub spread_interval: Option<[f64; 2]>,
    /// Robots that it rests on.
    pub n_robots: usize,
    /// Factor by which the scatter between logs of one robot exceeds the variance by correlated noise.
    pub inflation: f64,
}

/// Estimates of one robot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetRobot {
    /// The robot.
    pub robot: String,
    /// Number of its logs.
    pub n_logs: usize,
    /// Start of its first and of its last log, Unix time \[s\].
    pub span_s: [f64; 2],
    /// Relative torque error of the plan's model on its last log \[%\].
    pub last_error_percent: f64,
    /// Base parameters by its own evidence.
    pub values: Vec<f64>,
    /// Their standard deviations; absent where its logs leave one free.
    pub sigma: Vec<Option<f64>>,
    /// Shrunken estimates: the type's population as prior. Those of outliers are their own.
    pub shrunken: Vec<f64>,
    /// Standard deviations of the shrunken estimates.
    pub shrunken_sigma: Vec<Option<f64>>,
    /// Deviation from the population in standard deviations of both.
    pub z: Vec<Option<f64>>,
    /// Whether it is an outlier of its type.
    pub is_outlier: bool,
}

/// Estimates of one robot from the logs of one period.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetPeriod {
    /// The robot.
    pub robot: String,
    /// The day, the Monday of the week, or the month: `2026-01-05` or `2026-01`.
    pub period: String,
    /// Number of its logs.
    pub n_logs: usize,
    /// Base parameters.
    pub values: Vec<f64>,
    /// Their standard deviations; absent where the logs leave one free.
    pub sigma: Vec<Option<f64>>,
}

/// A parameter of a robot that differs from its type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetOutlier {
    /// The robot.
    pub robot: String,
    /// The base parameter.
    pub parameter: String,
    /// Its value by the robot's own evidence.
    pub value: f64,
    /// Mean of the type.
    pub mean: f64,
    /// Deviation in standard deviations.
    pub z: f64,
    /// Probability by chance for this one comparison.
    pub p: f64,
}

/// A parameter of a robot that changes over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetDrift {
    /// The robot.
    pub robot: String,
    /// The base parameter.
    pub parameter: String,
    /// Shape of the change.
    pub change: FleetChange,
    /// Size of the change in standard deviations.
    pub z: f64,
    /// Probability by chance for this one comparison.
    pub p: f64,
    /// Start of its logs, Unix time \[s\].
    pub t_s: Vec<f64>,
    /// Estimate of every log.
    pub values: Vec<f64>,
    /// Their standard deviations.
    pub sigma: Vec<f64>,
}

/// Shape of a change over time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FleetChange {
    /// A step between two logs.
    Step {
        /// Start of the first log after it, Unix time \[s\].
        at_s: f64,
        /// Mean before.
        before: f64,
        /// Mean after.
        after: f64,
    },
    /// A straight line.
    Slope {
        /// Change per week.
        per_week: f64,
        /// Its 95 % interval.
        interval: [f64; 2],
    },
}

/// Torque constant of a joint over the robots of a type, outliers left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FleetTorqueConstant {
    /// The joint.
    pub joint: String,
    /// Short name, such as `kct2`.
    pub name: String,
    /// Torque constant of the plan \[N·m/A or N/A\].
    pub by_plan: f64,
    /// Mean of the type \[N·m/A or N/A\]; absent where no weight tells it.
    pub mean: Option<f64>,
    /// 95 % interval of the mean.
    pub mean_interval: Option<[f64; 2]>,
    /// Standard deviation between robots; that of the links' weights is in it.
    pub spread: Option<f64>,
    /// 95 % interval of the standard deviation.
    pub spread_interval: Option<[f64; 2]>,
    /// Robots that it rests on.
    pub n_robots: usize,
}

/// Parameters of several joints with one value for all, and the test of whether they have one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ParameterPool {
    /// The base parameters.
    pub parameters: Vec<String>,
    /// Generalised least-squares mean of their population means.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// Cochran's Q of the means.
    pub q: f64,
    /// Probability of so large a Q if all have one mean.
    pub p: f64,
    /// Whether one value serves all: `p` of 0.05 or more.
    pub is_homogeneous: bool,
}

/// A robot to look at, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attention {
    /// The robot.
    pub robot: String,
    /// Largest deviation in standard deviations.
    pub z: f64,
    /// Reasons in words, strongest first.
    pub reasons: Vec<String>,
}

/// A log or file that could not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FleetFailure {
    /// The robot, where known.
    pub robot: String,
    /// Name of the log or file.
    pub log: String,
    /// Stable code of the error.
    pub code: String,
    /// Its message.
    pub message: String,
}
