//! Why a file cannot be used.

use std::fmt;
use std::path::PathBuf;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A place in a text, counted from 1.
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

    /// Line and column of a byte.
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

/// Why a file cannot be read or written: what was found, where, what was expected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is fine, the robot in it is not.
    #[error(transparent)]
    Model(#[from] taufit::Error),
    /// A prefix of function names that no language takes.
    #[error(
        "{name:?} cannot begin the name of a function; use letters, digits and _, a letter first"
    )]
    NoIdentifier {
        /// As given.
        name: String,
    },
    /// A robot whose torques are beyond the largest number.
    #[error(
        "the {function} of {robot:?} comes to numbers beyond the largest; check masses and lengths with \
         `taufit inspect`"
    )]
    CodeNotFinite {
        /// The robot.
        robot: String,
        /// The function.
        function: &'static str,
    },
    /// A table of samples of a model without the columns of this robot.
    #[error(
        "a table of samples for {n_dof} joints has columns q1 to q{n_dof}, and M11, M12, ... or g1, g2, ...; missing: \
         {}", missing.join(", ")
    )]
    SampleColumns {
        /// Joints of the robot.
        n_dof: usize,
        /// What is not there.
        missing: Vec<String>,
    },
    /// A field of a table of samples that is no number.
    #[error("line {line}, column {column}: {found:?} is no finite number")]
    SampleField {
        /// Line, from 1.
        line: usize,
        /// Name of the column.
        column: String,
        /// What stands there.
        found: String,
    },
    /// Any of the others, with the file it happened in.
    #[error("{error} (in {})", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What happened.
        error: Box<Error>,
    },
    /// The file does not open.
    #[error("cannot read the file: {reason}")]
    Unreadable {
        /// What the operating system says.
        reason: String,
    },
    /// A log cannot be written on.
    #[error(
        "cannot write the log: {reason}; what was written before is whole. \
         Is the disk full? Make room, or record elsewhere with -o"
    )]
    LogUnwritable {
        /// What the operating system says.
        reason: String,
    },
    /// A recording is not overwritten.
    #[error(
        "{path} exists, and recordings are not overwritten; choose another name with -o, or move it away"
    )]
    LogExists {
        /// Content that was found.
        path: String,
    },
    /// Larger than any robot description.
    #[error("{size_bytes} bytes or more; robot descriptions are read up to {limit_bytes} bytes")]
    TooLarge {
        /// How much there is, as far as looked.
        size_bytes: u64,
        /// How much is allowed.
        limit_bytes: u64,
    },
    /// Not a text of the expected format.
    #[error("this is not valid {format}: {reason} ({position})")]
    Syntax {
        /// "XML" or "TOML".
        format: &'static str,
        /// Defect that was found.
        reason: String,
        /// Where.
        position: Position,
    },
    /// Something that must be there is not.
    #[error("{element}: {what} is missing{}", place(.position))]
    Missing {
        /// Where it should be.
        element: String,
        /// What it is.
        what: String,
        /// Where the element begins, if that is known.
        position: Option<Position>,
    },
    /// A value that does not say what it should.
    #[error("{element}: {attribute} = {text:?}, expected {expected} ({position})")]
    BadValue {
        /// The element.
        element: String,
        /// Its attribute.
        attribute: String,
        /// What it says.
        text: String,
        /// What it may say.
        expected: String,
        /// Where.
        position: Position,
    },
    /// A joint that moves in more than one way.
    #[error(
        "joint {joint:?} is of type {kind:?}; supported are {supported}. {advice} ({position})"
    )]
    UnsupportedJoint {
        /// The joint.
        joint: String,
        /// Its type.
        kind: String,
        /// What can be used.
        supported: &'static str,
        /// What to do.
        advice: &'static str,
        /// Where.
        position: Position,
    },
    /// Neither a file nor a built-in robot.
    #[error("{name:?} is neither a file nor a built-in robot{}; built-in are {built_in}", hint(.suggestion))]
    UnknownSource {
        /// What was asked for.
        name: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// Every built-in robot.
        built_in: String,
    },
    /// A key that means nothing here.
    #[error("unknown key {key:?}{}; possible are {expected} ({position})", hint(.suggestion))]
    UnknownKey {
        /// The key.
        key: String,
        /// The nearest that means something.
        suggestion: Option<String>,
        /// Every key that means something here.
        expected: String,
        /// Where.
        position: Position,
    },
    /// More of something than any robot has.
    #[error("more than {limit} {what}; no robot arm has so many, is this a whole scene?")]
    TooMany {
        /// Links, attributes, ...
        what: &'static str,
        /// How many are allowed.
        limit: usize,
    },
    /// Two statements of which only one may be made.
    #[error("{element}: both {first} and {second} are given; keep one of them")]
    Contradiction {
        /// Where.
        element: String,
        /// One.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// XML, but of something else.
    #[error("the root element is <{found}>, expected {expected} ({position})")]
    WrongRoot {
        /// What it is.
        found: String,
        /// What it should be.
        expected: &'static str,
        /// Where.
        position: Position,
    },
    /// A xacro file that has not been expanded.
    #[error(
        "{found} is xacro, not URDF; expand it first: xacro robot.urdf.xacro > robot.urdf ({position})"
    )]
    Xacro {
        /// What gave it away.
        found: String,
        /// Where.
        position: Position,
    },
    /// Something that changes the robot and is not supported.
    #[error("{element}: {what} ({position})")]
    Unsupported {
        /// Where.
        element: String,
        /// What it is, and what to do.
        what: &'static str,
        /// Where.
        position: Position,
    },
    /// A reference to something that is not there.
    #[error("{element}: there is no {what} called {name:?}{} ({position})", hint(.suggestion))]
    UnknownReference {
        /// What refers to it.
        element: String,
        /// What it should be.
        what: &'static str,
        /// Its name.
        name: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// Where.
        position: Position,
    },
    /// Bytes that are no UTF-8.
    #[error("byte {offset} is not UTF-8 text; is it a binary file, or saved in another encoding?")]
    NotUtf8 {
        /// How many bytes from the beginning are fine.
        offset: usize,
    },
    /// A log without a single sample.
    #[error("there is no sample in this log: it has {what}")]
    EmptyLog {
        /// What it has instead.
        what: &'static str,
    },
    /// A table of numbers that nobody named.
    #[error(
        "the columns have no names: line {line} is {first_line:?} ({n_columns} columns). \
         Say what they are, for example {example}"
    )]
    NoHeader {
        /// The first line that is no comment.
        line: u64,
        /// Its beginning.
        first_line: String,
        /// How many fields it has.
        n_columns: usize,
        /// Options that would do for such a robot.
        example: String,
    },
    /// A header in which something needed does not appear.
    #[error("no column is known to hold {what}; the log has {available}. Name it with {option}")]
    MissingColumns {
        /// Time, positions, ...
        what: &'static str,
        /// The columns.
        available: String,
        /// How to say which it is.
        option: String,
    },
    /// A header in which two names say the same.
    #[error("{first} and {second} both look like {what}; decide with {option}")]
    AmbiguousColumns {
        /// Time, positions, ...
        what: &'static str,
        /// One of them.
        first: String,
        /// Another.
        second: String,
        /// How to take the first.
        option: String,
    },
    /// Efforts of which nobody says what they are.
    #[error(
        "column {column:?} may be joint torque [N·m] or motor current [A]: \
         say --effort torque or --effort current"
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
        /// How many joints the robot has.
        n_joints: usize,
        /// Joints without a column.
        missing: String,
        /// Columns without a joint.
        extra: String,
    },
    /// More of something than any log has.
    #[error("more than {limit} {what} at {record} {number}; cut the log into parts")]
    LogTooLong {
        /// Bytes, numbers, ...
        what: &'static str,
        /// How many are allowed.
        limit: u64,
        /// "line" or "sample".
        record: &'static str,
        /// Where that many are reached.
        number: u64,
    },
    /// An entry of the column map that cannot be followed.
    #[error("map {entry:?}: {reason}")]
    BadMap {
        /// The entry.
        entry: String,
        /// Defect that was found.
        reason: String,
    },
    /// An option that does not fit the log.
    #[error("{option}: {reason}")]
    LogOption {
        /// The option.
        option: &'static str,
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
        /// What stands there.
        text: String,
    },
    /// A line that does not fit the header.
    #[error("line {line} has {found} fields, expected {expected}")]
    FieldCount {
        /// The line.
        line: u64,
        /// How many it has.
        found: usize,
        /// How many columns there are.
        expected: usize,
    },
    /// An inertia that no body has.
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
    /// A text that holds no load.
    #[error("no load in the text: {reason}. Expected {format}")]
    NoLoad {
        /// What it should be.
        format: &'static str,
        /// Defect that was found.
        reason: String,
    },
    /// A file that describes another robot than the one to be written into it.
    #[error("the file describes another robot: {reason}. Give the file that was identified")]
    OtherRobot {
        /// What differs.
        reason: String,
    },
    /// An inertia that the file has no body for.
    #[error(
        "link {link:?} has an inertia but stands between two joints of one body, where MJCF holds none. \
         Give each joint a body of its own, or fix the link's parameters at zero"
    )]
    NoPlace {
        /// The link.
        link: String,
    },
    /// A setting that would put other inertias in the place of those that are written.
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
    /// A drive that would gain energy from nothing.
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
        /// What differs.
        reason: String,
    },
    /// A written file that says something else than the robot.
    #[error(
        "link {link:?}: {parameter} is {expected:e}, but the written file says {found:e}; nothing is \
         handed out. Please report this with the file"
    )]
    NotPreserved {
        /// The link.
        link: String,
        /// Which of its parameters.
        parameter: &'static str,
        /// What the robot says.
        expected: f64,
        /// What the file says.
        found: f64,
    },
    /// A file packed in a way that is not read.
    #[error("this is a {packing} file, which is not read; convert it first: {advice}")]
    PackedLog {
        /// How it is packed.
        packing: &'static str,
        /// How to unpack it.
        advice: &'static str,
    },
    /// A bag of which nothing can be read.
    #[error("the {format} file cannot be read{}: {reason}", at_byte(.byte))]
    BrokenBag {
        /// What it should be.
        format: &'static str,
        /// Where it breaks, if that is known.
        byte: Option<u64>,
        /// What is wrong there.
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
    #[error("several topics hold wrenches: {topics}; choose with --wrench-topic NAME")]
    SeveralWrenches {
        /// The topics.
        topics: String,
    },
    /// Forces in a format that they are not read from.
    #[error(
        "forces are read from CSV tables and bags, not from this format; write the table as CSV"
    )]
    WrenchFormat,
    /// A bag with more than one topic that would do.
    #[error("several topics hold joint states of these joints: {topics}; choose with --topic NAME")]
    SeveralTopics {
        /// The topics.
        topics: String,
    },
    /// A topic that the bag does not have.
    #[error("there is no topic {topic:?}{}; the bag has {available}", hint(.suggestion))]
    UnknownTopic {
        /// What was asked for.
        topic: String,
        /// The nearest that exists.
        suggestion: Option<String>,
        /// The topics.
        available: String,
    },
    /// Joint states of other joints than those of the robot.
    #[error(
        "topic {topic:?} lacks joints {missing}; its joints are {names}. \
         Where a name differs, say {option}"
    )]
    JointsNotInTopic {
        /// The topic.
        topic: String,
        /// Joints without an entry.
        missing: String,
        /// The names in the messages.
        names: String,
        /// How to say what a joint is called.
        option: String,
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
    /// A message that is not what its topic says.
    #[error("message {message} on topic {topic:?} is no joint state: {reason}")]
    BadMessage {
        /// Its number, counted from 1.
        message: u64,
        /// The topic.
        topic: String,
        /// Defect that was found.
        reason: String,
    },
    /// Messages too far out of order to be sorted.
    #[error(
        "a message of t = {t_s} s comes after one of t = {last_s} s and belongs more than \
         {window} messages back; do two recordings or two publishers share the topic?"
    )]
    Disordered {
        /// Its stamp \[s\].
        t_s: f64,
        /// The latest stamp before it \[s\].
        last_s: f64,
        /// How far back messages are sorted in.
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
        /// Whose arrays they should be.
        format: &'static str,
        /// Defect that was found.
        reason: String,
    },
    /// A folder that is no bag.
    #[error("the folder holds no bag: no file in it ends in .db3 or .mcap")]
    NoBagInFolder,
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
    /// A file to write, with an ending that stands for nothing.
    #[error("the ending {ending:?} stands for no format of motions; there are {expected}")]
    UnknownEnding {
        /// What was found.
        ending: String,
        /// The endings that there are.
        expected: &'static str,
    },
    /// A file that cannot be written.
    #[error("it cannot be written: {reason}")]
    Unwritable {
        /// What the operating system says.
        reason: String,
    },
    /// A result of another method than the one that is needed.
    #[error("this is a result of `taufit {found}`; one of `taufit {wanted}` is needed")]
    OtherStudy {
        /// The verb that made it.
        found: &'static str,
        /// The verb whose result is needed.
        wanted: &'static str,
    },
    /// A result with a schema that is not read.
    #[error("schema version {found}, this taufit reads version {expected}; make the result again")]
    ResultVersion {
        /// The version that it states.
        found: u64,
        /// The version that is read.
        expected: u32,
    },
    /// An output file whose name is taken.
    #[error("the file exists and is not replaced; choose another name, or say --force")]
    FileExists,
    /// An output folder that holds something of the user's.
    #[error(
        "the folder is not replaced: {reason}; give another --out, or move what you want to keep and remove the folder"
    )]
    ForeignFolder {
        /// Content of the folder.
        reason: String,
    },
    /// A file under the name of an output folder.
    #[error("this is a file, and --out names a folder; give another name")]
    FolderIsFile,
    /// A result that cannot be read back.
    #[error("this is no whole result: {reason}; make it again")]
    BrokenResult {
        /// Defect that was found.
        reason: String,
    },
}

/// ` at byte 17` for messages.
fn at_byte(byte: &Option<u64>) -> String {
    byte.map(|byte| format!(" at byte {byte}")).unwrap_or_default()
}

/// A list with words before it, for messages; nothing where there is none.
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
            Self::NoBagInFolder => "E070",
            Self::NotBuiltIn { .. } => "E071",
            Self::LogOption { .. } => "E072",
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
            Self::BrokenResult { .. } => "E099",
            Self::LogUnwritable { .. } => "E153",
            Self::LogExists { .. } => "E175",
            Self::NoIdentifier { .. } => "E220",
            Self::CodeNotFinite { .. } => "E221",
            Self::SampleColumns { .. } => "E222",
            Self::SampleField { .. } => "E223",
        }
    }

    /// The error with the name of its file.
    pub(crate) fn in_file(self, path: impl Into<PathBuf>) -> Self {
        Self::InFile { path: path.into(), error: Box::new(self) }
    }
}
