//! Which unknowns there are: standard parameters, their columns, and the base parameters.
//!
//! [`Layout`] is the only place that knows column numbers; [`Base`] says which combinations of the
//! standard parameters the joint torques can ever reveal.

mod base;
mod expression;
mod layout;
mod map_back;
mod param;
mod pattern;
mod random_states;


pub use layout::{Layout, LayoutSettings};
pub use param::{LinkParam, Param};
