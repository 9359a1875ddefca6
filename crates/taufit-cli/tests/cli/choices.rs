//! Estimators, conditioning and the result folder of `taufit identify`.

use super::identify::write_run;
use super::taufit;
use ::taufit::model::catalog;
use std::path::{Path, PathBuf};

/// A log with a spike and with noise of a tenth of a newton metre.
fn log(name: &str) -> PathBuf {
    let robot = catalog::robot("planar2r").unwrap();
    write_run(name, &robot, 0.0, "tau", |joint, t, tau| {
        let noise = 0.1 * (1e4 * (t + 3.0 * joint as f64)).sin();
        tau + noise + if joint == 1 && t == 7.0 { 500.0 } else { 0.0 }
    })
}

/// Stdout, stderr and exit code; the nominal arm is too heavy, so that there is something to find.
fn identify(log: &Path, options: &[&str]) -> (String, String, Option<i32>) {
    let heavy = ["identify", "planar2r", "--payload", "link2:3,0.4,0,0"];
    let run = taufit(&heavy).arg(log).args(options).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(run.stdout), text(run.stderr), run.status.code())
}

#[test]
fn the_estimator_and_what_it_cost_are_shown() {
    let log = log("essential.csv");
    let (screen, findings, code) =
        identify(&log, &["--essential", "--friction", "coulomb-viscous"]);
    assert_eq!(code, Some(0), "{findings}");
    assert!(screen.contains("Found by least squares of essential parameters"), "{screen}");
    assert!(screen.contains("base parameters were left out"), "{screen}");
    assert!(screen.contains("plain least squares"), "{screen}");
    assert!(screen.contains("1 spike mended"), "{screen}");
    assert!(findings.contains("warning[W142]"), "{findings}");
    let (screen, findings, _) = identify(&log, &["--keep-spikes"]);
    assert!(!findings.contains("W142") && !screen.contains("Found by"), "{screen}{findings}");
}

#[test]
fn choices_are_in_the_document_and_contradictions_are_refused() {
    let log = log("choices.csv");
    let options = ["--json", "--bound", "mx2=-1..1", "--cut-standstill", "0.01,1"];
    let (document, findings, _) = identify(&log, &options);
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let settings = &document["provenance"]["settings"];
    assert_eq!(settings["estimator"]["bounded"]["bounds"][0]["pattern"], "mx2", "{findings}");
    assert_eq!(settings["standstill"]["shortest_s"], 1.0);
    assert_eq!(settings["spike_factor"], 8.0);
    assert_eq!(document["estimator"]["name"], "least squares within bounds");
    let codes = document["warnings"].as_array().unwrap().iter().map(|w| w["code"].as_str());
    assert!(codes.into_iter().any(|code| code == Some("W141")));

    let (_, complaint, code) = identify(&log, &["--method", "huber", "--essential"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("taufit compare"), "{complaint}");
    let (_, complaint, code) = identify(&log, &["--tie", "m1=m2"]);
    assert_eq!(code, Some(3));
    assert!(complaint.contains("error[E126]"), "{complaint}");
}

#[test]
fn a_result_folder_holds_residuals_that_reports_read_back() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("choices.taufit");
    let (_, findings, code) =
        identify(&log("folder.csv"), &["--tie", "fv*", "--out", folder.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{findings}");
    assert!(!folder.join("series.json").exists());
    assert!(std::fs::read(folder.join("residuals.parquet")).unwrap().starts_with(b"PAR1"));
    let settings = std::fs::read_to_string(folder.join("settings.toml")).unwrap();
    assert!(settings.contains("[estimator.tied]"), "{settings}");
    let first = std::fs::read_to_string(folder.join("report.html")).unwrap();
    taufit(&["report"]).arg(folder.join("result.json")).assert().success();
    let again = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(first == again, "the report from the folder differs from the first one");
}
