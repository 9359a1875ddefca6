//! Doubts about a log that only a look at the whole of it reveals.

use super::name_list;
use serde::Serialize;
use std::fmt;

/// What seems to be turned around where efforts and nominal gravity have opposite signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reversal {
    /// The sign of the efforts: they also seem to push against friction the wrong way.
    Effort,
    /// Gravity in the frame of the base: friction has its right sign.
    Gravity,
}

/// What efforts seem to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EffortLooks {
    /// Joint torques \[N·m\] or forces \[N\].
    JointTorque,
    /// Torques before the gearbox \[N·m\].
    MotorTorque,
    /// Motor currents \[A\].
    Current,
    /// None of them.
    Unknown,
}

impl EffortLooks {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::JointTorque => "joint torques",
            Self::MotorTorque => "torques on the motor side of the gearbox",
            Self::Current => "motor currents",
            Self::Unknown => "a unit that is not known",
        }
    }
}

/// A doubt about a log, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum LogDoubt {
    /// Stamps earlier than one before them.
    StampsBackwards {
        /// How often time runs backwards.
        count: usize,
        /// The first such sample, counted from zero.
        index: usize,
        /// Its stamp \[s\].
        t_s: f64,
        /// The largest step back \[s\].
        by_s: f64,
    },
    /// Values that are no numbers.
    NotFinite {
        /// The joint.
        joint: String,
        /// Position, velocity or effort.
        quantity: &'static str,
        /// How many.
        count: usize,
        /// The first of them, counted from zero.
        index: usize,
    },
    /// Channels that stand still for a while and then jump.
    Frozen {
        /// Which, such as `position of "elbow"`.
        channels: Vec<String>,
        /// How often.
        count: usize,
        /// Beginning of the longest time \[s\].
        t_s: f64,
        /// Its length \[s\].
        longest_s: f64,
    },
    /// More than the robot's limits allow.
    LimitExceeded {
        /// The joint.
        joint: String,
        /// Position, speed, acceleration or effort.
        quantity: &'static str,
        /// The extreme of the log.
        found: f64,
        /// The limit.
        limit: f64,
    },
    /// Positions that look like degrees.
    PositionsInDegrees {
        /// The joints that give it away.
        joints: Vec<String>,
        /// Largest position, as logged.
        largest: f64,
        /// What gave it away.
        reason: &'static str,
    },
    /// Positions in radians before the gearbox.
    MotorSidePositions {
        /// The joints that show it.
        joints: Vec<String>,
        /// Largest position, as logged.
        largest: f64,
    },
    /// Gravity of the robot's description in another unit than m/s², or that of another planet.
    GravityMagnitude {
        /// Its length \[m/s²\].
        found_m_s2: f64,
    },
    /// Efforts that hold the arm against gravity in another direction than the description's.
    GravityDirection {
        /// The direction that the efforts show, in the frame of the base, 9.81 m/s² long.
        gravity_m_s2: [f64; 3],
        /// Least correlation of an effort with nominal gravity.
        correlation_before: f64,
        /// The same with the gravity that the efforts show.
        correlation: f64,
    },
    /// Positions of a joint that count otherwise than those of the robot's description.
    PositionConvention {
        /// The joint.
        joint: String,
        /// Its sign or zero, in words.
        convention: &'static str,
        /// Least correlation of an effort with nominal gravity.
        correlation_before: f64,
        /// The same with this convention.
        correlation: f64,
    },
    /// Time stamps in another unit than seconds.
    TimeUnit {
        /// The unit that they seem to have: `ms`, `us` or `ns`.
        unit: &'static str,
        /// Rate by the stamps taken as seconds \[Hz\].
        rate_hz: f64,
        /// Rate in that unit \[Hz\].
        true_rate_hz: f64,
    },
    /// Logged velocities say that time runs at another pace.
    TimeBase {
        /// Logged velocity over the slope of the position.
        factor: f64,
        /// Rate by the stamps \[Hz\].
        rate_hz: f64,
        /// Rate by the velocities \[Hz\].
        true_rate_hz: f64,
    },
    /// A velocity in another unit than its position.
    VelocityScale {
        /// The joint.
        joint: String,
        /// Logged velocity over the slope of the position.
        slope: f64,
    },
    /// A velocity against the direction of its position.
    VelocitySign {
        /// The joint.
        joint: String,
        /// Logged velocity over the slope of the position.
        slope: f64,
    },
    /// Velocities in another order than positions.
    VelocityOrder {
        /// For each joint the one whose velocity column moves with its position.
        order: Vec<String>,
    },
    /// A velocity that does not follow its position.
    VelocityUnrelated {
        /// The joint.
        joint: String,
        /// Correlation of the logged velocity with the slope of the position.
        correlation: f64,
    },
    /// A velocity that lags behind its position, or leads it.
    VelocityDelay {
        /// The joint.
        joint: String,
        /// How far it lags behind \[s\].
        delay_s: f64,
    },
    /// Efforts and nominal gravity of opposite signs.
    EffortReversed {
        /// The joints.
        joints: Vec<String>,
        /// Whether these are all joints that can be judged.
        all: bool,
        /// What seems to be turned around.
        reversal: Reversal,
    },
    /// Efforts in another unit than they are said to be.
    EffortScale {
        /// What they look like.
        looks_like: EffortLooks,
        /// Effort per nominal gravity torque, median over the joints.
        gain: f64,
        /// Joint torque per unit of the log, joint by joint where it can be told \[N·m per unit\].
        nm_per_unit: Vec<(String, f64)>,
    },
    /// Joints in another order than those of the robot.
    EffortOrder {
        /// For each joint of the robot the joint in whose columns its values stand.
        order: Vec<String>,
        /// Whether positions are in that order too, or the efforts alone.
        positions_too: bool,
        /// Least correlation of an effort with the gravity torque of its joint, as the log is read.
        correlation_before: f64,
        /// The same in the other order.
        correlation: f64,
    },
    /// Efforts that have nothing to do with the robot.
    EffortUnrelated {
        /// The joints whose efforts do not follow gravity, though it should show.
        joints: Vec<String>,
        /// Least correlation with it.
        correlation: f64,
    },
    /// A joint that hardly moves.
    IdleJoint {
        /// The joint.
        joint: String,
        /// Share of the time in which it moves.
        moving_share: f64,
        /// Root mean square speed \[rad/s or m/s\].
        speed_rms: f64,
    },
    /// A motion that separates parameters badly.
    WeakExcitation {
        /// Condition number of the observation matrix, columns scaled to one length.
        condition: f64,
        /// The worst determined combination of parameters.
        direction: String,
    },
    /// A motion that leaves parameters undetermined.
    RankDeficient {
        /// Combinations that the motion reveals.
        rank: usize,
        /// Base parameters.
        n_base: usize,
        /// Parameters in the others.
        parameters: Vec<String>,
    },
    /// Samples that never came.
    DroppedPackets {
        /// How many, estimated.
        count: usize,
        /// Share of all that should have come.
        share: f64,
    },
    /// A log whose motion cannot be looked at.
    MotionNotExamined {
        /// Why.
        reason: String,
    },
}

