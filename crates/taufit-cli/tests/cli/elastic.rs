//! `taufit elastic` at the process boundary: a simulated planar arm with springs, from CSV to folder.

use super::{failure, taufit};
use ::taufit::command::Command;
use ::taufit::friction::Friction;
use ::taufit::model::{Motor, Robot, catalog};
use ::taufit::recording::Recording;
use ::taufit::sim::{ArmSettings, Flexibility, PlantSettings, SimulatedArm, simulate};
use std::fmt::Write as _;
use std::path::PathBuf;

const STIFFNESS: f64 = 2000.0;

fn arm() -> Robot {
    let rotor = Motor { rotor_inertia_kg_m2: 0.4, ..Motor::default() };
    let robot = catalog::robot("planar2r").unwrap();
    (0..2).fold(robot, |robot, dof| {
        robot.with_motor(dof, rotor.clone()).with_friction(dof, Friction::coulomb_viscous(2.0, 1.5))
    })
}

/// Twelve seconds of the arm on sums of sines.
pub(super) fn recording() -> Recording {
    let plant = PlantSettings {
        flexibility: Some(Flexibility::uniform(STIFFNESS)),
        ..PlantSettings::default()
    };
    let settings = ArmSettings { plant, ..ArmSettings::default() };
    let mut simulated = SimulatedArm::new(&arm(), &settings, &[-0.5, 0.3]).unwrap();
    let follow = |t: f64| {
        let fade = (t / 2.0).min(1.0);
        let wave =
            |centre: f64, w: f64| centre + fade * (0.6 * (w * t).sin() + 0.3 * (2.7 * w * t).sin());
        Command::follow(vec![wave(-0.5, 1.3), wave(0.3, 1.9)], vec![0.0; 2], vec![0.0; 2])
    };
    simulate(&mut simulated, follow, 12.0, 500.0).unwrap().with_both_encoders()
}

/// As CSV, with or without the motors.
pub(super) fn write(name: &str, recording: &Recording, with_motors: bool) -> PathBuf {
    let heading =
        if with_motors { "t_s,q1,q2,qm1,qm2,tau1,tau2\n" } else { "t_s,q1,q2,tau1,tau2\n" };
    let mut text = heading.to_owned();
    for (k, t) in recording.t_s.iter().enumerate() {
        let pair = |x: &dyn Fn(usize) -> f64| format!("{},{}", x(0), x(1));
        let q = pair(&|j| recording.q(j)[k]);
        let motor = pair(&|j| recording.q_motor(j).unwrap()[k]);
        let tau = pair(&|j| recording.effort(j)[k]);
        let both = if with_motors { format!("{q},{motor}") } else { q };
        writeln!(text, "{t},{both},{tau}").unwrap();
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn stiffness_comes_with_an_interval_a_folder_and_a_report() {
    let log = write("elastic.csv", &recording(), true);
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("elastic.taufit");
    let output = taufit(&["elastic", "planar2r", "--json"])
        .arg(&log)
        .arg("--out")
        .arg(&out)
        .assert()
        .success()
        .get_output()
        .clone();
    let study: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(study["kind"], "elastic");
    for spring in study["springs"].as_array().unwrap() {
        let found = spring["stiffness"].as_f64().unwrap();
        assert!((found / STIFFNESS - 1.0).abs() < 0.01, "{spring}");
        assert!(spring["interval"][0].as_f64().unwrap() < found);
    }
    for name in
        ["result.json", "settings.toml", "base_parameters.csv", "springs.csv", "report.html"]
    {
        assert!(out.join(name).is_file(), "{name}");
    }
    taufit(&["report"]).arg(&out).assert().success();
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert!(page.contains("2 of 2 stiffnesses determined"));
    // Other verbs say what they were given.
    let log = out.to_string_lossy().into_owned();
    assert!(failure(&["validate", &log, "run.csv"], 2).contains("taufit elastic"));
}

#[test]
fn wrong_inputs_are_refused_with_their_code() {
    let good = recording();
    let one_side = write("one_side.csv", &good, false);
    let motor = good.q_motor.clone().unwrap().iter().map(|q| q.to_degrees()).collect();
    let degrees = write("degrees.csv", &Recording { q_motor: Some(motor), ..good }, true);
    for (log, code) in [(one_side, "E185"), (degrees, "E187")] {
        let log = log.to_string_lossy().into_owned();
        let message = failure(&["elastic", "planar2r", &log], 3);
        assert!(message.contains(code), "{message}");
    }
    assert!(failure(&["elastic", "planar2r", "x.csv", "--no-rotor"], 2).contains("rotors"));
}
