//! Base parameters: which combinations of the standard parameters joint torques can ever reveal.

mod expression;
mod grouping;
mod map_back;
mod random_states;
mod recursion;
mod scan;
mod selection;
mod visible;

pub use grouping::{Base, BaseSettings, IdentifiabilityClass};
pub use random_states::{RandomStates, Scales};
pub use selection::Selection;
pub use visible::enough_samples;
