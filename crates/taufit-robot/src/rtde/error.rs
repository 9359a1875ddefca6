//! Errors of controllers of Universal Robots.

/// Error of a controller of Universal Robots.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RtdeError {
    /// The model is that of another robot.
    #[error("the model is {model}, the robot is {found}; use the model of this robot")]
    OtherRobot {
        /// Robot of the model.
        model: String,
        /// Robot of the controller.
        found: String,
    },
    /// The setpoint program does not run.
    #[error(
        "the controller did not start the program that follows setpoints: {answer}; is the robot in remote \
         control, and does its port for programs take them?"
    )]
    ProgramRefused {
        /// Message of the controller, or its absence.
        answer: String,
    },
    /// A required field does not exist.
    #[error(
        "the controller (software {version}) does not know {field}, which is needed for {purpose}; {advice}"
    )]
    NotOffered {
        /// Field.
        field: String,
        /// Purpose of the field.
        purpose: &'static str,
        /// Software version: major, minor, bug fix.
        version: String,
        /// Advice.
        advice: &'static str,
    },
    /// Another client holds the input registers.
    #[error(
        "the input registers 24 to 29 of the controller are in use: {fields}; end the other program that \
         talks to the robot, or the fieldbus that holds them"
    )]
    InUse {
        /// Registers.
        fields: String,
    },
}

impl RtdeError {
    /// Stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherRobot { .. } => "E242",
            Self::ProgramRefused { .. } => "E243",
            Self::NotOffered { .. } => "E244",
            Self::InUse { .. } => "E245",
        }
    }
}
