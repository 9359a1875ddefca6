//! The folder of joint stiffnesses: every fit of every axis.

use super::ResultFolder;
use super::csv::{optional, quoted};
use crate::error::Result;
use taufit::study::{AxisRecord, LineFit, StiffnessStudy};

/// Every file of a result.
pub fn stiffness_folder(study: &StiffnessStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, &study.provenance, page)?
        .with("stiffness.csv", stiffness_csv(study)))
}

fn stiffness_csv(study: &StiffnessStudy) -> String {
    let mut text = String::from(
        "joint,method,stiffness,sigma,percent_sigma,white_percent_sigma,offset,offset_percent_sigma,\
         friction,friction_sigma,relative_error_percent,n_rows,correlation_time,true_stiffness\n",
    );
    for axis in study.axes.iter().filter(|axis| axis.stiffness.is_some()) {
        for (method, fit) in axis.fits() {
            text += &line(axis, method, fit);
        }
    }
    text
}

fn line(axis: &AxisRecord, method: &str, fit: &LineFit) -> String {
    let offset = fit.offsets.first();
    format!(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
        quoted(&axis.joint),
        quoted(method),
        fit.stiffness,
        fit.sigma,
        fit.percent_sigma,
        fit.white_percent_sigma,
        optional(offset.map(|o| o.value)),
        optional(offset.map(|o| o.percent_sigma)),
        optional(fit.friction),
        optional(fit.friction_sigma),
        fit.relative_error_percent,
        fit.n_rows,
        fit.correlation_time,
        optional(axis.true_stiffness),
    )
}
