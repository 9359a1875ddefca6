//! `taufit payload` at the process boundary: the planar arm without and with a load.

use super::identify::write_run;
use super::taufit;
use ::taufit::model::{Robot, catalog};
use ::taufit::spatial::{Inertial, Vec3};
use std::path::{Path, PathBuf};
use taufit_io::{LoadFormat, read_load};

const MASS_KG: f64 = 2.0;

fn with_load(robot: &Robot) -> Robot {
    let com_in_link_m = Vec3::new(0.45, 0.05, 0.0);
    let tensor = [0.01, 0.0, 0.0, 0.012, 0.0, 0.008];
    let body = Inertial { mass_kg: MASS_KG, com_in_link_m, inertia_about_com_in_link: tensor };
    robot.clone().with_payload("link2", body).unwrap()
}

/// Torques of a run, with a little noise.
fn run(name: &str, robot: &Robot, phase: f64) -> PathBuf {
    write_run(name, robot, phase, "tau", |joint, t, tau| {
        tau + 0.02 * (1e4 * (t + joint as f64)).sin()
    })
}

fn payload(loaded: &Path, options: &[&str]) -> assert_cmd::Command {
    let mut command = taufit(&["payload", "planar2r"]);
    command.arg(loaded).args(options);
    command
}

#[test]
fn a_load_is_weighed_against_a_log_and_against_a_model() {
    let robot = catalog::robot("planar2r").unwrap();
    let free = run("payload_free.csv", &robot, 0.0);
    let loaded = run("payload_loaded.csv", &with_load(&robot), 1.0);
    let model = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("payload_model.taufit");
    // The robot's own file is the truth here, so an identification cannot better it: poor, but written.
    taufit(&["identify", "planar2r"]).arg(&free).arg("--out").arg(&model).assert().code(4);
    for (option, path) in [("--free-log", &free), ("--model", &model)] {
        let mut command = payload(&loaded, &[option, path.to_str().unwrap(), "--json"]);
        let output = command.assert().success().get_output().clone();
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&document["kind"], &document["frame"]), (&"payload".into(), &"link2".into()));
        let mass = document["body"]["mass_kg"].as_f64().unwrap();
        assert!((mass / MASS_KG - 1.0).abs() < 0.01, "{option}: {mass}");
        let centre = document["body"]["com_m"][0].as_f64().unwrap();
        assert!((centre - 0.45).abs() < 0.002, "{option}: {centre}");
    }
}

#[test]
fn the_folder_holds_entries_that_read_back_and_a_report_that_can_be_made_again() {
    let robot = catalog::robot("planar2r").unwrap();
    let free = run("payload_free2.csv", &robot, 0.0);
    let loaded = run("payload_loaded2.csv", &with_load(&robot), 1.0);
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("payload.taufit");
    let mut command = payload(&loaded, &["--free-log", free.to_str().unwrap(), "--out"]);
    let output = command.arg(&out).assert().success().get_output().clone();
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(screen.starts_with("planar2r: "), "{screen}");
    for part in ["set_target_payload(", "LOAD_DATA[1]={M ", "PERS loaddata", "\"centerOfMass\""] {
        assert!(screen.contains(part), "{part}: {screen}");
    }
    let read = |format: LoadFormat| {
        let text = std::fs::read_to_string(out.join(format.file_name())).unwrap();
        read_load(format, &text).unwrap()
    };
    for format in LoadFormat::ALL {
        assert!((read(format).mass_kg / MASS_KG - 1.0).abs() < 0.01, "{format:?}");
    }
    let report = out.join("report.html");
    let before = std::fs::read_to_string(&report).unwrap();
    std::fs::remove_file(&report).unwrap();
    taufit(&["report"]).arg(&out).assert().success();
    assert_eq!(std::fs::read_to_string(&report).unwrap(), before);
    // A load is no model.
    let mut command = payload(&loaded, &["--model"]);
    let refused = command.arg(&out).assert().code(2).get_output().clone();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("taufit payload"));
}

#[test]
fn mistakes_are_named() {
    let robot = catalog::robot("planar2r").unwrap();
    let free = run("payload_free3.csv", &robot, 0.0);
    let refused = |options: &[&str], code: i32, said: &str| {
        let output = payload(&free, options).assert().code(code).get_output().clone();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(said), "{said}: {text}");
    };
    let path = free.to_str().unwrap();
    refused(&[], 3, "error[E209]");
    refused(&["--free-log", path], 3, "error[E205]");
    refused(&["--free-log", path, "--frame", "nowhere"], 3, "error[E021]");
    refused(&["--reference-mass", "2"], 2, "--reference-log");
    refused(&["--standstill", "0.1"], 2, "--static");
}
