//! What a bag offers: topics, and messages on them.

/// How messages are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// ROS 2.
    Cdr,
    /// ROS 1.
    Ros1,
    Json,
    Other,
}

impl Encoding {
    /// By its name in a file.
    pub(super) fn of(name: &[u8]) -> Self {
        match name {
            b"cdr" => Self::Cdr,
            b"ros1" => Self::Ros1,
            b"json" => Self::Json,
            _ => Self::Other,
        }
    }
}

/// A topic of a bag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Topic {
    pub(super) name: String,
    /// Type of its messages, such as `sensor_msgs/msg/JointState`.
    pub(super) message_type: String,
    pub(super) encoding: Encoding,
}

impl Topic {
    /// Whether its type is that of joint states, in ROS 1 or 2.
    pub(super) fn is_joint_state(&self) -> bool {
        let last = self.message_type.rsplit(['/', '.', ':']).next();
        self.encoding != Encoding::Other && last == Some("JointState")
    }
}

/// A message on one of the topics that were asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'a> {
    /// Index among the topics asked for.
    pub(super) topic: usize,
    pub(super) encoding: Encoding,
    /// When it was recorded \[ns\].
    pub(super) log_ns: i64,
    pub(super) data: &'a [u8],
}

/// Where a file cannot be read any further, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Break {
    /// Bytes from the beginning of the file; a database does not say.
    pub(super) byte: Option<u64>,
    pub(super) reason: String,
}
