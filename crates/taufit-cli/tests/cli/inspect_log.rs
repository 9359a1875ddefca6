//! `taufit inspect LOG` at the process boundary, on logs of a simulated planar arm.

use crate::codes;
use assert_cmd::Command;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::model::catalog;

fn run(args: &[&str]) -> std::process::Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("taufit"));
    command.args(args).env("COLUMNS", "88").output().unwrap()
}

/// Stdout of a run that shows something: ready, usable after a repair, or not usable.
fn screen(args: &[&str]) -> String {
    let output = run(args);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 3 | 4)), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

/// The document of one log, whose readiness is the exit code.
fn document(args: &[&str]) -> Value {
    let document: Value = serde_json::from_str(&screen(args)).unwrap();
    let expected = match document["verdict"]["readiness"].as_str() {
        Some("usable_after") => 4,
        Some("not_usable") => 3,
        _ => 0,
    };
    assert_eq!(run(args).status.code(), Some(expected), "{}", document["verdict"]);
    document
}

/// One line of a log: time, positions, torques.
type Line = ([f64; 1], [f64; 2], [f64; 2]);

/// A log of the planar arm on sums of sines, 30 s at 100 Hz, its lines changed by `change`.
fn write_log(name: &str, header: &str, change: impl Fn(usize, Line) -> Line) -> String {
    let robot = catalog::robot("planar2r").unwrap();
    let mut scratch = Scratch::new(&robot);
    let mut text = format!("{header}\n");
    for k in 0..3000 {
        let t = 0.01 * f64::from(k);
        let wave = |w: f64, a: f64| {
            let (s, c) = (w * t).sin_cos();
            [a * s, a * w * c, -a * w * w * s]
        };
        let sum = |x: [f64; 3], y: [f64; 3]| [x[0] + y[0], x[1] + y[1], x[2] + y[2]];
        let (one, two) = (sum(wave(1.1, 0.8), wave(2.3, 0.4)), sum(wave(1.7, 0.9), wave(2.9, 0.3)));
        let (q, qd, qdd) = ([one[0], two[0]], [one[1], two[1]], [one[2], two[2]]);
        let tau = inverse_dynamics(&robot, &mut scratch, &q, &qd, &qdd).unwrap();
        let ([t], q, tau) = change(k as usize, ([t], q, [tau[0], tau[1]]));
        writeln!(text, "{t},{},{},{},{}", q[0], q[1], tau[0], tau[1]).unwrap();
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

const HEADER: &str = "t,q1,q2,tau1,tau2";

#[test]
fn a_good_log_is_ready_and_its_columns_can_be_copied() {
    let log = write_log("inspect_good.csv", HEADER, |_, line| line);
    let text = screen(&["inspect", &log, "--robot", "planar2r"]);
    assert!(text.starts_with(&format!("{log}: ready for identification\n")), "{text}");
    assert!(!text.contains("warning["), "{text}");
    assert!(text.contains(" 0.98 .. 1.02  100.00 %     2999  █████"), "{text}");
    let long = |line: &&str| line.chars().count() > 88 && !line.contains(&log);
    assert_eq!(text.lines().find(long), None);

    let map = text.lines().find_map(|line| line.strip_prefix("columns     ")).unwrap();
    assert_eq!(map, "--map t=1 --map q=2..3 --map tau=4..5");
    let mut args = vec!["inspect", &log, "--robot", "planar2r"];
    args.extend(map.split(' '));
    // The last lines repeat the options.
    let without_next = |text: &str| text.split("\nNext ").next().unwrap().to_owned();
    assert_eq!(without_next(&screen(&args)), without_next(&text));
}

#[test]
fn a_bad_log_is_a_result_and_no_failure() {
    let log = write_log("inspect_bad.csv", HEADER, |k, ([t], q, tau)| match k {
        700 => ([t - 1.0], q, tau),
        900 => ([t], q, [f64::NAN, tau[1]]),
        _ => ([t], q, [-tau[0], tau[1]]),
    });
    let found = document(&["inspect", &log, "--robot", "planar2r", "--json"]);
    assert_eq!((&found["kind"], &found["schema_version"]), (&"inspect".into(), &1.into()));
    assert_eq!(found["provenance"]["source"], log.as_str());
    assert_eq!(found["provenance"]["settings"]["robot"], "planar2r");
    assert_eq!(codes(&found), ["W051", "W060", "W110", "W111", "W130"]);
    assert_eq!(found["warnings"][4]["details"]["joints"][0], "joint1");
    assert_eq!(found["verdict"]["readiness"], "usable_after");
    assert_eq!(found["clock"]["backward"][0]["index"], 700);
    assert_eq!(found["map"][1], "--map q=2..3");
    let text = screen(&["inspect", &log, "--robot", "planar2r"]);
    assert!(text.contains("warning[W110]: stamps that run backwards: 1"), "{text}");
}

#[test]
fn the_unit_of_a_header_is_believed_and_its_absence_is_noticed() {
    let degrees = |_: usize, (t, q, tau): Line| (t, q.map(f64::to_degrees), tau);
    let named = write_log("inspect_deg.csv", "t,q1_deg,q2_deg,tau1,tau2", degrees);
    let text = screen(&["inspect", &named, "--robot", "planar2r"]);
    assert!(text.starts_with(&format!("{named}: ready for identification\n")), "{text}");
    let unnamed = write_log("inspect_no_unit.csv", HEADER, degrees);
    let found = document(&["inspect", &unnamed, "--robot", "planar2r", "--json"]);
    assert_eq!(codes(&found), ["W114"]);
}

#[test]
fn gains_turn_currents_into_torques() {
    let log = write_log("inspect_current.csv", "t,q1,q2,i1,i2", |_, (t, q, tau)| {
        (t, q, [tau[0] / 20.0, tau[1] / 10.0])
    });
    let args = ["inspect", &log, "--robot", "planar2r", "--json"];
    let unknown = document(&args);
    assert_eq!(codes(&unknown), [""; 0]);
    let constant = unknown["efforts"]["joints"][0]["nm_per_unit"].as_f64().unwrap();
    assert!((constant - 20.0).abs() < 0.2, "{constant}");
    let given = document(&[&args[..], &["--gains", "20,10"]].concat());
    let gain = given["efforts"]["joints"][0]["gain"].as_f64().unwrap();
    assert!((gain - 1.0).abs() < 0.01, "{gain}");
    let wrong = run(&[&args[..], &["--gains", "20"]].concat());
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn several_files_are_shown_one_after_the_other() {
    let log = write_log("inspect_many.csv", HEADER, |_, line| line);
    let args = ["inspect", &log, "planar2r", "--robot", "planar2r"];
    let text = screen(&args);
    assert!(text.contains(": ready for identification\n"), "{text}");
    assert!(text.contains("\nplanar2r: 2 joints, 2 links"), "{text}");
    let found = document(&[&args[..], &["--json"]].concat());
    assert_eq!(found["files"][0]["verdict"]["readiness"], "ready");
    assert_eq!(found["files"][1]["file"], "planar2r");
    assert_eq!(found["files"][1]["joints"].as_array().unwrap().len(), 2);
}

#[test]
fn what_cannot_be_read_is_a_failure() {
    let missing = run(&["inspect", "no_such_log.csv", "--robot", "planar2r"]);
    assert_eq!(missing.status.code(), Some(1));
    let log = write_log("inspect_unnamed.csv", HEADER, |_, line| line);
    let unnamed = run(&["inspect", &log, "--map", "q=no_such_column"]);
    assert_eq!(unnamed.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&unnamed.stderr).contains("no_such_column"));
}

#[test]
fn a_log_can_be_looked_at_without_a_robot() {
    let log = write_log("inspect_no_robot.csv", HEADER, |_, line| line);
    let found = document(&["inspect", &log, "--json"]);
    assert_eq!(found["channels"].as_array().unwrap().len(), 4);
    assert!(found["excitation"].is_null(), "{}", found["excitation"]);
}
