//! The folder of an arm with elastic joints: parameters and springs.

use super::ResultFolder;
use super::csv::{optional, quoted};
use crate::error::Result;
use taufit::study::ElasticStudy;

/// Every file of a result.
pub fn elastic_folder(study: &ElasticStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, &study.provenance, page)?
        .with("parameters.csv", parameters_csv(study))
        .with("springs.csv", springs_csv(study)))
}

fn parameters_csv(study: &ElasticStudy) -> String {
    let mut text = String::from("name,expression,unit,value,sigma,feasible,truth\n");
    for p in &study.base_parameters {
        text += &format!(
            "{},{},{},{},{},{},{}\n",
            p.name,
            quoted(&p.expression),
            p.unit,
            optional(p.value),
            optional(p.sigma),
            p.feasible,
            optional(p.truth)
        );
    }
    text
}

fn springs_csv(study: &ElasticStudy) -> String {
    let mut text =
        String::from("joint,unit,stiffness,lower,upper,least_squares,lag_s,lag_sigma_s,truth\n");
    for s in &study.springs {
        let [lower, upper] = s.interval.map_or([None; 2], |ends| ends.map(Some));
        text += &format!(
            "{},{},{},{},{},{},{},{},{}\n",
            quoted(&s.joint),
            s.unit,
            optional(s.stiffness),
            optional(lower),
            optional(upper),
            optional(s.wls_stiffness),
            s.lag_s,
            s.lag_sigma_s,
            optional(s.truth)
        );
    }
    text
}
