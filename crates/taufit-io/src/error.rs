//! Errors of reading and writing files.

use std::fmt;
use std::path::PathBuf;
use taufit::diagnostics::{Diagnostic, ErrorKind};

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Position in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
}

impl Position {
    /// The beginning of the text.
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// Position of a byte.
    pub(crate) fn at(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            line: count(before.matches('\n').count() + 1),
            column: count(before.get(line_start..).unwrap_or_default().chars().count() + 1),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Error of reading or writing a file: the fact found, its position, and the expectation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A text that is valid and describes no valid robot.
    #[error(transparent)]
    Model(#[from] taufit::Error),
    /// A table of samples of a model without the columns of this robot.
    #[error(
        "a table of samples for {n_dof} joints has columns q1 to q{n_dof}, and M11, M12, ... or g1, g2, ...; missing: \
         {}", missing.join(", ")
    )]
    SampleColumns {
        /// Joints of the robot.
        n_dof: usize,
        /// Names of the missing columns.
        missing: Vec<String>,
    },
    /// A field of a table of samples that is no number.
    #[error("line {line}, column {column}: {found:?} is no finite number")]
    SampleField {
        /// Line, from 1.
        line: usize,
        /// Name of the column.
        column: String,
        /// Text of the field.
        found: String,
    },
    /// Any other error, with its file.
    #[error("{error} (in {})", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// Error in the file.
        error: Box<Error>,
    },
    /// A file that cannot be read.
    #[error("cannot read the file: {reason}")]
    Unreadable {
        /// Message of the operating system.
        reason: String,
    },
    /// A log that cannot be continued.
    #[error(
        "cannot write the log: {reason}; what was written before is whole. \
         Is the disk full? Make room, or record elsewhere"
    )]
    LogUnwritable {
        /// Message of the operating system.
        reason: String,
    },
    /// A recording that exists.
    #[error(
        "{path} exists, and recordings are not overwritten; choose another name, or move it away"
    )]
    LogExists {
        /// Path of the recording.
        path: String,
    },
    /// A file above the size limit.
    #[error("{size_bytes} bytes or more; robot descriptions are read up to {limit_bytes} bytes")]
    TooLarge {
        /// Size, or the part of it that was counted.
        size_bytes: u64,
        /// Largest size allowed.
        limit_bytes: u64,
    },
    /// A text that is not of the expected format.
    #[error("this is not valid {format}: {reason} ({position})")]
    Syntax {
        /// "XML" or "TOML".
        format: &'static str,
        /// Defect that was found.
        reason: String,
        /// Position in the text.
        position: Position,
    },
    /// A required item that is missing.
    #[error("{element}: {what} is missing{}", place(.position))]
    Missing {
        /// Element that should hold it.
        element: String,
        /// Missing item.
        what: String,
        /// Position of the element, if known.
        position: Option<Position>,
    },
    /// A value that is not allowed.
    #[error("{element}: {attribute} = {text:?}, expected {expected} ({position})")]
    BadValue {
        /// The element.
        element: String,
        /// Its attribute.
        attribute: String,
        /// Text of the attribute.
        text: String,
        /// Allowed values.
        expected: String,
        /// Position in the text.
        position: Position,
    },
    /// A joint type that is not supported.
    #[error(
        "joint {joint:?} is of type {kind:?}; supported are {supported}. {advice} ({position})"
    )]
    UnsupportedJoint {
        /// The joint.
        joint: String,
        /// Its type.
        kind: String,
        /// Supported types.
        supported: &'static str,
        /// Advice.
        advice: &'static str,
        /// Position in the text.
        position: Position,
    },
    /// Neither a file nor a built-in robot.
    #[error("{name:?} is neither a file nor a built-in robot{}; built-in are {built_in}", hint(.suggestion))]
    UnknownSource {
        /// Name, as given.
        name: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// Every built-in robot.
        built_in: String,
    },
    /// An unknown key.
    #[error("unknown key {key:?}{}; possible are {expected} ({position})", hint(.suggestion))]
    UnknownKey {
        /// The key.
        key: String,
        /// Nearest known key.
        suggestion: Option<String>,
        /// Known keys.
        expected: String,
        /// Position in the text.
        position: Position,
    },
    /// A count above the limit for robots.
    #[error("more than {limit} {what}; no robot arm has so many, is this a whole scene?")]
    TooMany {
        /// Links, attributes, ...
        what: &'static str,
        /// Largest number allowed.
        limit: usize,
    },
    /// Two settings that exclude each other.
    #[error("{element}: both {first} and {second} are given; keep one of them")]
    Contradiction {
        /// Element, by name.
        element: String,
        /// One.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// An XML document with another root element.
    #[error("the root element is <{found}>, expected {expected} ({position})")]
    WrongRoot {
        /// Name that was found.
        found: String,
        /// Expected name.
        expected: &'static str,
        /// Position in the text.
        position: Position,
    },
    /// A log in place of a robot.
    #[error(
        "this is a log ({format}), not the description of a robot; the robot comes first, then its logs"
    )]
    LogAsRobot {
        /// Format of the log.
        format: &'static str,
    },
    /// A xacro file that has not been expanded.
    #[error(
        "{found} is xacro, not URDF; expand it first: xacro robot.urdf.xacro > robot.urdf ({position})"
    )]
    Xacro {
        /// Element or attribute of xacro that was found.
        found: String,
        /// Position in the text.
        position: Position,
    },
    /// An element that changes the robot and is not supported.
    #[error("{element}: {what} ({position})")]
    Unsupported {
        /// Element, by name.
        element: String,
        /// Reason, with advice.
        what: &'static str,
        /// Position in the text.
        position: Position,
    },
    /// A reference to an item that does not exist.
    #[error("{element}: there is no {what} called {name:?}{} ({position})", hint(.suggestion))]
    UnknownReference {
        /// Element with the reference.
        element: String,
        /// Kind of the item.
        what: &'static str,
        /// Its name.
        name: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// Position in the text.
        position: Position,
    },
    /// Bytes that are no UTF-8.
    #[error("byte {offset} is not UTF-8 text; is it a binary file, or saved in another encoding?")]
    NotUtf8 {
        /// Number of valid bytes before it.
        offset: usize,
    },
    /// A log without a single sample.
    #[error("there is no sample in this log: it has {what}")]
    EmptyLog {
        /// Contents of the log.
        what: &'static str,
    },
    /// A table without column names.
    #[error(
        "the columns have no names: line {line} is {first_line:?} ({n_columns} columns). \
         State what they hold, for example {}", example.join(" ")
    )]
    NoHeader {
        /// The first line that is no comment.
        line: u64,
        /// Its beginning.
        first_line: String,
        /// Number of fields.
        n_columns: usize,
        /// Entries of a column map for a robot of this size: `t=1`, `q=2..7`, ...
        example: Vec<String>,
    },
    /// A header without a required column.
    #[error("no column is known to hold {what}; the log has {available}. Map it: {}{}", .entries.join(", "), rate_hint(.or_rate))]
    MissingColumns {
        /// Time, positions, ...
        what: &'static str,
        /// The columns.
        available: String,
        /// The entries of the column map that would name it; joint by joint where the log has other names of joints.
        entries: Vec<String>,
        /// Whether the sample rate could be stated instead.
        or_rate: bool,
    },
    /// A header with two columns for one quantity.
    #[error("{first} and {second} both look like {what}; map one of them: {entry}")]
    AmbiguousColumns {
        /// Time, positions, ...
        what: &'static str,
        /// One of them.
        first: String,
        /// Another.
        second: String,
        /// The entry of the column map that takes the first.
        entry: String,
    },
    /// Effort columns without a stated meaning.
    #[error(
        "column {column:?} may be joint torque [N·m] or motor current [A]: \
         state whether effort is torque or current"
    )]
    EffortUndecided {
        /// The first of the columns.
        column: String,
    },
    /// Columns for other joints than those of the robot.
    #[error("{what} of {n_joints} joints are needed{}{}", listed("; no column is for ", .missing), listed("; no joint is for ", .extra))]
    JointsDiffer {
        /// Positions, velocities, ...
        what: &'static str,
        /// Number of joints of the robot.
        n_joints: usize,
        /// Joints without a column.
        missing: String,
        /// Columns without a joint.
        extra: String,
    },
    /// A count above the limit for logs.
    #[error("more than {limit} {what} at {record} {number}; cut the log into parts")]
    LogTooLong {
        /// Bytes, numbers, ...
        what: &'static str,
        /// Largest number allowed.
        limit: u64,
        /// "line" or "sample".
        record: &'static str,
        /// Number of the record at which the limit is reached.
        number: u64,
    },
    /// An invalid entry of the column map.
    #[error("map {entry:?}: {reason}")]
    BadMap {
        /// The entry.
        entry: String,
        /// Defect that was found.
        reason: String,
    },
    /// A setting that does not fit the log.
    #[error("{setting}: {reason}")]
    LogSetting {
        /// Name of the setting, a field of [`LogOptions`](crate::LogOptions) where it is one.
        setting: &'static str,
        /// Contradiction that was found.
        reason: String,
    },
    /// A field that should be a number.
    #[error("line {line}, column {column:?}: {text:?} is no number")]
    NoNumber {
        /// The line.
        line: u64,
        /// The column's name.
        column: String,
        /// Text of the field.
        text: String,
    },
    /// A line that does not fit the header.
    #[error("line {line} has {found} fields, expected {expected}")]
    FieldCount {
        /// The line.
        line: u64,
        /// Number of fields.
        found: usize,
        /// Number of columns.
        expected: usize,
    },
    /// A physically inconsistent inertia.
    #[error(
        "link {link:?}: no body has its inertia (mass {mass_kg:.4e} kg, smallest second moment of mass \
         {least_kg_m2:.4e} kg m²); simulators refuse it, so it is not written. Use the physically \
         consistent estimate"
    )]
    NotABody {
        /// The link.
        link: String,
        /// Its mass \[kg\].
        mass_kg: f64,
        /// Smallest eigenvalue of its second moments of mass about the centre \[kg m²\].
        least_kg_m2: f64,
    },
    /// A text without a load.
    #[error("no load in the text: {reason}. Expected {format}")]
    NoLoad {
        /// Expected format.
        format: &'static str,
        /// Defect that was found.
        reason: String,
    },
    /// A file that describes another robot than the one to be written into it.
    #[error("the file describes another robot: {reason}. Give the file that was identified")]
    OtherRobot {
        /// Difference that was found.
        reason: String,
    },
    /// An inertia of a link between two joints of one MJCF body.
    #[error(
        "link {link:?} has an inertia but stands between two joints of one body, where MJCF holds none. \
         Give each joint a body of its own, or fix the link's parameters at zero"
    )]
    NoPlace {
        /// The link.
        link: String,
    },
    /// A compiler setting that replaces the written inertias.
    #[error(
        "<compiler {setting}={value:?}> makes MuJoCo replace the inertias that are written; remove it \
         and export again"
    )]
    CompilerOverrides {
        /// The setting.
        setting: &'static str,
        /// Its value.
        value: String,
    },
    /// A drive with a negative coefficient.
    #[error(
        "joint {joint:?}: {quantity} is {value:.4e}, expected zero or more: a simulator would run away. \
         Bound it at zero, or leave it out of the model"
    )]
    NegativeDrive {
        /// The joint.
        joint: String,
        /// Viscous friction, ...
        quantity: &'static str,
        /// Its value.
        value: f64,
    },
    /// Joints that a Denavit–Hartenberg table cannot describe.
    #[error(
        "joint {joint:?}: its frame follows neither Denavit–Hartenberg convention ({by:.1e} off); \
         write a URDF instead"
    )]
    NoDhRow {
        /// The first joint that does not fit.
        joint: String,
        /// Largest difference of an entry of its transform.
        by: f64,
    },
    /// A robot that Universal Robots' files cannot describe.
    #[error("this is not an arm as ur_description describes it: {reason}. Export a URDF instead")]
    NotUniversalRobots {
        /// Difference that was found.
        reason: String,
    },
    /// A written file that does not read back as the robot.
    #[error(
        "link {link:?}: {parameter} is {expected:e}, but the written file says {found:e}; nothing is \
         handed out. Please report this with the file"
    )]
    NotPreserved {
        /// The link.
        link: String,
        /// Name of the parameter.
        parameter: &'static str,
        /// Value in the robot.
        expected: f64,
        /// Value in the file.
        found: f64,
    },
    /// A file in a compression format that is not read.
    #[error("this is a {packing} file, which is not read; convert it first: {advice}")]
    PackedLog {
        /// Compression format.
        packing: &'static str,
        /// Command that unpacks it.
        advice: &'static str,
    },
    /// A bag that cannot be read.
    #[error("the {format} file cannot be read{}: {reason}", at_byte(.byte))]
    BrokenBag {
        /// Expected format.
        format: &'static str,
        /// Byte at which reading fails, if known.
        byte: Option<u64>,
        /// Defect that was found.
        reason: String,
    },
    /// A bag without joint states.
    #[error(
        "no topic holds sensor_msgs/JointState{}; convert or record that topic", listed(", only ", .available)
    )]
    NoJointStates {
        /// The topics with their types.
        available: String,
    },
    /// A record without forces.
    #[error(
        "no forces are here{}; a table needs columns fx fy fz mx my mz, as many as are measured, a bag a topic \
         of geometry_msgs/WrenchStamped",
        listed(", only ", .available)
    )]
    NoWrench {
        /// Columns, or topics with their types.
        available: String,
    },
    /// A bag with more than one topic of forces.
    #[error("several topics hold wrenches: {topics}; state which one to read")]
    SeveralWrenches {
        /// The topics.
        topics: String,
    },
    /// Forces in a format that they are not read from.
    #[error(
        "forces are read from CSV tables and bags, not from this format; write the table as CSV"
    )]
    WrenchFormat,
    /// A bag with several topics of joint states.
    #[error("several topics hold joint states of these joints: {topics}; state which one to read")]
    SeveralTopics {
        /// The topics.
        topics: String,
    },
    /// A topic that the bag does not have.
    #[error("there is no topic {topic:?}{}; the bag has {available}", hint(.suggestion))]
    UnknownTopic {
        /// Name, as given.
        topic: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// The topics.
        available: String,
    },
    /// Joint states of other joints than those of the robot.
    #[error(
        "topic {topic:?} lacks joints {missing} of the robot; its joints are {names}. {}",
        if pairs.is_empty() {
            "It is the log of another robot, or of a part of it".to_owned()
        } else {
            format!("Where a name differs, map it: {}", pairs.join(", "))
        }
    )]
    JointsNotInTopic {
        /// The topic.
        topic: String,
        /// Joints without an entry.
        missing: String,
        /// The names in the messages.
        names: String,
        /// Likely entries of the map that state the names of these joints in the log: `elbow=elbow_joint`.
        pairs: Vec<String>,
    },
    /// Joint states without positions or efforts.
    #[error(
        "the joint states of topic {topic:?} have no {what}; identification needs it. \
         Does the driver report it, or is it on another topic?"
    )]
    ArrayMissing {
        /// The topic.
        topic: String,
        /// The empty array.
        what: &'static str,
    },
    /// A message that is not of the type of its topic.
    #[error("message {message} on topic {topic:?} is no joint state: {reason}")]
    BadMessage {
        /// Its number, counted from 1.
        message: u64,
        /// The topic.
        topic: String,
        /// Defect that was found.
        reason: String,
    },
    /// Messages out of order by more than the reordering window.
    #[error(
        "a message of t = {t_s} s comes after one of t = {last_s} s and belongs more than \
         {window} messages back; do two recordings or two publishers share the topic?"
    )]
    Disordered {
        /// Its stamp \[s\].
        t_s: f64,
        /// The latest stamp before it \[s\].
        last_s: f64,
        /// Length of the reordering window \[messages\].
        window: usize,
    },
    /// A Parquet file that cannot be read.
    #[error("the Parquet table cannot be read: {reason}")]
    BadTable {
        /// Defect that was found.
        reason: String,
    },
    /// A file of arrays that cannot be read.
    #[error("the {format} file cannot be read: {reason}")]
    BadArrays {
        /// Expected format.
        format: &'static str,
        /// Defect that was found.
        reason: String,
    },
    /// A folder that is no bag.
    #[error("the folder holds no bag: no file in it ends in .db3 or .mcap{}", result_hint(.is_result))]
    NoBagInFolder {
        /// Whether it is the folder of a result.
        is_result: bool,
    },
    /// A format that this program was built without.
    #[error("{format} files are not read by this build; build with the feature {feature:?}")]
    NotBuiltIn {
        /// The format.
        format: &'static str,
        /// The feature that reads it.
        feature: &'static str,
    },
    /// A motion of other joints than those of the robot.
    #[error(
        "the motion is for the joints {found}, but the robot has {expected}; design it for this robot"
    )]
    OtherJoints {
        /// Joints of the motion.
        found: String,
        /// Joints of the robot.
        expected: String,
    },
    /// A program for six joints and a robot with another number of them.
    #[error(
        "a UR program moves six joints, but the motion has {n_joints}; write .csv, .yaml or .json instead"
    )]
    NotSixJoints {
        /// Joints of the motion.
        n_joints: usize,
    },
    /// An output file with an unknown ending.
    #[error("the ending {ending:?} stands for no format of motions; there are {expected}")]
    UnknownEnding {
        /// Ending, as given.
        ending: String,
        /// The endings that there are.
        expected: &'static str,
    },
    /// A file that cannot be written.
    #[error("it cannot be written: {reason}")]
    Unwritable {
        /// Message of the operating system.
        reason: String,
    },
    /// A result of another method than the one that is needed.
    #[error("this is a result of the method {found:?}; one of {wanted:?} is needed")]
    OtherStudy {
        /// The method that made it.
        found: &'static str,
        /// The method whose result is needed.
        wanted: &'static str,
    },
    /// A result with a schema that is not read.
    #[error("schema version {found}, this taufit reads version {expected}; identify again")]
    ResultVersion {
        /// The version that it states.
        found: u64,
        /// The version that is read.
        expected: u32,
    },
    /// An output file that exists.
    #[error("the file exists and is not replaced; choose another name, or permit replacing it")]
    FileExists,
    /// An output folder that holds something of the user's.
    #[error(
        "the folder is not replaced: {reason}; choose another name, or move what you want to keep and remove the folder"
    )]
    ForeignFolder {
        /// Content of the folder.
        reason: String,
    },
    /// A file under the name of an output folder.
    #[error("this is a file, and a result is a folder; choose another name")]
    FolderIsFile,
    /// A result that cannot be read back.
    #[error("this is no whole result: {reason}; make it again")]
    BrokenResult {
        /// Defect that was found.
        reason: String,
    },
    /// A log in place of a result.
    #[error(
        "this is a log ({format}), not a result, which is a folder that taufit wrote; results come first, then logs"
    )]
    LogAsResult {
        /// Format of the log.
        format: &'static str,
    },
}

