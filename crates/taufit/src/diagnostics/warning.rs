//! Doubts that do not stop the work.

use super::{
    ContactDoubt, ElasticDoubt, ExciteWarning, FitDoubt, GravityDoubt, LogDoubt, MotorDoubt,
    PayloadDoubt, StiffnessDoubt,
};
use serde::Serialize;
use std::fmt;

/// A doubt, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Warning {
    /// Bounds that the guard of a run cannot keep, for want of limits.
    Unguarded {
        /// Position, speed or effort.
        quantity: String,
        /// The joints.
        joints: String,
    },
    /// Limits that neither the robot nor the user gave.
    AssumedLimits {
        /// Which, with their values.
        assumed: String,
    },
    /// A joint axis was given with another length than one.
    AxisNormalised {
        /// The joint.
        joint: String,
        /// The length as given.
        norm: f64,
    },
    /// A moving link has no inertial element.
    MissingInertial {
        /// The link.
        link: String,
    },
    /// A moving link has no mass.
    ZeroMass {
        /// The link.
        link: String,
    },
    /// No rigid body has this inertia tensor.
    NotPhysical {
        /// The link.
        link: String,
        /// Principal moments about the centre of mass, ascending \[kg m²\].
        principal_moments: [f64; 3],
    },
    /// The tensor would need matter farther away than the whole arm reaches.
    ImplausibleInertia {
        /// The link.
        link: String,
        /// Radius of gyration \[m\].
        gyration_radius_m: f64,
        /// Length of the arm, stretched \[m\].
        reach_m: f64,
    },
    /// The centre of mass lies farther away than the whole arm reaches.
    ImplausibleCom {
        /// The link.
        link: String,
        /// Distance of the centre of mass from the link's origin \[m\].
        distance_m: f64,
        /// Length of the arm, stretched \[m\].
        reach_m: f64,
    },
    /// Several links have exactly the same mass and tensor.
    PlaceholderInertials {
        /// The links.
        links: Vec<String>,
        /// Their common mass \[kg\].
        mass_kg: f64,
    },
    /// More mass than a body of the arm's size holds.
    ImplausibleMass {
        /// Sum over the moving links \[kg\].
        total_kg: f64,
        /// Length of the arm, stretched \[m\].
        reach_m: f64,
    },
    /// Something in the source was not understood and left out.
    Ignored {
        /// Where it stands.
        element: String,
        /// What it says, and why it is left out.
        what: String,
    },
    /// A base parameter that only rounding of the geometry may separate from others.
    BarelyIndependent {
        /// The parameter with the largest part in it.
        parameter: String,
        /// How much it moves torques, relative to the most visible effect.
        ratio: f64,
    },
    /// Samples with the stamp of the one before.
    DuplicateStamps {
        /// How many.
        count: usize,
        /// The first of them, counted from zero.
        index: usize,
        /// Its stamp \[s\].
        t_s: f64,
    },
    /// The log pauses.
    Gaps {
        /// How often.
        count: usize,
        /// The longest pause \[s\].
        longest_s: f64,
        /// Last stamp before it \[s\].
        t_s: f64,
        /// Nominal period \[s\].
        period_s: f64,
    },
    /// Stamps jitter.
    UnevenStamps {
        /// Nominal period \[s\].
        period_s: f64,
        /// Root mean square deviation of the steps from it \[s\].
        jitter_rms_s: f64,
        /// Shortest step \[s\].
        shortest_s: f64,
    },
    /// Stretches between gaps are too short to be used.
    StretchesDropped {
        /// How many.
        count: usize,
        /// Their length together \[s\].
        total_s: f64,
        /// Length that would have been enough \[s\].
        needed_s: f64,
    },
    /// A channel has one value throughout.
    ConstantChannel {
        /// The joint.
        joint: String,
        /// Position or effort.
        quantity: &'static str,
        /// The value, in the unit of the log.
        value: f64,
    },
    /// A channel is updated less often than it is logged.
    HeldChannel {
        /// The joint.
        joint: String,
        /// Position or effort.
        quantity: &'static str,
        /// Share of its jumps that follow a repeated value.
        share: f64,
    },
    /// No joint moves, so that the motion cannot suggest a cut-off.
    NoMotion {
        /// The cut-off used instead \[Hz\].
        cutoff_hz: f64,
    },
    /// A log whose last line is not complete.
    BrokenOff {
        /// The line.
        line: u64,
        /// How many fields it has.
        found: usize,
        /// How many it should have.
        expected: usize,
        /// Time of the last complete line \[s\].
        last_t_s: f64,
    },
    /// A log with values that are no numbers.
    AbsentNumbers {
        /// How many.
        count: u64,
        /// "line", "row" or "message".
        record: &'static str,
        /// The number of the first.
        first: u64,
    },
    /// Time stamps of which nobody says the unit, and which cannot be seconds.
    TimeUnitAssumed {
        /// What was assumed.
        unit: String,
        /// The first stamp.
        first: f64,
    },
    /// A log with torques and currents.
    TorquesPreferred {
        /// The first column of torques.
        torques: String,
        /// The first column of currents.
        currents: String,
    },
    /// A table without names that has as many columns as our own files.
    HeaderAssumed {
        /// How many columns.
        n_columns: usize,
        /// What they were taken as.
        taken_as: String,
    },
    /// The motion leaves directions of the base parameters unseen.
    RankDeficient {
        /// Directions that the data determine.
        rank: usize,
        /// Base parameters.
        n_base: usize,
    },
    /// A bag that cannot be read to its end.
    BagBrokenOff {
        /// What kind of bag.
        format: &'static str,
        /// Where it breaks, if that is known.
        byte: Option<u64>,
        /// What is wrong there.
        reason: String,
        /// How many messages were read before.
        n_messages: u64,
        /// Time of the last of them \[s\].
        last_t_s: f64,
    },
    /// Damaged parts of a bag that were passed over.
    BagDamaged {
        /// Format of the file.
        format: &'static str,
        /// Number of damaged parts.
        count: u64,
        /// Where the first of them begins.
        byte: u64,
        /// What is wrong with the first.
        reason: String,
        /// Time that they cover, as far as they state it \[s\].
        lost_s: f64,
    },
    /// Joints that the log calls otherwise than the robot.
    JointsRenamed {
        /// Name in the robot and name in the log of the first joint.
        example: (String, String),
        /// Number of joints.
        count: usize,
    },
    /// Messages on the topic that are about other joints.
    MessagesSkipped {
        /// How many.
        count: u64,
        /// The topic.
        topic: String,
        /// The names in the first of them.
        names: String,
    },
    /// Joint states without stamps.
    Unstamped {
        /// The topic.
        topic: String,
    },
    /// Efforts of joint states of which nobody said what they are.
    EffortTakenAsTorque {
        /// The topic.
        topic: String,
    },
    /// Messages that came after later ones.
    LateMessages {
        /// How many.
        count: u64,
        /// How late the latest was \[s\].
        latest_s: f64,
    },
    /// Time stamps that run backwards.
    TimeRunsBackwards {
        /// How often.
        count: u64,
        /// "line" or "row".
        record: &'static str,
        /// The number of the first.
        first: u64,
        /// Its stamp \[s\].
        t_s: f64,
        /// The stamp before it \[s\].
        before_s: f64,
    },
    /// A prior that is no body; a ball of the link's size was added to it.
    PriorNotPhysical {
        /// The link.
        link: String,
        /// How much of the ball was added: 1 is as heavy as the link.
        share: f64,
    },
    /// The body of a link behind a fixed joint was written into the link that carries it.
    InertialMoved {
        /// The link, a bare frame now.
        link: String,
        /// The link that carries it.
        into: String,
        /// The mass that the file gave it \[kg\].
        mass_kg: f64,
    },
    /// An inertial was written for a body whose inertia MuJoCo inferred from its shapes.
    ShapesSilenced {
        /// The body.
        body: String,
    },
    /// A joint that follows another was written without a drive of its own.
    FollowerIdle {
        /// The joint.
        joint: String,
        /// The joint that it follows.
        leader: String,
    },
    /// A link's values include the links fixed to it, which the written file does not have.
    FixedIncluded {
        /// The link.
        link: String,
        /// What is fixed to it.
        fixed: Vec<String>,
    },
    /// The file of a collision mesh was not found.
    MeshNotFound {
        /// The moving link, or the base.
        link: String,
        /// The file, as the description names it.
        file: String,
        /// How many places were looked at.
        n_places: usize,
    },
    /// A collision mesh or shape that cannot be used.
    ShapeUnusable {
        /// The link.
        link: String,
        /// The file or element.
        shape: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A moving link without any shape on a robot that has shapes.
    NoShape {
        /// The link.
        link: String,
    },
    /// Two bodies that touch in nearly every pose, so that the check would say nothing.
    AlwaysTouching {
        /// One.
        a: String,
        /// The other.
        b: String,
        /// Share of the sampled poses in which they touch.
        share: f64,
    },
    /// A controller that asked for more torque than the joint can give.
    TorqueSaturated {
        /// The joint.
        joint: String,
        /// Share of the controller's periods in which it did.
        share: f64,
        /// The highest torque of the joint \[N·m or N\].
        limit: f64,
    },
    /// What a look at a whole log reveals.
    #[serde(untagged)]
    Log(LogDoubt),
    /// What a fit did with its data.
    #[serde(untagged)]
    Fit(FitDoubt),
    /// What is doubtful about contacts.
    #[serde(untagged)]
    Contact(ContactDoubt),
    /// What is doubtful about torque constants and friction.
    #[serde(untagged)]
    Motor(MotorDoubt),
    /// Stiffnesses of a clamped arm.
    #[serde(untagged)]
    Stiffness(StiffnessDoubt),
    /// What is doubtful about elastic joints.
    #[serde(untagged)]
    Elastic(ElasticDoubt),
    /// What is doubtful about a load.
    #[serde(untagged)]
    Payload(PayloadDoubt),
    /// What is doubtful about weights.
    #[serde(untagged)]
    Gravity(GravityDoubt),
    /// A designed motion.
    #[serde(untagged)]
    Excite(ExciteWarning),
}

