//! The integration tests of the library, in one program: linked one by one, they would take longer to
//! build than to run. One area alone: `cargo test --workspace --release --test suite -- payload::`.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

mod base;
mod collision;
mod common;
mod contacts;
mod elastic;
mod elastic_setups;
mod estimate;
mod estimators;
mod examples;
mod excite;
mod experiment;
mod feasible;
mod fleet;
mod gains;
mod gravity;
mod gravity_arms;
mod identities;
mod joint_names;
mod motors;
mod motors_sweep;
mod payload;
mod pushed_ur5;
mod refusals;
mod reverse;
mod rigid;
mod rigid_choices;
mod signal;
mod sim;
mod sim_recovery;
mod stiffness;
mod survey;
