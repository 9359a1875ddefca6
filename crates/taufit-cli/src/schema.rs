//! `taufit schema [OF]`: the JSON schema of a result, or of an experiment.

use crate::context::Context;
use crate::failure::Outcome;
use crate::result_folder::json;
use clap::Args;
use clap::builder::PossibleValuesParser;
use schemars::{Schema, schema_for};
use taufit::experiment::Experiment;
use taufit::study::{
    ContactStudy, ElasticStudy, FleetStudy, GravityStudy, MotorStudy, PayloadStudy, ReverseStudy,
    StiffnessStudy, Study,
};

/// Print the JSON schema of a result or of experiment.toml
#[derive(Clone, Debug, Args)]
pub(crate) struct SchemaArgs {
    /// File to describe: result.json of a verb, or experiment.toml of `taufit run`
    #[arg(value_parser = PossibleValuesParser::new(SCHEMAS.map(|(name, _)| name)), default_value = SCHEMAS[0].0)]
    of: String,
}

/// Name of a file on the command line, and its schema.
type NamedSchema = (&'static str, fn() -> Schema);

/// Files that have a schema.
const SCHEMAS: [NamedSchema; 10] = [
    ("identify", || schema_for!(Study)),
    ("collisions", || schema_for!(ContactStudy)),
    ("motors", || schema_for!(MotorStudy)),
    ("stiffness", || schema_for!(StiffnessStudy)),
    ("elastic", || schema_for!(ElasticStudy)),
    ("payload", || schema_for!(PayloadStudy)),
    ("gravity", || schema_for!(GravityStudy)),
    ("reverse", || schema_for!(ReverseStudy)),
    ("fleet", || schema_for!(FleetStudy)),
    ("experiment", || schema_for!(Experiment)),
];

/// Prints the schema.
pub(crate) fn run(ctx: &Context, args: &SchemaArgs) -> Outcome {
    let found = SCHEMAS.iter().find(|(name, _)| *name == args.of);
    found.map_or(Ok(()), |(_, schema)| {
        ctx.show(|| json(&schema()), |_| json(&schema()).unwrap_or_default())
    })
}