impl LogDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::StampsBackwards { .. } => "W110",
            Self::NotFinite { .. } => "W111",
            Self::Frozen { .. } => "W112",
            Self::LimitExceeded { .. } => "W113",
            Self::PositionsInDegrees { .. } => "W114",
            Self::TimeBase { .. } => "W115",
            Self::VelocityScale { .. } => "W116",
            Self::VelocitySign { .. } => "W117",
            Self::VelocityOrder { .. } => "W118",
            Self::VelocityUnrelated { .. } => "W119",
            Self::EffortReversed { .. } => "W130",
            Self::EffortScale { .. } => "W131",
            Self::EffortOrder { .. } => "W132",
            Self::EffortUnrelated { .. } => "W133",
            Self::IdleJoint { .. } => "W134",
            Self::WeakExcitation { .. } => "W135",
            Self::RankDeficient { .. } => "W136",
            Self::VelocityDelay { .. } => "W137",
            Self::DroppedPackets { .. } => "W138",
            Self::MotionNotExamined { .. } => "W139",
            Self::PositionConvention { .. } => "W147",
            Self::TimeUnit { .. } => "W143",
            Self::MotorSidePositions { .. } => "W144",
            Self::GravityMagnitude { .. } => "W145",
            Self::GravityDirection { .. } => "W146",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::StampsBackwards { .. } => "sort the log or cut it there; identify refuses it",
            Self::NotFinite { .. } => "cut these samples out or repair them; identify refuses them",
            Self::Frozen { .. } => "a stale driver or lost packets: cut these stretches out",
            Self::LimitExceeded { .. } => "check the unit, the joint and the limits of the robot",
            Self::PositionsInDegrees { .. } => "convert to radians, or name the columns q1_deg, ..",
            Self::PositionConvention { .. } => {
                "correct the positions in the log, or axis and zero in the description"
            }
            Self::TimeUnit { .. } => "give the unit of the time column",
            Self::MotorSidePositions { .. } => {
                "divide positions and velocities by the gear ratios before identification"
            }
            Self::GravityMagnitude { .. } => "gravity is given in m/s²: 9.81 on the ground",
            Self::GravityDirection { .. } => {
                "the arm is mounted in another way: give this gravity, in the frame of the base"
            }
            Self::TimeBase { .. } => "check the time column; inertia scales with its square",
            Self::VelocityScale { .. } => {
                "check its unit (57.3: degrees per second) and gear ratio; positions are used instead"
            }
            Self::VelocitySign { .. } => {
                "check the sign of the position; one of the two is turned around"
            }
            Self::VelocityOrder { .. } => "check which joint each column belongs to, with --map",
            Self::VelocityUnrelated { .. } => "check the columns; positions are used instead",
            Self::VelocityDelay { .. } => {
                "channels are not simultaneous: are efforts late as well?"
            }
            Self::EffortReversed { reversal: Reversal::Effort, .. } => {
                "the effort has the opposite sign of the joint's motion: negate these columns"
            }
            Self::EffortReversed { reversal: Reversal::Gravity, .. } => {
                "give the mounting with --gravity, or check the zero positions"
            }
            Self::EffortScale { looks_like: EffortLooks::Current, .. } => {
                "say --effort current, and --gains if the robot has no torque constants"
            }
            Self::EffortScale { looks_like: EffortLooks::MotorTorque, .. } => {
                "multiply by the gear ratio: say --effort current with --gains RATIO,.."
            }
            Self::EffortScale { .. } => "check the unit of the efforts, the load and --effort",
            Self::EffortOrder { .. } => "give the columns in the order of the robot with --map",
            Self::EffortUnrelated { .. } => {
                "another robot, mounting or zero position? check robot, --gravity and columns"
            }
            Self::IdleJoint { .. } => {
                "little can be learnt about what it carries: move it, faster and both ways"
            }
            Self::WeakExcitation { .. } => {
                "expect large errors there: move more joints at once, faster, with more poses"
            }
            Self::RankDeficient { .. } => {
                "these stay unknown: add a motion that moves their joints, or drop them"
            }
            Self::DroppedPackets { .. } => {
                "interpolated; record with a wired connection or a higher priority"
            }
            Self::MotionNotExamined { .. } => "motion, efforts and excitation were not examined",
        }
    }
}

