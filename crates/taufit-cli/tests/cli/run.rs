//! `taufit run` and `taufit demo` from outside: plans, logs, interruptions, the whole path.

use crate::{fresh_folder, taufit};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use taufit::model::{Robot, catalog};
use taufit::study::Study;
use taufit_io::{LogOptions, read_experiment, read_log};

const SWEEP: &str = r#"
robot = "ur5"
rate_hz = 250.0

[sweep]
iterations = 2

[[sweep.joint]]
name = "joint2"
start = [0.0, -2.0, 0.5, 0.0, 0.0, 0.0]
distance_rad = 1.0
velocities_rad_s = [0.2, 0.4]
"#;

fn experiment(folder: &Path, text: &str) -> String {
    let path = folder.join("sweep.toml");
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn a_dry_run_shows_the_plan_and_moves_nothing() {
    let folder = fresh_folder("dry-run");
    let file = experiment(&folder, SWEEP);
    let page = folder.join("plan.html");
    let output = taufit(&["run", &file, "--dry-run", "--preview", page.to_str().unwrap()])
        .assert()
        .success()
        .get_output()
        .clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("constant velocity").count(), 8, "{text}");
    assert!(text.contains("joint2") && text.contains("within their limits"), "{text}");
    assert!(!folder.join("sweep.mcap").exists());
    assert!(std::fs::read_to_string(page).unwrap().matches("<polyline").count() == 6);
}

/// Durations and positions that a float can hold and no robot can execute end in a refusal at once.
#[test]
fn absurd_plans_are_refused_at_once() {
    let folder = fresh_folder("absurd");
    let log = "robot = \"ur5\"\nrate_hz = 250.0\n[log]\nduration_s = 3.4e38\n";
    let dwell =
        "robot = \"ur5\"\n[poses]\nlist = [[0.0, -1.5, 0.5, 0.0, 0.0, 0.0]]\ndwell_s = 3.4e38\n";
    let start = SWEEP.to_owned() + "[simulation]\nstart = [3.4e38, -2.0, 0.5, 0.0, 0.0, 0.0]\n";
    let many = SWEEP.replace("iterations = 2", "iterations = 4000000000000");
    for text in [log, dwell, &start, &many] {
        let file = experiment(&folder, text);
        let began = Instant::now();
        let output = taufit(&["run", &file, "--dry-run"]).assert().code(3).get_output().clone();
        assert!(began.elapsed() < Duration::from_secs(20), "{text}: {:?}", began.elapsed());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("at most"), "{text}: {message}");
    }
}

#[test]
fn a_mistake_in_the_file_is_named() {
    let folder = fresh_folder("mistake");
    let file = experiment(&folder, &SWEEP.replace("iterations", "iteratons"));
    let output = taufit(&["run", &file]).assert().code(3).get_output().clone();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("did you mean \"iterations\"?"), "{text}");
}

#[test]
fn a_trip_ends_with_its_reason_and_a_log_that_opens() {
    let folder = fresh_folder("trip");
    let fault =
        "\n[[simulation.arm.faults]]\nencoder_jump = { from_s = 2.0, dof = 1, by_rad = 0.3 }\n";
    let file = experiment(&folder, &format!("{SWEEP}{fault}"));
    let output = taufit(&["run", &file]).assert().code(3).get_output().clone();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("error[E159]") && text.contains("\"joint2\" jumped"), "{text}");
    assert!(last_stamp_s(&folder.join("sweep.mcap")) > 2.0);
}

