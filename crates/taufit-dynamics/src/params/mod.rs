//! Which unknowns there are: the standard parameters and their columns.
//!
//! [`Layout`] is the only place that knows column numbers.

mod layout;
mod param;
mod pattern;

pub use layout::{Layout, LayoutSettings};
pub use param::{LinkParam, Param};
