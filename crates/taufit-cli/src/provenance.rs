//! The provenance of a result: version, command line, settings, hashes of the inputs.

use crate::failure::Outcome;
use serde::Serialize;
use std::path::PathBuf;
use taufit::study::Provenance;

/// The provenance of this run.
pub(crate) fn provenance(
    settings: &impl Serialize,
    inputs: impl Iterator<Item = PathBuf>,
) -> Outcome<Provenance> {
    // An argument need not be UTF-8: paths are bytes.
    let args = std::env::args_os().map(|arg| quoted(&arg.to_string_lossy()));
    let command = args.collect::<Vec<String>>().join(" ");
    Ok(taufit_io::result_folder::provenance(command, settings, inputs)?)
}

/// An argument as a shell takes it.
fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !arg.is_empty() && arg.chars().all(plain) {
        return arg.to_owned();
    }
    format!("'{}'", arg.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_for_a_shell() {
        assert_eq!(quoted("--map=q=2..7"), "--map=q=2..7");
        assert_eq!(quoted("my robot.urdf"), "'my robot.urdf'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
