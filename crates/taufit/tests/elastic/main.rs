//! Elastic joints: from exact data to the set-ups of seed 001, and inputs that are refused.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/elastic_setups.rs"]
mod elastic_setups;

mod classes;
mod exact;
mod noise;
mod refusals;
mod seed;
