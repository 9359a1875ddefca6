//! Dynamic identification of robot manipulators: what an arm weighs, how it rubs and how it bends,
//! from its own logs.
//!
//! This crate is pure computation: no files, no clock, no printing, no threads but those of the
//! caller's rayon pool. Read it in the order in which data travels:
//!
//! | module | what it holds |
//! |---|---|
//! | [`diagnostics`] | errors and warnings with code, numbers and advice |
//! | [`spatial`] | vectors, rotations, rigid transforms, link inertia |
//! | [`friction`] | friction models: torque and regressor columns |
//! | [`model`] | [`Robot`](model::Robot): joints, links, limits, motors; DH tables; built-in robots |
//! | [`params`] | which unknowns there are: [`Layout`](params::Layout) knows the columns |
//! | [`dynamics`] | kinematics, Jacobian, RNEA, CRBA, ABA, momentum, regressor and its gradient |
//! | [`collision`] | how near links come to each other and to their surroundings |
//! | [`base`] | [`Base`](base::Base): what joint torques can ever reveal |
//! | [`recording`] | what a log says |
//! | [`signal`] | from a log to positions, velocities, accelerations and torques on a uniform grid |
//! | [`evidence`] | observations compressed to one triangle per joint |
//! | [`estimate`] | parameter values and their uncertainty: least squares and its kin, physically consistent fits |
//! | [`excite`] | motions worth logging, and what they will tell |
//! | [`sim`] | simulated arms: rigid, elastic, clamped |
//! | [`experiment`] | what to do with a robot: phases, guard bounds, the simulated stand-in |
//! | [`validate`] | errors of predicted torques, verdict, repeatability |
//! | [`survey`] | the health check of a log |
//! | [`study`] | everything that was found, as plain data: what `result.json` holds |
//! | [`methods`] | recipes from the parts above: rigid arms, drive gains, motor constants, elastic joints, stiffness, loads, weights, contacts, a vendor's model |
//!
//! Everything is in SI units and radians, on the joint side of the gearbox unless a name says
//! `motor`. Positions, velocities, accelerations and efforts of the joints are `q qd qdd tau`.

pub mod base;
pub mod collision;
pub mod diagnostics;
pub mod dynamics;
pub mod estimate;
pub mod evidence;
pub mod excite;
pub mod experiment;
pub mod friction;
pub mod methods;
pub mod model;
pub mod params;
pub mod recording;
mod regression;
pub mod signal;
pub mod sim;
pub mod spatial;
pub mod study;
pub mod survey;
pub mod validate;

pub use diagnostics::{Error, Result, Warning};
