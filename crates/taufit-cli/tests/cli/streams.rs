//! Results on stdout, messages on stderr; a reader may leave early.

use crate::{stdout, taufit};
use std::process::{Command, Stdio};

#[test]
fn a_good_run_says_nothing_on_stderr() {
    for args in [&["inspect", "kr500"][..], &["base", "ur5"], &["robots"], &["explain"]] {
        taufit(args).assert().success().stderr("");
    }
}

#[test]
fn no_escape_sequences_when_not_on_a_terminal() {
    for args in [&["inspect", "ur5"][..], &["base", "ur5"], &["base", "--help"]] {
        assert!(!stdout(args).contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn tables_follow_the_width() {
    let run = taufit(&["base", "ur5"]).env("COLUMNS", "72").assert().success().get_output().clone();
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.lines().all(|line| line.chars().count() <= 72), "{text}");
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    for args in [&["inspect", "panda"][..], &["base", "ur5", "--json"], &["explain"], &["--help"]] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}
