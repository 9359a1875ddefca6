//! The folder of a result: written whole or not at all, read again by other verbs.

use crate::failure::{Failure, Outcome};
use crate::report::render;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use taufit::methods::StudyModel;
use taufit::study::{SCHEMA_VERSION, Series, Study};
use taufit_io::export::{export_urdf, read_residuals, write_residuals, write_urdf};

/// Name of the document in the folder.
const RESULT: &str = "result.json";
/// Name of the torques over time.
const RESIDUALS: &str = "residuals.parquet";

/// A document as text.
pub(crate) fn json(document: &impl Serialize) -> Outcome<String> {
    let text = serde_json::to_string_pretty(document);
    text.map(|t| t + "\n").map_err(|e| Failure::internal(format!("cannot write JSON: {e}")))
}

/// Writes every file of a result. The folder appears under its name only when it is complete.
pub(crate) fn write_folder(dir: &Path, study: &Study, series: &[Series]) -> Outcome {
    let unwritable = |error| Failure::internal(format!("{}: {error}", dir.display()));
    let fresh = sibling(dir, "new");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).map_err(unwritable)?;
    for (name, contents) in files(study, series)? {
        fs::write(fresh.join(name), contents).map_err(unwritable)?;
    }
    let old = sibling(dir, "old");
    let _ = fs::remove_dir_all(&old);
    if dir.exists() {
        if !dir.join(RESULT).is_file() && fs::read_dir(dir).is_ok_and(|mut d| d.next().is_some()) {
            let _ = fs::remove_dir_all(&fresh);
            return Err(Failure::misuse(format!(
                "{} exists and is no result of taufit; give another --out",
                dir.display()
            )));
        }
        fs::rename(dir, &old).map_err(unwritable)?;
    }
    fs::rename(&fresh, dir).map_err(unwritable)?;
    let _ = fs::remove_dir_all(&old);
    Ok(())
}

/// `DIR.new` beside `DIR`.
fn sibling(dir: &Path, suffix: &str) -> PathBuf {
    let mut name = dir.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{suffix}"));
    dir.with_file_name(name)
}

fn files(study: &Study, series: &[Series]) -> Outcome<Vec<(&'static str, Vec<u8>)>> {
    let settings = toml::to_string_pretty(&without_null(&study.provenance.settings))
        .map_err(|error| Failure::internal(format!("cannot write settings: {error}")))?;
    let joints: Vec<String> = study.joints.iter().map(|joint| joint.name.clone()).collect();
    let mut files = vec![
        (RESULT, json(study)?.into_bytes()),
        ("parameters.csv", parameters_csv(study).into_bytes()),
        ("settings.toml", settings.into_bytes()),
        (RESIDUALS, write_residuals(&joints, series)?),
        ("report.html", render(study, series)?.into_bytes()),
    ];
    files.extend(identified_urdf(study)?.map(|text| ("identified.urdf", text.into_bytes())));
    Ok(files)
}

/// The identified robot as URDF: its own file patched, or a new one; none where that cannot be.
fn identified_urdf(study: &Study) -> Outcome<Option<String>> {
    let robot = StudyModel::new(study)?.identified;
    let source = Path::new(&study.robot.source);
    let is_urdf = source.extension().is_some_and(|e| e.eq_ignore_ascii_case("urdf"));
    let exported = match fs::read_to_string(source) {
        Ok(text) if is_urdf => export_urdf(&text, &robot),
        _ => write_urdf(&robot),
    };
    Ok(exported.ok().map(|exported| exported.text))
}

/// TOML has no null: what is not given is left out.
fn without_null(value: &serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(map) => {
            let given = map.iter().filter(|(_, v)| !v.is_null());
            given.map(|(key, v)| (key.clone(), without_null(v))).collect()
        }
        other => other.clone(),
    }
}

fn parameters_csv(study: &Study) -> String {
    let mut text = String::from("name,long_name,unit,value,sigma,nominal,knowledge\n");
    for p in &study.standard_parameters {
        let sigma = p.sigma.map_or(String::new(), |s| s.to_string());
        let knowledge = serde_json::to_value(p.knowledge).unwrap_or_default();
        let knowledge = knowledge.as_str().unwrap_or_default();
        let long_name = p.long_name.replace('"', "\"\"");
        text += &format!(
            "{},\"{long_name}\",{},{},{sigma},{},{knowledge}\n",
            p.name, p.unit, p.value, p.nominal
        );
    }
    text
}

/// The result in a folder, or in its `result.json`.
pub(crate) fn read_study(path: &Path) -> Outcome<Study> {
    let file = if path.is_dir() { path.join(RESULT) } else { path.to_owned() };
    let text = fs::read_to_string(&file).map_err(|error| {
        Failure::misuse(format!(
            "{}: {error}; a RESULT is a folder that `taufit identify --out` wrote, or its {RESULT}",
            file.display()
        ))
    })?;
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|e| broken(&file, &e))?;
    match value.get("schema_version").and_then(serde_json::Value::as_u64) {
        Some(version) if version == u64::from(SCHEMA_VERSION) => {}
        Some(version) => {
            return Err(Failure::misuse(format!(
                "{} has schema version {version}, this taufit reads version {SCHEMA_VERSION}; \
                 identify again",
                file.display()
            )));
        }
        None => return Err(Failure::misuse(format!("{} is no result of taufit", file.display()))),
    }
    serde_json::from_value(value).map_err(|e| broken(&file, &e))
}

/// The torques over time beside a result; none where there are none.
pub(crate) fn read_series(path: &Path) -> Outcome<Vec<Series>> {
    let file = if path.is_dir() { path.join(RESIDUALS) } else { path.with_file_name(RESIDUALS) };
    if file.is_file() { Ok(read_residuals(&file)?) } else { Ok(Vec::new()) }
}

fn broken(file: &Path, error: &serde_json::Error) -> Failure {
    Failure::misuse(format!("{} is broken: {error}; identify again", file.display()))
}
