//! The inputs of a result and how to make it again.

use crate::error::{Error, Result};
use crate::log::parts_of;
use crate::output::file_sha256;
use serde::Serialize;
use std::path::{Path, PathBuf};
use taufit::study::{InputFile, Provenance};

/// Version, command line, settings, and the files with their hashes; what is no file (a built-in robot) is left
/// out.
pub fn provenance(
    command: String,
    settings: &impl Serialize,
    inputs: impl Iterator<Item = PathBuf>,
) -> Result<Provenance> {
    let settings = serde_json::to_value(settings)
        .map_err(|error| Error::Unwritable { reason: error.to_string() })?;
    Ok(Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command,
        settings,
        inputs: inputs
            .flat_map(|path| parts_of(&path).unwrap_or_else(|| vec![path]))
            .filter(|path| path.is_file())
            .map(|path| input(&path))
            .collect::<Result<_>>()?,
    })
}

fn input(path: &Path) -> Result<InputFile> {
    let (n_bytes, sha256) = file_sha256(path).map_err(|error| error.in_file(path))?;
    let absolute = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    Ok(InputFile {
        path: path.display().to_string(),
        absolute_path: absolute.display().to_string(),
        n_bytes,
        sha256,
    })
}
