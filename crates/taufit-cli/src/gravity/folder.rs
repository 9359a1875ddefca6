//! The folder of a result of `gravity`.

use crate::failure::Outcome;
use crate::report::rendered;
use crate::result_folder::{common_files, write_files};
use std::path::Path;
use taufit::study::GravityStudy;

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &GravityStudy) -> Outcome {
    let mut files = common_files(study, &study.provenance)?;
    files.extend([
        ("coefficients.csv", coefficients_csv(study).into_bytes()),
        ("poses.csv", poses_csv(study).into_bytes()),
        ("report.html", rendered(taufit_report::render_gravity(study))?),
    ]);
    write_files(dir, &files)
}

fn coefficients_csv(study: &GravityStudy) -> String {
    let mut text = String::from("name,expression,unit,value,sigma,nominal\n");
    for c in &study.found.coefficients {
        let sigma = c.sigma.map_or(String::new(), |s| s.to_string());
        text += &format!(
            "{},\"{}\",{},{},{sigma},{}\n",
            c.name, c.expression, c.unit, c.value, c.nominal
        );
    }
    text
}

/// A line per pose: when, how, and per joint position, torque, prediction and direction.
fn poses_csv(study: &GravityStudy) -> String {
    let numbers = 1..=study.found.joints.len();
    let names =
        numbers.flat_map(|k| ["q", "tau", "predicted", "direction"].map(|of| format!("{of}{k}")));
    let mut text = format!("t_s,duration_s,standing,{}\n", names.collect::<Vec<_>>().join(","));
    for pose in &study.found.poses {
        text += &format!("{},{},{}", pose.t_s, pose.duration_s, u8::from(pose.standing));
        for (k, q) in pose.q.iter().enumerate() {
            text += &format!(",{q},{},{},{}", pose.tau[k], pose.predicted[k], pose.direction[k]);
        }
        text.push('\n');
    }
    text
}
