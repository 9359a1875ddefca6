//! Experiments: an [`Experiment`] is read from `experiment.toml`, a [`Plan`] is its sequence of
//! [`Phase`]s for a robot at its present pose, each with its commands.
//!
//! | module | what it holds |
//! |---|---|
//! | `settings` | [`Experiment`]: the file |
//! | `guard` | [`GuardSettings`]: what ends a run at once |
//! | `link` | [`ConnectionOptions`]: the robot, where it is a real one |
//! | `simulation` | [`SimulationSettings`]: the robot that stands in for a real one |
//! | `rest_to_rest`, `travel`, `motion` | ways to move, with their commands over time |
//! | `phase` | [`Phase`]: a motion and its purpose; [`DrivenPhase`]: a phase as stored in a log |
//! | `plan`, `sweep` | from an experiment to its phases |
//! | `check` | what every joint does over the whole plan, against its limits and obstacles |
//!
//! ```
//! use taufit_dynamics::model::catalog;
//! use taufit_sim::experiment::{Experiment, FreeLog, Plan};
//!
//! let robot = catalog::robot("ur5")?;
//! let listen = FreeLog { duration_s: 10.0 };
//! let experiment = Experiment { log: Some(listen), ..Experiment::new("ur5") };
//! let plan = Plan::new(&experiment, &robot, None, &[0.0; 6])?;
//! assert_eq!(plan.duration_s(), 10.0);
//! # Ok::<(), taufit_dynamics::diagnostics::Error>(())
//! ```

mod check;
mod guard;
mod link;
mod motion;
mod phase;
mod plan;
mod rest_to_rest;
mod settings;
mod simulation;
mod sweep;
mod travel;

pub use check::{JointExtent, PlanCheck};
pub use guard::GuardSettings;
pub use link::{ConnectionOptions, Rmw, RosSettings, RtdeSettings};
pub use motion::PhaseMotion;
pub use phase::{DrivenPhase, Phase, PhaseKind};
pub use plan::{Plan, start_pose};
pub use rest_to_rest::RestToRest;
pub use settings::{Excitation, Experiment, FreeLog, Poses, Ramps, Sweep, SweepJoint};
pub use simulation::{SimulatedPayload, SimulationSettings, TruthSettings};
pub use travel::Travel;
