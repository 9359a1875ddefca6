//! `taufit compare` and `taufit validate` at the process boundary, on results of the planar arm.

use super::identify::write_run;
use super::reverse::samples;
use super::{failure, file, stdout, taufit};
use ::taufit::friction::{Friction, FrictionShape};
use ::taufit::model::{Robot, catalog};
use ::taufit::spatial::{Inertial, Vec3};
use std::path::{Path, PathBuf};

/// The planar arm with friction that its file does not have.
pub(super) fn arm() -> Robot {
    let robot = catalog::robot("planar2r").unwrap();
    let shape = FrictionShape::COULOMB_VISCOUS;
    let friction = Friction { shape, coulomb: 4.0, viscous: 2.0, ..Friction::NONE };
    (0..2).fold(robot, |robot, dof| robot.with_friction(dof, friction))
}

fn log(name: &str, robot: &Robot, phase: f64) -> PathBuf {
    write_run(name, robot, phase, "tau", |joint, t, tau| {
        tau + 0.05 * (1e4 * (t + joint as f64)).sin()
    })
}

/// A result folder.
fn identified(name: &str, log: &Path, friction: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let path = folder.to_str().unwrap().to_owned();
    let mut command = taufit(&["identify", "planar2r", "--friction", friction, "--out", &path]);
    command.arg(log).assert().success();
    path
}

#[test]
fn results_with_other_friction_models_are_compared_by_what_they_have_in_common() {
    let logs = [log("compare_a.csv", &arm(), 0.0), log("compare_b.csv", &arm(), 2.0)];
    let plain = identified("compare_a.taufit", &logs[0], "coulomb-viscous");
    let asymmetric = identified("compare_b.taufit", &logs[1], "asymmetric");
    let screen = stdout(&["compare", &plain, &asymmetric]);
    assert!(screen.contains("common parameters repeat"), "{screen}");
    for parameter in ["Izz2", "mx1", "fv1"] {
        assert!(screen.lines().any(|line| line.starts_with(parameter)), "{parameter}: {screen}");
    }
    assert!(screen.contains("Only in result 2: "), "{screen}");
    let document = stdout(&["compare", &plain, &asymmetric, "--json"]);
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let only = document["only_in"].as_array().unwrap();
    let forward = only.iter().find(|entry| entry["expression"] == "fcp1").unwrap();
    assert_eq!(forward["results"], serde_json::json!([1]));

    let page = file("compare_page.html", "");
    std::fs::remove_file(&page).unwrap();
    let write = ["compare", &plain, &asymmetric, "--out", &page];
    stdout(&write);
    let html = std::fs::read_to_string(&page).unwrap();
    let common = document["parameters"].as_array().unwrap().len();
    // A drawing of every common parameter, torque errors of both results, and what only one has.
    assert_eq!(html.matches("of 2 results\"").count(), common);
    assert!(html.contains("Torque errors") && html.contains("<code>fcp1</code>"));
    assert!(failure(&write, 2).contains("error[E096]"));
    stdout(&["compare", &plain, &asymmetric, "--out", &page, "--force"]);

    let study = std::fs::read_to_string(Path::new(&plain).join("result.json")).unwrap();
    let study: serde_json::Value = serde_json::from_str(&study).unwrap();
    let steps = study["next_steps"].as_array().unwrap();
    let export = format!("taufit export {plain} --to urdf --out identified.urdf");
    assert!(steps.iter().any(|step| step["command"] == export.as_str()), "{steps:?}");

    let table = file("compare_samples.csv", &samples());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("compare_reverse.taufit");
    let reverse = path.to_str().unwrap();
    stdout(&["reverse", "planar2r", &table, "--out", reverse]);
    assert!(failure(&["compare", &plain, reverse], 2).contains("error[E088]"));
}

#[test]
fn a_log_of_another_arm_is_poor_and_says_why() {
    let fit = log("validate_fit.csv", &arm(), 0.0);
    let result = identified("validate.taufit", &fit, "coulomb-viscous");
    let validated = |log: &Path| {
        let output = taufit(&["validate", &result]).arg(log).output().unwrap();
        (String::from_utf8(output.stdout).unwrap(), output.status.code())
    };
    let (screen, code) = validated(&log("validate_same.csv", &arm(), 2.0));
    assert!(screen.starts_with("planar2r: GOOD.") && code == Some(0), "{screen}");
    // An arm whose second link is 15 % heavier: its torques are predicted to 10 %, which alone would be good.
    let body = Inertial {
        mass_kg: 1.5,
        com_in_link_m: Vec3::new(0.25, 0.0, 0.0),
        inertia_about_com_in_link: [0.03; 6],
    };
    let other = arm().with_payload("link2", body).unwrap();
    let (screen, code) = validated(&log("validate_other.csv", &other, 2.0));
    assert!(screen.starts_with("planar2r: POOR.") && code == Some(4), "{screen}");
    let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("not the robot, load or setting that was identified"), "{screen}");
}
