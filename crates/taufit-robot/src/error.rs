//! Errors that end a run.

/// Result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error that ends a run: found value, allowed value, time.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The experiment does not fit the robot, or the simulation failed.
    #[error(transparent)]
    Model(#[from] taufit::Error),
    /// The log cannot be written.
    #[error(transparent)]
    Log(#[from] taufit_io::Error),
    /// The connection failed.
    #[error(transparent)]
    Live(#[from] crate::connection::ConnectionError),
    /// A joint is beyond its position limit.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} is at {q:.4}, allowed is {lower:.4} to {upper:.4} \
         (margin of the guard included); move it back, and keep the motion away from its limits"
    )]
    PositionLimit {
        /// Joint.
        joint: String,
        /// Position \[rad or m\].
        q: f64,
        /// Lowest allowed position \[rad or m\].
        lower: f64,
        /// Highest allowed position \[rad or m\].
        upper: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// A joint is too far from its reference.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} is at {q:.4} and should be at {q_ref:.4}; allowed is a distance \
         of {allowed:.4}. Is it blocked, or the motion too fast for its controller?"
    )]
    Tracking {
        /// Joint.
        joint: String,
        /// Position \[rad or m\].
        q: f64,
        /// Reference \[rad or m\].
        q_ref: f64,
        /// Largest allowed distance \[rad or m\].
        allowed: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// A joint is too fast.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} moves at {qd:.4}, allowed is {allowed:.4}; slow the motion down, \
         or look at its controller"
    )]
    TooFast {
        /// Joint.
        joint: String,
        /// Velocity \[rad/s or m/s\].
        qd: f64,
        /// Highest allowed speed \[rad/s or m/s\].
        allowed: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// A torque is too high.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} has a torque of {tau:.4}, allowed is {allowed:.4}; did it touch \
         something, or is its load too heavy?"
    )]
    TooStrong {
        /// Joint.
        joint: String,
        /// Torque \[N·m or N\].
        tau: f64,
        /// Highest allowed torque \[N·m or N\].
        allowed: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// A position changed by more than the joint can move within one sample.
    #[error(
        "stopped at {t_s:.3} s: the position of joint {joint:?} jumped from {before:.4} to {after:.4} within \
         {step_s:.4} s; check its encoder and cables before the next run"
    )]
    Jump {
        /// Joint.
        joint: String,
        /// Position before \[rad or m\].
        before: f64,
        /// Position after \[rad or m\].
        after: f64,
        /// Time between the two \[s\].
        step_s: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// No new packets.
    #[error(
        "stopped at {t_s:.3} s: no new feedback for {age_s:.3} s, allowed is {allowed_s:.3} s{}; check the \
         connection and the load of the computer",
        repeated(*n_repeated)
    )]
    Stale {
        /// Time since the last new packet, by the local clock \[s\].
        age_s: f64,
        /// Longest allowed time \[s\].
        allowed_s: f64,
        /// Time \[s\].
        t_s: f64,
        /// Packets with a repeated stamp since then.
        n_repeated: u64,
    },
    /// No usable packets.
    #[error(
        "stopped at {t_s:.3} s: no usable feedback for {age_s:.3} s, allowed is {allowed_s:.3} s: {cause}"
    )]
    Unusable {
        /// Time since the last usable packet, by the local clock \[s\].
        age_s: f64,
        /// Longest allowed time \[s\].
        allowed_s: f64,
        /// Time \[s\].
        t_s: f64,
        /// Error of the packets.
        cause: crate::connection::ConnectionError,
    },
    /// The robot's clock jumped.
    #[error(
        "stopped at {t_s:.3} s: the time stamps of the robot jumped by {by_s:.3} s against the clock of this \
         computer, allowed is {allowed_s:.3} s; is its clock being set (NTP), or are there two drivers?"
    )]
    ClockJump {
        /// Change of the stamps beyond the elapsed time \[s\].
        by_s: f64,
        /// Largest allowed change \[s\].
        allowed_s: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// Feedback is delayed.
    #[error(
        "stopped at {t_s:.3} s: feedback is {delay_s:.3} s late, allowed is {allowed_s:.3} s; packets wait in a \
         queue (network, driver, this computer), or the robot's clock is slow"
    )]
    Late {
        /// Delay against the least delayed packet \[s\].
        delay_s: f64,
        /// Largest allowed delay \[s\].
        allowed_s: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// Values do not change although stamps do.
    #[error(
        "stopped at {t_s:.3} s: positions, velocities and efforts of all joints have not changed for {span_s:.3} s \
         while the robot should move, allowed is {allowed_s:.3} s; the driver repeats old values"
    )]
    FrozenValues {
        /// Duration \[s\].
        span_s: f64,
        /// Longest allowed time \[s\].
        allowed_s: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// Velocities contradict position differences.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} moved by {moved:.4} within {span_s:.3} s, its velocities integrate to \
         {integrated:.4}; the driver's velocities cannot be trusted"
    )]
    VelocityMismatch {
        /// Joint.
        joint: String,
        /// Change of its position \[rad or m\].
        moved: f64,
        /// Integral of its velocity \[rad or m\].
        integrated: f64,
        /// Duration \[s\].
        span_s: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// Two joints are exchanged.
    #[error(
        "stopped at {t_s:.3} s: joints {joint:?} and {other:?} seem to be exchanged: each is where the other one \
         should be; check the order of joints in the driver"
    )]
    SwappedJoints {
        /// First joint.
        joint: String,
        /// Second joint.
        other: String,
        /// Time \[s\].
        t_s: f64,
    },
    /// The robot follows the motion at reduced speed.
    #[error(
        "stopped at {t_s:.3} s: the robot follows the motion at about {percent:.0} % of its speed; put its speed \
         slider, or the scaling of its controller, at 100 %"
    )]
    SpeedScaled {
        /// Speed \[% of full speed\].
        percent: f64,
        /// Time \[s\].
        t_s: f64,
    },
    /// A value is not finite.
    #[error(
        "stopped at {t_s:.3} s: the {quantity} of joint {joint:?} is not a finite number; check the driver"
    )]
    NotFinite {
        /// Joint.
        joint: String,
        /// Position, velocity or effort.
        quantity: &'static str,
        /// Time \[s\].
        t_s: f64,
    },
    /// The operator stopped the run.
    #[error("stopped by the operator at {t_s:.3} s, in phase {phase} ({kind})")]
    Operator {
        /// Number of the phase, from 1.
        phase: usize,
        /// Kind of the phase.
        kind: &'static str,
        /// Time \[s\].
        t_s: f64,
    },
    /// The robot does not accept the commands that a phase needs.
    #[error(
        "phase {phase} ({kind}) needs {needed} commands, this robot takes {possible}; choose another experiment \
         or another robot"
    )]
    CannotCommand {
        /// Number of the phase, from 1.
        phase: usize,
        /// Kind of the phase.
        kind: &'static str,
        /// Kind of command.
        needed: &'static str,
        /// Accepted kinds.
        possible: String,
    },
}

fn repeated(n: u64) -> String {
    if n == 0 { String::new() } else { format!(" ({n} packets repeated an old time stamp)") }
}

impl Error {
    /// Stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Model(error) => error.code(),
            Self::Log(error) => error.code(),
            Self::Live(error) => error.code(),
            Self::PositionLimit { .. } => "E155",
            Self::Tracking { .. } => "E156",
            Self::TooFast { .. } => "E157",
            Self::TooStrong { .. } => "E158",
            Self::Jump { .. } => "E159",
            Self::Stale { .. } => "E160",
            Self::Unusable { cause, .. } => cause.code(),
            Self::FrozenValues { .. } => "E165",
            Self::VelocityMismatch { .. } => "E166",
            Self::SwappedJoints { .. } => "E167",
            Self::SpeedScaled { .. } => "E239",
            Self::ClockJump { .. } => "E168",
            Self::Late { .. } => "E169",
            Self::NotFinite { .. } => "E161",
            Self::Operator { .. } => "E162",
            Self::CannotCommand { .. } => "E163",
        }
    }
}
