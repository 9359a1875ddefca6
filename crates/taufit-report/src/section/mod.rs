//! The sections of the page, one file each: what they say, as text and figures ready to be shown.

mod bodies;
mod coverage;
mod errors;
mod friction;
mod header;
mod identifiability;
mod logs;
mod parameter_row;
mod parameters;
mod provenance;
mod residuals;
mod standard;
mod torques;
mod verdict;

pub(crate) use bodies::BodiesView;
pub(crate) use coverage::{JointCoverageView, coverage_views};
pub(crate) use errors::ErrorsView;
pub(crate) use friction::FrictionView;
pub(crate) use header::{HeaderView, WarningsView};
pub(crate) use identifiability::IdentifiabilityView;
pub(crate) use logs::LogsView;
pub(crate) use parameter_row::{Badge, ParameterRow};
pub(crate) use parameters::ParametersView;
pub(crate) use provenance::ProvenanceView;
pub(crate) use residuals::ResidualsView;
pub(crate) use standard::StandardView;
pub(crate) use torques::TorquesView;
pub(crate) use verdict::{VerdictView, wording};
