//! Robots behind ROS, 1 or 2: a controller manager, a trajectory controller, a velocity controller and
//! the joint states (seed 000: position control to the start, velocity control for the motion).
//!
//! | module | what it holds |
//! |---|---|
//! | `graph` | [`RosGraph`]: what both generations of ROS offer to a run |

mod graph;

pub(crate) use graph::{Controller, Goal, GoalPoint, GoalState, RosGraph};