/// A doubt about one thing is a warning.
macro_rules! doubts {
    ($($kind:ident: $doubt:ident),* $(,)?) => {$(
        impl From<$doubt> for Warning {
            fn from(doubt: $doubt) -> Self {
                Self::$kind(doubt)
            }
        }
    )*};
}

doubts! {
    Log: LogDoubt,
    Fit: FitDoubt,
    Contact: ContactDoubt,
    Motor: MotorDoubt,
    Stiffness: StiffnessDoubt,
    Elastic: ElasticDoubt,
    Payload: PayloadDoubt,
    Gravity: GravityDoubt,
    Excite: ExciteWarning,
}

impl Warning {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::AxisNormalised { .. } => "W001",
            Self::MissingInertial { .. } => "W002",
            Self::ZeroMass { .. } => "W003",
            Self::NotPhysical { .. } => "W004",
            Self::ImplausibleInertia { .. } => "W005",
            Self::ImplausibleCom { .. } => "W006",
            Self::PlaceholderInertials { .. } => "W007",
            Self::ImplausibleMass { .. } => "W008",
            Self::Ignored { .. } => "W009",
            Self::BarelyIndependent { .. } => "W010",
            Self::DuplicateStamps { .. } => "W100",
            Self::Gaps { .. } => "W101",
            Self::UnevenStamps { .. } => "W102",
            Self::StretchesDropped { .. } => "W103",
            Self::ConstantChannel { .. } => "W104",
            Self::HeldChannel { .. } => "W105",
            Self::NoMotion { .. } => "W106",
            Self::BrokenOff { .. } => "W050",
            Self::AbsentNumbers { .. } => "W051",
            Self::TimeUnitAssumed { .. } => "W052",
            Self::TorquesPreferred { .. } => "W053",
            Self::HeaderAssumed { .. } => "W054",
            Self::BagBrokenOff { .. } => "W055",
            Self::MessagesSkipped { .. } => "W056",
            Self::Unstamped { .. } => "W057",
            Self::EffortTakenAsTorque { .. } => "W058",
            Self::LateMessages { .. } => "W059",
            Self::TimeRunsBackwards { .. } => "W060",
            Self::JointsRenamed { .. } => "W061",
            Self::BagDamaged { .. } => "W062",
            Self::PriorNotPhysical { .. } => "W120",
            Self::RankDeficient { .. } => "W121",
            Self::AssumedLimits { .. } => "W160",
            Self::InertialMoved { .. } => "W070",
            Self::ShapesSilenced { .. } => "W071",
            Self::FixedIncluded { .. } => "W072",
            Self::FollowerIdle { .. } => "W073",
            Self::MeshNotFound { .. } => "W155",
            Self::ShapeUnusable { .. } => "W156",
            Self::NoShape { .. } => "W157",
            Self::AlwaysTouching { .. } => "W158",
            Self::TorqueSaturated { .. } => "W150",
            Self::Unguarded { .. } => "W170",
            Self::Log(doubt) => doubt.code(),
            Self::Fit(doubt) => doubt.code(),
            Self::Contact(doubt) => doubt.code(),
            Self::Motor(doubt) => doubt.code(),
            Self::Stiffness(doubt) => doubt.code(),
            Self::Elastic(doubt) => doubt.code(),
            Self::Payload(doubt) => doubt.code(),
            Self::Gravity(doubt) => doubt.code(),
            Self::Excite(warning) => warning.code(),
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::AxisNormalised { .. } => "scaled to length one; write a unit vector",
            Self::MissingInertial { .. } | Self::ZeroMass { .. } => {
                "taken as massless; nominal torques leave it out until it is identified"
            }
            Self::NotPhysical { .. } => {
                "simulators refuse it: check units, signs of the products and the reference point"
            }
            Self::ImplausibleInertia { .. }
            | Self::ImplausibleCom { .. }
            | Self::ImplausibleMass { .. } => "check units (kg, m, kg m²) and decimal points",
            Self::PlaceholderInertials { .. } => {
                "looks like a placeholder: nominal torques mean nothing until identified"
            }
            Self::Ignored { .. } => "left out of the model",
            Self::BarelyIndependent { .. } => {
                "do not expect data to separate it; angles such as 1.5707 for π/2 are a usual cause"
            }
            Self::DuplicateStamps { .. } => {
                "the first of equal stamps is used, the others are left out"
            }
            Self::Gaps { .. } => "split there; nothing is interpolated or filtered across a gap",
            Self::UnevenStamps { .. } => "put on a uniform grid by interpolation",
            Self::StretchesDropped { .. } => {
                "left out; a higher cut-off or a lower min_segment_s keeps more"
            }
            Self::ConstantChannel { .. } => {
                "check the column; a joint that never moves reveals little about its link"
            }
            Self::HeldChannel { .. } => {
                "the driver updates more slowly than the log: log at its rate, or keep the cut-off low"
            }
            Self::NoMotion { .. } => "check the position columns and their unit (rad, m)",
            Self::BrokenOff { .. } | Self::BagBrokenOff { .. } => {
                "read up to the break; was the recorder stopped in time?"
            }
            Self::AbsentNumbers { .. } => "kept as NaN; cut those parts out or repair them",
            Self::MessagesSkipped { .. } => {
                "passed over; nothing to do if another device sent them"
            }
            Self::Unstamped { .. } => {
                "the times of the recorder are used, which jitter; set header.stamp in the driver"
            }
            Self::EffortTakenAsTorque { .. } => {
                "some drivers publish motor current there: say --effort torque or --effort current"
            }
            Self::LateMessages { .. } => "sorted by their stamps",
            Self::JointsRenamed { .. } => {
                "matched in the order of the robot; rename by --map if that is wrong"
            }
            Self::BagDamaged { .. } => "passed over; copy the file again, or leave that part out",
            Self::TimeRunsBackwards { .. } => {
                "kept as it is; look there: two logs in one file, or a line that is not data"
            }
            Self::TimeUnitAssumed { .. } => "name the column with its unit, such as time_ns",
            Self::TorquesPreferred { .. } => {
                "torques are used; --effort current takes the currents"
            }
            Self::HeaderAssumed { .. } => "write a header, or say what the columns are with --map",
            Self::PriorNotPhysical { .. } => {
                "what the data do not see follows this stand-in; give masses and tensors"
            }
            Self::RankDeficient { .. } => {
                "record a motion that moves all joints, at several speeds and in many poses; until then \
                 trust predictions on similar motions only"
            }
            Self::InertialMoved { .. } => {
                "only their sum is identified, and what it leaves for the carrier is no body"
            }
            Self::ShapesSilenced { .. } => "the identified inertia counts now, its shapes do not",
            Self::FollowerIdle { .. } => {
                "friction and rotor inertia are identified per coordinate: its leader has them all"
            }
            Self::FixedIncluded { .. } => {
                "take them out of the description, or their inertia counts twice"
            }
            Self::AssumedLimits { .. } => {
                "give the robot's own limits, in its file or with --velocity and --acceleration"
            }
            Self::MeshNotFound { .. } | Self::ShapeUnusable { .. } => {
                "capsules from joint to joint stand in for it in collision checks"
            }
            Self::NoShape { .. } => "taken as bare; it cannot collide",
            Self::AlwaysTouching { .. } => {
                "not checked; give closer shapes if the two can really come apart"
            }
            Self::TorqueSaturated { .. } => {
                "the motion is too fast or the load too heavy for it: slow down, or lower the gains"
            }
            Self::Unguarded { .. } => {
                "give the limits in the robot's file, so that the guard can stop the robot in time"
            }
            Self::Log(doubt) => doubt.advice(),
            Self::Fit(doubt) => doubt.advice(),
            Self::Contact(doubt) => doubt.advice(),
            Self::Motor(doubt) => doubt.advice(),
            Self::Stiffness(doubt) => doubt.advice(),
            Self::Elastic(doubt) => doubt.advice(),
            Self::Payload(doubt) => doubt.advice(),
            Self::Gravity(doubt) => doubt.advice(),
            Self::Excite(warning) => warning.advice(),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AxisNormalised { joint, norm } => {
                write!(f, "joint {joint:?}: the axis has length {norm:.6}, not 1")
            }
            Self::MissingInertial { link } => write!(f, "link {link:?} moves but has no inertial"),
            Self::ZeroMass { link } => write!(f, "link {link:?} moves but has no mass"),
            Self::NotPhysical { link, principal_moments: [a, b, c] } => write!(
                f,
                "link {link:?}: no rigid body has principal moments {a:.4e}, {b:.4e}, {c:.4e} kg m² \
                 (each must be positive and at most the sum of the other two)"
            ),
            Self::ImplausibleInertia { link, gyration_radius_m, reach_m } => write!(
                f,
                "link {link:?}: radius of gyration {gyration_radius_m:.2} m, but the arm is {reach_m:.2} m long"
            ),
            Self::ImplausibleCom { link, distance_m, reach_m } => write!(
                f,
                "link {link:?}: centre of mass {distance_m:.2} m from its joint, but the arm is {reach_m:.2} m long"
            ),
            Self::PlaceholderInertials { links, mass_kg } => write!(
                f,
                "{} links have one and the same inertial ({mass_kg} kg): {}",
                links.len(),
                links.join(", ")
            ),
            Self::ImplausibleMass { total_kg, reach_m } => {
                write!(
                    f,
                    "the moving links weigh {total_kg:.0} kg, much for an arm of {reach_m:.2} m"
                )
            }
            Self::Ignored { element, what } => write!(f, "{element}: {what}"),
            Self::BarelyIndependent { parameter, ratio } => write!(
                f,
                "a combination led by {parameter} moves torques by only {ratio:.1e} of the most visible effect"
            ),
            Self::DuplicateStamps { count, index, t_s } => write!(
                f,
                "samples with the stamp of the one before: {count}, first sample {index} at {t_s} s"
            ),
            Self::Gaps { count, longest_s, t_s, period_s } => write!(
                f,
                "gaps in the log: {count}, longest {longest_s:.4} s after t = {t_s:.4} s (period {period_s:.6} s)"
            ),
            Self::UnevenStamps { period_s, jitter_rms_s, shortest_s } => write!(
                f,
                "stamps jitter by {:.0} % of the period of {period_s:.6} s (shortest step {shortest_s:.6} s)",
                100.0 * jitter_rms_s / period_s
            ),
            Self::StretchesDropped { count, total_s, needed_s } => write!(
                f,
                "stretches between gaps shorter than {needed_s:.2} s: {count}, together {total_s:.2} s"
            ),
            Self::ConstantChannel { joint, quantity, value } => {
                write!(f, "joint {joint:?}: its {quantity} is {value} from start to end")
            }
            Self::HeldChannel { joint, quantity, share } => write!(
                f,
                "joint {joint:?}: {:.0} % of the changes of its {quantity} follow a repeated value",
                100.0 * share
            ),
            Self::NoMotion { cutoff_hz } => write!(
                f,
                "no joint moves above the noise; filtered at {cutoff_hz} Hz for want of a better cut-off"
            ),
            Self::BrokenOff { line, found, expected, last_t_s } => write!(
                f,
                "the log breaks off in line {line} ({found} of {expected} fields), after t = {last_t_s} s"
            ),
            Self::AbsentNumbers { count, record, first } => {
                write!(f, "{count} values are missing or not finite, the first in {record} {first}")
            }
            Self::TimeUnitAssumed { unit, first } => {
                write!(f, "the first time stamp is {first:e}: taken as {unit}")
            }
            Self::TorquesPreferred { torques, currents } => {
                write!(f, "the log has torques ({torques:?}) and currents ({currents:?})")
            }
            Self::HeaderAssumed { n_columns, taken_as } => {
                write!(f, "the {n_columns} columns have no names: taken as {taken_as}")
            }
            Self::BagBrokenOff { format, byte, reason, n_messages, last_t_s } => {
                let at = byte.map(|byte| format!(" at byte {byte}")).unwrap_or_default();
                write!(
                    f,
                    "the {format} file breaks off{at}, after {n_messages} messages and \
                     t = {last_t_s} s: {reason}"
                )
            }
            Self::BagDamaged { format, count, byte, reason, lost_s } => write!(
                f,
                "{count} damaged parts of the {format} file, {lost_s:.3} s of the log, first at byte {byte}: {reason}"
            ),
            Self::JointsRenamed { example: (robot, log), count } => write!(
                f,
                "the {count} joints have other names in the log: {robot:?} is {log:?} there"
            ),
            Self::MessagesSkipped { count, topic, names } => write!(
                f,
                "{count} messages on topic {topic:?} have no positions of the robot's joints; \
                 the first names {names}"
            ),
            Self::Unstamped { topic } => {
                write!(f, "the joint states of topic {topic:?} have no time stamps")
            }
            Self::EffortTakenAsTorque { topic } => {
                write!(f, "effort of topic {topic:?} is taken as joint torque [N·m]")
            }
            Self::LateMessages { count, latest_s } => {
                write!(f, "{count} messages came late, by {latest_s} s at most")
            }
            Self::TimeRunsBackwards { count, record, first, t_s, before_s } => write!(
                f,
                "time runs backwards {count} times, first in {record} {first}: \
                 t = {t_s} s after {before_s} s"
            ),
            Self::PriorNotPhysical { link, share } => write!(
                f,
                "link {link:?}: its prior is no body that can exist; {share} of a ball of its size was added"
            ),
            Self::RankDeficient { rank, n_base } => write!(
                f,
                "the motion determines {rank} of {n_base} base parameters; along the others the smallest \
                 values were taken"
            ),
            Self::InertialMoved { link, into, mass_kg } => {
                write!(f, "link {link:?}: its body ({mass_kg} kg) is now part of link {into:?}")
            }
            Self::ShapesSilenced { body } => {
                write!(f, "body {body:?} had an inertia from its shapes and has an inertial now")
            }
            Self::FollowerIdle { joint, leader } => {
                write!(
                    f,
                    "joint {joint:?} follows {leader:?} and is written without friction of its own"
                )
            }
            Self::FixedIncluded { link, fixed } => {
                write!(f, "link {link:?} is written with what is fixed to it: {}", fixed.join(", "))
            }
            Self::AssumedLimits { assumed } => {
                write!(f, "limits that nobody gave are assumed: {assumed}")
            }
            Self::MeshNotFound { link, file, n_places } => write!(
                f,
                "link {link:?}: the collision mesh {file:?} was not found ({n_places} places were looked at)"
            ),
            Self::ShapeUnusable { link, shape, reason } => {
                write!(f, "link {link:?}: collision shape {shape:?} cannot be used: {reason}")
            }
            Self::NoShape { link } => {
                write!(f, "link {link:?} moves but has no collision shape, though others have")
            }
            Self::AlwaysTouching { a, b, share } => write!(
                f,
                "{a:?} and {b:?} touch in {:.0} % of the poses that the limits allow",
                100.0 * share
            ),
            Self::TorqueSaturated { joint, share, limit } => write!(
                f,
                "joint {joint:?}: its torque was at the limit of {limit} for {:.1} % of the run",
                100.0 * share
            ),
            Self::Unguarded { quantity, joints } => {
                write!(
                    f,
                    "the {quantity} of {joints} has no limit, so that the guard cannot watch it"
                )
            }
            Self::Log(doubt) => doubt.fmt(f),
            Self::Fit(doubt) => doubt.fmt(f),
            Self::Contact(doubt) => doubt.fmt(f),
            Self::Motor(doubt) => doubt.fmt(f),
            Self::Stiffness(doubt) => doubt.fmt(f),
            Self::Elastic(doubt) => doubt.fmt(f),
            Self::Payload(doubt) => doubt.fmt(f),
            Self::Gravity(doubt) => doubt.fmt(f),
            Self::Excite(warning) => warning.fmt(f),
        }
    }
}
