//! Controllers of the drives: from commands and encoder signals to motor torques.

mod controller;
mod gains;
mod settings;

pub(super) use controller::Controller;
pub use gains::Gains;
pub use settings::{ControlSettings, PositionLaw};
