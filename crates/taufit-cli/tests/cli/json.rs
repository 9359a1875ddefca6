//! `--json`: one document, with where it comes from.

use crate::{failure, stdout};
use serde_json::Value;

fn document(args: &[&str]) -> Value {
    let document: Value = serde_json::from_str(&stdout(args)).unwrap();
    assert_eq!(document["schema_version"], 1);
    assert_eq!(document["kind"], args[0]);
    assert_eq!(document["provenance"]["version"], env!("CARGO_PKG_VERSION"));
    document
}

#[test]
fn inspect_gives_joints_links_and_frames() {
    let robot = document(&["inspect", "ur5", "--json"]);
    assert_eq!(robot["provenance"]["source"], "ur5");
    assert_eq!(robot["joints"].as_array().unwrap().len(), 6);
    assert_eq!(robot["joints"][1]["limits"]["velocity"], std::f64::consts::PI);
    assert_eq!(robot["links"][0]["mass_kg"], 3.7);
    assert_eq!(robot["gravity_m_s2"][2], -9.81);
    assert_eq!(robot["frames"][0]["link"], Value::Null);
}

#[test]
fn doubts_come_with_code_advice_and_numbers() {
    let robot = document(&["inspect", "kr500", "--json"]);
    let finding = &robot["warnings"][0];
    assert_eq!(finding["code"], "W002");
    assert_eq!(finding["details"]["link"], "link1");
    assert!(finding["advice"].as_str().is_some_and(|a| !a.is_empty()));
}

#[test]
fn base_gives_groups_classes_and_its_settings() {
    let base = document(&["base", "ur5", "--json", "--drop", "Ixy*", "--fix", "m6=0.2"]);
    let settings = &base["provenance"]["settings"];
    assert_eq!(settings["drop"][0], "Ixy*");
    assert_eq!(settings["fix"][0][1], 0.2);
    assert!(settings["seed"].is_u64());
    let counts = &base["counts"];
    let count = |name: &str| counts[name].as_u64().unwrap();
    let classes = ["alone", "combination", "never", "dropped", "fixed"];
    assert_eq!(classes.iter().map(|c| count(c)).sum::<u64>(), count("standard"));
    assert_eq!((count("dropped"), count("fixed")), (6, 1));
    let parameters = base["base_parameters"].as_array().unwrap();
    assert_eq!(parameters.len() as u64, count("base"));
    assert!(parameters.iter().all(|p| p["terms"][0]["coefficient"] == 1.0));
    assert_eq!(base["standard_parameters"].as_array().unwrap().len(), 78);
}

#[test]
fn the_same_run_gives_the_same_bytes() {
    let run = || stdout(&["base", "panda", "--json"]);
    assert_eq!(run(), run());
}

#[test]
fn robots_and_pages_are_documents_too() {
    assert!(document(&["robots", "--json"])["robots"].as_array().unwrap().len() >= 6);
    let page = document(&["explain", "W005", "--json"]);
    assert_eq!(page["pages"][0]["code"], "W005");
}

#[test]
fn errors_are_json_as_well() {
    let message: Value = serde_json::from_str(&failure(&["inspect", "ur55", "--json"], 2)).unwrap();
    assert_eq!(message["error"]["code"], "E036");
}

#[test]
fn results_and_experiments_have_a_schema() {
    for (of, required) in
        [("identify", "base_parameters"), ("payload", "parameters"), ("experiment", "robot")]
    {
        let schema: Value = serde_json::from_str(&stdout(&["schema", of])).unwrap();
        let listed = schema["required"].as_array().unwrap();
        assert!(listed.iter().any(|field| field == required), "{of}: {listed:?}");
    }
}
