//! Dynamic identification of robot manipulators: what an arm weighs, how it rubs and how it bends,
//! from its own logs.
//!
//! This crate is pure computation: no files, no clock, no printing, no threads of its own making.
//! Read it in the order in which data travels:
//!
//! | module | what it holds |
//! |---|---|
//! | [`spatial`] | vectors, rotations, rigid transforms, link inertia |
//! | [`friction`] | friction models: torque and regressor columns |
//! | [`model`] | [`Robot`](model::Robot): joints, links, limits, motors; DH tables; built-in robots |
//! | [`params`] | which unknowns there are: [`Layout`](params::Layout) knows the columns |
//! | [`dynamics`] | kinematics, Jacobian, RNEA, CRBA, ABA, regressor and its gradient |
//! | [`base`] | [`Base`](base::Base): what joint torques can ever reveal |
//! | [`recording`] | what a log says |
//! | [`signal`] | from a log to positions, velocities, accelerations and torques on a uniform grid |
//! | [`evidence`] | observations compressed to one triangle per joint |
//! | [`estimate`] | parameter values and their uncertainty |
//! | [`survey`] | the health check of a log |
//! | [`validate`] | errors of predicted torques, verdict |
//! | [`methods`] | recipes from the parts above |
//!
//! Everything is in SI units and radians, on the joint side of the gearbox unless a name says
//! `motor`. Positions, velocities, accelerations and efforts of the joints are `q qd qdd tau`.

pub mod base;
pub mod diagnostics;
pub mod dynamics;
pub mod estimate;
pub mod evidence;
pub mod friction;
pub mod methods;
pub mod model;
pub mod params;
pub mod recording;
pub mod signal;
pub mod spatial;
pub mod study;
pub mod survey;
pub mod validate;

pub use diagnostics::{Error, Result, Warning};
