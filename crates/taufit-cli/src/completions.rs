//! `taufit completions SHELL`.

use crate::args::command;
use crate::context::Context;
use crate::failure::Outcome;
use clap::Args;
use clap_complete::{Shell, generate};

/// Print a completion script for a shell
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  taufit completions bash > ~/.local/share/bash-completion/completions/taufit
  taufit completions zsh > ~/.zfunc/_taufit
  taufit completions fish > ~/.config/fish/completions/taufit.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(ctx: &Context, args: &CompletionsArgs) -> Outcome {
    let mut script = Vec::new();
    generate(args.shell, &mut command(), "taufit", &mut script);
    ctx.print(&String::from_utf8_lossy(&script))
}
