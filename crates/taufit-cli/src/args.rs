//! The command line.

use crate::context::Verbosity;
use crate::old_options::with_names_of_today;
#[cfg(feature = "studio")]
use crate::studio;
use crate::{
    base, collisions, compare, completions, demo, elastic, excite, explain, export, fleet, gains,
    gravity, identify, inspect, motors, observe, payload, report, reverse, run, schema, serve,
    stiffness, validate,
};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "taufit", version, about, long_about = None, after_help = AFTER_HELP)]
#[command(arg_required_else_help = true, propagate_version = true, max_term_width = 100)]
pub(crate) struct Cli {
    /// Print one JSON document instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Print results and errors, but no warnings and notes
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Print every warning, not one of each kind
    #[arg(long, short, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Verb
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

impl Cli {
    /// Amount of warnings and notes on stderr.
    pub(crate) fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Usual,
        }
    }
}

/// One verb, one module.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Demo(demo::DemoArgs),
    Inspect(inspect::InspectArgs),
    Base(base::BaseArgs),
    Excite(Box<excite::ExciteArgs>),
    Run(Box<run::RunArgs>),
    Serve(serve::ServeArgs),
    Identify(Box<identify::IdentifyArgs>),
    Validate(validate::ValidateArgs),
    Compare(compare::CompareArgs),
    Export(export::ExportArgs),
    Report(report::ReportArgs),
    #[cfg(feature = "studio")]
    Studio(studio::StudioArgs),
    Motors(Box<motors::MotorsArgs>),
    Gains(gains::GainsArgs),
    Payload(Box<payload::PayloadArgs>),
    Gravity(gravity::GravityArgs),
    Collisions(collisions::CollisionsArgs),
    Elastic(Box<elastic::ElasticArgs>),
    Stiffness(Box<stiffness::StiffnessArgs>),
    Reverse(reverse::ReverseArgs),
    Observe(Box<observe::ObserveArgs>),
    Fleet(fleet::FleetArgs),
    Schema(schema::SchemaArgs),
    /// List the built-in robots
    Robots,
    Explain(explain::ExplainArgs),
    Completions(completions::CompletionsArgs),
    /// Stop a robot when the process of its run dies (started by `taufit run`)
    #[cfg(any(feature = "ros1", feature = "ros2"))]
    #[command(name = run::watchdog::VERB, hide = true)]
    Watchdog,
}

const AFTER_HELP: &str = "\
Examples:
  taufit demo                      the whole path on a simulated robot, in seconds
  taufit robots                    which robots come with taufit
  taufit inspect ur5               contents of a description, and warnings about it
  taufit inspect my_arm.urdf
  taufit inspect run1.csv --robot ur5        is a log fit for identification?
  taufit base ur5                  which parameters joint torques can ever reveal
  taufit excite ur5 -o traj.csv --preview traj.html       the motion worth logging
  taufit run sweep.toml --dry-run  what an experiment would do
  taufit serve --as rtde --robot ur5         a robot to rehearse with
  taufit identify ur5 run1.csv --validate run2.csv --out ur5.taufit
  taufit motors ur5 ur5_sweep.mcap           torque constants and friction of the drives
  taufit payload ur5 tool.csv --model ur5.taufit          what does the tool weigh?
  taufit export ur5.taufit --to urdf -o ur5_identified.urdf
  taufit studio                    all of it on a page in the browser
  taufit explain W005              what a code means and what to do

ROBOT is a built-in name, a URDF, an MJCF, or a robot.toml.
Results go to stdout, messages to stderr.
Exit codes: 0 done, 1 internal or I/O, 2 usage, 3 data refused, 4 done but of poor quality,
130 interrupted.";

/// The command line: verbs, options, their help and defaults.
pub fn command() -> clap::Command {
    // A negative number is a value, which its own check refuses with the reason, never an unknown option.
    let takes_number = |arg: Arg| match arg.get_action().takes_values() && !arg.is_positional() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    Cli::command().mut_subcommands(|verb| verb.mut_args(takes_number))
}

/// A command line that was understood.
#[derive(Debug)]
pub(crate) struct ParsedArguments {
    pub(crate) cli: Cli,
    /// The arguments, options by their names of today.
    pub(crate) args: Vec<OsString>,
    /// Notes about names that options do not have any more.
    pub(crate) notes: Vec<String>,
}

impl ParsedArguments {
    /// Parses arguments, the name of the program first.
    pub(crate) fn parse(args: Vec<OsString>) -> Result<Self, clap::Error> {
        let (args, notes) = with_names_of_today(args);
        let mut command = command();
        let matches = command.try_get_matches_from_mut(&args)?;
        let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok(Self { cli, args, notes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
