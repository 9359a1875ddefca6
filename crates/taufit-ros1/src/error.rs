//! Errors of ROS 1 nodes and masters.

/// Error of a ROS 1 node or master.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Ros1Error {
    /// No master answers at its address.
    #[error("no ROS master at {master_uri}: {problem}")]
    NoMaster {
        /// Address of the master.
        master_uri: String,
        /// Network error.
        problem: String,
    },
    /// A service or a local port cannot be reached.
    #[error("{what} at {address} cannot be reached: {problem}")]
    Unreachable {
        /// Service or port.
        what: &'static str,
        /// Its name or address.
        address: String,
        /// Network error.
        problem: String,
    },
    /// A connection was closed or timed out.
    #[error("the connection to {peer} was lost: {problem}")]
    Lost {
        /// Node at the other end.
        peer: String,
        /// Network error.
        problem: String,
    },
    /// A peer violates the protocol.
    #[error("{peer} sent data that cannot be decoded: {problem}")]
    Protocol {
        /// Node at the other end.
        peer: String,
        /// Found and expected content.
        problem: String,
    },
    /// Publisher and subscriber, or client and server, have different types.
    #[error(
        "{peer} has {name} as {found}, expected {expected}; is the name right, and do both ends have the same \
         version of the messages?"
    )]
    TypeMismatch {
        /// Node at the other end.
        peer: String,
        /// Topic or service.
        name: String,
        /// Its type and checksum there.
        found: String,
        /// Type and checksum here.
        expected: String,
    },
    /// The master answered a call with a failure.
    #[error("the ROS master at {master_uri} refused {call}: {answer}; is it really a ROS master?")]
    MasterRefused {
        /// Address of the master.
        master_uri: String,
        /// Method.
        call: String,
        /// Its status message.
        answer: String,
    },
    /// No master answers, and none can be started at its address.
    #[error(
        "no ROS master answers at {master_uri}, and none can be started there: {problem}; end what holds the \
         port, or take another one with ROS_MASTER_URI or a port offset"
    )]
    MasterPort {
        /// Address of the master.
        master_uri: String,
        /// Network error.
        problem: String,
    },
    /// A service answered with a failure.
    #[error("the service {service} of {peer} failed: {answer}; its own log may say why")]
    ServiceFailed {
        /// Service.
        service: String,
        /// Node that offers it.
        peer: String,
        /// Its error message.
        answer: String,
    },
}

impl Ros1Error {
    /// Error of a connection to a peer: malformed data, or a connection that was lost.
    pub(crate) fn of_peer(peer: &str, error: &std::io::Error) -> Self {
        let (peer, problem) = (peer.to_owned(), error.to_string());
        match error.kind() {
            std::io::ErrorKind::InvalidData => Self::Protocol { peer, problem },
            _ => Self::Lost { peer, problem },
        }
    }
}
