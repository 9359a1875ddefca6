//! The gate before a fit: which findings about the logs do not stop it.

use clap::Args;
use serde::Serialize;
use taufit::survey::GateSettings;

/// Findings about the logs that are accepted.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct GateArgs {
    /// Go on in spite of a finding about a log, by its code, such as W131; the verdict names it and is
    /// at most usable
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    accept: Vec<String>,
}

impl GateArgs {
    /// The settings of the gate.
    pub(crate) fn settings(&self) -> GateSettings {
        GateSettings { accept: self.accept.clone() }
    }
}
