//! Logs of elastic joints that cannot be worked with.

/// Two encoders per joint that do not show a deflection.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ElasticError {
    /// No motor-side positions.
    #[error(
        "{source_name}: there are positions of one side only; elastic joints need those of links and \
         motors: columns qm1.. (or qm.<joint>) beside q1.., in a bag the names <joint>.link beside \
         <joint>; for joints without an encoder on the link say which stiffness to assume"
    )]
    OneSide {
        /// The log.
        source_name: String,
    },
    /// The same positions twice.
    #[error(
        "joint {joint:?}: positions of link and motor are the same in every sample; leave it out of the \
         elastic joints, or say which stiffness to assume"
    )]
    SameChannel {
        /// The joint.
        joint: String,
    },
    /// Motor positions in another unit or on the other side of the gear.
    #[error(
        "joint {joint:?}: the motor moves {ratio:.4} times as far as the link{}; give motor positions \
         seen from the joint side, in the unit and direction of the link's",
        looks_like(*ratio)
    )]
    Ratio {
        /// The joint.
        joint: String,
        /// Motor over link.
        ratio: f64,
    },
    /// Positions that no joint of this range takes.
    #[error(
        "joint {joint:?}: it travels {travel:.4} in a log, its range is {range:.4} rad; the positions look \
         like degrees, give radians"
    )]
    Travel {
        /// The joint.
        joint: String,
        /// From the smallest to the largest position.
        travel: f64,
        /// From the lower to the upper limit \[rad or m\].
        range: f64,
    },
    /// One side that is updated less often than it is logged.
    #[error(
        "joint {joint:?}: {:.0} % of the jumps of the {side}'s position follow a repeated value, so that \
         it is updated less often than logged and deflections mean nothing; log both sides at the rate of \
         the slower one",
        100.0 * share
    )]
    Held {
        /// The joint.
        joint: String,
        /// Link or motor.
        side: &'static str,
        /// Share of the jumps.
        share: f64,
    },
    /// No joint whose stiffness could be found.
    #[error(
        "no joint is left whose stiffness could be found; name one with encoders on both sides"
    )]
    NothingElastic,
}

/// What a ratio of motor and link suggests.
fn looks_like(ratio: f64) -> &'static str {
    const DEGREES: f64 = 180.0 / std::f64::consts::PI;
    let near = |x: f64| (ratio / x - 1.0).abs() < 0.05;
    if near(DEGREES) {
        " (degrees beside radians)"
    } else if near(1.0 / DEGREES) {
        " (radians beside degrees)"
    } else if near(-1.0) {
        " (the other direction)"
    } else if ratio.abs() > 5.0 {
        " (a gear ratio)"
    } else {
        ""
    }
}

impl ElasticError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OneSide { .. } => "E185",
            Self::SameChannel { .. } => "E186",
            Self::Ratio { .. } => "E187",
            Self::Travel { .. } => "E188",
            Self::Held { .. } => "E189",
            Self::NothingElastic => "E190",
        }
    }
}
