//! The folder of a result of `reverse`.

use crate::failure::Outcome;
use crate::report::rendered;
use crate::result_folder::{common_files, write_files};
use crate::study_folder::urdf_of;
use std::path::Path;
use taufit::model::Robot;
use taufit::study::ReverseStudy;
use taufit_io::export::parameters_csv;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &ReverseStudy, robot: &Robot) -> Outcome {
    let mut files = common_files(study, &study.provenance)?;
    files.extend([
        ("coefficients.csv", coefficients_csv(study).into_bytes()),
        ("parameters.csv", parameters_csv(robot).into_bytes()),
        ("report.html", rendered(taufit_report::render_reverse(study))?),
    ]);
    let urdf = urdf_of(robot, &study.robot.source);
    files.extend(urdf.map(|text| ("identified.urdf", text.into_bytes())));
    write_files(dir, &files)
}

fn coefficients_csv(study: &ReverseStudy) -> String {
    let mut text = String::from("name,expression,unit,value,sigma,nominal,physical\n");
    for c in &study.found.coefficients {
        text += &format!(
            "{},\"{}\",{},{},{},{},{}\n",
            c.name, c.expression, c.unit, c.value, c.sigma, c.nominal, c.physical
        );
    }
    text
}
