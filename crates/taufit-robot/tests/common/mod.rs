//! Parts that the tests of connections share.
#![allow(dead_code, unused_imports, reason = "every connection uses its own part of it")]

mod live_run;
mod retry;

pub(crate) use live_run::{Outcome, assert_joint2, run, simulate_joint2, tolerate_stalls, ur5};
pub(crate) use retry::retry_if_stalled;
