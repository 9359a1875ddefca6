//! Connections to robots: the trait, its settings, and the parts that real connections share.
//!
//! | module | contents |
//! |---|---|
//! | `robot_connection` | [`RobotConnection`], feedback and commands |
//! | `settings` | [`ConnectionSettings`]: presets of known drivers |
//! | `error`, `warning` | [`ConnectionError`], [`ConnectionWarning`] |
//! | `joint_map` | joints by name, in any order of a message |
//! | `robot_identity` | comparison of the robot's own URDF with the model |
//! | `clock` | the robot's clock between packets |
//! | `packet_queue` | packets from the reading thread to the run |

/// Methods of [`RobotConnection`] that the fields `info` and `queue` answer.
#[cfg(any(feature = "rtde", feature = "ros1", feature = "ros2"))]
macro_rules! answer_from_queue {
    () => {
        fn info(&self) -> &ConnectionInfo {
            &self.info
        }

        fn now_s(&self) -> f64 {
            self.queue.now_s()
        }

        fn local_s(&self) -> f64 {
            self.queue.local_s()
        }

        fn rejected(&self) -> Option<ConnectionError> {
            self.queue.rejected()
        }
    };
}
#[cfg(any(feature = "rtde", feature = "ros1", feature = "ros2"))]
pub(crate) use answer_from_queue;

mod clock;
mod error;
#[cfg(any(test, feature = "ros1", feature = "ros2"))]
mod joint_map;
mod packet_queue;
mod robot_connection;
#[cfg(any(test, feature = "ros1", feature = "ros2"))]
mod robot_identity;
mod settings;
mod warning;

pub use error::ConnectionError;
pub use robot_connection::{
    AuxiliaryData, CommandKind, ConnectionInfo, RobotConnection, RobotFeedback, Targets,
    WrenchFeedback,
};
pub use settings::{ConnectionKind, ConnectionSettings, PRESETS, Preset, RosNames, RtdeAddress};
pub use warning::ConnectionWarning;

pub(crate) use clock::RobotClock;
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use joint_map::JointIndexMap;
pub(crate) use packet_queue::{PacketQueue, PacketSender, TimeStamped, packet_queue};
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use robot_identity::check_robot_identity;

use crate::error::Result;
use taufit::model::Robot;

/// Connects to a robot and waits for its first joint positions. Nothing moves.
pub fn connect(settings: &ConnectionSettings, robot: &Robot) -> Result<Box<dyn RobotConnection>> {
    match settings.kind {
        #[cfg(feature = "rtde")]
        ConnectionKind::Rtde => {
            Ok(Box::new(crate::rtde::RtdeConnection::connect(settings, robot)?))
        }
        #[cfg(feature = "ros2")]
        ConnectionKind::Ros2 => {
            Ok(Box::new(crate::ros::RosConnection::connect_ros2(settings, robot)?))
        }
        #[cfg(feature = "ros1")]
        ConnectionKind::Ros1 => {
            Ok(Box::new(crate::ros::RosConnection::connect_ros1(settings, robot)?))
        }
        #[allow(unreachable_patterns, reason = "a build with every connection has all arms")]
        kind => Err(ConnectionError::NotInBuild { kind: kind.label() }.into()),
    }
}
