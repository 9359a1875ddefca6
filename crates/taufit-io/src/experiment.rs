//! `experiment.toml`: what to do with a robot.
//!
//! ```toml
//! robot = "ur5"                          # or a file; relative paths count from this one's folder
//! rate_hz = 500.0
//!
//! [sweep]                                # one of: excitation, sweep, poses, ramps, log
//! iterations = 2
//!
//! [[sweep.joint]]
//! name = "joint2"
//! start = [0.0, -1.8, 0.0, 0.0, 0.0, 0.0]
//! distance_rad = 1.2
//! velocities_rad_s = [0.1, 0.2, 0.4]
//!
//! [guard]
//! tracking_error_rad = 0.1
//!
//! [simulation.truth]                     # the robot that stands in for a real one
//! mass_factor = [1.1]
//! ```

use crate::error::{Error, Result};
use crate::text_file::toml_error;
use crate::text_file::{read_text, without_bom};
use std::path::Path;
use taufit::experiment::Experiment;

/// Reads an experiment from the text of an `experiment.toml`.
pub fn parse_experiment(text: &str) -> Result<Experiment> {
    let text = without_bom(text);
    let experiment: Experiment =
        toml::from_str(text).map_err(|error| toml_error("experiment.toml", text, &error))?;
    experiment.validate()?;
    Ok(experiment)
}

/// Reads an `experiment.toml`.
pub fn read_experiment(path: impl AsRef<Path>) -> Result<Experiment> {
    let path = path.as_ref();
    let read = || parse_experiment(&read_text(path)?);
    read().map_err(|error: Error| error.in_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> String {
        let source = include_str!("experiment.rs");
        let lines = source.lines().filter_map(|line| line.strip_prefix("//!"));
        let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
        let inside = lines.skip_while(|l| *l != "```toml").skip(1).take_while(|l| *l != "```");
        inside.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_example_above_is_read() {
        let experiment = parse_experiment(&example()).unwrap();
        let sweep = experiment.sweep.unwrap();
        assert_eq!((sweep.iterations, sweep.joints[0].velocities_rad_s.len()), (2, 3));
        assert_eq!(experiment.simulation.truth.mass_factor, [1.1]);
    }

    #[test]
    fn a_mistyped_key_is_named_with_the_right_one() {
        let text = example().replace("iterations", "iteration");
        let error = parse_experiment(&text).unwrap_err();
        let is_it =
            matches!(&error, Error::UnknownKey { suggestion: Some(s), .. } if s == "iterations");
        assert!(is_it, "{error}");
    }

    #[test]
    fn an_experiment_survives_being_written() {
        let experiment = parse_experiment(&example()).unwrap();
        let text = toml::to_string_pretty(&experiment).unwrap();
        assert_eq!(parse_experiment(&text).unwrap(), experiment);
    }
}
