//! `taufit gains` at the process boundary: the planar arm without and with a load.

use super::identify::write_run;
use super::taufit;
use ::taufit::model::{Robot, catalog};
use ::taufit::spatial::{Inertial, Vec3};
use std::path::PathBuf;

const GAINS: [f64; 2] = [12.0, 7.5];
const MASS_KG: f64 = 4.0;

/// Currents of a run, with a little noise.
fn run(name: &str, robot: &Robot, phase: f64) -> PathBuf {
    write_run(name, robot, phase, "i", |joint, t, tau| {
        tau / GAINS[joint] + 0.01 * (1e4 * (t + joint as f64)).sin()
    })
}

#[test]
fn gains_come_with_intervals_and_the_load_with_its_centre() {
    let robot = catalog::robot("planar2r").unwrap();
    let com_in_link_m = Vec3::new(0.45, 0.05, 0.0);
    let body = Inertial { mass_kg: MASS_KG, com_in_link_m, inertia_about_com_in_link: [0.01; 6] };
    let loaded = robot.clone().with_payload("link2", body).unwrap();
    let (free, with_load) = (run("free.csv", &robot, 0.0), run("loaded.csv", &loaded, 1.0));
    let gains = |options: &[&str]| {
        let mass = MASS_KG.to_string();
        let mut command = taufit(&["gains", "planar2r"]);
        command.arg(&free).args(["--mass-kg", &mass, "--loaded"]).arg(&with_load);
        let output = command.args(options).assert().success().get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let screen = gains(&[]);
    assert!(screen.starts_with("planar2r: 2 of 2 drive gains are determined."), "{screen}");
    let document: serde_json::Value = serde_json::from_str(&gains(&["--json"])).unwrap();
    assert_eq!(document["kind"], "gains");
    for (found, truth) in document["gains"].as_array().unwrap().iter().zip(GAINS) {
        let value = found["gain_nm_per_a"].as_f64().unwrap();
        assert!((value / truth - 1.0).abs() < 0.01, "{value} against {truth}");
        assert!(found["interval_nm_per_a"][0].as_f64().unwrap() < value);
        assert_eq!(found["reason"], "determined");
    }
    let moment = document["payload"][1].as_f64().unwrap();
    assert!((moment / MASS_KG - com_in_link_m.x).abs() < 0.01, "{moment}");
}

#[test]
fn torques_and_a_missing_mass_are_refused() {
    let robot = catalog::robot("planar2r").unwrap();
    let torques = write_run("torques.csv", &robot, 0.0, "tau", |_, _, tau| tau);
    let mut command = taufit(&["gains", "planar2r"]);
    command.arg(&torques).arg("--loaded").arg(&torques);
    command.assert().code(2);
    let refused = command.args(["--mass-kg", "4"]).assert().code(3).get_output().clone();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("error[E125]"));
}

/// A log of RTDE: a second at rest, then motion in which friction is fed forward to the current.
fn rtde_log() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rtde_targets.csv");
    let names = ["actual_q_0", "actual_q_1", "actual_current_0", "actual_current_1"];
    let targets = ["target_current_0", "target_current_1", "target_moment_0", "target_moment_1"];
    let mut text = format!("timestamp,{},{}\n", names.join(","), targets.join(","));
    for k in 0..400 {
        let t = f64::from(k) * 0.01;
        let (angle, push) = if t < 1.0 { (0.2, 0.0) } else { (0.2 + (t - 1.0).powi(2), 0.4) };
        let tau = [60.0 * f64::cos(angle), -9.0 * f64::sin(angle + 1.0)];
        let i = [tau[0] / GAINS[0] + push, tau[1] / GAINS[1] + push];
        let row = [t, angle, angle, i[0] + 0.3, i[1] - 0.2, i[0], i[1], tau[0], tau[1]];
        text += &format!("{}\n", row.map(|x| x.to_string()).join(","));
    }
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn gains_come_from_the_targets_of_a_controller() {
    let log = rtde_log();
    let mut command = taufit(&["gains", "planar2r", "--from-targets"]);
    let output = command.arg(&log).assert().success().get_output().clone();
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.starts_with("planar2r: 2 of 2 drive gains identified"), "{screen}");
    assert!(screen.contains("--gains 12,7.5"), "{screen}");
    let output = command.arg("--json").assert().success().get_output().clone();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for (found, truth) in document["gains"].as_array().unwrap().iter().zip(GAINS) {
        let value = found["gain_nm_per_a"].as_f64().unwrap();
        assert!((value / truth - 1.0).abs() < 1e-9, "{value} against {truth}");
    }
    // A load is for the other way, and so is its mass.
    taufit(&["gains", "planar2r", "--from-targets", "--mass-kg", "3"]).arg(&log).assert().code(2);
}
