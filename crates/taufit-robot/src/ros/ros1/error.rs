//! What goes wrong between nodes of ROS 1 only.

/// Why a node or a master of ROS 1 cannot be talked to.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Ros1Error {
    /// The other end has another type in mind.
    #[error(
        "{peer} has {name} as {found}, expected {expected}; is the name right, and do both ends have the same \
         version of the messages?"
    )]
    OtherType {
        /// Who.
        peer: String,
        /// Topic or service.
        name: String,
        /// Its type, with the checksum.
        found: String,
        /// Ours, with the checksum.
        expected: String,
    },
    /// The master answers, but does not do it.
    #[error("the ROS master at {master_uri} refused {call}: {answer}; is it really a ROS master?")]
    MasterRefused {
        /// Where it is.
        master_uri: String,
        /// What it was asked for.
        call: String,
        /// What it said.
        answer: String,
    },
    /// Nobody answers as a master, and none can be started there.
    #[error(
        "no ROS master answers at {master_uri}, and none can be started there: {problem}; end what holds the \
         port, or take another one with ROS_MASTER_URI or --port-offset"
    )]
    MasterPort {
        /// Where it should be.
        master_uri: String,
        /// What the network said.
        problem: String,
    },
    /// A service was reached, and did not do what it is for.
    #[error("the service {service} of {peer} failed: {answer}; its own log may say why")]
    ServiceFailed {
        /// The service.
        service: String,
        /// Who offers it.
        peer: String,
        /// What it said.
        answer: String,
    },
}

impl Ros1Error {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherType { .. } => "E250",
            Self::MasterRefused { .. } => "E251",
            Self::MasterPort { .. } => "E252",
            Self::ServiceFailed { .. } => "E253",
        }
    }
}
