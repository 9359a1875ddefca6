//! Why a load cannot be weighed.

/// Why a load cannot be weighed: what was found, what was expected, what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PayloadError {
    /// The run with the load is the run without it.
    #[error(
        "{loaded} holds the same positions and efforts as {free}; give one log recorded without the load \
         and another with it"
    )]
    SameLog {
        /// The log without the load.
        free: String,
        /// The log with it.
        loaded: String,
    },
    /// No joint that carries the load moves.
    #[error(
        "the joints that carry {link:?} move by {widest} rad or m at most, expected {needed} or more; move \
         the load, or weigh it in several poses with --static"
    )]
    LoadNotMoved {
        /// The link.
        link: String,
        /// The widest range of a joint \[rad or m\].
        widest: f64,
        /// How much there should be \[rad or m\].
        needed: f64,
    },
    /// An identified model of something else.
    #[error(
        "the model is one of {model:?}, not of {robot:?}: {reason}; identify this robot, or give its own \
         description"
    )]
    AnotherRobot {
        /// Robot of the model.
        model: String,
        /// Robot that was given.
        robot: String,
        /// Where they differ.
        reason: String,
    },
    /// Nothing tells the mass.
    #[error(
        "the runs leave the mass of the load free; move joints whose axes are not upright, or lift and \
         lower the load"
    )]
    MassNotSeen,
    /// There is nothing to compare the run with.
    #[error(
        "a load shows as a difference: give an identified model of the robot, a log without the load, or \
         both"
    )]
    NothingToCompare,
    /// The run with the load takes less effort than the one without.
    #[error(
        "the load would weigh {mass_kg:.3} kg ({sigma_kg:.3} kg is one standard deviation); the logs may be \
         swapped, or efforts have a load taken off that is not there: set the controller's payload to \
         zero"
    )]
    NegativeMass {
        /// What came out \[kg\].
        mass_kg: f64,
        /// Its standard deviation \[kg\].
        sigma_kg: f64,
    },
    /// Too few poses to weigh a load at rest.
    #[error(
        "{found} poses in which the robot stands still, expected {needed} or more; hold each pose for a \
         second, and tell what counts as standing still"
    )]
    TooFewPoses {
        /// Poses.
        found: usize,
        /// Poses that are needed.
        needed: usize,
    },
    /// Torques in some logs, currents in others.
    #[error("{first} holds {of_first} and {other} holds {of_other}; give logs of one kind")]
    MixedEfforts {
        /// A log.
        first: String,
        /// Its efforts.
        of_first: &'static str,
        /// Another.
        other: String,
        /// Its efforts.
        of_other: &'static str,
    },
    /// Currents, and not one gain.
    #[error(
        "the logs hold motor currents and no joint that carries the load has a drive gain; give --gains, \
         or a run with a load of known mass"
    )]
    NoGains,
}

impl PayloadError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::SameLog { .. } => "E205",
            Self::LoadNotMoved { .. } => "E206",
            Self::AnotherRobot { .. } => "E207",
            Self::MassNotSeen => "E208",
            Self::NothingToCompare => "E209",
            Self::NegativeMass { .. } => "E210",
            Self::TooFewPoses { .. } => "E211",
            Self::MixedEfforts { .. } => "E213",
            Self::NoGains => "E214",
        }
    }
}
