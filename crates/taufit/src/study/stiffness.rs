//! Result of clamped records: joint stiffness by motor torque and by wrench.

use super::{ParameterRecord, ParameterTable, StudyDocument, StudyHeader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Stiffnesses of a clamped arm, from its inputs to its warnings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StiffnessStudy {
    /// Provenance, robot, verdict, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// The records, each with the pose in which the arm was clamped.
    pub clamps: Vec<ClampRecord>,
    /// The axes, in the order of the coordinates.
    pub axes: Vec<AxisRecord>,
    /// Compliance of the tool, where any axis has a stiffness.
    pub compliance: Option<ComplianceRecord>,
    /// Compliance of the clamp along and about the axes of its frame \[m/N, rad/(N·m)\]; not known if
    /// absent, and stiffnesses are those of joint and clamp in series.
    pub clamp_compliance: Option<[f64; 6]>,
}

impl StudyDocument for StiffnessStudy {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        vec![("parameters", self.axes.iter().filter_map(|axis| axis.stiffness.as_ref()).collect())]
    }
}

/// One record of a clamped arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClampRecord {
    /// The log of the joints.
    pub source: String,
    /// Where the motors were at the lowest load \[rad or m\].
    pub pose: Vec<f64>,
    /// Rate of the log \[Hz\].
    pub rate_hz: f64,
    /// Duration \[s\].
    pub duration_s: f64,
    /// The record of forces, if there is one.
    pub wrench: Option<WrenchRecord>,
}

/// Properties of a record of forces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WrenchRecord {
    /// Where it comes from.
    pub source: String,
    /// The frame whose axes and origin the numbers refer to.
    pub frame: String,
    /// The components that were measured.
    pub measured: Vec<String>,
    /// The components that were taken as zero.
    pub assumed_zero: Vec<String>,
    /// Its own rate \[Hz\].
    pub rate_hz: f64,
    /// Pauses in it.
    pub n_gaps: usize,
    /// Share of the joint log for which there are forces.
    pub covered_share: f64,
    /// Condition number of the Jacobian in this frame and pose (metres and radians mixed).
    pub jacobian_condition: f64,
    /// Delay of its stamps against those of the joints, given or found \[s\]; removed.
    pub delay_s: f64,
}

/// One axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AxisRecord {
    /// Its number, from 1.
    pub number: usize,
    /// Its joint.
    pub joint: String,
    /// `rad` or `m`.
    pub position_unit: String,
    /// `N m` or `N`.
    pub effort_unit: String,
    /// Whether its stiffness was found, or why not.
    pub status: StiffnessStatus,
    /// The stiffness to go on with: by the wrench where that determines it, else by the motor torque
    /// \[N·m/rad or N/m\].
    pub stiffness: Option<ParameterRecord>,
    /// Which method it comes from.
    pub method: Option<StiffnessMethod>,
    /// The true one, where the arm was simulated.
    pub true_stiffness: Option<f64>,
    /// By motor torque, with the friction of both branches separated.
    pub motor: Option<LineFit>,
    /// By motor torque with friction ignored (the fit of Jubien et al. 2014).
    pub motor_plain: Option<LineFit>,
    /// By the wrench.
    pub wrench: Option<LineFit>,
    /// `100 |k_motor − k_wrench|/k_wrench`.
    pub difference_percent: Option<f64>,
    /// Slopes of the motor torque while the angle grows and while it falls \[N·m/rad or N/m\].
    pub branch_stiffness: Option<[f64; 2]>,
    /// Their standard deviations.
    pub branch_sigma: Option<[f64; 2]>,
    /// Distance between the two branches of the motor torque, twice the friction \[N·m or N\].
    pub hysteresis: Option<f64>,
    /// The same for the torque of the wrench, which no friction should touch.
    pub wrench_hysteresis: Option<f64>,
    /// From the lowest to the highest motor torque \[N·m or N\].
    pub torque_range: f64,
    /// From the lowest to the highest motor position \[rad or m\].
    pub deflection_range: f64,
    /// The same in steps of the encoder, where these can be seen.
    pub encoder_counts: Option<f64>,
    /// Motor torque over motor position.
    pub motor_points: LoadPoints,
    /// Torque of the wrench over motor position.
    pub wrench_points: LoadPoints,
}

