//! From settings to a robot.

#[cfg(any(feature = "ros1", feature = "ros2", feature = "rtde"))]
use super::LinkKind;
use super::{LiveError, LiveSettings};
use crate::error::Result;
use crate::link::RobotLink;
use taufit::model::Robot;

/// Connects to a robot, and waits until it has said where its joints are. Nothing moves.
pub fn connect(settings: &LiveSettings, robot: &Robot) -> Result<Box<dyn RobotLink>> {
    match settings.kind {
        #[cfg(feature = "rtde")]
        LinkKind::Rtde => Ok(Box::new(crate::rtde::RtdeLink::connect(settings, robot)?)),
        #[cfg(feature = "ros2")]
        LinkKind::Ros2 => Ok(Box::new(crate::ros::RosLink::connect_ros2(settings, robot)?)),
        #[cfg(feature = "ros1")]
        LinkKind::Ros1 => Ok(Box::new(crate::ros::RosLink::connect_ros1(settings, robot)?)),
        #[allow(unreachable_patterns, reason = "a build with every link leaves nothing over")]
        kind => Err(LiveError::NotInBuild { kind: kind.word() }.into()),
    }
}
