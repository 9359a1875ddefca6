//! Warnings about files that are read or written.

use taufit::define_diagnostics;

define_diagnostics! {
    /// Irregularities of a log file.
    pub warning ReadWarning {
        /// A log whose last line is not complete.
        "W050" BrokenOff {
            /// The line.
            line: u64,
            /// Number of fields.
            found: usize,
            /// Expected number of fields.
            expected: usize,
            /// Time of the last complete line \[s\].
            last_t_s: f64,
        } ("the log breaks off in line {line} ({found} of {expected} fields), after t = {last_t_s} s"),
        "read up to the break; was the recorder stopped in time?";
        /// A log with values that are no numbers.
        "W051" AbsentNumbers {
            /// Number of them.
            count: u64,
            /// "line", "row" or "message".
            record: &'static str,
            /// The number of the first.
            first: u64,
        } ("{count} values are missing or not finite, the first in {record} {first}"),
        "kept as NaN; cut those parts out or repair them";
        /// Time stamps without a stated unit, too large for seconds.
        "W052" TimeUnitAssumed {
            /// Assumed unit.
            unit: String,
            /// The first stamp.
            first: f64,
        } ("the first time stamp is {first:e}: taken as {unit}"),
        "name the column with its unit, such as time_ns";
        /// A log with torques and currents.
        "W053" TorquesPreferred {
            /// The first column of torques.
            torques: String,
            /// The first column of currents.
            currents: String,
        } ("the log has torques ({torques:?}) and currents ({currents:?})"),
        "torques are used; state that efforts are currents to take these";
        /// A table without names with as many columns as the canonical ones.
        "W054" HeaderAssumed {
            /// Number of columns.
            n_columns: usize,
            /// Assumed names.
            taken_as: String,
        } ("the {n_columns} columns have no names: taken as {taken_as}"),
        "write a header, or map the columns";
        /// A bag that cannot be read to its end.
        "W055" BagBrokenOff {
            /// Format of the bag.
            format: &'static str,
            /// Byte at which reading fails, if known.
            byte: Option<u64>,
            /// Defect that was found.
            reason: String,
            /// Number of messages read before.
            n_messages: u64,
            /// Time of the last of them \[s\].
            last_t_s: f64,
        } ("the {format} file breaks off{}, after {n_messages} messages and t = {last_t_s} s: {reason}", at_byte(*byte)),
        "read up to the break; was the recorder stopped in time?";
        /// Messages on the topic that are about other joints.
        "W056" MessagesSkipped {
            /// Number of them.
            count: u64,
            /// The topic.
            topic: String,
            /// The names in the first of them.
            names: String,
        } ("{count} messages on topic {topic:?} have no positions of the robot's joints; \
             the first names {names}"),
        "passed over; nothing to do if another device sent them";
        /// Joint states without stamps.
        "W057" Unstamped {
            /// The topic.
            topic: String,
        } ("the joint states of topic {topic:?} have no time stamps"),
        "the times of the recorder are used, which jitter; set header.stamp in the driver";
        /// Efforts of joint states without a stated meaning.
        "W058" EffortTakenAsTorque {
            /// The topic.
            topic: String,
        } ("effort of topic {topic:?} is taken as joint torque [N·m]"),
        "some drivers publish motor current there: state whether effort is torque or current";
        /// Messages that came after later ones.
        "W059" LateMessages {
            /// Number of them.
            count: u64,
            /// Largest delay \[s\].
            latest_s: f64,
        } ("{count} messages came late, by {latest_s} s at most"),
        "sorted by their stamps";
        /// Time stamps that run backwards.
        "W060" TimeRunsBackwards {
            /// Number of them.
            count: u64,
            /// "line" or "row".
            record: &'static str,
            /// The number of the first.
            first: u64,
            /// Its stamp \[s\].
            t_s: f64,
            /// The stamp before it \[s\].
            before_s: f64,
        } ("time runs backwards {count} times, first in {record} {first}: \
             t = {t_s} s after {before_s} s"),
        "kept as it is; look there: two logs in one file, or a line that is not data";
        /// Joints that the log calls otherwise than the robot.
        "W061" JointsRenamed {
            /// Name in the robot and name in the log of the first joint.
            example: (String, String),
            /// Number of joints.
            count: usize,
        } ("the {count} joints have other names in the log: {:?} is {:?} there", example.0, example.1),
        "matched in the order of the robot; map the names if that is wrong";
        /// Damaged parts of a bag that were passed over.
        "W062" BagDamaged {
            /// Format of the file.
            format: &'static str,
            /// Number of damaged parts.
            count: u64,
            /// Byte at which the first of them begins.
            byte: u64,
            /// Fault of the first.
            reason: String,
            /// Time that they cover, as far as they state it \[s\].
            lost_s: f64,
        } ("{count} damaged parts of the {format} file, {lost_s:.3} s of the log, first at byte {byte}: {reason}"),
        "passed over; copy the file again, or leave that part out";
        /// A record of forces of which only the beginning is used.
        "W063" ForcesCut {
            /// Samples that are used.
            n_samples: usize,
            /// Time of the last of them \[s\].
            last_t_s: f64,
        } ("only the first {n_samples} samples of the forces are used, to t = {last_t_s:.3} s"),
        "cut the record into several, one per pose";
        /// Joints of a log that the robot does not have.
        "W064" JointsNotInRobot {
            /// Their names in the log.
            joints: String,
            /// Joints of the robot.
            n_robot: usize,
        } ("the log has joints that the robot, of {n_robot} joints, does not have: {joints}; they are not used"),
        "nothing, if these are of a gripper or another arm; else check the robot";
    }
}

