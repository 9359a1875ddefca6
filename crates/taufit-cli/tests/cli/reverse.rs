//! `taufit reverse` at the process boundary: numbers in, parameters and a URDF out.

use super::{failure, file, stdout};
use ::taufit::dynamics::{Scratch, gravity_torque, mass_matrix};
use ::taufit::model::catalog;
use std::fmt::Write;
use std::path::PathBuf;

/// Samples of the built-in planar arm with a heavier second link.
pub(super) fn samples() -> String {
    let robot = catalog::robot("planar2r").unwrap();
    let mut body = robot.joints()[1].link.inertia;
    body.mass_kg *= 1.5;
    body.first_moment = body.first_moment * 1.5;
    let robot = robot.with_link_inertia(1, body);
    let (mut scratch, mut text) = (Scratch::new(&robot), "q1,q2,M11,M12,M22,g1,g2\n".to_owned());
    for k in 0..30 {
        let q = [f64::from(k).sin(), (1.7 * f64::from(k)).cos()];
        let m = mass_matrix(&robot, &mut scratch, &q).unwrap().to_vec();
        let g = gravity_torque(&robot, &mut scratch, &q).unwrap();
        writeln!(text, "{},{},{},{},{},{},{}", q[0], q[1], m[0], m[1], m[3], g[0], g[1]).unwrap();
    }
    text
}

#[test]
fn a_model_becomes_a_robot_file() {
    let table = file("reverse_samples.csv", &samples());
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("planar_reverse.taufit");
    let path = dir.to_string_lossy().into_owned();
    let screen = stdout(&["reverse", "planar2r", &table, "--out", &path]);
    assert!(screen.contains("base parameters determined by 30 samples"), "{screen}");
    for name in ["result.json", "base_parameters.csv", "standard_parameters.csv", "identified.urdf"]
    {
        assert!(dir.join(name).is_file(), "{name}");
    }
    stdout(&["report", &path]);
    let urdf = stdout(&["export", &path, "--to", "urdf"]);
    assert!(urdf.contains("<robot"), "{urdf}");
    let code = stdout(&["export", &path, "--to", "rust", "--name", "arm"]);
    assert!(code.contains("pub fn arm_mass_matrix"), "{code}");
    let document = stdout(&["reverse", "planar2r", &table, "--json"]);
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    assert_eq!(
        (document["kind"].as_str(), document["n_samples"].as_u64()),
        (Some("reverse"), Some(30))
    );
}

#[test]
fn weights_alone_leave_inertias_free_and_make_a_result_that_is_read_again() {
    // M11, M12 and M22 go, as where a vendor gives gravity only.
    let columns = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        [fields[0], fields[1], fields[5], fields[6]].join(",")
    };
    let text: Vec<String> = samples().lines().map(columns).collect();
    let table = file("reverse_weights.csv", &text.join("\n"));
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("planar_weights.taufit");
    let path = dir.to_string_lossy().into_owned();
    let screen = stdout(&["reverse", "planar2r", &table, "--out", &path]);
    assert!(screen.contains("not fixed") && !screen.contains("inf"), "{screen}");
    stdout(&["report", &path]);
    stdout(&["export", &path, "--to", "urdf"]);
}

#[test]
fn tables_of_another_robot_are_refused() {
    let table = file("reverse_other.csv", &samples());
    assert!(failure(&["reverse", "ur5", &table], 3).contains("error[E222]"));
    let degrees = file("reverse_degrees.csv", "q1,q2,g1,g2\n90,45,1,2\n");
    assert!(failure(&["reverse", "planar2r", &degrees], 3).contains("error[E219]"));
}
