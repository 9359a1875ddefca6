//! Elastic joints: from exact data to the set-ups of Zollo et al. 2014, and inputs that are refused.

mod classes;
mod exact;
mod noise;
mod refusals;
mod zollo;
