//! Robot models: joints, links, limits, motors, friction.
//!
//! A [`RobotDescription`] is what a file says; [`RobotDescription::build`] checks it and gives the
//! immutable [`Robot`] that every algorithm takes.

mod axes;
mod build;
pub mod catalog;
mod description;
mod dh;
mod joint_map;
mod plausibility;
mod robot;
mod rotors;
mod solid;

pub use axes::AxisOffset;
pub use description::{
    Frame, JointDescription, JointKind, Limits, LinkDescription, Mimic, Motor, RobotDescription,
    STANDARD_GRAVITY,
};
pub use dh::{DhConvention, DhRow};
pub(crate) use joint_map::Angle;
pub use joint_map::JointMap;
pub use robot::{Drive, Joint, Link, Robot};
pub use rotors::RotorCoupling;
pub use solid::{Shape, Solid};
