//! Recipes: each identifies one kind of thing from the parts of the library.

mod rigid;

pub use rigid::{RigidResult, RigidSettings, identify_rigid};
