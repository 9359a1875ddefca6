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

use crate::error::Result;
use crate::output::{Existing, write_file};
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
pub fn write_trajectory(
    path: impl AsRef<Path>,
    motion: &PlannedMotion<'_>,
    existing: Existing,
) -> Result<()> {
    let path = path.as_ref();
    let render = || motion.render(TrajectoryFormat::of(path)?);
    write_file(path, &render().map_err(|error| error.in_file(path))?, existing)
}
