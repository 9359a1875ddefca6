//! `taufit schema [OF]`: the JSON schema of a result, or of an experiment.

use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::json;
use clap::{Args, ValueEnum};
use schemars::schema_for;
use taufit::experiment::Experiment;
use taufit::study::{
    ContactStudy, ElasticStudy, GravityStudy, MotorStudy, PayloadStudy, ReverseStudy,
    StiffnessStudy, Study,
};

/// Print the JSON schema of a result or of experiment.toml
#[derive(Clone, Debug, Args)]
pub(crate) struct SchemaArgs {
    /// File to describe
    #[arg(value_enum, default_value_t = Described::Identify)]
    of: Described,
}

/// Files that have a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Described {
    /// result.json of `taufit identify`
    Identify,
    /// result.json of `taufit collisions`
    Collisions,
    /// result.json of `taufit motors`
    Motors,
    /// result.json of `taufit stiffness`
    Stiffness,
    /// result.json of `taufit elastic`
    Elastic,
    /// result.json of `taufit payload`
    Payload,
    /// result.json of `taufit gravity`
    Gravity,
    /// result.json of `taufit reverse`
    Reverse,
    /// experiment.toml of `taufit run`
    Experiment,
}

/// Prints the schema.
pub(crate) fn run(ctx: &Context, args: &SchemaArgs) -> Outcome {
    let schema = match args.of {
        Described::Identify => schema_for!(Study),
        Described::Collisions => schema_for!(ContactStudy),
        Described::Motors => schema_for!(MotorStudy),
        Described::Stiffness => schema_for!(StiffnessStudy),
        Described::Elastic => schema_for!(ElasticStudy),
        Described::Payload => schema_for!(PayloadStudy),
        Described::Gravity => schema_for!(GravityStudy),
        Described::Reverse => schema_for!(ReverseStudy),
        Described::Experiment => schema_for!(Experiment),
    };
    let text = json(&schema)?;
    ctx.show(|| Ok(text.clone()), |_| text.clone())
}