impl AxisRecord {
    /// The fits that there are, with the name of their method.
    pub fn fits(&self) -> impl Iterator<Item = (&'static str, &LineFit)> {
        let all = [
            ("motor torque", &self.motor),
            ("motor torque, friction ignored", &self.motor_plain),
            ("wrench", &self.wrench),
        ];
        all.into_iter().filter_map(|(method, fit)| Some((method, fit.as_ref()?)))
    }
}

/// Whether the data determine a stiffness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StiffnessStatus {
    /// They do.
    Determined,
    /// The load of the joint hardly changed.
    NotLoaded,
    /// The standard deviation is too large to be of use.
    TooUncertain {
        /// Standard deviation \[% of the value\].
        percent_sigma: f64,
    },
    /// The slope has the wrong sign.
    Negative,
}

/// Source of a stiffness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StiffnessMethod {
    /// Motor current times drive gain.
    MotorTorque,
    /// A force sensor, through the Jacobian.
    Wrench,
}

/// A line through torques over motor positions, `τ = k q + off + s f` with `s = ±1` for the branch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LineFit {
    /// Slope `k` \[N·m/rad or N/m\].
    pub stiffness: f64,
    /// Its standard deviation, for residuals as correlated as they are.
    pub sigma: f64,
    /// `100 sigma/|k|`.
    pub percent_sigma: f64,
    /// The same for white residuals (Jubien et al. 2014, eq. 17); too small for filtered data.
    pub white_percent_sigma: f64,
    /// One offset per record in use \[N·m or N\].
    pub offsets: Vec<OffsetRecord>,
    /// Friction `f` \[N·m or N\], where the branches were separated.
    pub friction: Option<f64>,
    /// Its standard deviation.
    pub friction_sigma: Option<f64>,
    /// `100 |W x − Y|/|Y|`.
    pub relative_error_percent: f64,
    /// Root mean square residual \[N·m or N\].
    pub rms: f64,
    /// Number of rows.
    pub n_rows: usize,
    /// Rows that make one independent observation.
    pub correlation_time: f64,
}

/// The offset of one record.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OffsetRecord {
    /// Which record, from 0.
    pub clamp: usize,
    /// The offset \[N·m or N\].
    pub value: f64,
    /// `100 sigma/|offset|`.
    pub percent_sigma: f64,
}

/// Rows of a fit, thinned out for drawing: one entry per row in every list.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct LoadPoints {
    /// Which record, from 0.
    pub clamp: Vec<usize>,
    /// Time \[s\].
    pub t_s: Vec<f64>,
    /// Motor position \[rad or m\].
    pub q: Vec<f64>,
    /// Torque \[N·m or N\].
    pub tau: Vec<f64>,
    /// 1 while the angle grows, −1 while it falls, 0 between the branches.
    pub branch: Vec<i8>,
}

/// Compliance of a frame of the arm, `C = J K⁻¹ Jᵀ`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ComplianceRecord {
    /// The frame.
    pub frame: String,
    /// The pose \[rad or m\].
    pub pose: Vec<f64>,
    /// `C` by rows, forces then moments, displacements then rotations; world axes \[m/N, rad/(N·m), ...\].
    pub matrix: [[f64; 6]; 6],
    /// Standard deviations of the displacements along x, y and z per force along the same \[m/N\].
    pub sigma_m_n: [f64; 3],
    /// Displacement per force along the principal directions, ascending \[m/N\].
    pub principal_m_n: [f64; 3],
    /// Those directions, world axes.
    pub directions: [[f64; 3]; 3],
    /// Axes that are taken as rigid because their stiffness is not known.
    pub rigid_axes: Vec<String>,
}
