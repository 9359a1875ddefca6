//! Dynamic identification of robot manipulators: inertias, friction, rotor inertia, torque constants, stiffness and
//! payloads from a robot's own logs.
//!
//! Pure computation: no files, no clock, no printing, no threads but those of the caller's rayon pool. The
//! modules below come from one crate per layer; in the order in which data travels:
//!
//! | module | content |
//! |---|---|
//! | [`diagnostics`] | errors and warnings with code, numbers and advice |
//! | [`spatial`], [`friction`], [`model`], [`params`], [`dynamics`], [`base`] | a robot, its equations, its base parameters |
//! | [`recording`], [`signal`], [`evidence`] | from a log to square-root information |
//! | [`estimate`], [`validate`], [`survey`] | estimates with intervals, validation, health check of a log |
//! | [`collision`], [`excite`] | excitation trajectories |
//! | [`command`], [`sim`], [`experiment`] | commands, simulated arms, experiments |
//! | [`study`] | results as plain data: the content of `result.json` |
//! | [`methods`] | identification of rigid arms, drive gains, motor constants, elastic joints, stiffness, payloads, gravity terms, contacts, vendor models; statistics of fleets |
//!
//! Everything is in SI units and radians, on the joint side of the gearbox unless a name states
//! `motor`. Positions, velocities, accelerations and efforts of the joints are `q qd qdd tau`.

pub mod diagnostics;
pub mod methods;
pub mod study;

pub use diagnostics::{Error, Result, Warning};
pub use taufit_data::{evidence, recording, signal};
pub use taufit_dynamics::{base, define_diagnostics, dynamics, friction, model, params, spatial};
pub use taufit_estimate::{estimate, regression, survey, validate};
pub use taufit_excite::{collision, excite};
pub use taufit_sim::{command, experiment, sim};
