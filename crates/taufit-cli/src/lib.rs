//! The `taufit` command as a library: one verb, one module. Verbs load, call the libraries and show; the computing is
//! in the libraries.
//!
//! [`run_program`] is the command itself. [`call`] calls a verb as a function, with the same options and the same
//! checks, for programs that bring robots and logs in memory and take the result as data: the Python package.

mod any_study;
mod args;
mod base;
mod call;
mod collisions;
mod colour;
mod compare;
mod completions;
mod condition_args;
mod context;
mod demo;
mod document;
mod document_out;
mod drive_gains;
mod elastic;
mod estimator_args;
mod excite;
mod explain;
mod export;
mod failure;
mod fleet;
mod gains;
mod gravity;
mod identify;
mod inspect;
mod interrupt;
mod joint_table;
mod layout_args;
mod log_args;
mod method_args;
mod motors;
mod next_steps;
mod numbers;
mod observe;
mod old_options;
mod option_hints;
mod payload;
mod physical_args;
mod progress;
mod report;
mod reporter;
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
#[cfg(feature = "studio")]
mod studio;
mod table;
mod text;
mod validate;
mod verb_hint;
pub mod verb_table;
mod warnings;

pub use any_study::AnyStudy;
pub use args::command;
pub use call::{Answer, CallError, CallErrorKind, Caller, Monitor, Progress, call};
pub use explain::page;
pub use layout_args::friction_model;

use args::{ParsedArguments, Verb};
use context::Context;
use failure::{Failure, Outcome};
use std::ffi::OsString;
use verb_hint::with_meant_verb;

/// Exit code of a command line that cannot be parsed.
const USAGE: u8 = 2;

/// The command with these arguments, its name first, in the terminal. Returns the exit code.
///
/// `program` starts the command again, as a process of its own: a path, then arguments.
pub fn run_program(args: Vec<OsString>, program: Vec<OsString>) -> u8 {
    let ParsedArguments { cli, args, notes } = match ParsedArguments::parse(args) {
        Ok(line) => line,
        Err(error) => {
            let error = with_meant_verb(error);
            // An error of the terminal is ignored.
            let _ = error.print();
            return if error.use_stderr() { USAGE } else { 0 };
        }
    };
    let ctx = Context::terminal(&cli, &args, program);
    notes.iter().for_each(|note| ctx.remark(&format!("{note}\n")));
    match perform(&ctx, &cli.verb) {
        Ok(()) => 0,
        Err(Failure::BrokenPipe) => 0,
        Err(failure) => {
            ctx.message(&failure.render(ctx.json));
            failure.exit_code()
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
        #[cfg(feature = "studio")]
        Verb::Studio(args) => studio::run(ctx, args),
        Verb::Schema(args) => schema::run(ctx, args),
        Verb::Robots => robots::run(ctx),
        Verb::Explain(args) => explain::run(ctx, args),
        Verb::Completions(args) => completions::run(ctx, args),
        #[cfg(any(feature = "ros1", feature = "ros2"))]
        Verb::Watchdog => run::watchdog::run(ctx),
    }
}
