//! Errors of the studio: each has a code, words, a next step and a status of HTTP.

use axum::http::StatusCode;
use std::path::PathBuf;

/// A result of this crate.
pub type Result<T, E = StudioError> = std::result::Result<T, E>;

/// Error of the studio.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StudioError {
    /// A project folder that cannot be used.
    #[error("{}: cannot be used as a project folder: {reason}", folder.display())]
    ProjectFolder {
        /// The folder.
        folder: PathBuf,
        /// Message of the operating system.
        reason: String,
    },
    /// An address that cannot be listened at.
    #[error("cannot listen at {address}: {reason}")]
    Address {
        /// Address and port.
        address: String,
        /// Message of the operating system.
        reason: String,
    },
    /// A request without the token of this run, or with another.
    #[error("this page belongs to somebody who has the address with its token")]
    NoToken,
    /// A request from another site, or for another name of this computer.
    #[error("the {header} of the request is {found:?}, expected {expected:?}")]
    ForeignRequest {
        /// `Host` or `Origin`.
        header: &'static str,
        /// Its value.
        found: String,
        /// The studio's own.
        expected: String,
    },
    /// A file that is neither in the project folder nor among those that were named.
    #[error("{path:?} is neither in the project folder nor among the files that were named")]
    OutsideProject {
        /// The path, as given.
        path: String,
    },
    /// More work than the queue holds.
    #[error("{n_waiting} jobs are waiting already")]
    QueueFull {
        /// Number of waiting jobs.
        n_waiting: usize,
    },
    /// An upload or a document that is too long.
    #[error("more than {limit_bytes} bytes")]
    TooLarge {
        /// Largest number of bytes.
        limit_bytes: u64,
    },
    /// Choices that were changed elsewhere since they were read.
    #[error(
        "studio.toml was changed elsewhere: its revision is {found}, the edit is of {expected}"
    )]
    StaleRevision {
        /// Revision of the file.
        found: String,
        /// Revision that the edit started from.
        expected: String,
    },
    /// A request that makes no sense.
    #[error("{reason}")]
    Malformed {
        /// The fact.
        reason: String,
    },
    /// Something that does not exist.
    #[error("there is no {what}")]
    Absent {
        /// Its kind and name.
        what: String,
    },
    /// A `studio.toml` that cannot be read.
    #[error("studio.toml: {reason}")]
    BrokenChoices {
        /// Message of the parser.
        reason: String,
    },
    /// A client that sends nothing for a long time.
    #[error("nothing came for {seconds} s")]
    Stalled {
        /// Time limit \[s\].
        seconds: u64,
    },
    /// An error of reading or writing files.
    #[error(transparent)]
    File(#[from] taufit_io::Error),
}

impl StudioError {
    /// Code of its page.
    pub fn code(&self) -> &'static str {
        match self {
            Self::ProjectFolder { .. } => "E270",
            Self::Address { .. } => "E271",
            Self::NoToken => "E272",
            Self::ForeignRequest { .. } => "E273",
            Self::OutsideProject { .. } => "E274",
            Self::QueueFull { .. } => "E275",
            Self::TooLarge { .. } => "E276",
            Self::StaleRevision { .. } => "E277",
            Self::Malformed { .. } => "E278",
            Self::Absent { .. } => "E279",
            Self::BrokenChoices { .. } => "E280",
            Self::Stalled { .. } => "E281",
            Self::File(error) => error.code(),
        }
    }

    /// Next step, in words.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::ProjectFolder { .. } => "name a folder that you may write to",
            Self::Address { .. } => "choose another port, or leave it open",
            Self::NoToken => "open the address that `taufit studio` printed when it started",
            Self::ForeignRequest { .. } => {
                "open the page by the address that `taufit studio` printed"
            }
            Self::OutsideProject { .. } => {
                "name the file on the page, or copy it into the project folder"
            }
            Self::QueueFull { .. } => "wait until a job has ended, or cancel one",
            Self::TooLarge { .. } => "copy the file into the project folder instead",
            Self::StaleRevision { .. } => "the page now shows the other edit; make yours again",
            Self::Malformed { .. } => "load the page again",
            Self::Absent { .. } => "load the page again: it may have been removed",
            Self::BrokenChoices { .. } => {
                "correct the file, or delete it: it holds nothing but choices"
            }
            Self::Stalled { .. } => "send it again",
            Self::File(_) => "read the page about this code",
        }
    }

    /// Status of HTTP.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NoToken => StatusCode::UNAUTHORIZED,
            Self::ForeignRequest { .. } | Self::OutsideProject { .. } => StatusCode::FORBIDDEN,
            Self::QueueFull { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::StaleRevision { .. } => StatusCode::CONFLICT,
            Self::Malformed { .. } => StatusCode::BAD_REQUEST,
            Self::Absent { .. } => StatusCode::NOT_FOUND,
            Self::Stalled { .. } => StatusCode::REQUEST_TIMEOUT,
            Self::BrokenChoices { .. } | Self::File(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::ProjectFolder { .. } | Self::Address { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// A request that makes no sense, in words.
    pub(crate) fn malformed(reason: impl Into<String>) -> Self {
        Self::Malformed { reason: reason.into() }
    }

    /// Something that does not exist, in words.
    pub(crate) fn absent(what: impl Into<String>) -> Self {
        Self::Absent { what: what.into() }
    }
}
