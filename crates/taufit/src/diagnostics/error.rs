//! Input that cannot be worked with.

use super::names::{name_list, suggest};
use super::{
    ContactFault, ElasticError, GravityError, MotorError, PayloadError, StiffnessError, Warning,
};

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What a name belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A link.
    Link,
    /// A joint.
    Joint,
}

impl std::fmt::Display for NameKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Link => "link",
            Self::Joint => "joint",
        })
    }
}

/// Input that cannot be worked with: what was found, what was expected, what to do.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Two elements share a name.
    #[error("two {kind}s are called {name:?}; names must be unique, rename one of them")]
    DuplicateName {
        /// Link or joint.
        kind: NameKind,
        /// The name.
        name: String,
    },
    /// A joint refers to a link that is not there.
    #[error("joint {joint:?}: its {role} link {link:?} does not exist; the links are {available}")]
    UnknownLink {
        /// The joint.
        joint: String,
        /// "parent" or "child".
        role: &'static str,
        /// The missing link.
        link: String,
        /// What there is.
        available: String,
    },
    /// The joints form a loop, so that there is no base.
    #[error("the joints form a loop through {links}; a robot is a tree with one fixed base")]
    Cycle {
        /// Links on loops.
        links: String,
    },
    /// More than one link has no parent.
    #[error(
        "{count} links have no parent ({roots}); connect them by joints so that one base remains"
    )]
    SeveralRoots {
        /// How many.
        count: usize,
        /// Their names.
        roots: String,
    },
    /// A link is the child of two joints.
    #[error("link {link:?} is the child of joints {first:?} and {second:?}; a link has one parent")]
    SeveralParents {
        /// The link.
        link: String,
        /// One joint.
        first: String,
        /// The other.
        second: String,
    },
    /// A joint axis of length zero.
    #[error("joint {joint:?}: its axis {axis:?} has length zero; give a direction, such as 0 0 1")]
    ZeroAxis {
        /// The joint.
        joint: String,
        /// The axis as given.
        axis: [f64; 3],
    },
    /// NaN or infinity.
    #[error("{element}: {field} is not a finite number")]
    NotFinite {
        /// Which link or joint.
        element: String,
        /// Which quantity.
        field: &'static str,
    },
    /// A number that must not be negative.
    #[error("{element}: {field} is {value}, which must not be negative")]
    Negative {
        /// Which link or joint.
        element: String,
        /// Which quantity.
        field: &'static str,
        /// What was given.
        value: f64,
    },
    /// A matrix that should be a rotation is not.
    #[error(
        "{element}: its orientation is not a rotation (columns off unit length or skew by {by:.1e})"
    )]
    NotARotation {
        /// Which link or joint.
        element: String,
        /// Largest entry of `RᵀR − 1`.
        by: f64,
    },
    /// Lower limit above the upper one.
    #[error("joint {joint:?}: lower limit {lower} lies above upper limit {upper}; swap them")]
    LimitsReversed {
        /// The joint.
        joint: String,
        /// Lower limit.
        lower: f64,
        /// Upper limit.
        upper: f64,
    },
    /// A mimic joint that cannot follow.
    #[error("joint {joint:?} mimics {source_joint:?}: {reason}")]
    Mimic {
        /// The follower.
        joint: String,
        /// The joint to follow.
        source_joint: String,
        /// Why it cannot.
        reason: &'static str,
    },
    /// Friction numbers that make no sense.
    #[error("joint {joint:?}: friction: {reason}")]
    FrictionShape {
        /// The joint.
        joint: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// Nothing moves.
    #[error("robot {robot:?} has no joint that moves ({n_fixed} fixed joints, {n_links} links)")]
    NothingMoves {
        /// The robot.
        robot: String,
        /// Fixed joints.
        n_fixed: usize,
        /// Links.
        n_links: usize,
    },
    /// More joints than any robot has.
    #[error("robot {robot:?} has {found} joints; at most {most} are supported")]
    TooManyJoints {
        /// The robot.
        robot: String,
        /// How many joints it has.
        found: usize,
        /// How many it may have.
        most: usize,
    },
    /// A load that no joint moves.
    #[error(
        "a payload on {frame:?} does nothing: that frame is fixed to the base; name a moving link"
    )]
    PayloadOnBase {
        /// The frame.
        frame: String,
    },
    /// A vector of the wrong length.
    #[error("{what}: expected {expected} values, found {found}")]
    LengthMismatch {
        /// Which vector.
        what: &'static str,
        /// How many were needed.
        expected: usize,
        /// How many came.
        found: usize,
    },
    /// A name that the robot does not have.
    #[error("there is no {what} called {name:?}{}; there are {available}", hint(.suggestion))]
    UnknownName {
        /// Link, joint, frame, robot, parameter.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// What exists.
        available: String,
    },
    /// A pattern for parameters that matches none.
    #[error("{pattern:?} matches no parameter{}; names look like Izz1, Izz[{example_link}], Ixy*, fc2", hint(.suggestion))]
    NoSuchParameter {
        /// What was asked for.
        pattern: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// A link of this robot.
        example_link: String,
    },
    /// No parameter is left, or none has an effect.
    #[error(
        "no parameter has any effect on the joint torques of {robot:?}; all were dropped, fixed or invisible"
    )]
    NothingIdentifiable {
        /// The robot.
        robot: String,
    },
    /// Settings of the base that contradict themselves.
    #[error("base parameters: {reason}")]
    BaseSettings {
        /// What is wrong, and what to do.
        reason: String,
    },
    /// Not enough data.
    #[error(
        "{found} rows of data are too few; at least {needed} are needed, and many more to be of use"
    )]
    Underdetermined {
        /// How many there are.
        found: usize,
        /// How many there must be.
        needed: usize,
    },
    /// The mass matrix is singular, so accelerations are not defined.
    #[error(
        "the mass matrix is not positive definite at joint {joint:?} (pivot {pivot:.3e}): the links it moves have no inertia about its axis; give them mass or a rotor inertia"
    )]
    SingularMassMatrix {
        /// Where the factorisation broke down.
        joint: String,
        /// The pivot.
        pivot: f64,
    },
    /// A setting of the signal conditioning out of its range.
    #[error("{setting} is {value}; expected {expected}")]
    OutOfRange {
        /// Name of the setting.
        setting: &'static str,
        /// What was given.
        value: f64,
        /// What is possible.
        expected: &'static str,
    },
    /// A cut-off that the sampling rate cannot carry.
    #[error(
        "the cut-off of {cutoff_hz} Hz is not below half the sampling rate, {nyquist_hz:.3} Hz; choose a lower one"
    )]
    CutoffAboveNyquist {
        /// The cut-off \[Hz\].
        cutoff_hz: f64,
        /// Half the sampling rate \[Hz\].
        nyquist_hz: f64,
    },
    /// A stamp earlier than the one before.
    #[error(
        "time runs backwards at sample {index}: {t_s} s follows {previous_s} s; sort the log or cut it there"
    )]
    TimeBackwards {
        /// The sample, counted from zero.
        index: usize,
        /// Its stamp \[s\].
        t_s: f64,
        /// The stamp before \[s\].
        previous_s: f64,
    },
    /// NaN or infinity in a channel.
    #[error(
        "joint {joint:?}: its {quantity} is not a finite number at sample {index} (t = {t_s} s); cut the log there or repair it"
    )]
    SampleNotFinite {
        /// Position or effort.
        quantity: &'static str,
        /// The joint.
        joint: String,
        /// The sample, counted from zero.
        index: usize,
        /// Its stamp \[s\].
        t_s: f64,
    },
    /// A log of currents without the constant that makes them torques.
    #[error(
        "joint {joint:?}: the log has motor currents, but no usable torque constant is known; give its N·m/A (N/A if it slides)"
    )]
    MissingTorqueConstant {
        /// The joint.
        joint: String,
    },
    /// No stretch without gap is long enough.
    #[error(
        "the longest stretch without gap lasts {longest_s:.3} s; at least {needed_s:.3} s are needed (shortest segment and both edges)"
    )]
    LogTooShort {
        /// The longest stretch \[s\].
        longest_s: f64,
        /// What is needed \[s\].
        needed_s: f64,
    },
    /// NaN or infinity among the stamps.
    #[error("the time stamp of sample {index} is not a finite number; remove that sample")]
    StampNotFinite {
        /// The sample, counted from zero.
        index: usize,
    },
    /// Fewer samples than a computation needs.
    #[error("{what} needs at least {needed} samples, found {found}")]
    TooFewSamples {
        /// Which computation.
        what: &'static str,
        /// How many it needs.
        needed: usize,
        /// How many came.
        found: usize,
    },
    /// A log with findings that would make a fit wrong, root causes first.
    #[error("{source_name} is refused: {}", refusal(findings))]
    LogRefused {
        /// The log.
        source_name: String,
        /// Findings, one at least.
        findings: Vec<Warning>,
    },
    /// A log of other joints than those of the robot.
    #[error(
        "joint {number} of the log is {found:?}, that of the robot {expected:?}; read the log with this robot"
    )]
    JointsDiffer {
        /// Place of the joint, from 1.
        number: usize,
        /// Its name in the log.
        found: String,
        /// Its name in the robot.
        expected: String,
    },
    /// Settings of a physically consistent fit that contradict themselves.
    #[error("physically consistent fit: {reason}")]
    FeasibleSettings {
        /// What is wrong, and what to do.
        reason: String,
    },
    /// Fixed parameters that no body has.
    #[error(
        "link {link:?}: no body has the values at which its parameters are fixed; free one of them or correct it"
    )]
    FixedNotPhysical {
        /// The link.
        link: String,
    },
    /// Bounds that no physical robot keeps.
    #[error("no physical robot keeps all bounds; the one that fails most is {bound}")]
    BoundsContradict {
        /// The most violated bound.
        bound: String,
    },
    /// Settings of an estimator that contradict themselves or the evidence.
    #[error("{estimator}: {reason}")]
    EstimatorSettings {
        /// Which estimator.
        estimator: &'static str,
        /// What is wrong, and what to do.
        reason: String,
    },
    /// The smallest singular vector does not contain the torque.
    #[error(
        "total least squares has no solution: what fits best leaves the torque out; use least squares, or drop columns that the motion does not separate"
    )]
    NoTotalSolution,
    /// A shape that no body has.
    #[error("{owner}: a shape for collision checks cannot be used: {reason}")]
    BadSolid {
        /// What it belongs to.
        owner: String,
        /// What is wrong.
        reason: &'static str,
    },
    /// An obstacle that cannot be.
    #[error("scene: {obstacle}: {reason}")]
    BadObstacle {
        /// Which one.
        obstacle: String,
        /// What is wrong, and what to do.
        reason: &'static str,
    },
    /// Settings of the collision checks that contradict themselves.
    #[error("collision settings: {reason}")]
    CollisionSettings {
        /// What is wrong, and what to do.
        reason: String,
    },
    /// A log of torques where only currents tell something new.
    #[error(
        "{source_name}: the log has torques, but gains are found from motor currents; say which columns hold currents"
    )]
    NotCurrents {
        /// The log.
        source_name: String,
    },
    /// A motion whose description contradicts itself.
    #[error("the trajectory is not usable: {problem}; write it anew with `taufit excite`")]
    Trajectory {
        /// What is wrong.
        problem: String,
    },
    /// A motion cannot be designed like this.
    #[error("the motion cannot be designed like this: {problem}")]
    ExciteSettings {
        /// What was found and what is expected.
        problem: String,
    },
    /// A sliding joint without ends.
    #[error(
        "joint {joint:?} slides but has no position limits; give them in the robot file or with --lower and --upper"
    )]
    NoTravel {
        /// The joint.
        joint: String,
    },
    /// No pose within the limits respects all conditions.
    #[error(
        "no feasible motion was found: in the best of {tried} poses {what}; relax that limit, or move what is in the way"
    )]
    NothingFeasible {
        /// How many poses were tried.
        tried: usize,
        /// The condition that binds, and by how much.
        what: String,
    },
    /// A pose that the user gave breaks a condition.
    #[error("the {which} pose cannot be used: {what}; choose another one or relax the limit")]
    PoseRefused {
        /// "home" or "offset".
        which: &'static str,
        /// The condition, and by how much it is broken.
        what: String,
    },
    /// Limits that leave a joint no room to move.
    #[error(
        "joint {joint:?} has no room to move: positions {lower:.4} to {upper:.4} after the margin, speed {velocity}, \
         acceleration {acceleration}; lower must be below upper, speed, acceleration and share positive"
    )]
    NoRoom {
        /// The joint.
        joint: String,
        /// Lowest position with margin.
        lower: f64,
        /// Highest position with margin.
        upper: f64,
        /// Highest speed.
        velocity: f64,
        /// Highest acceleration.
        acceleration: f64,
    },
    /// An elastic joint whose motor has no inertia.
    #[error(
        "joint {joint:?}: an elastic joint needs a rotor inertia above zero, found {inertia_kg_m2}; give the motor's, or make the joints rigid"
    )]
    NoRotor {
        /// The joint.
        joint: String,
        /// What was found \[kg m²\].
        inertia_kg_m2: f64,
    },
    /// Rotors that turn with their carriers, but at an unknown ratio.
    #[error(
        "joint {joint:?}: the full rotor model needs its gear ratio; give one, or choose the reduced model"
    )]
    NoGearRatio {
        /// The joint.
        joint: String,
    },
    /// A simulation that cannot go on.
    #[error(
        "the simulation stops at {t_s} s: {reason}; check inertias, gains and stiffnesses, or allow larger errors"
    )]
    SimulationFailed {
        /// When \[s\].
        t_s: f64,
        /// Why.
        reason: &'static str,
    },
    /// Time that has passed already.
    #[error("the simulated arm is at {now_s} s and cannot go to {asked_s} s; ask for a later time")]
    PastTime {
        /// The present \[s\].
        now_s: f64,
        /// What was asked for \[s\].
        asked_s: f64,
    },
    /// A bound or tie on a parameter that torques do not show by itself.
    #[error("{name} is no base parameter: {why}")]
    NotABaseParameter {
        /// The parameter.
        name: String,
        /// What becomes of it, and what to do.
        why: String,
    },
    /// Settings of a finished study that this version does not understand.
    #[error(
        "the settings in the result cannot be read: {reason}; identify again with this version of taufit"
    )]
    StudySettings {
        /// What is wrong with them.
        reason: String,
    },
    /// An experiment that contradicts itself.
    #[error("the experiment cannot be run like this: {problem}")]
    Experiment {
        /// What was found and what is expected.
        problem: String,
    },
    /// A plan that leaves the limits of its robot.
    #[error(
        "phase {phase} ({kind}) brings joint {joint:?} to a {quantity} of {value:.4}, the limit is {limit:.4} \
         (margin of the guard included); change the experiment, or correct the limit in the robot's file"
    )]
    PlanBreaksLimit {
        /// Number of the phase, from 1.
        phase: usize,
        /// What it is for.
        kind: &'static str,
        /// The joint.
        joint: String,
        /// Position or speed.
        quantity: &'static str,
        /// What it would be.
        value: f64,
        /// What it may be.
        limit: f64,
    },
    /// A plan on whose way something stands.
    #[error(
        "in phase {phase} ({kind}) {first:?} would run {depth_m:.3} m into {second:?}; change the experiment, or \
         correct the scene or the shapes in the robot's file"
    )]
    PlanCollides {
        /// Number of the phase, from 1.
        phase: usize,
        /// What it is for.
        kind: &'static str,
        /// One body.
        first: String,
        /// The other.
        second: String,
        /// How far they overlap \[m\].
        depth_m: f64,
    },
    /// A way on which a speed is not reached, or not long enough.
    #[error(
        "joint {joint:?} cannot travel {distance_rad} at {speed_rad_s}: ramps and an equal stretch at constant \
         speed take at least {needed_rad:.3} rad or m; travel farther or slower (speeds are positive)"
    )]
    TravelTooShort {
        /// The joint.
        joint: String,
        /// The speed \[rad/s or m/s\].
        speed_rad_s: f64,
        /// The way \[rad or m\].
        distance_rad: f64,
        /// The shortest way for that speed \[rad or m\].
        needed_rad: f64,
    },
    /// Contacts cannot be looked for.
    #[error(transparent)]
    Contact(#[from] ContactFault),
    /// Records of a clamped arm.
    #[error(transparent)]
    Stiffness(#[from] StiffnessError),
    /// Logs in which motor constants cannot be found.
    #[error(transparent)]
    Motor(#[from] MotorError),
    /// Logs of elastic joints.
    #[error(transparent)]
    Elastic(#[from] ElasticError),
    /// A load that cannot be weighed.
    #[error(transparent)]
    Payload(#[from] PayloadError),
    /// Poses, or samples of a model, from which weights cannot be found.
    #[error(transparent)]
    Gravity(#[from] GravityError),
}

/// `, did you mean "x"?` for messages.
fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|s| format!(", did you mean {s:?}?")).unwrap_or_default()
}

impl Error {
    /// A name that is none of those that exist, with the nearest of these.
    pub fn unknown_name<'n>(
        what: &'static str,
        name: &str,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Self {
        let (suggestion, available) = (suggest(name, names.clone()), name_list(names));
        Self::UnknownName { what, name: name.to_owned(), suggestion, available }
    }

    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::DuplicateName { .. } => "E001",
            Self::UnknownLink { .. } => "E002",
            Self::Cycle { .. } => "E003",
            Self::SeveralRoots { .. } => "E004",
            Self::SeveralParents { .. } => "E005",
            Self::ZeroAxis { .. } => "E006",
            Self::NotFinite { .. } => "E007",
            Self::Negative { .. } => "E008",
            Self::LimitsReversed { .. } => "E009",
            Self::Mimic { .. } => "E010",
            Self::FrictionShape { .. } => "E011",
            Self::NothingMoves { .. } => "E012",
            Self::NotARotation { .. } => "E013",
            Self::TooManyJoints { .. } => "E014",
            Self::PayloadOnBase { .. } => "E015",
            Self::LengthMismatch { .. } => "E020",
            Self::UnknownName { .. } => "E021",
            Self::NoSuchParameter { .. } => "E022",
            Self::NothingIdentifiable { .. } => "E023",
            Self::SingularMassMatrix { .. } => "E024",
            Self::BaseSettings { .. } => "E025",
            Self::Underdetermined { .. } => "E026",
            Self::OutOfRange { .. } => "E100",
            Self::CutoffAboveNyquist { .. } => "E101",
            Self::TimeBackwards { .. } => "E102",
            Self::SampleNotFinite { .. } => "E103",
            Self::MissingTorqueConstant { .. } => "E104",
            Self::LogTooShort { .. } => "E105",
            Self::StampNotFinite { .. } => "E106",
            Self::TooFewSamples { .. } => "E107",
            Self::JointsDiffer { .. } => "E108",
            Self::LogRefused { .. } => "E109",
            Self::FeasibleSettings { .. } => "E120",
            Self::FixedNotPhysical { .. } => "E121",
            Self::BoundsContradict { .. } => "E122",
            Self::EstimatorSettings { .. } => "E123",
            Self::NoTotalSolution => "E124",
            Self::NotCurrents { .. } => "E125",
            Self::Trajectory { .. } => "E135",
            Self::ExciteSettings { .. } => "E136",
            Self::NoTravel { .. } => "E137",
            Self::NoRoom { .. } => "E138",
            Self::NothingFeasible { .. } => "E139",
            Self::PoseRefused { .. } => "E116",
            Self::BadSolid { .. } => "E130",
            Self::BadObstacle { .. } => "E131",
            Self::CollisionSettings { .. } => "E132",
            Self::NoRotor { .. } => "E140",
            Self::NoGearRatio { .. } => "E141",
            Self::SimulationFailed { .. } => "E142",
            Self::PastTime { .. } => "E143",
            Self::NotABaseParameter { .. } => "E126",
            Self::StudySettings { .. } => "E127",
            Self::Experiment { .. } => "E150",
            Self::PlanBreaksLimit { .. } => "E151",
            Self::TravelTooShort { .. } => "E152",
            Self::PlanCollides { .. } => "E154",
            Self::Contact(fault) => fault.code(),
            Self::Stiffness(error) => error.code(),
            Self::Motor(error) => error.code(),
            Self::Elastic(error) => error.code(),
            Self::Payload(error) => error.code(),
            Self::Gravity(error) => error.code(),
        }
    }
}

/// The first finding with its code and advice, and the codes of the others.
fn refusal(findings: &[Warning]) -> String {
    let Some((first, others)) = findings.split_first() else { return String::new() };
    let text = format!("{first} ({}); {}", first.code(), first.advice());
    let codes: Vec<&str> = others.iter().map(Warning::code).collect();
    if codes.is_empty() { text } else { format!("{text}; further findings: {}", codes.join(", ")) }
}
