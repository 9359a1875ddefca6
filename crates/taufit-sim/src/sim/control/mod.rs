//! Controllers of the drives: from commands and encoder signals to motor torques.

mod controller;
mod settings;

pub(super) use controller::Controller;
pub use settings::{ControlSettings, Gains, PositionLaw};
