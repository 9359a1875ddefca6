//! Robots that are really there, or that pretend to be at the other end of a wire.
//!
//! | module | what it holds |
//! |---|---|
//! | `error` | [`LiveError`]: what goes wrong between here and a robot |
//! | `doubt` | [`LiveDoubt`]: what is doubtful about a link |
//! | `preset` | [`LiveSettings`]: known drivers, with every name that can be changed |
//! | `order` | joints by name, whatever their order on the wire |
//! | `same_arm` | whether the robot is the one of the model, by its own URDF |
//! | `clock` | the robot's clock, between its packets |
//! | `feed` | packets from the thread that reads them to the run |
//! | `connect` | [`connect`]: from settings to a robot |

mod clock;
mod connect;
mod doubt;
mod error;
mod feed;
#[cfg(any(test, feature = "ros1", feature = "ros2"))]
mod order;
mod preset;
#[cfg(any(test, feature = "ros1", feature = "ros2"))]
mod same_arm;

pub use connect::connect;
pub use doubt::LiveDoubt;
pub use error::LiveError;
pub use preset::{LinkKind, LiveSettings, PRESETS, Preset, RosNames, RtdeAddress};

pub(crate) use clock::RobotClock;
pub(crate) use feed::{Feed, FeedSender, Stamped, feed};
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use order::JointOrder;
#[cfg(any(feature = "ros1", feature = "ros2"))]
pub(crate) use same_arm::check_same_arm;
