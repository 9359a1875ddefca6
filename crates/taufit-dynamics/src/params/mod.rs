//! The unknowns: standard parameters and their columns.
//!
//! [`Layout`] alone defines the column numbers.

mod layout;
mod param;
mod pattern;

pub use layout::{Layout, LayoutSettings};
pub use param::{LinkParam, Param};
