//! Simulated robot arms, and experiments that run on simulated or real ones.
//!
//! | module | content |
//! |---|---|
//! | [`command`] | commands to an arm, simulated or real |
//! | [`sim`] | rigid, elastic and clamped arms with controllers, sensors and sticking friction |
//! | [`experiment`] | `experiment.toml`: phases, limit check, the simulated robot |

pub mod command;
pub mod diagnostics;
pub mod experiment;
mod per_joint;
pub mod sim;
