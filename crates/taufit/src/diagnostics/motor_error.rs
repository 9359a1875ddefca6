//! Logs in which motor constants cannot be found.

/// Why torque constants and friction cannot be found from these logs.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MotorError {
    /// No joint moves at constant velocity often enough.
    #[error(
        "no joint has two stretches at constant velocity: {n_plateaus} found among {n_moves} moves of one joint at \
         a time{reasons}; sweep joint by joint (`taufit run`), or use --single-joint for runs with changing speed"
    )]
    NoPlateau {
        /// Plateaus that can be used.
        n_plateaus: usize,
        /// Moves that were looked at.
        n_moves: usize,
        /// Why moves were not used, with a leading separator.
        reasons: String,
    },
    /// Currents of a joint that moves are all the same.
    #[error(
        "joint {joint:?} moves, but its current is {value} A all the time; check which columns or topic hold \
         the motor currents"
    )]
    DeadCurrent {
        /// The joint.
        joint: String,
        /// The value.
        value: f64,
    },
    /// The current falls where the load should make it rise.
    #[error(
        "joint {joint:?}: its current changes by {slope_a_nm:.4} A for every N m that the robot's model says it \
         carries, which should be positive; check that robot, gravity, payload and the order and signs of the \
         joints are those of the log"
    )]
    LoadReversed {
        /// The joint.
        joint: String,
        /// Current per torque \[A/N·m\].
        slope_a_nm: f64,
    },
    /// Joints that are said to have the same motor, but have not.
    #[error(
        "joints {first:?} and {second:?} are said to have the same motor, but the robot's description says \
         {first_type:?} and {second_type:?}; leave one out, or correct the description"
    )]
    MixedMotors {
        /// One joint.
        first: String,
        /// Its motor type.
        first_type: String,
        /// The other.
        second: String,
        /// Its motor type.
        second_type: String,
    },
    /// A log that does not move one joint back and forth.
    #[error(
        "{source_name}: {n_strokes} strokes of one joint alone were found, at least {needed} are needed; give \
         runs in which one joint goes back and forth and all others stand"
    )]
    NoStrokes {
        /// The log.
        source_name: String,
        /// Strokes that were found.
        n_strokes: usize,
        /// How many are needed.
        needed: usize,
    },
}

impl MotorError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoPlateau { .. } => "E170",
            Self::DeadCurrent { .. } => "E171",
            Self::LoadReversed { .. } => "E172",
            Self::MixedMotors { .. } => "E173",
            Self::NoStrokes { .. } => "E174",
        }
    }
}
