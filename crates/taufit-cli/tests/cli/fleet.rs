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

/// Two processes that know nothing of each other begin one store, plan included, with the same logs.
#[test]
fn two_processes_on_one_store_leave_every_log_once() {
    let store = store("fleet_two");
    let all: Vec<PathBuf> =
        ["a", "bb"].iter().flat_map(|robot| logs("fleet_two", robot, 3)).collect();
    let (logs, place) = (all.as_slice(), store.as_str());
    let found: Vec<(Option<i32>, Value)> = std::thread::scope(|scope| {
        let process = |_| scope.spawn(move || observe("planar2r", logs, place));
        (0..2).map(process).collect::<Vec<_>>().into_iter().map(|p| p.join().unwrap()).collect()
    });
    let sum = |name: &str| found.iter().filter_map(|(_, found)| found[name].as_u64()).sum::<u64>();
    assert!(found.iter().all(|(code, _)| *code == Some(0)), "{found:?}");
    assert_eq!((sum("n_new"), sum("n_known")), (6, 6));
    let output = taufit(&["fleet", &store, "--json"]).output().unwrap();
    let study: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (study["n_logs"].as_u64(), study["failures"].as_array().unwrap().len()),
        (Some(6), 0)
    );
    let codes: Vec<&Value> =
        study["warnings"].as_array().unwrap().iter().map(|warning| &warning["code"]).collect();
    assert_eq!(codes, ["W262"]);
}

/// A log that was cut while it was copied, beside a whole one.
#[test]
fn truncated_logs_are_listed_with_their_code() {
    let store = store("fleet_truncated");
    let some = logs("fleet_truncated", "a", 2);
    let parquet = some[1].with_file_name("cut.parquet");
    fs::write(&parquet, b"PAR1 and then nothing of a footer").unwrap();
    let mcap = some[1].with_file_name("cut.mcap");
    fs::write(&mcap, b"\x89MCAP0\r\n\x01").unwrap();
    let (code, found) = observe("planar2r", &[some[0].clone(), parquet, mcap], &store);
    assert_eq!((code, &found["n_new"]), (Some(3), &1.into()), "{found}");
    let failures = found["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 2);
    assert!(failures.iter().all(|failure| failure["code"].as_str().unwrap().starts_with('E')));
    assert!(failures[0]["log"].as_str().unwrap().ends_with("cut.parquet"), "{failures:?}");
}

/// A store and a log without permission. The superuser may read and write everything: the program then runs as the user
/// 65534, where that user can reach it.
#[cfg(unix)]
#[test]
fn a_store_and_a_log_without_permission_are_named() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let store = store("fleet_no_permission");
    let all = logs("fleet_no_permission", "a", 3);
    assert_eq!(observe("planar2r", &all[..1], &store).0, Some(0));
    let allow = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let folders = |mode: u32| {
        let robot = Path::new(&store).join("robot=a");
        fs::read_dir(&robot).unwrap().for_each(|date| allow(&date.unwrap().path(), mode));
        allow(&robot, mode);
        allow(Path::new(&store), mode);
    };
    allow(&all[2], 0);
    folders(0o555);
    let is_superuser = fs::write(Path::new(&store).join("probe"), "").is_ok();
    let _ = fs::remove_file(Path::new(&store).join("probe"));
    let run = |log: &Path| {
        let program = assert_cmd::cargo::cargo_bin!("taufit");
        let mut command = std::process::Command::new(program);
        command.args(["observe", "planar2r", "--store", &store]).arg(log);
        if is_superuser {
            command.uid(65534).gid(65534);
        }
        command.output().ok()
    };
    let (written, read) = (run(&all[1]), run(&all[2]));
    folders(0o755);
    allow(&all[2], 0o644);
    let (Some(written), Some(read)) = (written, read) else {
        println!("skipped: another user cannot start the program");
        return;
    };
    let text = String::from_utf8_lossy(&written.stderr);
    assert!(
        written.status.code() == Some(1) && text.contains("E095"),
        "{:?} {text}",
        written.status
    );
    let text = String::from_utf8_lossy(&read.stdout) + String::from_utf8_lossy(&read.stderr);
    assert!(!read.status.success() && text.contains("E0"), "{:?} {text}", read.status);
    // What was there is there, and the logs are observed once there is permission.
    let (code, found) = observe("planar2r", &all, &store);
    assert_eq!(
        (code, &found["n_new"], &found["n_known"]),
        (Some(0), &2.into(), &1.into()),
        "{found}"
    );
}
