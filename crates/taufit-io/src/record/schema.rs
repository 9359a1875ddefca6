//! The message definitions that go into the file, so that any reader of MCAP understands it.

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
    name: "sensor_msgs/msg/JointState",
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
    name: "trajectory_msgs/msg/JointTrajectory",
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
