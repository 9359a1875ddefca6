//! Motions, in the files of those who run them: tables, coefficients, ROS, Universal Robots.
//!
//! The coefficients (TOML) are the motion itself and can be read again by
//! [`read_trajectory`](crate::read_trajectory); a UR program evaluates Fourier series by itself; all other
//! formats hold samples.

mod cdr;
mod coefficients;
mod csv;
mod format;
mod joint_trajectory;
mod json;
mod mcap;
mod planned;
mod urscript;
mod yaml;

pub use format::TrajectoryFormat;
pub use planned::PlannedMotion;

use crate::error::{Error, Result};
use std::path::Path;

impl PlannedMotion<'_> {
    /// The bytes of a file of this format.
    pub fn render(&self, format: TrajectoryFormat) -> Result<Vec<u8>> {
        let text = match format {
            TrajectoryFormat::Csv => csv::render_csv(self)?,
            TrajectoryFormat::Toml => coefficients::render_toml(self.trajectory()),
            TrajectoryFormat::Json => json::render_json(self),
            TrajectoryFormat::RosYaml => yaml::render_yaml(self),
            TrajectoryFormat::RosMcap => return Ok(mcap::render_mcap(self)),
            TrajectoryFormat::UrScript => urscript::render_urscript(self)?,
        };
        Ok(text.into_bytes())
    }
}

/// Writes a motion in the format of the file's ending: `.csv`, `.toml`, `.json`, `.yaml`, `.mcap`,
/// `.script`. The file appears under its name only when it is complete.
pub fn write_trajectory(path: impl AsRef<Path>, motion: &PlannedMotion<'_>) -> Result<()> {
    let path = path.as_ref();
    let write = || {
        let bytes = motion.render(TrajectoryFormat::of(path)?)?;
        write_whole(path, &bytes)
    };
    write().map_err(|error: Error| error.in_file(path))
}

/// Through a neighbour that takes the name at the end: who is interrupted leaves no half of a file.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let unwritable = |error: std::io::Error| Error::Unwritable { reason: error.to_string() };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    std::fs::write(&fresh, bytes).map_err(unwritable)?;
    std::fs::rename(&fresh, path).map_err(unwritable)
}
