//! `taufit excite` at the process boundary.

use super::{failure, taufit};
use crate::fresh_folder;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use taufit_io::read_trajectory;

/// Fast settings for a planar arm.
const QUICK: [&str; 9] = [
    "excite",
    "planar2r",
    "--period",
    "5",
    "--starts",
    "2",
    "--iterations",
    "10",
    "--no-collisions",
];

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_file_is_written_and_the_screen_says_what_to_expect() {
    let folder = fresh_folder("excite");
    let place = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let mut command = taufit(&QUICK);
    for name in ["a.csv", "a.toml", "a.json", "a.yaml", "a.mcap"] {
        command.args(["-o", &place(name)]);
    }
    let (page, other) = (place("a.html"), place("b.toml"));
    let output = command.args(["--preview", &page, "--validation", &other]).output().unwrap();
    let (screen, messages) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{messages}");
    for words in
        ["planar2r: Condition number", "takes 5 s", "What is used of the limits", "Forecast"]
    {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    assert!(messages.contains("written to") && messages.contains("b.toml"), "{messages}");
    assert!(text(&folder.join("a.csv")).starts_with("t_s,q.joint1,q.joint2,qd.joint1"));
    assert!(text(&folder.join("a.html")).starts_with("<!doctype html>"));
    let (first, second) = (
        read_trajectory(folder.join("a.toml")).unwrap(),
        read_trajectory(folder.join("b.toml")).unwrap(),
    );
    assert_eq!(first.duration_s(), 5.0);
    assert_ne!(first.curves, second.curves);
    // Nothing but the files that were asked for.
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 7);
}

#[test]
fn the_same_seed_gives_the_same_motion_to_machines() {
    let design = |seed: &str| -> serde_json::Value {
        let output = taufit(&QUICK).args(["--json", "--seed", seed]).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let (one, same, other) = (design("5"), design("5"), design("6"));
    assert_eq!(one, same);
    assert_ne!(one["design"]["trajectory"], other["design"]["trajectory"]);
    assert_eq!(one["kind"], "excite");
    assert_eq!(one["provenance"]["settings"]["seed"], 5);
    assert!(one["design"]["condition_number"].as_f64().unwrap() >= 1.0);
}

#[test]
fn mistakes_are_named_before_the_work() {
    let with = |more: &[&str]| failure(&[&QUICK[..], more].concat(), 2);
    assert!(with(&["-o", "motion.txt"]).contains("E094"));
    assert!(with(&["--criterion", "f"]).contains("there is no criterion"));
    assert!(with(&["--velocity", "1,2,3"]).contains("--velocity has 3 values"));
    assert!(with(&["--home", "1"]).contains("--home has 1 values"));
    assert!(with(&["--floor", "0"]).contains("--no-collisions"));
    let refused = failure(&[&QUICK[..], &["--lower", "1", "--upper", "0"]].concat(), 3);
    assert!(refused.contains("no room to move"), "{refused}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_design_delivers_the_best_so_far() {
    let out = fresh_folder("interrupted").join("a.toml");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
        .args(["excite", "ur5", "--no-collisions", "--starts", "500", "--iterations", "5000", "-o"])
        .arg(&out)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(child.try_wait().unwrap(), None, "it was to take longer");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{messages}");
    assert!(messages.contains("interrupted: this is the best so far"), "{messages}");
    read_trajectory(&out).unwrap().check().unwrap();
}
