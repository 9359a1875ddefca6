//! Elastic joints: from exact data to the set-ups of Zollo et al. 2014, and inputs that are refused.

mod choices;
mod classes;
mod coverage;
mod exact;
mod noise;
mod refusals;
mod zollo;