#[test]
fn a_recording_is_never_overwritten() {
    let folder = fresh_folder("overwrite");
    let file = experiment(&folder, SWEEP);
    let said = |args: &[&str], code: i32| {
        let output = taufit(args).assert().code(code).get_output().clone();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    // A name of our own gets a number.
    said(&["run", &file], 0);
    let first = std::fs::read(folder.join("sweep.mcap")).unwrap();
    assert!(said(&["run", &file], 0).contains("sweep-2.mcap"));
    assert!(first == std::fs::read(folder.join("sweep.mcap")).unwrap());
    assert!(last_stamp_s(&folder.join("sweep-2.mcap")) > 1.0);
    // A name that was given does not: neither a log, nor a table, nor a bag.
    let table = folder.join("mylog.csv");
    std::fs::write(&table, "t,q\n").unwrap();
    let bag = folder.join("bag");
    said(&["run", &file, "-o", bag.to_str().unwrap()], 0);
    for taken in [folder.join("sweep.mcap"), table.clone(), bag] {
        let text = said(&["run", &file, "-o", taken.to_str().unwrap()], 2);
        assert!(text.contains("error[E175]") && text.contains("choose another"), "{text}");
    }
    assert_eq!(std::fs::read_to_string(table).unwrap(), "t,q\n");
}

/// Two runs that begin at the same time write two files, or one of them is refused.
#[test]
fn two_runs_do_not_share_a_file() {
    let folder = fresh_folder("two-runs");
    let file = experiment(&folder, SWEEP);
    let log = folder.join("one.mcap");
    let start = || {
        std::process::Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
            .args(["run", &file, "-o", log.to_str().unwrap()])
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let codes = [start(), start()].map(|mut child| child.wait().unwrap().code().unwrap());
    assert!(codes == [0, 2] || codes == [2, 0], "{codes:?}");
    assert!(last_stamp_s(&log) > 1.0);
}

fn ur5() -> Robot {
    catalog::robot("ur5").unwrap()
}

fn last_stamp_s(log: &Path) -> f64 {
    let recording = read_log(log, &ur5(), &LogOptions::default()).unwrap().recording;
    *recording.t_s.last().unwrap()
}

/// A run in real time, and when it began.
fn started(folder: &Path) -> (Child, Instant) {
    let file = experiment(folder, SWEEP);
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("taufit"))
        .args(["run", &file, "--speed", "1"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let log = folder.join("sweep.mcap");
    while !log.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    (child, Instant::now())
}

#[test]
fn after_a_kill_everything_but_the_last_second_is_there() {
    let folder = fresh_folder("kill");
    let (mut child, began) = started(&folder);
    std::thread::sleep(Duration::from_millis(3700));
    child.kill().unwrap();
    let ran_s = began.elapsed().as_secs_f64();
    child.wait().unwrap();
    let recording = read_log(folder.join("sweep.mcap"), &ur5(), &LogOptions::default()).unwrap();
    assert!(!recording.warnings.is_empty(), "a broken file is worth a word");
    let t_s = recording.recording.t_s;
    let last_s = *t_s.last().unwrap();
    assert!(last_s > ran_s - 1.0 && last_s <= ran_s + 0.1, "{last_s} of {ran_s} s");
    assert_eq!(t_s.len(), (last_s * 250.0).round() as usize, "no sample before is missing");
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_from_the_start_is_said() {
    let folder = fresh_folder("full-disk");
    let file = experiment(&folder, SWEEP);
    let output =
        taufit(&["run", &file, "--out", "/dev/full"]).assert().code(1).get_output().clone();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("No space left on device"), "{text}");
}

/// The shell allows files of 64 blocks of 512 bytes: a few seconds of the run.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_costs_nothing_that_was_written() {
    let folder = fresh_folder("small-disk");
    let file = experiment(&folder, SWEEP);
    let program = assert_cmd::cargo::cargo_bin!("taufit").to_string_lossy().into_owned();
    let script = r#"trap '' XFSZ; ulimit -f 64; exec "$0" run "$1""#;
    let output =
        std::process::Command::new("sh").args(["-c", script, &program, &file]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("File too large"), "{text}");
    let log = read_log(folder.join("sweep.mcap"), &ur5(), &LogOptions::default()).unwrap();
    let t_s = log.recording.t_s;
    assert!(t_s.len() > 100, "{} samples", t_s.len());
    let last_s = t_s.last().unwrap();
    assert_eq!(t_s.len(), (last_s * 250.0).round() as usize, "no sample before is missing");
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_the_robot_and_closes_the_log() {
    let folder = fresh_folder("ctrl-c");
    let (child, _) = started(&folder);
    std::thread::sleep(Duration::from_millis(1500));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("error[E162]: stopped by the operator"), "{text}");
    let log = read_log(folder.join("sweep.mcap"), &ur5(), &LogOptions::default()).unwrap();
    assert!(log.recording.t_s.last().unwrap() > &1.0);
}

/// Output of the demo, run in a folder.
fn demo(folder: &Path, seed: u32) -> String {
    let seed = seed.to_string();
    let run = taufit(&["demo", "--seed", &seed]).current_dir(folder).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn the_demo_gives_the_same_result_twice_on_one_screen() {
    let folder = fresh_folder("demo");
    let out = folder.join("taufit-demo");
    let result = || std::fs::read(out.join("ur5.taufit/result.json")).unwrap();
    let screen = demo(&folder, 1);
    let first = result();
    assert!(screen.lines().count() <= 40, "{screen}");
    assert!(screen.lines().all(|line| line.chars().count() <= 100), "{screen}");
    for file in ["report.html", "identified.urdf"] {
        assert!(out.join("ur5.taufit").join(file).is_file(), "{file}");
    }
    // The second demo goes to a folder of its own, and what it finds is the same.
    demo(&folder, 1);
    let text =
        |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace("taufit-demo-2", "taufit-demo");
    let second = std::fs::read(folder.join("taufit-demo-2/ur5.taufit/result.json")).unwrap();
    assert!(text(first.clone()) == text(second), "two runs differ");
    assert!(first == result(), "the first result was touched");
}

/// Friction known to 2 % (one standard deviation) and as true as it claims, validation at the noise floor, intervals that contain the truth as often as
/// they claim. Intervals of one run lean on the same noise, so six runs are counted together.
#[test]
fn the_demo_finds_the_truth() {
    let folder = fresh_folder("demo-truth");
    let (mut inside, mut all) = (0.0, 0.0);
    for seed in 1..=6 {
        let folder = folder.join(seed.to_string());
        std::fs::create_dir_all(&folder).unwrap();
        let screen = demo(&folder, seed);
        check_friction(&folder.join("taufit-demo"));
        check_floor(&screen);
        let words: Vec<&str> = screen.split_whitespace().collect();
        let at = words.windows(2).position(|pair| pair == ["intervals", "of"]).unwrap();
        inside += words[at - 3].parse::<f64>().unwrap();
        all += words[at - 1].parse::<f64>().unwrap();
    }
    let share = inside / all;
    assert!((0.90..=0.99).contains(&share), "{inside} of {all} intervals of 95 %");
}

fn check_friction(out: &Path) {
    let text = std::fs::read(out.join("ur5.taufit/result.json")).unwrap();
    let study: Study = serde_json::from_slice(&text).unwrap();
    let truth = read_experiment(out.join("identification.toml")).unwrap().simulation.truth;
    let real = truth.apply(&ur5()).unwrap();
    let of = |name: String| study.base_parameters.iter().find(|p| p.name == name).unwrap();
    for (joint, real) in study.joints.iter().zip(real.dof_joint_iter()) {
        let (n, real) = (joint.number, real.friction);
        for (found, real) in
            [(of(format!("fc{n}")), real.coulomb), (of(format!("fv{n}")), real.viscous)]
        {
            let sigma = found.sigma.unwrap();
            assert!(sigma < 0.02 * real, "{}: ± {sigma}", found.name);
            assert!((found.value - real).abs() < 4.0 * sigma, "{}: {}", found.name, found.value);
        }
    }
}

/// The columns are joint, before, after, floor: the floor is the error of the true parameters. A joint sees
/// some 13 parameters through some 270 rows, which leaves a few percent above its floor; the mean over the
/// joints leaves less.
fn check_floor(screen: &str) {
    let mut ratios = Vec::new();
    for row in screen.lines().filter(|line| line.starts_with("joint") && !line.contains("before")) {
        let columns: Vec<&str> = row.split_whitespace().collect();
        // The headline may wrap before the name of a joint.
        if columns.len() < 9 || columns[1].parse::<f64>().is_err() {
            continue;
        }
        let number = |i: usize| columns[i].parse::<f64>().unwrap();
        let (before, after, floor) = (number(1), number(2), number(3));
        assert!(after < 1.1 * floor && floor < before, "{row}");
        ratios.push(after / floor);
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(mean < 1.03, "{ratios:?}");
}
