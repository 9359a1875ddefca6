//! The folder of a weighing.

use crate::failure::Outcome;
use crate::report::rendered;
use crate::result_folder::{NewFile, common_files, write_files};
use std::path::Path;
use taufit::study::PayloadStudy;
use taufit_io::LoadFormat;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &PayloadStudy) -> Outcome {
    let mut files = common_files(study, &study.provenance)?;
    files.push(("parameters.csv", parameters_csv(study).into_bytes()));
    files.push(("report.html", rendered(taufit_report::render_payload(study))?));
    let entries = LoadFormat::ALL.iter().zip(&study.entries);
    files.extend(entries.map(|(format, entry)| -> NewFile {
        (format.file_name(), entry.text.clone().into_bytes())
    }));
    write_files(dir, &files)
}

fn parameters_csv(study: &PayloadStudy) -> String {
    let mut text =
        String::from("name,unit,value,sigma,low,high,least_squares,difference,knowledge\n");
    for p in &study.found.parameters {
        let knowledge = serde_json::to_value(p.knowledge).unwrap_or_default();
        let difference = p.difference.map_or(String::new(), |x| x.to_string());
        text += &format!(
            "{},{},{},{},{},{},{},{difference},{}\n",
            p.name,
            p.unit,
            p.value,
            p.sigma,
            p.interval[0],
            p.interval[1],
            p.unconstrained,
            knowledge.as_str().unwrap_or_default()
        );
    }
    text
}
