//! The `taufit` command: one verb, one module. Verbs load, call the library and print; the
//! computing is in the library.

mod args;
mod base;
mod collisions;
mod compare;
mod completions;
mod condition_args;
mod context;
mod demo;
mod diagnosis;
mod document;
mod elastic;
mod estimator_args;
mod excite;
mod explain;
mod export;
mod failure;
mod fleet;
mod gains;
mod gate_args;
mod gravity;
mod identify;
mod inspect;
mod interrupt;
mod joint_table;
mod layout_args;
mod log_args;
mod motors;
mod numbers;
mod observe;
mod option_hints;
mod payload;
mod physical_args;
mod progress;
mod provenance;
mod report;
mod result_folder;
mod reverse;
mod robot_args;
mod robots;
mod run;
mod schema;
mod selection_args;
mod serve;
mod show;
mod stiffness;
mod study_folder;
mod study_warnings;
mod table;
mod validate;
mod verdict_text;
mod words;

use args::{Cli, Verb};
use clap::Parser;
use context::Context;
use failure::{Failure, Outcome};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let ctx = Context::new(cli.json);
    match perform(&ctx, &cli.verb) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            ctx.complain(&failure.render(ctx.json));
            ExitCode::from(failure.exit_code())
        }
    }
}

fn perform(ctx: &Context, verb: &Verb) -> Outcome {
    match verb {
        Verb::Demo(args) => demo::run(ctx, args),
        Verb::Inspect(args) => inspect::run(ctx, args),
        Verb::Base(args) => base::run(ctx, args),
        Verb::Excite(args) => excite::run(ctx, args),
        Verb::Run(args) => run::run(ctx, args),
        Verb::Serve(args) => serve::run(ctx, args),
        Verb::Identify(args) => identify::run(ctx, args),
        Verb::Gains(args) => gains::run(ctx, args),
        Verb::Motors(args) => motors::run(ctx, args),
        Verb::Stiffness(args) => stiffness::run(ctx, args),
        Verb::Elastic(args) => elastic::run(ctx, args),
        Verb::Payload(args) => payload::run(ctx, args),
        Verb::Gravity(args) => gravity::run(ctx, args),
        Verb::Reverse(args) => reverse::run(ctx, args),
        Verb::Observe(args) => observe::run(ctx, args),
        Verb::Fleet(args) => fleet::run(ctx, args),
        Verb::Validate(args) => validate::run(ctx, args),
        Verb::Collisions(args) => collisions::run(ctx, args),
        Verb::Compare(args) => compare::run(ctx, args),
        Verb::Export(args) => export::run(ctx, args),
        Verb::Report(args) => report::run(ctx, args),
        Verb::Schema(args) => schema::run(ctx, args),
        Verb::Robots => robots::run(ctx),
        Verb::Explain(args) => explain::run(ctx, args),
        Verb::Completions(args) => completions::run(ctx, args),
        #[cfg(any(feature = "ros1", feature = "ros2"))]
        Verb::Watchdog => run::watchdog::run(ctx),
    }
}
