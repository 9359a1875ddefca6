//! The folder of a robot found from samples of a model.

use super::ResultFolder;
use super::csv::{optional, quoted};
use crate::error::Result;
use crate::export::parameters_csv;
use taufit::model::Robot;
use taufit::study::ReverseStudy;

/// Every file of a result. What cannot be written as URDF becomes a warning of the study; therefore the page is
/// made here, of the study as it stands in the folder.
pub fn reverse_folder<E: From<crate::Error>>(
    study: &mut ReverseStudy,
    robot: &Robot,
    page: impl FnOnce(&ReverseStudy) -> Result<String, E>,
) -> Result<ResultFolder, E> {
    let (files, warning) = ResultFolder::of_robot(robot, &study.robot.source, &[]);
    study.warnings.extend(warning);
    let mut folder = ResultFolder::new(study, &study.provenance, page(study)?)?
        .with("coefficients.csv", coefficients_csv(study))
        .with("parameters.csv", parameters_csv(robot));
    folder.files.extend(files.files);
    Ok(folder)
}

fn coefficients_csv(study: &ReverseStudy) -> String {
    let mut text = String::from("name,expression,unit,value,sigma,nominal,physical\n");
    for c in &study.found.coefficients {
        text += &format!(
            "{},{},{},{},{},{},{}\n",
            c.name,
            quoted(&c.expression),
            c.unit,
            c.value,
            optional(c.sigma),
            c.nominal,
            c.physical
        );
    }
    text
}
