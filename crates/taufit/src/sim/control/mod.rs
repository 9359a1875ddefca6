//! The drive's controllers: from a command and what the encoders say to motor torques.

mod command;
mod controller;
mod gains;
mod settings;

pub use command::{Command, ForceRamp, Setpoint};
pub(super) use controller::Controller;
pub use gains::Gains;
pub use settings::{ControlSettings, PositionLaw};
