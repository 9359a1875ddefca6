//! The pages as a browser shows them, and what their text says.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod browser;
mod common;
mod preview;
mod report;
