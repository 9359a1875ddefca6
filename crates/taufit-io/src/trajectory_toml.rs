//! Motions from files: the coefficients that [`write_trajectory`](crate::write_trajectory) wrote.

use crate::error::{Error, Result};
use crate::text_file::{read_text, without_bom};
use crate::toml_syntax::explain;
use std::path::Path;
use taufit::excite::Trajectory;

/// The motion in the text of a file of coefficients.
pub fn parse_trajectory(text: &str) -> Result<Trajectory> {
    let text = without_bom(text);
    let trajectory: Trajectory =
        toml::from_str(text).map_err(|error| explain("trajectory.toml", text, &error))?;
    trajectory.check()?;
    Ok(trajectory)
}

/// The motion in a file of coefficients (TOML).
pub fn read_trajectory(path: impl AsRef<Path>) -> Result<Trajectory> {
    let path = path.as_ref();
    let read = || parse_trajectory(&read_text(path)?);
    read().map_err(|error: Error| error.in_file(path))
}
