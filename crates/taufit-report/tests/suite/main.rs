//! The pages as a browser shows them, and what their text says.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

mod browser;
mod common;
mod preview;
mod report;
