//! The `taufit` program from outside: exit codes, streams, JSON, help.

#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod choices;
mod collisions;
mod compare;
mod elastic;
mod excite;
mod exit_codes;
mod fleet;
mod gains;
mod gravity;
mod help;
mod identify;
mod inspect_log;
mod inspect_log_public;
mod json;
#[cfg(feature = "rtde")]
mod live;
mod motors;
mod outputs;
mod payload;
mod readme;
mod reverse;
mod run;
mod screens;
#[cfg(all(unix, feature = "rtde"))]
mod signals;
mod spoiled_logs;
mod stiffness;
mod streams;
mod wrong_uses;

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The program with these arguments.
fn taufit(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("taufit"));
    command.args(args).env_remove("COLUMNS");
    command
}

/// The same in a folder.
fn taufit_in(folder: &Path, args: &[&str]) -> Command {
    let mut command = taufit(args);
    command.current_dir(folder);
    command
}

/// Stdout of a run that must succeed.
fn stdout(args: &[&str]) -> String {
    let output = taufit(args).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

/// Stderr of a run that must fail with this exit code, and print nothing on stdout.
fn failure(args: &[&str], exit_code: i32) -> String {
    let output = taufit(args).assert().code(exit_code).get_output().clone();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    String::from_utf8(output.stderr).unwrap()
}

/// A file in the test's own directory.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// An empty folder of a test's own.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The codes of the warnings in a document.
fn codes(document: &Value) -> Vec<&str> {
    let warnings = document["warnings"].as_array().unwrap();
    warnings.iter().map(|warning| warning["code"].as_str().unwrap()).collect()
}
