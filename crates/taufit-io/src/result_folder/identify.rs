//! The folder of an identification: parameters, torques over time, robot files.

use super::csv::{choice, optional, quoted};
use super::{ResultFile, ResultFolder, folder_of};
use crate::error::Result;
use std::path::Path;
use taufit::methods::StudyModel;
use taufit::study::{Series, Study, StudyKind};

/// Name of the torques over time.
const RESIDUALS: &str = "residuals.parquet";

/// Every file of a result. What cannot be written as URDF becomes a warning of the study; therefore the page is
/// made here, of the study as it stands in the folder.
pub fn identify_folder<E: From<crate::Error>>(
    study: &mut Study,
    series: &[Series],
    page: impl FnOnce(&Study) -> Result<String, E>,
) -> Result<ResultFolder, E> {
    let identified = StudyModel::new(study).map_err(crate::Error::from)?.identified;
    let (robot, warning) =
        ResultFolder::of_robot(&identified, &study.robot.source, &study.logged_velocities());
    study.warnings.extend(warning);
    let mut folder = ResultFolder::new(study, &study.provenance, page(study)?)?
        .with("parameters.csv", parameters_csv(study));
    folder.files.extend(robot.files);
    Ok(with_residuals(folder, study, series)?)
}

#[cfg(feature = "parquet")]
fn with_residuals(folder: ResultFolder, study: &Study, series: &[Series]) -> Result<ResultFolder> {
    let joints: Vec<String> = study.joints.iter().map(|joint| joint.name.clone()).collect();
    Ok(folder.with(RESIDUALS, crate::export::write_residuals(&joints, series)?))
}

#[cfg(not(feature = "parquet"))]
fn with_residuals(folder: ResultFolder, _: &Study, _: &[Series]) -> Result<ResultFolder> {
    Ok(folder)
}

fn parameters_csv(study: &Study) -> String {
    let mut text = String::from("name,long_name,unit,value,sigma,nominal,knowledge\n");
    for p in &study.standard_parameters {
        text += &format!(
            "{},{},{},{},{},{},{}\n",
            p.name,
            quoted(&p.long_name),
            p.unit,
            p.value,
            optional(p.sigma),
            p.nominal,
            choice(&p.knowledge)
        );
    }
    text
}

/// The identification in a folder, or in its `result.json`.
pub fn read_study(result: &Path) -> Result<Study> {
    ResultFile::read(result)?.parse(StudyKind::Identify)
}

/// The torques over time beside a result; none where there are none.
pub fn read_series(result: &Path) -> Result<Vec<Series>> {
    let file = folder_of(result).join(RESIDUALS);
    match file.is_file() {
        #[cfg(feature = "parquet")]
        true => crate::export::read_residuals(&file),
        _ => Ok(Vec::new()),
    }
}
