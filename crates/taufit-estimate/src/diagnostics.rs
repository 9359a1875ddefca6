//! Errors and warnings of estimation and of the health check of a log.

use serde::Serialize;
use taufit_dynamics::define_diagnostics;
use taufit_dynamics::diagnostics::{Warning, name_list};

/// Reversed quantity where efforts and nominal gravity have opposite signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reversal {
    /// The sign of the efforts: they also seem to push against friction the wrong way.
    Effort,
    /// Gravity in the frame of the base: friction has its right sign.
    Gravity,
}

/// Meaning that the size of efforts suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EffortGuess {
    /// Joint torques \[N·m\] or forces \[N\].
    JointTorque,
    /// Torques before the gearbox \[N·m\].
    MotorTorque,
    /// Motor currents \[A\].
    Current,
    /// None of them.
    Unknown,
}

impl EffortGuess {
    /// Name for messages.
    pub fn label(self) -> &'static str {
        match self {
            Self::JointTorque => "joint torques",
            Self::MotorTorque => "torques on the motor side of the gearbox",
            Self::Current => "motor currents",
            Self::Unknown => "a unit that is not known",
        }
    }
}

/// Torque error in one joint, as a log is read and with it corrected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TorqueErrorChange {
    /// Origin of the torques: the nominal robot, or parameters fitted to the log.
    pub model: &'static str,
    /// The joint.
    pub joint: String,
    /// Error as the log is read \[%\].
    pub before_percent: f64,
    /// Error with the log corrected \[%\].
    pub percent: f64,
}

/// Whether a jump is a turn, up to the motion of one sample.
fn is_turn(jump: f64) -> bool {
    (jump.abs() - std::f64::consts::TAU).abs() < 0.3
}

fn torque_errors(error: &Option<TorqueErrorChange>) -> String {
    let of = |TorqueErrorChange { model, joint, before_percent, percent }: &TorqueErrorChange| {
        format!(
            "; torque error of {model} in joint {joint:?} {percent:.0} %, not \
             {before_percent:.0} %"
        )
    };
    error.as_ref().map(of).unwrap_or_default()
}

define_diagnostics! {
    /// Evidence, bounds or settings without a solution.
    pub error EstimateError {
        /// Not enough data.
        "E026" Underdetermined {
            /// Number of rows found.
            found: usize,
            /// Required number of rows.
            needed: usize,
        } ("{found} rows of data are too few; at least {needed} are needed, and many more to be of use");
        /// Settings of a physically consistent fit that contradict themselves.
        "E120" FeasibleSettings {
            /// Fault, and the remedy.
            reason: String,
        } ("physically consistent fit: {reason}");
        /// Fixed parameters that no body has.
        "E121" FixedNotPhysical {
            /// The link.
            link: String,
        } ("link {link:?}: no body has the values at which its parameters are fixed; free one of them or correct it");
        /// Bounds that no physical robot keeps.
        "E122" BoundsContradict {
            /// The most violated bound.
            bound: String,
        } ("no physical robot keeps all bounds; the one that fails most is {bound}");
        /// Settings of an estimator that contradict themselves or the evidence.
        "E123" EstimatorSettings {
            /// Which estimator.
            estimator: &'static str,
            /// Fault, and the remedy.
            reason: String,
        } ("{estimator}: {reason}");
        /// The smallest singular vector does not contain the torque.
        "E124" NoTotalSolution ("total least squares has no solution: what fits best leaves the torque out; use least squares, or drop columns that the motion does not separate");
    }
}

define_diagnostics! {
    /// A log that the health check refuses.
    pub error SurveyError {
        /// A log with findings that would make a fit wrong, root causes first.
        "E109" LogRefused {
            /// The log.
            source_name: String,
            /// Findings, one at least.
            findings: Vec<Warning>,
        } ("{source_name} is refused: {}", refusal(findings));
    }
}