/// Hint of a message about a folder without a bag.
fn result_hint(is_result: &bool) -> &'static str {
    if *is_result { "; it is the folder of a result, which is no log" } else { "" }
}

/// The alternative to a column of time stamps, for messages.
fn rate_hint(or_rate: &bool) -> &'static str {
    if *or_rate { ", or state the sample rate of rows without time" } else { "" }
}

/// ` at byte 17` for messages.
fn at_byte(byte: &Option<u64>) -> String {
    byte.map(|byte| format!(" at byte {byte}")).unwrap_or_default()
}

/// A list after a leading text, for messages; empty for an empty list.
fn listed(before: &str, names: &str) -> String {
    if names.is_empty() { String::new() } else { format!("{before}{names}") }
}

/// `, did you mean "x"?` for messages.
fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map(|s| format!(", did you mean {s:?}?")).unwrap_or_default()
}

/// ` (line 3, column 7)` for messages.
fn place(position: &Option<Position>) -> String {
    position.map(|p| format!(" ({p})")).unwrap_or_default()
}

impl Error {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Model(error) => error.code(),
            Self::InFile { error, .. } => error.code(),
            Self::Unreadable { .. } => "E030",
            Self::TooLarge { .. } => "E031",
            Self::Syntax { .. } => "E032",
            Self::Missing { .. } => "E033",
            Self::BadValue { .. } => "E034",
            Self::UnsupportedJoint { .. } => "E035",
            Self::UnknownSource { .. } => "E036",
            Self::UnknownKey { .. } => "E037",
            Self::TooMany { .. } => "E038",
            Self::Contradiction { .. } => "E039",
            Self::WrongRoot { .. } => "E040",
            Self::Xacro { .. } => "E041",
            Self::Unsupported { .. } => "E042",
            Self::UnknownReference { .. } => "E043",
            Self::NotUtf8 { .. } => "E044",
            Self::LogAsRobot { .. } => "E045",
            Self::EmptyLog { .. } => "E050",
            Self::NoHeader { .. } => "E051",
            Self::MissingColumns { .. } => "E052",
            Self::AmbiguousColumns { .. } => "E053",
            Self::EffortUndecided { .. } => "E054",
            Self::JointsDiffer { .. } => "E055",
            Self::LogTooLong { .. } => "E056",
            Self::BadMap { .. } => "E057",
            Self::NoNumber { .. } => "E058",
            Self::FieldCount { .. } => "E059",
            Self::NoLoad { .. } => "E212",
            Self::NotABody { .. } => "E080",
            Self::OtherRobot { .. } => "E081",
            Self::NoPlace { .. } => "E082",
            Self::CompilerOverrides { .. } => "E083",
            Self::NegativeDrive { .. } => "E084",
            Self::NotPreserved { .. } => "E085",
            Self::NoDhRow { .. } => "E086",
            Self::NotUniversalRobots { .. } => "E087",
            Self::PackedLog { .. } => "E060",
            Self::BrokenBag { .. } => "E061",
            Self::NoJointStates { .. } => "E062",
            Self::SeveralTopics { .. } => "E063",
            Self::NoWrench { .. } => "E201",
            Self::SeveralWrenches { .. } => "E202",
            Self::WrenchFormat => "E203",
            Self::UnknownTopic { .. } => "E064",
            Self::JointsNotInTopic { .. } => "E065",
            Self::ArrayMissing { .. } => "E066",
            Self::BadMessage { .. } => "E067",
            Self::Disordered { .. } => "E068",
            Self::BadTable { .. } => "E069",
            Self::NoBagInFolder { .. } => "E070",
            Self::NotBuiltIn { .. } => "E071",
            Self::LogSetting { .. } => "E072",
            Self::BadArrays { .. } => "E073",
            Self::OtherJoints { .. } => "E092",
            Self::NotSixJoints { .. } => "E093",
            Self::UnknownEnding { .. } => "E094",
            Self::Unwritable { .. } => "E095",
            Self::OtherStudy { .. } => "E088",
            Self::ResultVersion { .. } => "E089",
            Self::FileExists => "E096",
            Self::ForeignFolder { .. } => "E097",
            Self::FolderIsFile => "E098",
            Self::BrokenResult { .. } | Self::LogAsResult { .. } => "E099",
            Self::LogUnwritable { .. } => "E153",
            Self::LogExists { .. } => "E175",
            Self::SampleColumns { .. } => "E222",
            Self::SampleField { .. } => "E223",
        }
    }

    /// The error with the name of its file.
    pub(crate) fn in_file(self, path: impl Into<PathBuf>) -> Self {
        Self::InFile { path: path.into(), error: Box::new(self) }
    }
}

impl Diagnostic for Error {
    fn code(&self) -> &'static str {
        Self::code(self)
    }

    fn advice(&self) -> &'static str {
        ""
    }
}

/// Errors of files reach the library through [`Log`](taufit::recording::Log).
impl ErrorKind for Error {}
