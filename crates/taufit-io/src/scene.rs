//! `scene.toml`: what stands around a robot.
//!
//! ```toml
//! floor_m = 0.0                          # everything below is solid; leave out for none
//!
//! [[wall]]                               # everything behind it is solid
//! position_m = [-0.5, 0.0, 0.0]
//! normal = [1.0, 0.0, 0.0]               # into the free space
//!
//! [[box]]
//! name = "table"                         # optional
//! size_m = [0.8, 1.2, 0.05]
//! position_m = [0.7, 0.0, -0.2]          # of its centre
//! rpy_rad = [0.0, 0.0, 0.3]              # optional
//! ```
//!
//! All in the frame of the robot's base.

use crate::error::{Error, Result};
use crate::text_file::toml_error;
use crate::text_file::{read_text, without_bom};
use std::path::Path;
use taufit::collision::Scene;

/// Reads a scene from the text of a `scene.toml`. Its numbers are checked where it is used.
pub fn parse_scene(text: &str) -> Result<Scene> {
    let text = without_bom(text);
    toml::from_str(text).map_err(|error| toml_error("scene.toml", text, &error))
}

/// Reads a `scene.toml`.
pub fn read_scene(path: impl AsRef<Path>) -> Result<Scene> {
    let path = path.as_ref();
    let read = || parse_scene(&read_text(path)?);
    read().map_err(|error: Error| error.in_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_above_is_read() {
        let source = include_str!("scene.rs");
        let lines = source.lines().filter_map(|line| line.strip_prefix("//! "));
        let example: Vec<&str> =
            lines.skip_while(|l| *l != "```toml").skip(1).take_while(|l| *l != "```").collect();
        let scene = parse_scene(&example.join("\n")).unwrap();
        assert_eq!((scene.floor_m, scene.walls.len(), scene.boxes.len()), (Some(0.0), 1, 1));
        assert_eq!(scene.boxes[0].name.as_deref(), Some("table"));
    }

    #[test]
    fn a_mistyped_key_is_named_with_the_right_one() {
        let error = parse_scene("flor_m = 0.0").unwrap_err();
        assert!(
            matches!(&error, Error::UnknownKey { suggestion, .. } if suggestion.as_deref() == Some("floor_m"))
        );
    }

    #[test]
    fn a_missing_size_is_named() {
        let error = parse_scene("[[box]]\nposition_m = [0, 0, 0]").unwrap_err();
        assert!(
            matches!(&error, Error::Missing { what, .. } if what.contains("size_m")),
            "{error}"
        );
    }
}
