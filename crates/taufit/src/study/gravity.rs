//! Result of the identification of gravity terms.

use super::{
    LayoutRecord, ParameterRecord, ParameterTable, StudyDocument, StudyHeader, base_and_standard,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Weights of an arm from poses in which it stands or creeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GravityStudy {
    /// Provenance, robot, verdict, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// The unknowns: of every link mass and first moment only.
    pub layout: LayoutRecord,
    /// Estimates with their uncertainty.
    #[serde(flatten)]
    pub found: GravityFindings,
}

impl StudyDocument for GravityStudy {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        base_and_standard(&self.found.base_parameters, &self.found.standard_parameters)
    }
}

/// Gravity terms of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GravityFindings {
    /// The joints, in the order of the coordinates.
    pub joints: Vec<GravityJoint>,
    /// Combinations of masses and first moments that the torques of a standing arm depend on, then offsets
    /// and friction.
    pub base_parameters: Vec<ParameterRecord>,
    /// Every mass and first moment with its identifiability. They give the found
    /// torques, and lie near the robot's file where the poses leave a choice.
    pub standard_parameters: Vec<ParameterRecord>,
    /// Condition number of the observation matrix with columns of length one.
    pub condition_number: f64,
    /// Whether prediction errors are those of poses that were left out of the fit.
    pub held_out: bool,
    /// The poses, in the order of time.
    pub poses: Vec<GravityPose>,
}

/// A pose in which the arm stands or creeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GravityPose {
    /// The log.
    pub source: String,
    /// When it begins \[s\].
    pub t_s: f64,
    /// Duration \[s\].
    pub duration_s: f64,
    /// Whether the arm stands; otherwise it creeps.
    pub standing: bool,
    /// Mean positions \[rad or m\].
    pub q: Vec<f64>,
    /// Mean torques \[N·m or N\].
    pub tau: Vec<f64>,
    /// Which way every joint moved last: 1, -1, or 0 where the log does not show it.
    pub direction: Vec<i8>,
    /// Torques of weight and offset, predicted \[N·m or N\].
    pub predicted: Vec<f64>,
}

/// Gravity terms of one joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GravityJoint {
    /// Its name.
    pub name: String,
    /// `N m`, or `N` for a joint that slides.
    pub unit: String,
    /// Poses that it came to moving up, and moving down.
    pub n_directions: [usize; 2],
    /// Half the difference between torques after motion up and down, and its standard deviation; `None`
    /// where it moved one way only.
    pub band: Option<[f64; 2]>,
    /// Constant error of its torques, and its standard deviation; `None` where it is not significant or not
    /// asked for.
    pub offset: Option<[f64; 2]>,
    /// Root mean square of its torques.
    pub torque_rms: f64,
    /// Root mean square error of the prediction, with the friction band taken off in the direction of approach;
    /// poses of unknown direction do not count.
    pub error_rms: f64,
    /// The same for the robot's file.
    pub nominal_error_rms: f64,
    /// Root mean square of what friction and weight together leave unexplained.
    pub scatter_rms: f64,
    /// Whether the error is at most a tenth of its torque, its friction band, or 1 % of the largest torque of a
    /// joint of its kind.
    pub is_predicted: bool,
}
