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
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a robot cannot be read: what was found, where, what was expected.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is fine, the robot in it is not.
    #[error(transparent)]
    Model(#[from] taufit::Error),
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
        /// What is wrong.
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
        }
    }

    /// The error with the name of its file.
    pub(crate) fn in_file(self, path: impl Into<PathBuf>) -> Self {
        Self::InFile { path: path.into(), error: Box::new(self) }
    }
}