impl fmt::Display for LogDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StampsBackwards { count, index, t_s, by_s } => write!(
                f,
                "stamps that run backwards: {count}, first sample {index} (t = {t_s} s), by up to {by_s:.6} s"
            ),
            Self::NotFinite { joint, quantity, count, index } => write!(
                f,
                "joint {joint:?}: {count} values of its {quantity} are not finite, first sample {index}"
            ),
            Self::Frozen { channels, count, t_s, longest_s } => write!(
                f,
                "{} frozen while the robot moves: {count}×, longest {longest_s:.3} s from t = {t_s:.3} s",
                channels.join(", ")
            ),
            Self::LimitExceeded { joint, quantity, found, limit } => {
                write!(
                    f,
                    "joint {joint:?}: its {quantity} reaches {found:.4}, the limit is {limit:.4}"
                )
            }
            Self::PositionsInDegrees { joints, largest, reason } => write!(
                f,
                "positions look like degrees ({}): {reason}; the largest is {largest:.1}",
                name_list(joints)
            ),
            Self::PositionConvention { joint, convention, correlation_before, correlation } => {
                write!(
                    f,
                    "joint {joint:?}: its positions have {convention}: with that the efforts follow \
                     gravity (correlation {correlation:.2}, not {correlation_before:.2})"
                )
            }
            Self::TimeUnit { unit, rate_hz, true_rate_hz } => write!(
                f,
                "time stamps look like {unit}: taken as seconds the log has {rate_hz:.3e} Hz, \
                 in {unit} {true_rate_hz:.1} Hz"
            ),
            Self::MotorSidePositions { joints, largest } => write!(
                f,
                "positions look like radians on the motor side of the gearbox ({}): the largest is \
                 {largest:.1}, and efforts do not follow gravity if they are taken as degrees",
                name_list(joints)
            ),
            Self::GravityMagnitude { found_m_s2 } => {
                write!(f, "gravity of the robot is {found_m_s2:.4} m/s², 9.81 was expected")
            }
            Self::GravityDirection { gravity_m_s2: [x, y, z], correlation_before, correlation } => {
                write!(
                    f,
                    "the efforts show gravity along {x},{y},{z} m/s² in the frame of the base: \
                     correlation {correlation:.2}, not {correlation_before:.2}"
                )
            }
            Self::TimeBase { factor, rate_hz, true_rate_hz } => write!(
                f,
                "logged velocities are {factor:.4} times the slopes of all positions: \
                 the log says {rate_hz:.2} Hz, the motion {true_rate_hz:.2} Hz"
            ),
            Self::VelocityScale { joint, slope } => write!(
                f,
                "joint {joint:?}: its logged velocity is {slope:.4} times the slope of its position"
            ),
            Self::VelocitySign { joint, slope } => write!(
                f,
                "joint {joint:?}: its logged velocity runs against its position ({slope:.4} times its slope)"
            ),
            Self::VelocityOrder { order } => write!(
                f,
                "velocities stand in another order than positions; that of the positions is {}",
                order.join(", ")
            ),
            Self::VelocityUnrelated { joint, correlation } => write!(
                f,
                "joint {joint:?}: its logged velocity does not follow its position (correlation {correlation:.2})"
            ),
            Self::VelocityDelay { joint, delay_s } => write!(
                f,
                "joint {joint:?}: its logged velocity lags behind its position by {:.1} ms",
                1e3 * delay_s
            ),
            Self::EffortReversed { joints, all, reversal } => write!(
                f,
                "{}{}: {}",
                if *all { "all joints that can be judged, " } else { "" },
                name_list(joints),
                match reversal {
                    Reversal::Effort => "the efforts have the wrong sign",
                    Reversal::Gravity => "the efforts hold against gravity the wrong way round",
                }
            ),
            Self::EffortScale { looks_like, gain, nm_per_unit } => {
                write!(
                    f,
                    "the efforts are {gain:.3} of nominal gravity torques: they look like {}",
                    looks_like.words()
                )?;
                let each = nm_per_unit.iter().map(|(joint, k)| format!("{joint} {k:.2}"));
                write!(f, " (N·m per unit: {})", each.collect::<Vec<_>>().join(", "))
            }
            Self::EffortOrder { order, positions_too, correlation_before, correlation } => write!(
                f,
                "{} in another order than the joints of the robot; its joints are {}: \
                 correlation with gravity {correlation:.2}, not {correlation_before:.2}",
                if *positions_too { "the columns stand" } else { "the efforts stand" },
                order.join(", "),
            ),
            Self::EffortUnrelated { joints, correlation } => write!(
                f,
                "the efforts of {} do not follow the gravity torques of the robot (correlation {correlation:.2})",
                name_list(joints)
            ),
            Self::IdleJoint { joint, moving_share, speed_rms } => write!(
                f,
                "joint {joint:?} moves in {:.0} % of the time, {speed_rms:.2e} rad/s or m/s rms",
                100.0 * moving_share
            ),
            Self::WeakExcitation { condition, direction } => write!(
                f,
                "the motion separates parameters badly (condition number {condition:.0}); worst is {direction}"
            ),
            Self::RankDeficient { rank, n_base, parameters } => write!(
                f,
                "the motion reveals {rank} of {n_base} combinations of parameters; unseen are parts of {}",
                name_list(parameters)
            ),
            Self::DroppedPackets { count, share } => {
                write!(f, "about {count} samples never came ({:.1} % of all)", 100.0 * share)
            }
            Self::MotionNotExamined { reason } => {
                write!(f, "the log cannot be conditioned: {reason}")
            }
        }
    }
}
