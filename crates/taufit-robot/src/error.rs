//! Why a run ended before its time.

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a robot was stopped: what was found, what was expected, when.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The experiment does not fit the robot, or the simulation broke down.
    #[error(transparent)]
    Model(#[from] taufit::Error),
    /// The log cannot be written on.
    #[error(transparent)]
    Log(#[from] taufit_io::Error),
    /// The robot cannot be reached, or does not do what it is told.
    #[error(transparent)]
    Live(#[from] crate::live::LiveError),
    /// A joint is near the end of its travel.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} is at {q:.4}, allowed is {lower:.4} to {upper:.4} \
         (margin of the guard included); move it back, and keep the motion away from its limits"
    )]
    PositionLimit {
        /// The joint.
        joint: String,
        /// Where it is.
        q: f64,
        /// Lowest allowed position.
        lower: f64,
        /// Highest allowed position.
        upper: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// A joint is not where it should be.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} is at {q:.4} and should be at {q_ref:.4}; allowed is a distance \
         of {allowed:.4}. Is it blocked, or the motion too fast for its controller?"
    )]
    Tracking {
        /// The joint.
        joint: String,
        /// Where it is.
        q: f64,
        /// Where it should be.
        q_ref: f64,
        /// Largest allowed distance.
        allowed: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// A joint moves too fast.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} moves at {qd:.4}, allowed is {allowed:.4}; slow the motion down, \
         or look at its controller"
    )]
    TooFast {
        /// The joint.
        joint: String,
        /// Its velocity.
        qd: f64,
        /// Highest allowed speed.
        allowed: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// A motor pulls too hard.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} has a torque of {tau:.4}, allowed is {allowed:.4}; did it touch \
         something, or is its load too heavy?"
    )]
    TooStrong {
        /// The joint.
        joint: String,
        /// Its torque \[N·m or N\].
        tau: f64,
        /// Highest allowed torque \[N·m or N\].
        allowed: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// A position that no joint can reach within one sample.
    #[error(
        "stopped at {t_s:.3} s: the position of joint {joint:?} jumped from {before:.4} to {after:.4} within \
         {step_s:.4} s; check its encoder and cables before the next run"
    )]
    Jump {
        /// The joint.
        joint: String,
        /// Where it was.
        before: f64,
        /// Where it seems to be.
        after: f64,
        /// Time between the two \[s\].
        step_s: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// Nothing new from the robot.
    #[error(
        "stopped at {t_s:.3} s: no news from the robot for {age_s:.3} s, allowed is {allowed_s:.3} s{}; check the \
         connection and the load of the computer",
        repeated(*n_repeated)
    )]
    Stale {
        /// Time since the last new packet, by the local clock \[s\].
        age_s: f64,
        /// Longest allowed time \[s\].
        allowed_s: f64,
        /// When \[s\].
        t_s: f64,
        /// Packets that came meanwhile with a stamp that was known.
        n_repeated: u64,
    },
    /// Packets came, but none that could be used.
    #[error(
        "stopped at {t_s:.3} s: no usable feedback for {age_s:.3} s, allowed is {allowed_s:.3} s: {cause}"
    )]
    Unusable {
        /// Time since the last usable packet, by the local clock \[s\].
        age_s: f64,
        /// Longest allowed time \[s\].
        allowed_s: f64,
        /// When \[s\].
        t_s: f64,
        /// Why they could not be used.
        cause: crate::live::LiveError,
    },
    /// The robot's clock was set.
    #[error(
        "stopped at {t_s:.3} s: the time stamps of the robot jumped by {by_s:.3} s against the clock of this \
         computer, allowed is {allowed_s:.3} s; is its clock being set (NTP), or are there two drivers?"
    )]
    ClockJump {
        /// Change of the stamps beyond the time that passed \[s\].
        by_s: f64,
        /// Largest allowed change \[s\].
        allowed_s: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// Feedback comes too late.
    #[error(
        "stopped at {t_s:.3} s: feedback is {delay_s:.3} s late, allowed is {allowed_s:.3} s; packets wait in a \
         queue (network, driver, this computer), or the robot's clock is slow"
    )]
    Late {
        /// Delay against the most punctual packet \[s\].
        delay_s: f64,
        /// Largest allowed delay \[s\].
        allowed_s: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// Values that stay the same though stamps do not.
    #[error(
        "stopped at {t_s:.3} s: positions, velocities and efforts of all joints have not changed for {span_s:.3} s \
         while the robot should move, allowed is {allowed_s:.3} s; the driver repeats old values"
    )]
    FrozenValues {
        /// How long \[s\].
        span_s: f64,
        /// Longest allowed time \[s\].
        allowed_s: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// Velocities that are not the slope of positions.
    #[error(
        "stopped at {t_s:.3} s: joint {joint:?} moved by {moved:.4} within {span_s:.3} s, its velocities say \
         {integrated:.4}; the driver's velocities cannot be trusted"
    )]
    VelocityMismatch {
        /// The joint.
        joint: String,
        /// Change of its position \[rad or m\].
        moved: f64,
        /// Integral of its velocity \[rad or m\].
        integrated: f64,
        /// Over which time \[s\].
        span_s: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// Two joints in each other's place.
    #[error(
        "stopped at {t_s:.3} s: joints {joint:?} and {other:?} seem to be exchanged: each is where the other one \
         should be; check the order of joints in the driver"
    )]
    SwappedJoints {
        /// A joint.
        joint: String,
        /// The other one.
        other: String,
        /// When \[s\].
        t_s: f64,
    },
    /// The robot follows, but slowly.
    #[error(
        "stopped at {t_s:.3} s: the robot follows the motion at about {percent:.0} % of its speed; put its speed \
         slider, or the scaling of its controller, at 100 %"
    )]
    SpeedScaled {
        /// Share of its speed \[%\].
        percent: f64,
        /// When \[s\].
        t_s: f64,
    },
    /// Numbers that are none.
    #[error(
        "stopped at {t_s:.3} s: the {quantity} of joint {joint:?} is not a finite number; check the driver"
    )]
    NotFinite {
        /// The joint.
        joint: String,
        /// Position, velocity or effort.
        quantity: &'static str,
        /// When \[s\].
        t_s: f64,
    },
    /// Somebody pressed the button.
    #[error("stopped by the operator at {t_s:.3} s, in phase {phase} ({kind})")]
    Operator {
        /// Number of the phase, from 1.
        phase: usize,
        /// What it was for.
        kind: &'static str,
        /// When \[s\].
        t_s: f64,
    },
    /// The experiment needs what the robot cannot do.
    #[error(
        "phase {phase} ({kind}) needs {needed} commands, this robot takes {possible}; choose another experiment \
         or another robot"
    )]
    CannotCommand {
        /// Number of the phase, from 1.
        phase: usize,
        /// What it is for.
        kind: &'static str,
        /// What it needs.
        needed: &'static str,
        /// What there is.
        possible: String,
    },
}

fn repeated(n: u64) -> String {
    if n == 0 { String::new() } else { format!(" ({n} packets repeated an old time stamp)") }
}

impl Error {
    /// The stable code, for `taufit explain`.
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
