//! Records of a clamped arm that no stiffness can be found from.

/// Why no stiffness can be found: what was found, what was expected, what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StiffnessError {
    /// Components of the wrench that are neither measured nor said to be zero.
    #[error(
        "{source_name}: {missing} of the wrench are not measured; if the contact cannot transmit them, \
         say so (--assume-zero {missing})"
    )]
    WrenchIncomplete {
        /// The record of forces.
        source_name: String,
        /// The missing components, comma between them.
        missing: String,
    },
    /// Forces without a frame mean nothing.
    #[error(
        "{source_name}: the frame of the wrench is not given; name the frame of the robot whose axes and \
         origin the numbers refer to (--wrench-frame NAME); the robot has {available}"
    )]
    NoWrenchFrame {
        /// The record of forces.
        source_name: String,
        /// The frames of the robot.
        available: String,
    },
    /// Positions that cannot be radians.
    #[error(
        "{source_name}: joint {joint:?} stands at {value:.2}, which is more than two turns; positions must \
         be in radians. In degrees that is {:.3} rad: convert them, or name the unit in the header (q1_deg)",
        value.to_radians()
    )]
    PositionsInDegrees {
        /// The log.
        source_name: String,
        /// The joint.
        joint: String,
        /// Its position as logged.
        value: f64,
    },
    /// Nothing was pressed.
    #[error(
        "no axis saw its load change: {ranges}. A stiffness is the slope of torque over motor angle; press \
         harder, or record while the force changes"
    )]
    NoLoadVariation {
        /// How far torque and angle of every axis went.
        ranges: String,
    },
    /// Two records without a common time.
    #[error(
        "{forces} lasts from {force_from_s:.3} s to {force_to_s:.3} s, {joints} from {joint_from_s:.3} s to \
         {joint_to_s:.3} s: they have no second in common that can be filtered; bring both to one clock \
         (--wrench-delay)"
    )]
    NoCommonTime {
        /// The record of forces.
        forces: String,
        /// Its first stamp \[s\].
        force_from_s: f64,
        /// Its last stamp \[s\].
        force_to_s: f64,
        /// The log of joints.
        joints: String,
        /// Its first stamp \[s\].
        joint_from_s: f64,
        /// Its last stamp \[s\].
        joint_to_s: f64,
    },
    /// A wrench that no axis feels.
    #[error(
        "the wrench acts on {body:?}, which no joint moves; name the link that is clamped (--clamped LINK)"
    )]
    NothingClamped {
        /// The body that was named.
        body: String,
    },
}

impl StiffnessError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::WrenchIncomplete { .. } => "E195",
            Self::NoWrenchFrame { .. } => "E196",
            Self::PositionsInDegrees { .. } => "E197",
            Self::NoLoadVariation { .. } => "E198",
            Self::NoCommonTime { .. } => "E199",
            Self::NothingClamped { .. } => "E200",
        }
    }
}
