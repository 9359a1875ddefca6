//! A simulated robot that is as nasty as a real one.
//!
//! Read it in the order in which a command becomes a packet of feedback:
//!
//! | module | what it holds |
//! |---|---|
//! | `control` | controllers at their own rate |
//! | `plant` | links, rotors, springs, clamp, pushes, friction |
//! | `integrate` | steps under error control; joints that stop, stick and let go |
//! | `sensor` | encoders, velocities, currents, force sensor, lost packets |
//! | `fault` | what goes wrong on request |
//! | `arm` | [`SimulatedArm`], all of that together |
//! | `run` | [`simulate`], a whole run in one call |
//!
//! Joints at rest are held by friction as long as it can: a joint that sticks has velocity zero, not a
//! small one. Rigid joints, elastic joints and clamped arms are one equation of motion with more or
//! fewer coordinates and springs.
//!
//! ```
//! use taufit_dynamics::model::catalog;
//! use taufit_sim::command::Command;
//! use taufit_sim::sim::{ArmSettings, SimulatedArm, simulate};
//!
//! let robot = catalog::robot("ur5")?;
//! let mut arm = SimulatedArm::new(&robot, &ArmSettings::default(), &[0.0, -1.5, 1.0, 0.0, 0.5, 0.0])?;
//! let turn = |_: f64| Command::Velocity(vec![0.5, 0.0, 0.0, 0.0, 0.0, 0.0]);
//! let run = simulate(&mut arm, turn, 1.0, 100.0)?;
//! assert_eq!(run.recording.n_samples(), 101);
//! assert!((run.truth.signals.q[100] - 0.5).abs() < 0.02);
//! # Ok::<(), taufit_dynamics::diagnostics::Error>(())
//! ```

mod arm;
mod control;
mod fault;
mod integrate;
mod noise;
mod plant;
mod run;
mod sensor;
mod truth;

pub use arm::{ArmSettings, SimulatedArm};
pub use control::{ControlSettings, Gains, PositionLaw};
pub use fault::Fault;
pub use integrate::IntegratorSettings;
pub use plant::{Clamp, ExternalWrench, Flexibility, PlantSettings};
pub use run::{SimulatedRun, simulate};
pub use sensor::{
    ArmFeedback, EffortSettings, EncoderSettings, ForceSettings, SensorSettings, TransportSettings,
    VelocitySettings, WrenchSample,
};
pub use truth::{TrueSignals, TrueState, Truth};
