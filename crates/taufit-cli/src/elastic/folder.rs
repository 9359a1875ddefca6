//! The folder of a result: tables and report.

use crate::failure::Outcome;
use crate::report::rendered;
use crate::result_folder::{NewFile, common_files};
use taufit::study::ElasticStudy;

/// Every file of the folder.
pub(super) fn files(study: &ElasticStudy) -> Outcome<Vec<NewFile>> {
    let mut files = common_files(study, &study.provenance)?;
    files.extend([
        ("parameters.csv", parameters_csv(study).into_bytes()),
        ("springs.csv", springs_csv(study).into_bytes()),
        ("report.html", rendered(taufit_report::render_elastic(study))?),
    ]);
    Ok(files)
}

/// What is not there is an empty field.
fn field(x: Option<f64>) -> String {
    x.map_or_else(String::new, |x| x.to_string())
}

fn parameters_csv(study: &ElasticStudy) -> String {
    let mut text = String::from("name,expression,unit,value,sigma,feasible,truth\n");
    for p in &study.base_parameters {
        text += &format!(
            "{},\"{}\",{},{},{},{},{}\n",
            p.name,
            p.expression,
            p.unit,
            field(p.value),
            field(p.sigma),
            p.feasible,
            field(p.truth)
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
            "\"{}\",{},{},{},{},{},{},{},{}\n",
            s.joint.replace('"', "\"\""),
            s.unit,
            field(s.stiffness),
            field(lower),
            field(upper),
            field(s.wls_stiffness),
            s.lag_s,
            s.lag_sigma_s,
            field(s.truth)
        );
    }
    text
}
