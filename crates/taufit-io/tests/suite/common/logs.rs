//! Robots and logs for the tests of the log readers.

use std::path::PathBuf;
use taufit::model::{
    JointDescription, JointKind, LinkDescription, Robot, RobotDescription, STANDARD_GRAVITY,
};
use taufit_io::{LoadedLog, LogOptions, Result, parse_log};

/// A chain of joints with these names.
pub(crate) fn chain(kind: JointKind, joints: &[String]) -> Robot {
    let link = |i: usize| format!("link{i}");
    let links = (0..=joints.len()).map(|i| LinkDescription::new(link(i), None));
    let joint =
        |(i, name): (usize, &String)| JointDescription::new(name, kind, link(i), link(i + 1));
    let description = RobotDescription {
        name: "chain".to_owned(),
        gravity_in_world: STANDARD_GRAVITY,
        links: links.collect(),
        joints: joints.iter().enumerate().map(joint).collect(),
    };
    description.build().unwrap()
}

/// Two joints, `shoulder` and `elbow`.
pub(crate) fn arm() -> Robot {
    chain(JointKind::Revolute, &["shoulder".to_owned(), "elbow".to_owned()])
}

/// The map entries as options.
pub(crate) fn options(map: &[&str]) -> LogOptions {
    map.iter().fold(LogOptions::default(), |options, entry| options.with_map(entry).unwrap())
}

/// The log of the arm in a text.
pub(crate) fn load(text: &str) -> Result<LoadedLog> {
    load_with(text, &LogOptions::default())
}

/// The log of the arm in a text, with options.
pub(crate) fn load_with(text: &str, options: &LogOptions) -> Result<LoadedLog> {
    parse_log(text.as_bytes(), "test", &arm(), options)
}

/// A file of the public data in `TAUFIT_DATA`. Tests that need it are ignored by default and have `public` in their
/// path; `scripts/test.sh` runs them where the data are at hand.
pub(crate) fn public(file: &str) -> PathBuf {
    PathBuf::from(std::env::var_os("TAUFIT_DATA").expect("TAUFIT_DATA is not set")).join(file)
}
