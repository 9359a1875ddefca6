//! The simulated arm as a robot of ROS 2, as ros2_control presents it: joint states, a controller
//! manager, a trajectory controller, a velocity controller.
//!
//! | module | what it holds |
//! |---|---|
//! | `manager` | the services of the controller manager |
//! | `trajectory` | the action of the trajectory controller |
//! | `server` | [`Ros2Server`]: all of that, once per period |

mod manager;
mod server;
mod trajectory;

pub use server::Ros2Server;
