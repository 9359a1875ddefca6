//! ROS 2: names of messages, and the definitions that go into files, so that any reader of MCAP
//! understands them.

use super::{Float64, Float64MultiArray, Header, JointState, JointTrajectory, StringMessage};

/// A message of ROS 2.
pub trait Ros2Message {
    /// Package, kind and name, such as `sensor_msgs/msg/JointState`.
    const NAME: &'static str;
}

impl Ros2Message for JointState<Header> {
    const NAME: &'static str = "sensor_msgs/msg/JointState";
}

impl Ros2Message for JointTrajectory<Header> {
    const NAME: &'static str = "trajectory_msgs/msg/JointTrajectory";
}

impl Ros2Message for StringMessage {
    const NAME: &'static str = "std_msgs/msg/String";
}

impl Ros2Message for Float64 {
    const NAME: &'static str = "std_msgs/msg/Float64";
}

impl Ros2Message for Float64MultiArray {
    const NAME: &'static str = "std_msgs/msg/Float64MultiArray";
}

/// A message type: its name, and the text of its definition with those that it refers to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schema {
    pub(crate) name: &'static str,
    pub(crate) definition: &'static str,
}

/// Definition of the header that stamped messages begin with.
macro_rules! header_definition {
    () => {
        "\
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
"
    };
}

pub(crate) const JOINT_STATE: Schema = Schema {
    name: <JointState<Header> as Ros2Message>::NAME,
    definition: concat!(
        "\
std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
",
        header_definition!()
    ),
};

pub(crate) const JOINT_TRAJECTORY: Schema = Schema {
    name: <JointTrajectory<Header> as Ros2Message>::NAME,
    definition: concat!(
        "\
std_msgs/Header header
string[] joint_names
trajectory_msgs/JointTrajectoryPoint[] points
",
        header_definition!(),
        "\
================================================================================
MSG: trajectory_msgs/JointTrajectoryPoint
float64[] positions
float64[] velocities
float64[] accelerations
float64[] effort
builtin_interfaces/Duration time_from_start
================================================================================
MSG: builtin_interfaces/Duration
int32 sec
uint32 nanosec
"
    ),
};

pub(crate) const WRENCH: Schema = Schema {
    name: "geometry_msgs/msg/WrenchStamped",
    definition: concat!(
        "\
std_msgs/Header header
geometry_msgs/Wrench wrench
",
        header_definition!(),
        "\
================================================================================
MSG: geometry_msgs/Wrench
geometry_msgs/Vector3 force
geometry_msgs/Vector3 torque
================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
"
    ),
};

pub(crate) const TEXT: Schema = Schema { name: "std_msgs/msg/String", definition: "string data\n" };
