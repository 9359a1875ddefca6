//! `taufit schema [OF]`: the JSON schema of a result, or of an experiment.

use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::json;
use clap::{Args, ValueEnum};
use schemars::schema_for;
use taufit::experiment::Experiment;
use taufit::study::Study;

/// Print the JSON schema of a result or of experiment.toml
#[derive(Clone, Debug, Args)]
pub(crate) struct SchemaArgs {
    /// What is described
    #[arg(value_enum, default_value_t = Described::Identify)]
    of: Described,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Described {
    /// result.json of `taufit identify`
    Identify,
    /// experiment.toml of `taufit run`
    Experiment,
}

/// Prints the schema.
pub(crate) fn run(ctx: &Context, args: &SchemaArgs) -> Outcome {
    let schema = match args.of {
        Described::Identify => schema_for!(Study),
        Described::Experiment => schema_for!(Experiment),
    };
    ctx.deliver(&json(&schema)?)
}
