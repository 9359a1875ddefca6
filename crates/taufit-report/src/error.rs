//! Errors of the report.

/// Error of a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// Torques over time that do not belong to the study.
    #[error(
        "torques over time of {source_name:?}: {channel} has {found} values, expected {expected} \
         ({n_joints} joints times {n_samples} samples); give the series of the same study"
    )]
    SeriesLength {
        /// The log.
        source_name: String,
        /// Which quantity.
        channel: &'static str,
        /// Number of its values.
        found: usize,
        /// Required number.
        expected: usize,
        /// Joints of the study.
        n_joints: usize,
        /// Samples of the series.
        n_samples: usize,
    },
    /// A motion that does not belong to the robot.
    #[error(
        "the motion cannot be shown: {reason}; give the design and the robot that it was made for"
    )]
    Motion {
        /// Fault.
        reason: String,
    },
    /// A template failed, which is a mistake of this program.
    #[error(
        "the page cannot be put together: {reason}; this is a mistake in taufit, please report it"
    )]
    Template {
        /// Message of the template engine.
        reason: String,
    },
}

impl ReportError {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::SeriesLength { .. } => "E090",
            Self::Template { .. } => "E091",
            Self::Motion { .. } => "E092",
        }
    }
}
