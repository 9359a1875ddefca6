//! A weighed load.

use super::{LinkValues, ParameterRecord, ParameterTable, StudyDocument, StudyHeader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Result of the identification of a payload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PayloadStudy {
    /// Provenance, robot, verdict, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// Estimates with their uncertainty.
    #[serde(flatten)]
    pub found: PayloadFound,
    /// The load as controllers take it.
    pub entries: Vec<VendorEntry>,
}

impl StudyDocument for PayloadStudy {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        vec![("parameters", self.found.parameters.iter().map(|p| &p.parameter).collect())]
    }
}

/// The load as one controller takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VendorEntry {
    /// Controller that takes it, and meaning of the numbers.
    pub words: String,
    /// To be typed in.
    pub text: String,
}

/// Estimates of a payload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PayloadFound {
    /// Kind of data.
    pub mode: PayloadMode,
    /// The frame that everything is expressed in.
    pub frame: String,
    /// The moving link that carries it.
    pub link: String,
    /// The load as a body that can exist, in the frame.
    pub body: LinkValues,
    /// Mass, centre of mass and central inertia with their uncertainty.
    pub parameters: Vec<PayloadParameter>,
    /// Prior of parameters that the data do not show.
    pub prior: String,
    /// Treatment of friction.
    pub friction: FrictionUnderLoad,
    /// Torque errors joint by joint.
    pub joints: Vec<PayloadJoint>,
    /// Poses in which the load was weighed at rest; none for a moving robot.
    pub poses: Vec<WeighedPose>,
    /// Poses that would reduce the uncertainty.
    pub advice: Option<PoseAdvice>,
}

/// Kind of data that identify a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayloadMode {
    /// In motion: mass, centre and inertia.
    Motion,
    /// At rest in several poses: mass and centre.
    Static,
}

/// A parameter of a load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PayloadParameter {
    /// `m`, `cx`, `cy`, `cz`, `Ixx`, `Ixy`, `Ixz`, `Iyy`, `Iyz`, `Izz` of the body that can exist, inertias about the
    /// centre of mass. Its standard deviation holds noise with its correlation, drive gains, mistakes of the model;
    /// that of an inertia that was not sought is the prior's.
    #[serde(flatten)]
    pub parameter: ParameterRecord,
    /// Value of least squares, which need not be that of a body.
    pub unconstrained: f64,
    /// Value by the difference of two sets of coefficients, where there are two.
    pub difference: Option<f64>,
}

/// Treatment of friction under load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FrictionUnderLoad {
    /// Whether it was found anew with the load.
    pub refitted: bool,
    /// Mass with the friction of the robot without load \[kg\].
    pub kept_mass_kg: f64,
    /// Mass with friction found anew \[kg\]; `None` where that was not tried.
    pub refitted_mass_kg: Option<f64>,
    /// Changes of the coefficients under load, fitted again or not.
    pub changes: Vec<FrictionChange>,
}

/// A friction coefficient without and with the load.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FrictionChange {
    /// Short name, such as `fc2`.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Without the load.
    pub before: f64,
    /// With it, if it is found anew.
    pub after: f64,
    /// Standard deviation of the change.
    pub sigma: f64,
}

/// Torque errors of one joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PayloadJoint {
    /// Its name.
    pub name: String,
    /// `N m` or `N`.
    pub unit: String,
    /// Whether its efforts were used.
    pub used: bool,
    /// Drive gain, for logs of currents \[N·m/A or N/A\].
    pub gain_nm_per_a: Option<f64>,
    /// Its standard deviation \[% of the gain\].
    pub gain_percent_sigma: Option<f64>,
    /// Root mean square error without the load, in the run without it or where the model was validated.
    pub free_rms_nm: Option<f64>,
    /// Root mean square error of the robot without load in the run with it.
    pub before_rms_nm: f64,
    /// The same with the load that was found.
    pub after_rms_nm: f64,
    /// `100 |τ − τ̂|/|τ|` in the run without load; `None` where there is none.
    pub free_percent: Option<f64>,
    /// `100 |τ − τ̂|/|τ|` with the load that was found.
    pub after_percent: f64,
    /// Correlation time of the residuals, in rows.
    pub correlation_time: f64,
    /// Torque that the load adds over time.
    pub extra: ExtraTorque,
}

/// Torque that a load adds, at the beginning of the run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExtraTorque {
    /// Time \[s\].
    pub t_s: Vec<f64>,
    /// Measured torque less that of the robot without load \[N·m or N\].
    pub measured_nm: Vec<f64>,
    /// Torque of the load that was found \[N·m or N\].
    pub predicted_nm: Vec<f64>,
}

/// A pose in which the load was weighed at rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WeighedPose {
    /// From when \[s\].
    pub start_s: f64,
    /// For how long \[s\].
    pub duration_s: f64,
    /// Positions \[rad or m\].
    pub q: Vec<f64>,
    /// Side that each joint came from: 1 upwards, -1 downwards, 0 not known.
    pub approach: Vec<i8>,
    /// Torque left over by the fit \[N·m or N\].
    pub residual_nm: Vec<f64>,
}

/// Poses that would make the numbers sharper.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PoseAdvice {
    /// Standard deviation of the mass to be reached \[kg\].
    pub target_mass_sigma_kg: f64,
    /// Standard deviation of the centre of mass to be reached, the worst direction \[m\].
    pub target_com_sigma_m: f64,
    /// The poses to add, the most telling first; none where the targets are met, or where drive gains or the
    /// model are in the way.
    pub poses: Vec<AdvisedPose>,
    /// Standard deviation of the mass now, and after each further pose \[kg\].
    pub mass_sigma_kg: Vec<f64>,
    /// Standard deviation of the centre of mass now, and after each further pose, the worst direction \[m\].
    pub com_sigma_m: Vec<f64>,
    /// Whether the targets are reached with these.
    pub reached: bool,
}

/// A pose to add.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AdvisedPose {
    /// Positions \[rad or m\].
    pub q: Vec<f64>,
    /// Whether the robot has been there in the logs; else it lies within the limits, and was not checked
    /// for collisions.
    pub visited: bool,
}