define_diagnostics! {
    /// Values that a written robot file holds otherwise than the model.
    pub warning ExportWarning {
        /// The body of a link behind a fixed joint was written into the link that carries it.
        "W070" InertialMoved {
            /// The link, a bare frame now.
            link: String,
            /// The link that carries it.
            into: String,
            /// The mass that the file gave it \[kg\].
            mass_kg: f64,
        } ("link {link:?}: its body ({mass_kg} kg) is now part of link {into:?}"),
        "only their sum is identified, and what it leaves for the carrier is no body";
        /// An inertial was written for a body whose inertia MuJoCo inferred from its shapes.
        "W071" ShapesSilenced {
            /// The body.
            body: String,
        } ("body {body:?} had an inertia from its shapes and has an inertial now"),
        "the identified inertia counts now, its shapes do not";
        /// A link's values include the links fixed to it, which the written file does not have.
        "W072" FixedIncluded {
            /// The link.
            link: String,
            /// Links fixed to it.
            fixed: Vec<String>,
        } ("link {link:?} is written with what is fixed to it: {}", fixed.join(", ")),
        "take them out of the description, or their inertia counts twice";
        /// A joint that follows another was written without a drive of its own.
        "W073" FollowerIdle {
            /// The joint.
            joint: String,
            /// The joint that it follows.
            leader: String,
        } ("joint {joint:?} follows {leader:?} and is written without friction of its own"),
        "friction and rotor inertia are identified per coordinate: its leader has them all";
        /// A link that keeps MuJoCo from opening the written file.
        "W074" RefusedByMujoco {
            /// The link.
            link: String,
            /// Defect that was found.
            reason: String,
        } ("MuJoCo refuses the file for link {link:?}: {reason}"),
        "state its <inertial> in the file that was identified; a box of mass m with edges a, b, c has m (b² + c²)/12 and so on";
        /// A body without an inertial lost the meshes from which MuJoCo infers one.
        "W075" InertiaFromMeshes {
            /// The body.
            body: String,
        } ("body {body:?} has no <inertial>, and the meshes that stand for it in MuJoCo are left out"),
        "give it an <inertial>; body_mass and body_inertia of the compiled model say what the meshes gave";
    }
}

define_diagnostics! {
    /// Collision shapes that cannot be used.
    pub warning MeshWarning {
        /// The file of a collision mesh was not found.
        "W155" MeshNotFound {
            /// The moving link, or the base.
            link: String,
            /// The file, as the description names it.
            file: String,
            /// Number of paths that were tried.
            n_places: usize,
        } ("link {link:?}: the collision mesh {file:?} was not found ({n_places} places were looked at)"),
        "capsules from joint to joint stand in for it in collision checks";
        /// A collision mesh or shape that cannot be used.
        "W156" ShapeUnusable {
            /// The link.
            link: String,
            /// The file or element.
            shape: String,
            /// Defect that was found.
            reason: String,
        } ("link {link:?}: collision shape {shape:?} cannot be used: {reason}"),
        "capsules from joint to joint stand in for it in collision checks";
    }
}

/// ` at byte N` for messages; empty where the place is not known.
fn at_byte(byte: Option<u64>) -> String {
    byte.map(|byte| format!(" at byte {byte}")).unwrap_or_default()
}