define_diagnostics! {
    /// Doubtful inputs of a physically consistent fit.
    pub warning EstimateWarning {
        /// A prior that is no body; a ball of the link's size was added to it.
        "W120" PriorNotPhysical {
            /// The link.
            link: String,
            /// Share of the ball that was added: 1 is as heavy as the link.
            share: f64,
        } ("link {link:?}: its prior is no body that can exist; {share} of a ball of its size was added"),
        "what the data do not see follows this stand-in; give masses and tensors";
    }
}

define_diagnostics! {
    /// A finding of the health check of a log.
    pub warning LogWarning {
        /// Stamps earlier than one before them.
        "W110" StampsBackwards {
            /// Number of backward steps.
            count: usize,
            /// The first such sample, counted from zero.
            index: usize,
            /// Its stamp \[s\].
            t_s: f64,
            /// The largest step back \[s\].
            by_s: f64,
        } ("stamps that run backwards: {count}, first sample {index} (t = {t_s} s), by up to {by_s:.6} s"),
        "sort the log or cut it there; identify refuses it";
        /// Values that are no numbers.
        "W111" NotFinite {
            /// The joint.
            joint: String,
            /// Position, velocity or effort.
            quantity: &'static str,
            /// Number of values.
            count: usize,
            /// The first of them, counted from zero.
            index: usize,
        } ("joint {joint:?}: {count} values of its {quantity} are not finite, first sample {index}"),
        "cut these samples out or repair them; identify refuses them";
        /// Channels that stand still for a while and then jump.
        "W112" Frozen {
            /// Which, such as `position of "elbow"`.
            channels: Vec<String>,
            /// Number of stretches.
            count: usize,
            /// Beginning of the longest time \[s\].
            t_s: f64,
            /// Its length \[s\].
            longest_s: f64,
        } ("{} frozen while the robot moves: {count}×, longest {longest_s:.3} s from t = {t_s:.3} s", channels.join(", ")),
        "a stale driver or lost packets: cut these stretches out";
        /// More than the robot's limits allow.
        "W113" LimitExceeded {
            /// The joint.
            joint: String,
            /// Position, speed, acceleration or effort.
            quantity: &'static str,
            /// The extreme of the log.
            found: f64,
            /// The limit.
            limit: f64,
        } ("joint {joint:?}: its {quantity} reaches {found:.4}, the limit is {limit:.4}"),
        "check the unit, the joint and the limits of the robot";
        /// Positions that look like degrees.
        "W114" PositionsInDegrees {
            /// The joints that give it away.
            joints: Vec<String>,
            /// Largest position, as logged.
            largest: f64,
            /// Evidence for it.
            reason: &'static str,
        } ("positions look like degrees ({}): {reason}; the largest is {largest:.1}", name_list(joints)),
        "convert to radians, or name the columns q1_deg, ..";
        /// Positions in radians before the gearbox.
        "W144" MotorSidePositions {
            /// The joints that show it.
            joints: Vec<String>,
            /// Largest position, as logged.
            largest: f64,
        } ("positions look like radians on the motor side of the gearbox ({}): the largest is \
             {largest:.1}, and efforts do not follow gravity if they are taken as degrees", name_list(joints)),
        "divide positions and velocities by the gear ratios before identification";
        /// Gravity of the robot's description in another unit than m/s², or that of another planet.
        "W145" GravityMagnitude {
            /// Its length \[m/s²\].
            found_m_s2: f64,
        } ("gravity of the robot is {found_m_s2:.4} m/s², 9.81 was expected"),
        "gravity is given in m/s²: 9.81 on the ground";
        /// Efforts that hold the arm against gravity in another direction than the description's.
        "W146" GravityDirection {
            /// The direction that the efforts show, in the frame of the base, 9.81 m/s² long.
            gravity_m_s2: [f64; 3],
            /// Least correlation of an effort with nominal gravity.
            correlation_before: f64,
            /// The same with the gravity that the efforts show.
            correlation: f64,
        } ("the efforts show gravity along {},{},{} m/s² in the frame of the base: \
             correlation {correlation:.2}, not {correlation_before:.2}", gravity_m_s2[0], gravity_m_s2[1], gravity_m_s2[2]),
        "the arm is mounted in another way: give this gravity, in the frame of the base";
        /// Positions of a joint that count otherwise than those of the robot's description.
        "W147" PositionConvention {
            /// The joint.
            joint: String,
            /// Its sign or zero, in words.
            convention: &'static str,
            /// Least correlation of an effort with nominal gravity.
            correlation_before: f64,
            /// The same with this convention.
            correlation: f64,
            /// Where the torques show it: the joint that gains most.
            torque_error: Option<TorqueErrorChange>,
        } ("joint {joint:?}: its positions have {convention}: with that the efforts follow \
             gravity (correlation {correlation:.2}, not {correlation_before:.2}){}",
            torque_errors(torque_error)),
        "correct the positions in the log, or axis and zero in the description";
        /// Time stamps in another unit than seconds.
        "W143" TimeUnit {
            /// The unit that they seem to have: `ms`, `us` or `ns`.
            unit: &'static str,
            /// Rate by the stamps taken as seconds \[Hz\].
            rate_hz: f64,
            /// Rate in that unit \[Hz\].
            true_rate_hz: f64,
        } ("time stamps look like {unit}: taken as seconds the log has {rate_hz:.3e} Hz, \
             in {unit} {true_rate_hz:.1} Hz"),
        "give the unit of the time column";
        /// Logged velocities contradict the time base.
        "W115" TimeBase {
            /// Logged velocity over the slope of the position.
            factor: f64,
            /// Rate by the stamps \[Hz\].
            rate_hz: f64,
            /// Rate by the velocities \[Hz\].
            true_rate_hz: f64,
        } ("logged velocities are {factor:.4} times the slopes of all positions: \
             the log says {rate_hz:.2} Hz, the motion {true_rate_hz:.2} Hz"),
        "check the time column; inertia scales with its square";
        /// A velocity in another unit than its position.
        "W116" VelocityScale {
            /// The joint.
            joint: String,
            /// Logged velocity over the slope of the position.
            slope: f64,
        } ("joint {joint:?}: its logged velocity is {slope:.4} times the slope of its position"),
        "check its unit (57.3: degrees per second) and gear ratio; positions are used instead";
        /// A velocity against the direction of its position.
        "W117" VelocitySign {
            /// The joint.
            joint: String,
            /// Logged velocity over the slope of the position.
            slope: f64,
        } ("joint {joint:?}: its logged velocity runs against its position ({slope:.4} times its slope)"),
        "check the sign of the position; one of the two is turned around";
        /// Velocities in another order than positions.
        "W118" VelocityOrder {
            /// For each joint the one whose velocity column moves with its position.
            order: Vec<String>,
        } ("velocities stand in another order than positions; that of the positions is {}", order.join(", ")),
        "check which joint each column belongs to";
        /// A velocity that does not follow its position.
        "W119" VelocityUnrelated {
            /// The joint.
            joint: String,
            /// Correlation of the logged velocity with the slope of the position.
            correlation: f64,
        } ("joint {joint:?}: its logged velocity does not follow its position (correlation {correlation:.2})"),
        "check the columns; positions are used instead";
        /// A velocity that lags behind its position, or leads it.
        "W137" VelocityDelay {
            /// The joint.
            joint: String,
            /// Delay \[s\].
            delay_s: f64,
        } ("joint {joint:?}: its logged velocity lags behind its position by {:.1} ms", 1e3 * delay_s),
        "channels are not simultaneous: are efforts late as well?";
        /// Efforts and nominal gravity of opposite signs.
        "W130" EffortReversed {
            /// The joints.
            joints: Vec<String>,
            /// Whether these are all joints that can be judged.
            all: bool,
            /// Reversed quantity.
            reversal: Reversal,
        } ("{}{}: {}", if *all { "all joints that can be judged, " } else { "" }, name_list(joints), match reversal { Reversal::Effort => "the efforts have the wrong sign", Reversal::Gravity => "the efforts hold against gravity the wrong way round", }),
        match reversal {
            Reversal::Effort => "the effort has the opposite sign of the joint's motion: negate these columns",
            Reversal::Gravity => "give gravity in the frame of the base, or check the zero positions",
        };
        /// Efforts in another unit than they are said to be.
        "W131" EffortScale {
            /// Meaning that their size suggests.
            looks_like: EffortGuess,
            /// Effort per nominal gravity torque, median over the joints.
            gain: f64,
            /// Joint torque per unit of the log, joint by joint where it is determined \[N·m per unit\].
            nm_per_unit: Vec<(String, f64)>,
        } ("the efforts are {gain:.3} of nominal gravity torques: they look like {} (N·m per unit: {})",
            looks_like.label(), per_joint(nm_per_unit)),
        match looks_like {
            EffortGuess::Current => "state that efforts are currents, with torque constants if the robot has none",
            EffortGuess::MotorTorque => "state that efforts are on the motor side, with the gear ratios",
            _ => "check the unit and meaning of the efforts, and the load",
        };
        /// Efforts that are logged later or earlier than the motion.
        "W153" EffortDelay {
            /// Delay of the efforts behind the positions, negative where they are early \[s\].
            delay_s: f64,
            /// Factor by which it lowers the share of the efforts that the motion leaves unexplained, mean of the joints.
            factor: f64,
        } ("the efforts are {:.0} ms {} the positions: moved by that, the motion explains them {:.0} % better", 1e3 * delay_s.abs(), if *delay_s > 0.0 { "behind" } else { "ahead of" }, 100.0 * (factor - 1.0)),
        "give this delay, so that efforts and positions are simultaneous";
        /// Positions that jump from one sample to the next.
        "W164" PositionJump {
            /// The joints.
            joints: Vec<String>,
            /// Number of instants.
            count: usize,
            /// The largest jump \[rad or m\].
            jump: f64,
            /// Its time \[s\].
            t_s: f64,
        } ("{}: the positions jump at {count} {}, by up to {:.2} rad or m between two samples at {t_s:.3} s", name_list(joints), if *count == 1 { "instant" } else { "instants" }, jump.abs()),
        match is_turn(*jump) {
            true => "positions wrap at a turn: add or subtract 2π behind every jump, so that they are continuous",
            false => "rows are missing there: keep the time stamps of the recorder, or give the parts as logs of their own",
        };
        /// Efforts of one joint that are logged later or earlier than the motion.
        "W163" JointEffortDelay {
            /// The joint.
            joint: String,
            /// Delay of its effort behind the positions, negative where it is early \[s\].
            delay_s: f64,
            /// Factor by which it lowers the share of the effort that the motion leaves unexplained.
            factor: f64,
        } ("joint {joint:?}: its effort is {:.0} ms {} the positions: moved by that, the motion explains it {:.0} % better", 1e3 * delay_s.abs(), if *delay_s > 0.0 { "behind" } else { "ahead of" }, 100.0 * (factor - 1.0)),
        "check how the effort of this joint is recorded: its time stamps, its filter, its driver";
        /// Positions of a joint with a zero that is a little off.
        "W154" PositionZero {
            /// The joint.
            joint: String,
            /// Shift of its positions with which the nominal robot predicts the torques best \[rad\].
            shift_rad: f64,
            /// The joint whose torque the nominal robot then predicts better by most.
            torque_error: Option<TorqueErrorChange>,
        } ("joint {joint:?}: its positions may be off by {:.1} degrees{}", -shift_rad.to_degrees(), torque_errors(torque_error)),
        "check the zero position of the joint in the log and in the description";
        /// The effort of a joint that is far from the nominal gravity torque.
        "W159" JointEffortScale {
            /// The joint.
            joint: String,
            /// Effort per nominal torque.
            gain: f64,
            /// Torque that it is compared with: `gravity`, or `inertial` where gravity hardly acts on the joint.
            torque: &'static str,
        } ("joint {joint:?}: its effort is {gain:.2} times its nominal {torque} torque"),
        "check unit, torque constant and gear ratio of the joint, and whether it carries a load that the description lacks";
        /// Joints in another order than those of the robot.
        "W132" EffortOrder {
            /// For each joint of the robot the joint in whose columns its values stand.
            order: Vec<String>,
            /// Whether positions are in that order too, or the efforts alone.
            positions_too: bool,
            /// Least correlation of an effort with the gravity torque of its joint, as the log is read.
            correlation_before: f64,
            /// The same in the other order.
            correlation: f64,
            /// Where the torques show it: the joint that gains most.
            torque_error: Option<TorqueErrorChange>,
        } ("{} in another order than the joints of the robot; its joints are {}: \
             correlation with gravity {correlation:.2}, not {correlation_before:.2}{}", if *positions_too { "the columns stand" } else { "the efforts stand" }, order.join(", "), torque_errors(torque_error)),
        "give the columns in the order of the robot";
        /// Efforts that have nothing to do with the robot.
        "W133" EffortUnrelated {
            /// The joints whose efforts do not follow gravity, though it should show.
            joints: Vec<String>,
            /// Least correlation with it.
            correlation: f64,
        } ("the efforts of {} do not follow the gravity torques of the robot (correlation {correlation:.2})", name_list(joints)),
        "another robot, mounting or zero position? check robot, gravity and columns";
        /// A joint that hardly moves.
        "W134" IdleJoint {
            /// The joint.
            joint: String,
            /// Share of the time in which it moves.
            moving_share: f64,
            /// Root mean square speed \[rad/s or m/s\].
            speed_rms: f64,
        } ("joint {joint:?} moves in {:.0} % of the time, {speed_rms:.2e} rad/s or m/s rms", 100.0 * moving_share),
        "little can be learnt about what it carries: move it, faster and both ways";
        /// A motion that separates parameters badly.
        "W135" WeakExcitation {
            /// Condition number of the observation matrix, columns scaled to one length.
            condition: f64,
            /// The worst determined combination of parameters.
            direction: String,
        } ("the motion separates parameters badly (condition number {condition:.0}); worst is {direction}"),
        "expect large errors there: move more joints at once, faster, with more poses";
        /// A motion that leaves parameters undetermined.
        "W136" RankDeficient {
            /// Combinations that the motion reveals.
            rank: usize,
            /// Base parameters.
            n_base: usize,
            /// Parameters in the others.
            parameters: Vec<String>,
        } ("the motion reveals {rank} of {n_base} combinations of parameters; unseen are parts of {}", name_list(parameters)),
        "these stay unknown: add a motion that moves their joints, or drop them";
        /// Samples that never came.
        "W138" DroppedPackets {
            /// Estimated number.
            count: usize,
            /// Share of all that should have come.
            share: f64,
        } ("about {count} samples never came ({:.1} % of all)", 100.0 * share),
        "interpolated; record with a wired connection or a higher priority";
        /// A log whose motion cannot be looked at.
        "W139" MotionNotExamined {
            /// Why.
            reason: String,
        } ("the log cannot be conditioned: {reason}"),
        "motion, efforts and excitation were not examined";
    }
}

/// The first finding with its code and advice, and the codes of the others.
fn refusal(findings: &[Warning]) -> String {
    let Some((first, others)) = findings.split_first() else { return String::new() };
    let text = format!("{first} ({}); {}", first.code(), first.advice());
    let codes: Vec<&str> = others.iter().map(Warning::code).collect();
    if codes.is_empty() { text } else { format!("{text}; further findings: {}", codes.join(", ")) }
}

/// Values with the names of their joints, for a message.
fn per_joint(values: &[(String, f64)]) -> String {
    let each = values.iter().map(|(joint, value)| format!("{joint} {value:.2}"));
    each.collect::<Vec<_>>().join(", ")
}
