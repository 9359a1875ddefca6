//! The drive's controllers: from a command and what the encoders say to motor torques.

mod controller;
mod gains;
mod settings;

pub(super) use controller::Controller;
pub use gains::Gains;
pub use settings::{ControlSettings, PositionLaw};
