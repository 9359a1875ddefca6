//! Elastic joints: from exact data to the set-ups of seed 001, and inputs that are refused.

mod classes;
mod exact;
mod noise;
mod refusals;
mod seed;
