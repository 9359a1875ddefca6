//! The folder of an identified load: parameters and the entries for controllers.

use super::ResultFolder;
use super::csv::{choice, optional};
use crate::error::Result;
use crate::export::LoadFormat;
use taufit::study::PayloadStudy;

/// Every file of a result.
pub fn payload_folder(study: &PayloadStudy, page: String) -> Result<ResultFolder> {
    let folder = ResultFolder::new(study, &study.provenance, page)?
        .with("parameters.csv", parameters_csv(study));
    let entries = LoadFormat::ALL.iter().zip(&study.entries);
    Ok(entries.fold(folder, |folder, (format, entry)| {
        folder.with(format.file_name(), entry.text.clone())
    }))
}

fn parameters_csv(study: &PayloadStudy) -> String {
    let mut text =
        String::from("name,unit,value,sigma,low,high,least_squares,difference,knowledge\n");
    for p in &study.found.parameters {
        text += &format!(
            "{},{},{},{},{},{},{},{},{}\n",
            p.name,
            p.unit,
            p.value,
            p.sigma,
            p.interval[0],
            p.interval[1],
            p.unconstrained,
            optional(p.difference),
            choice(&p.knowledge)
        );
    }
    text
}
