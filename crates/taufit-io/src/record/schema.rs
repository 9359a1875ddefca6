//! The message definitions that go into the file, so that any reader of MCAP understands it.

/// A message type: its name, and the text of its definition with those that it refers to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schema {
    pub(super) name: &'static str,
    pub(super) definition: &'static str,
}

pub(super) const JOINT_STATE: Schema = Schema {
    name: "sensor_msgs/msg/JointState",
    definition: "\
std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
",
};

pub(super) const TEXT: Schema = Schema { name: "std_msgs/msg/String", definition: "string data\n" };
