//! What the tests of live robots share.
#![allow(dead_code, unused_imports, reason = "every link uses its own part of it")]

mod good_time;
mod live_run;

pub(crate) use good_time::in_good_time;
pub(crate) use live_run::{Outcome, assert_joint2, bear_stutter, run, simulate_joint2, ur5};
