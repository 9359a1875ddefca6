//! The `taufit` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A watchdog starts this program again; where its path is not known, it reports that.
    let program = std::env::current_exe().map(|path| vec![path.into_os_string()]);
    ExitCode::from(taufit_cli::run_program(
        std::env::args_os().collect(),
        program.unwrap_or_default(),
    ))
}
