//! The lines of all fits as one table: what tables 3 to 6 of seed 002 hold.

use taufit::study::{AxisRecord, LineFit, StiffnessStudy};

/// One fit of one axis.
pub(super) struct FitRow<'a> {
    pub(super) axis: &'a AxisRecord,
    pub(super) method: &'static str,
    pub(super) fit: &'a LineFit,
}

/// Every fit of the axes that have a stiffness.
pub(super) fn fit_rows(study: &StiffnessStudy) -> Vec<FitRow<'_>> {
    study.axes.iter().filter(|axis| axis.stiffness.is_some()).flat_map(fits_of).collect()
}

fn fits_of(axis: &AxisRecord) -> impl Iterator<Item = FitRow<'_>> {
    axis.fits().map(move |(method, fit)| FitRow { axis, method, fit })
}

/// The same for other programs.
pub(super) fn stiffness_csv(study: &StiffnessStudy) -> String {
    let mut text = String::from(
        "joint,method,stiffness,sigma,percent_sigma,white_percent_sigma,offset,offset_percent_sigma,\
         friction,friction_sigma,relative_error_percent,n_rows,correlation_time,true_stiffness\n",
    );
    let optional = |x: Option<f64>| x.map_or_else(String::new, |x| x.to_string());
    for FitRow { axis, method, fit } in fit_rows(study) {
        let offset = fit.offsets.first();
        text += &format!(
            "\"{}\",\"{method}\",{},{},{},{},{},{},{},{},{},{},{},{}\n",
            axis.joint.replace('"', "\"\""),
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
        );
    }
    text
}
