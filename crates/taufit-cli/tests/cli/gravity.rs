//! `taufit gravity` at the process boundary: the planar arm stops, and its weights become code.

use super::{failure, file, stdout, taufit};
use ::taufit::dynamics::{Scratch, inverse_dynamics};
use ::taufit::friction::{Friction, FrictionShape};
use ::taufit::model::{Robot, catalog};
use std::fmt::Write;
use std::path::PathBuf;

/// Coulomb friction of both joints \[N·m\].
const BAND: [f64; 2] = [3.0, 1.5];

fn arm() -> Robot {
    let mut robot = catalog::robot("planar2r").unwrap();
    for (dof, band) in BAND.into_iter().enumerate() {
        let shape = FrictionShape::COULOMB_VISCOUS.with_offset();
        let friction = Friction { shape, coulomb: band, offset: 0.2, ..Friction::NONE };
        robot = robot.with_friction(dof, friction);
    }
    robot
}

/// Stops at ten angles of each joint on the way up and on the way down.
pub(super) fn poses() -> String {
    let robot = arm();
    let (mut scratch, mut text) = (Scratch::new(&robot), "t,q1,q2,tau1,tau2\n".to_owned());
    for k in 0..8000 {
        let t = 0.01 * f64::from(k);
        // A second of motion and a second of rest in turn, forty of them.
        let (number, x) = ((t / 2.0).floor(), (t / 2.0).fract() * 2.0);
        let up = if number < 20.0 { 1.0 } else { -1.0 };
        let s = if x < 1.0 { x * x * (3.0 - 2.0 * x) } else { 1.0 };
        let sd = if x < 1.0 { 6.0 * x * (1.0 - x) } else { 0.0 };
        let travelled = if up > 0.0 { number + s } else { 40.0 - number - s };
        let q = [0.15 * travelled - 1.5, 0.3 * (travelled - 5.0)];
        let qd = [up * (0.15 * sd + 1e-9), up * (0.3 * sd + 1e-9)];
        let tau = inverse_dynamics(&robot, &mut scratch, &q, &qd, &[0.0; 2]).unwrap();
        writeln!(text, "{t},{},{},{},{}", q[0], q[1], tau[0], tau[1]).unwrap();
    }
    text
}

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn weights_are_found_kept_shown_and_written_as_code() {
    let log = file("gravity_poses.csv", &poses());
    let dir = folder("planar_gravity.taufit");
    let path = dir.to_string_lossy().into_owned();
    // A heavier nominal arm, so that there is something to find.
    let load = ["--payload", "link2:3,0.4,0,0", "--effort", "torque"];
    let screen = stdout(&[&["gravity", "planar2r", &log, "--out", &path], &load[..]].concat());
    assert!(screen.starts_with("planar2r: GOOD."), "{screen}");
    for name in ["result.json", "settings.toml", "base_parameters.csv", "poses.csv", "report.html"]
    {
        assert!(dir.join(name).is_file(), "{name}");
    }
    let text = std::fs::read_to_string(dir.join("result.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["kind"], "gravity");
    for (dof, band) in BAND.into_iter().enumerate() {
        let found = document["joints"][dof]["band"][0].as_f64().unwrap();
        assert!((found / band - 1.0).abs() < 0.02, "{found} against {band}");
    }
    std::fs::remove_file(dir.join("report.html")).unwrap();
    stdout(&["report", &path]);
    assert!(dir.join("report.html").is_file());

    // A result repeats itself: two weights per link, Coulomb friction and offset per joint.
    let same = stdout(&["compare", &path, &path]);
    assert!(same.contains("2 results of planar2r: 8 of 8 common parameters repeat"), "{same}");

    let c = stdout(&["export", &path, "--to", "c", "--name", "arm"]);
    assert!(c.contains("void arm_holding_torque(const double q[2], double tau[2])"), "{c}");
    let rust = stdout(&["export", &path, "--to", "rust"]);
    assert!(rust.contains("pub fn planar2r_gravity(q: &[f64; 2]) -> [f64; 2]"), "{rust}");
    assert!(failure(&["export", &path, "--to", "urdf"], 2).contains("--to rust"));
    assert!(failure(&["export", &path, "--to", "c", "--name", "1"], 2).contains("E220"));
}

#[test]
fn a_log_without_rest_is_refused_with_advice() {
    let mut text = "t,q1,q2,tau1,tau2\n".to_owned();
    for k in 0..2000 {
        let t = 0.01 * f64::from(k);
        let (a, b) = ((3.0 * t).sin(), (3.0 * t + 1.0).sin());
        writeln!(text, "{t},{a},{b},{a},{b}").unwrap();
    }
    let log = file("gravity_fast.csv", &text);
    let mut command = taufit(&["gravity", "planar2r", &log, "--effort", "torque"]);
    let refused = command.assert().code(3).get_output().clone();
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(message.contains("error[E215]") && message.contains("--slow-speed"), "{message}");
}
