//! `taufit observe` and `taufit fleet` at the process boundary, on logs of simulated planar arms.

use super::identify::write_run;
use super::taufit;
use ::taufit::model::catalog;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Logs of an arm in a folder of its own.
fn logs(name: &str, robot: &str, n_logs: usize) -> Vec<PathBuf> {
    let arm = catalog::robot("planar2r").unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}/{robot}"));
    fs::create_dir_all(&folder).unwrap();
    let shift = robot.len() as f64;
    let log = |k: usize| {
        let name = format!("{name}/{robot}/{k}.csv");
        let ripple =
            move |joint: usize, t: f64, tau: f64| tau + 0.3 * ((90.0 + joint as f64) * t * t).sin();
        write_run(&name, &arm, shift + 1.3 * k as f64, "tau", ripple)
    };
    (0..n_logs).map(log).collect()
}

fn store(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.store"));
    let _ = fs::remove_dir_all(&folder);
    folder.to_str().unwrap().to_owned()
}

fn observe(robot: &str, logs: &[PathBuf], store: &str) -> (Option<i32>, Value) {
    let output = taufit(&["observe", robot, "--json", "--store", store, "--no-rotor"])
        .args(logs)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), serde_json::from_str(&text).unwrap_or_default())
}

#[test]
fn only_new_logs_are_observed_and_robots_are_compared() {
    let store = store("fleet");
    let all: Vec<PathBuf> = ["a", "bb"].iter().flat_map(|robot| logs("fleet", robot, 2)).collect();
    let (code, first) = observe("planar2r", &all[..3], &store);
    assert_eq!((code, &first["n_new"]), (Some(0), &Value::from(3)), "{first}");
    let copy = all[0].with_file_name("copy.csv");
    fs::copy(&all[0], &copy).unwrap();
    let (code, second) = observe("planar2r", &[all[2].clone(), all[3].clone(), copy], &store);
    assert_eq!(
        (code, &second["n_new"], &second["n_known"]),
        (Some(0), &1.into(), &2.into()),
        "{second}"
    );
    let out = format!("{store}.taufit");
    let output = taufit(&["fleet", &store, "--json", "--out", &out]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let study: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((study["n_logs"].as_u64(), study["robots"].as_array().unwrap().len()), (Some(4), 2));
    assert_eq!(study["robots"][0]["robot"], "a");
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(
        page.contains("Look at these first") && !page.contains("://"),
        "the page loads something"
    );
    assert!(
        fs::read_to_string(format!("{out}/robots.csv"))
            .unwrap()
            .starts_with("robot,parameter,value")
    );
}

#[test]
fn broken_logs_are_listed_and_the_others_go_on() {
    let store = store("fleet_broken");
    let mut some = logs("fleet_broken", "a", 2);
    let broken = some[0].with_file_name("broken.csv");
    fs::write(&broken, "t,q1\n0,1\n").unwrap();
    some.push(broken);
    let (code, found) = observe("planar2r", &some, &store);
    assert_eq!((code, &found["n_new"]), (Some(3), &2.into()), "{found}");
    let failures = found["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 1);
    assert!(failures[0]["code"].as_str().unwrap().starts_with('E'));
    let output = taufit(&["fleet", &store]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("could not be used") && text.contains("broken.csv"), "{text}");
}

#[test]
fn another_robot_an_empty_store_and_no_logs_are_refused() {
    let store = store("fleet_refused");
    let some = logs("fleet_refused", "a", 1);
    let empty = taufit(&["fleet", &store]).output().unwrap();
    assert_eq!(empty.status.code(), Some(3));
    assert!(String::from_utf8(empty.stderr).unwrap().contains("E265"));
    let broken = some[0].with_file_name("nothing.csv");
    fs::write(&broken, "t,q1\n0,1\n").unwrap();
    let none = taufit(&["observe", "planar2r", "--store", &store]).arg(&broken).output().unwrap();
    assert_eq!(none.status.code(), Some(3));
    assert!(String::from_utf8(none.stderr).unwrap().contains("E264"));
    assert_eq!(observe("planar2r", &some, &store).0, Some(0));
    let other = taufit(&["observe", "ur5", "--store", &store]).arg(&some[0]).output().unwrap();
    assert_eq!(other.status.code(), Some(3));
    assert!(String::from_utf8(other.stderr).unwrap().contains("E263"));
}
