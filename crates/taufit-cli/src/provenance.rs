//! How a result can be made again: version, command line, settings, hashes of the inputs.

use crate::failure::{Failure, Outcome};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use taufit::study::{InputFile, Provenance};

/// The provenance of this run.
pub(crate) fn provenance(
    settings: &impl Serialize,
    inputs: impl Iterator<Item = PathBuf>,
) -> Outcome<Provenance> {
    let settings = serde_json::to_value(settings)
        .map_err(|error| Failure::internal(format!("cannot write settings: {error}")))?;
    Ok(Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: std::env::args().map(|arg| quoted(&arg)).collect::<Vec<String>>().join(" "),
        settings,
        inputs: inputs.filter(|path| path.is_file()).map(|p| input(&p)).collect::<Outcome<_>>()?,
    })
}

/// An argument as a shell takes it.
fn quoted(arg: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    if !arg.is_empty() && arg.chars().all(plain) {
        return arg.to_owned();
    }
    format!("'{}'", arg.replace('\'', "'\\''"))
}

fn input(path: &Path) -> Outcome<InputFile> {
    let unreadable = |error| Failure::internal(format!("{}: {error}", path.display()));
    let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
    let (mut hash, mut n_bytes) = (Sha256::new(), 0);
    let mut buffer = [0; 1 << 16];
    loop {
        let n = file.read(&mut buffer).map_err(unreadable)?;
        if n == 0 {
            break;
        }
        hash.update(&buffer[..n]);
        n_bytes += n as u64;
    }
    let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(InputFile { path: path.display().to_string(), n_bytes, sha256 })
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
