//! Design of the motion worth logging: as informative as the robot's limits and its surroundings allow.

mod bspline;
mod criterion;
mod design;
mod forecast;
mod fourier;
mod guard;
mod information;
mod instants;
mod limits;
mod linear;
mod problem;
mod qp;
mod result;
mod scaling;
mod secure;
mod settings;
mod span;
mod sqp;
mod start;
mod task;
mod trajectory;
mod usage;
mod verify;

pub use bspline::QuinticSpline;
pub use criterion::{Criterion, Measure};
pub use design::{DesignProgress, design_motion, random_design};
pub use fourier::FourierSeries;
pub use limits::{JointLimits, LimitSettings};
pub use result::{Clearance, Design, Forecast, JointPeaks, MotionCheck, Start};
pub use settings::{ExciteSettings, Scaling};
pub use span::Family;
pub use task::{Known, Surroundings};
pub use trajectory::{Curve, Lead, MotionState, Trajectory};
