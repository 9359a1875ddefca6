//! Which column of a table is what, by its name.
//!
//! `heading` takes a name apart, `lexicon` knows what the words mean, `mapping` is what the user says,
//! `choice` decides; `joints` finds the joints where there is no robot to ask.

pub(in crate::log) mod choice;
mod effort;
pub(in crate::log) mod heading;
mod joint_columns;
mod joints;
pub(in crate::log) mod lexicon;
mod mapping;
mod name_range;
mod role;
pub(in crate::log) mod wrench;

pub(in crate::log) use choice::time_column;
