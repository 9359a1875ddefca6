//! The folder of an identification: its tables, torques, robot file and report.

use crate::failure::Outcome;
use crate::report::rendered;
use crate::result_folder::{NewFile, ResultFile, common_files, write_files};
use std::fs;
use std::path::Path;
use taufit::methods::StudyModel;
use taufit::model::Robot;
use taufit::study::{Series, Study, StudyKind};
use taufit_io::export::{export_urdf, read_residuals, write_residuals, write_urdf};
use taufit_report::render_report;

/// Name of the torques over time.
const RESIDUALS: &str = "residuals.parquet";

/// Writes every file of a result.
pub(crate) fn write_folder(dir: &Path, study: &Study, series: &[Series]) -> Outcome {
    write_files(dir, &files(study, series)?)
}

fn files(study: &Study, series: &[Series]) -> Outcome<Vec<NewFile>> {
    let joints: Vec<String> = study.joints.iter().map(|joint| joint.name.clone()).collect();
    let mut files = common_files(study, &study.provenance)?;
    files.extend([
        ("parameters.csv", parameters_csv(study).into_bytes()),
        (RESIDUALS, write_residuals(&joints, series)?),
        ("report.html", rendered(render_report(study, series))?),
    ]);
    files.extend(identified_urdf(study)?.map(|text| ("identified.urdf", text.into_bytes())));
    Ok(files)
}

/// The identified robot as URDF, where that can be.
fn identified_urdf(study: &Study) -> Outcome<Option<String>> {
    Ok(urdf_of(&StudyModel::new(study)?.identified, &study.robot.source))
}

/// A robot as URDF: the file it came from patched, or a new one; none where that cannot be.
pub(crate) fn urdf_of(robot: &Robot, source: &str) -> Option<String> {
    let source = Path::new(source);
    let is_urdf = source.extension().is_some_and(|e| e.eq_ignore_ascii_case("urdf"));
    let exported = match fs::read_to_string(source) {
        Ok(text) if is_urdf => export_urdf(&text, robot),
        _ => write_urdf(robot),
    };
    exported.ok().map(|exported| exported.text)
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

/// The identification in a folder, or in its `result.json`.
pub(crate) fn read_study(path: &Path) -> Outcome<Study> {
    ResultFile::read(path)?.parse(StudyKind::Identify)
}

/// The torques over time beside a result; none where there are none.
pub(crate) fn read_series(path: &Path) -> Outcome<Vec<Series>> {
    let file = if path.is_dir() { path.join(RESIDUALS) } else { path.with_file_name(RESIDUALS) };
    if file.is_file() { Ok(read_residuals(&file)?) } else { Ok(Vec::new()) }
}
