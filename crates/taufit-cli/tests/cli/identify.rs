//! `taufit identify` at the process boundary, on logs of a simulated planar arm.

use super::taufit;
use ::taufit::dynamics::{Scratch, inverse_dynamics};
use ::taufit::model::{Robot, catalog};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A log of the planar arm on sums of sines, 100 Hz; `wrong` multiplies its torques.
fn write_log(name: &str, phase: f64, wrong: f64) -> PathBuf {
    let robot = catalog::robot("planar2r").unwrap();
    let jolt = |t: f64| if wrong == 1.0 { 1.0 } else { (7.0 * t).sin() * wrong };
    write_run(name, &robot, phase, "tau", |_, t, tau| tau * jolt(t))
}

/// A log of a two-joint arm, its efforts named and made of joint, time and torque.
pub(crate) fn write_run(
    name: &str,
    robot: &Robot,
    phase: f64,
    effort: &str,
    of: impl Fn(usize, f64, f64) -> f64,
) -> PathBuf {
    let mut scratch = Scratch::new(robot);
    let mut text = format!("t,q1,q2,{effort}1,{effort}2\n");
    for k in 0..2500 {
        let t = 0.01 * f64::from(k);
        let wave = |w: f64, a: f64| {
            let (s, c) = (w * t + phase * w).sin_cos();
            [a * s, a * w * c, -a * w * w * s]
        };
        let sum = |x: [f64; 3], y: [f64; 3]| [x[0] + y[0], x[1] + y[1], x[2] + y[2]];
        let (one, two) = (sum(wave(1.1, 0.8), wave(2.3, 0.4)), sum(wave(1.7, 0.9), wave(2.9, 0.3)));
        let (q, qd, qdd) = ([one[0], two[0]], [one[1], two[1]], [one[2], two[2]]);
        let tau = inverse_dynamics(robot, &mut scratch, &q, &qd, &qdd).unwrap();
        let [a, b] = [0, 1].map(|j| of(j, t, tau[j]));
        writeln!(text, "{t},{},{},{a},{b}", q[0], q[1]).unwrap();
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_simulated_arm_comes_back_with_a_verdict() {
    let (fit, other) = (write_log("fit.csv", 0.0, 1.0), write_log("other.csv", 3.0, 1.0));
    // A heavier nominal arm, so that there is something to find.
    let args = ["--payload", "link2:3,0.4,0,0", "--cutoff-hz", "10", "--all"];
    let output = taufit(&["identify", "planar2r"])
        .arg(&fit)
        .args(args)
        .arg("--validate")
        .arg(&other)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("planar2r: GOOD."), "{text}");
    // mx1 + 0.5 m2 = 20·0.25 + 0.5·10 of the arm that made the log, not of the nominal one.
    let row = text.lines().find(|l| l.contains("mx1 + 0.5 m2")).unwrap();
    let value: f64 = row.split_whitespace().nth(2).unwrap().parse().unwrap();
    assert!((value - 10.0).abs() < 0.02, "{row}");
}

#[test]
fn the_screen_holds_what_a_user_asks_first_and_three_commands() {
    let log = write_log("screen.csv", 0.0, 1.0);
    let output = taufit(&["identify", "planar2r", "--cutoff-hz", "10"]).arg(&log).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().count() <= 40 && text.lines().all(|l| l.chars().count() <= 100), "{text}");
    let row = text.lines().filter(|l| l.starts_with("2  joint2")).nth(1).unwrap();
    // Friction and rotor inertia of the arm that made the log: none; its second link weighs 10 kg.
    let mass: f64 = row.split_whitespace().last().unwrap().parse().unwrap();
    assert!((mass - 10.0).abs() < 1.0, "{text}");
    let next = text.split_once("\nNext     ").unwrap().1;
    assert_eq!(next.trim_end().lines().count(), 3, "{text}");
    assert!(next.lines().all(|line| line.trim().starts_with("taufit ")), "{text}");
    assert!(!text.contains("expression"), "{text}");
}

/// Identifies the planar arm from a log, as a document.
fn document(log: &std::path::Path, options: &[&str]) -> serde_json::Value {
    let mut command = taufit(&["identify", "planar2r", "--json", "--cutoff-hz", "10"]);
    let output = command.arg(log).args(options).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

fn base_value(document: &serde_json::Value, description: &str) -> f64 {
    let mut parameters = document["base_parameters"].as_array().unwrap().iter();
    let is_it = |p: &&serde_json::Value| p.to_string().contains(description);
    parameters.find(is_it).unwrap()["value"].as_f64().unwrap()
}

#[test]
fn efforts_that_the_user_does_not_trust_change_nothing() {
    let robot = catalog::robot("planar2r").unwrap();
    let noisy = |j: usize, t: f64, tau: f64| if j == 1 { 30.0 * (9.0 * t).sin() } else { tau };
    let log = write_run("broken2.csv", &robot, 0.0, "tau", noisy);
    let options = ["--accept", "W131,W133,W134", "--ignore-effort", "joint2"];
    let found = document(&log, &options);
    let value = base_value(&found, "mx1 + 0.5 m2");
    assert!((value - 10.0).abs() < 0.02, "{value}");
    assert!(found["verdict"].to_string().contains("joint2"), "{}", found["verdict"]);
    let mut unknown = taufit(&["identify", "planar2r", "--ignore-effort", "jiont2"]);
    let said = unknown.arg(&log).output().unwrap();
    let text = String::from_utf8(said.stderr).unwrap();
    assert!(text.contains("E021") && text.contains("joint2"), "{text}");
}

#[test]
fn knowledge_about_links_is_kept_to() {
    let log = write_log("known.csv", 0.0, 1.0);
    let options = ["--total-mass-kg", "40..41", "--com-box", "link2=0.3..0.35,-1..1,-1..1"];
    let links = document(&log, &options)["links"].clone();
    let of = |k: usize| links[k]["identified"].clone();
    let mass = |k: usize| of(k)["mass_kg"].as_f64().unwrap();
    let total = mass(0) + mass(1);
    assert!((39.99..41.01).contains(&total), "{total} kg, {links}");
    let com = of(1)["com_m"][0].as_f64().unwrap();
    assert!((0.299..0.351).contains(&com), "{com} m");
}

#[test]
fn torques_that_do_not_belong_to_the_motion_are_a_poor_result() {
    let log = write_log("wrong.csv", 0.0, -2.0);
    let friction = ["--friction", "coulomb-viscous", "--offset"];
    let mut command = taufit(&["identify", "planar2r", "--json"]);
    let output = command.args(friction).arg(&log).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["verdict"]["grade"], "poor");
    assert_eq!(document["schema_version"], 2);
    assert_eq!(document["base_parameters"].as_array().unwrap().len(), 13);
}

#[test]
fn mistakes_are_named() {
    let log = write_log("gains.csv", 0.0, 1.0);
    let wrong = taufit(&["identify", "planar2r", "--gains", "1,2,3"]).arg(&log).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("--gains has 3 values"));
    let missing = taufit(&["identify", "planar2r", "no_such_log.csv"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("no_such_log.csv"));
}
