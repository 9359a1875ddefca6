//! `taufit run` of a sweep, then `taufit motors` of its recording, from outside.

use crate::{fresh_folder, taufit_in};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use taufit::study::{ConstantOrigin, MotorStudy};

/// An example of the repository with fewer repetitions and speeds.
fn shortened(folder: &Path, name: &str, speeds: &str) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let text = std::fs::read_to_string(examples.join(name)).unwrap();
    let short = |line: &str| match line.split(" = ").next() {
        Some("velocities_rad_s") => format!("velocities_rad_s = {speeds}\n"),
        Some("iterations") => "iterations = 2\n".to_owned(),
        _ => format!("{line}\n"),
    };
    std::fs::write(folder.join(name), text.lines().map(short).collect::<String>()).unwrap();
}

/// Folder with the logs of the sweeps of arm and wrist; made once for all tests.
pub(super) fn sweeps() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = fresh_folder("motors");
        shortened(&folder, "ur5_sweep.toml", "[0.4, 0.7, 1.0]");
        shortened(&folder, "ur5_sweep_wrist.toml", "[1.5, 2.0, 2.5, 3.0]");
        for file in ["ur5_sweep.toml", "ur5_sweep_wrist.toml"] {
            taufit_in(&folder, &["run", file]).assert().success();
        }
        folder
    })
}

const TRUTH: [[f64; 3]; 6] = [
    [12.3, 8.1272, 12.3141],
    [12.6351, 7.7891, 11.881],
    [12.0383, 6.9762, 10.7667],
    [7.7366, 2.4405, 1.8286],
    [7.9228, 2.6265, 1.2794],
    [7.4723, 3.6058, 0.8921],
];

#[test]
fn the_examples_lead_from_a_simulated_robot_to_table_3() {
    let folder = sweeps();
    let load = "link6:1.5,0.1,0,0.04";
    let logs = ["motors", "ur5", "ur5_sweep.mcap", "--loaded", "ur5_sweep_wrist.mcap"];
    let mut command = taufit_in(folder, &logs);
    command.args(["--load", load, "--out", "ur5.motors"]).assert().success();
    let out = folder.join("ur5.motors");
    let text = std::fs::read(out.join("result.json")).unwrap();
    let study: MotorStudy = serde_json::from_slice(&text).unwrap();
    for (joint, truth) in study.joints.iter().zip(TRUTH) {
        let found = [&joint.kct, &joint.viscous, &joint.coulomb].map(|x| x.as_ref().unwrap().value);
        for (found, (truth, bound)) in found.iter().zip(truth.iter().zip([0.01, 0.03, 0.03])) {
            assert!((found / truth - 1.0).abs() < bound, "{}: {found} {truth}", joint.name);
        }
    }
    assert!(matches!(study.joints[0].kct_origin, ConstantOrigin::SameMotor { .. }));
    // The runner's notes were read: every record knows what was commanded.
    assert!(study.records.iter().all(|record| record.commanded_rad_s.is_some()));
    for file in ["parameters.csv", "records.csv", "settings.toml", "report.html"] {
        assert!(out.join(file).is_file(), "{file}");
    }
    let mut export = taufit_in(folder, &["export", "ur5.motors", "--to", "robot-toml"]);
    let exported = String::from_utf8(export.output().unwrap().stdout).unwrap();
    let constant = study.joints[1].kct.as_ref().unwrap().value;
    assert!(exported.contains(&format!("torque_constant_nm_a = {constant}")), "{exported}");
    let page = std::fs::read_to_string(out.join("report.html")).unwrap();
    assert_eq!(page.matches("class=\"box series-").count(), 2 * 6 + 3 * 8);
    std::fs::remove_file(out.join("report.html")).unwrap();
    taufit_in(folder, &["report", "ur5.motors"]).assert().success();
    assert_eq!(std::fs::read_to_string(out.join("report.html")).unwrap(), page);
}

#[test]
fn wrong_use_is_named() {
    let folder = fresh_folder("motors-misuse");
    let code = |args: &[&str]| taufit_in(&folder, args).assert().get_output().status.code();
    assert_eq!(code(&["motors", "ur5"]), Some(2));
    assert_eq!(code(&["motors", "ur5", "no.mcap"]), Some(1));
    assert_eq!(code(&["motors", "ur5", "x.mcap", "--mass", "link9=3"]), Some(2));
    assert_eq!(code(&["motors", "ur5", "x.mcap", "--kct", "joint1"]), Some(2));
    assert_eq!(code(&["motors", "ur5", "x.mcap", "--loaded", "y.mcap"]), Some(2));
    let schema = taufit_in(&folder, &["schema", "motors"]).assert().success().get_output().clone();
    assert!(String::from_utf8(schema.stdout).unwrap().contains("kct_origin"));
}
