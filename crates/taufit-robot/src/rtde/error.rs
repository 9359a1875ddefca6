//! What goes wrong with controllers of Universal Robots only.

/// Why a controller of Universal Robots cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RtdeError {
    /// The model is one of another robot.
    #[error("the model is {model}, the robot is {found}; take the model of this robot")]
    OtherRobot {
        /// What the model says.
        model: String,
        /// What the controller says.
        found: String,
    },
    /// The program that follows setpoints does not run.
    #[error(
        "the controller did not start the program that follows setpoints: {answer}; is the robot in remote \
         control, and does its port for programs take them?"
    )]
    ProgramRefused {
        /// What it said, or did not say.
        answer: String,
    },
    /// A field that is needed does not exist.
    #[error(
        "the controller (software {version}) does not know {field}, which is needed for {purpose}; {advice}"
    )]
    NotOffered {
        /// The field.
        field: String,
        /// What it is needed for.
        purpose: &'static str,
        /// Major, minor, bug fix.
        version: String,
        /// What to do.
        advice: &'static str,
    },
    /// Another program holds the registers.
    #[error(
        "the input registers 24 to 29 of the controller are in use: {fields}; end the other program that \
         talks to the robot, or the fieldbus that holds them"
    )]
    InUse {
        /// Which.
        fields: String,
    },
}

impl RtdeError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherRobot { .. } => "E242",
            Self::ProgramRefused { .. } => "E243",
            Self::NotOffered { .. } => "E244",
            Self::InUse { .. } => "E245",
        }
    }
}
