//! The folder of identified weights: coefficients and the poses behind them.

use super::ResultFolder;
use super::csv::{optional, quoted};
use crate::error::Result;
use taufit::study::GravityStudy;

/// Every file of a result.
pub fn gravity_folder(study: &GravityStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, &study.provenance, page)?
        .with("coefficients.csv", coefficients_csv(study))
        .with("poses.csv", poses_csv(study)))
}

fn coefficients_csv(study: &GravityStudy) -> String {
    let mut text = String::from("name,expression,unit,value,sigma,nominal\n");
    for c in &study.found.coefficients {
        text += &format!(
            "{},{},{},{},{},{}\n",
            c.name,
            quoted(&c.expression),
            c.unit,
            c.value,
            optional(c.sigma),
            c.nominal
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
