//! Plain programs: a few commands of URScript, one per line, so that a motion can be rehearsed.
//!
//! | module | what it holds |
//! |---|---|
//! | `parse` | [`Step`]s from a text; what is not known is refused |
//! | `run` | [`PlainRun`]: the steps, cycle by cycle |

mod parse;
mod run;

pub(super) use parse::{Step, parse};
pub(super) use run::PlainRun;
