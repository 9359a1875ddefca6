//! Book and README say what is: their commands print what is shown, snippets run, references are those of
//! the program, links lead somewhere. Commands are those of a Unix shell.
//!
//! `TAUFIT_PAGES=faq,cookbook/ur` runs the commands of pages with these names alone.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test stops where something is wrong")]

mod commands;
mod elision;
mod links;
mod reference;
mod schema_tables;
mod snippets;
mod unrun;

use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The pages of the book.
fn source() -> PathBuf {
    root().join("book/src")
}

/// Every Markdown file of the book, relative to its source folder, in the order of the alphabet.
fn pages() -> Vec<PathBuf> {
    let mut folders = vec![source()];
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "md") {
                pages.push(path.strip_prefix(source()).unwrap().to_owned());
            }
        }
    }
    pages.sort();
    pages
}

/// The same, and the README.
fn pages_and_readme() -> Vec<PathBuf> {
    let mut pages = pages();
    pages.push(PathBuf::from("../../README.md"));
    pages
}

/// The text of one page.
fn text(page: &Path) -> String {
    std::fs::read_to_string(source().join(page)).unwrap()
}

/// Stdout of the program, as wide as in the book.
fn printed(args: &[&str]) -> String {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("taufit"));
    let run = command.args(args).env("COLUMNS", commands::COLUMNS).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}
