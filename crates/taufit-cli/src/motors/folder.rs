//! The folder of `motors`: result, settings, tables, report.

use crate::failure::Outcome;
use crate::report::rendered;
use crate::result_folder::{common_files, write_files};
use std::path::Path;
use taufit::study::{MotorStudy, Uncertain};

/// Writes every file of a result.
pub(super) fn write_folder(dir: &Path, study: &MotorStudy) -> Outcome {
    let mut files = common_files(study, &study.provenance)?;
    files.extend([
        ("motors.csv", motors_csv(study).into_bytes()),
        ("records.csv", records_csv(study).into_bytes()),
        ("report.html", rendered(taufit_report::render_motors(study))?),
    ]);
    write_files(dir, &files)
}

/// Table 3 with intervals.
fn motors_csv(study: &MotorStudy) -> String {
    let mut text = String::from(
        "joint,motor_type,n_records,kct_nm_a,kct_low,kct_high,kct_origin,kfv_nm_s_rad,kfv_low,kfv_high,kfc_nm,\
         kfc_low,kfc_high\n",
    );
    for joint in &study.joints {
        let origin = serde_json::to_value(&joint.kct_origin).unwrap_or_default();
        let origin = match &origin {
            serde_json::Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
            other => other.as_str().unwrap_or_default().to_owned(),
        };
        text += &format!(
            "{},{},{},{},{origin},{},{}\n",
            cell(&joint.name),
            cell(joint.motor_type.as_deref().unwrap_or_default()),
            joint.n_records,
            with_ends(joint.kct),
            with_ends(joint.viscous),
            with_ends(joint.coulomb),
        );
    }
    text
}

/// One line per record.
fn records_csv(study: &MotorStudy) -> String {
    let mut text = String::from(
        "joint,source,start_s,duration_s,commanded_rad_s,speed_rad_s,ripple,iteration,n_samples,load_range_nm,\
         kct_nm_a,friction_a,friction_nm,residual_a\n",
    );
    for record in &study.records {
        text += &format!(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n",
            cell(&record.joint),
            cell(&record.source),
            record.start_s,
            record.duration_s,
            optional(record.commanded_rad_s),
            record.speed_rad_s,
            record.ripple,
            record.iteration,
            record.n_samples,
            record.load_range_nm,
            optional(record.kct),
            optional(record.friction_a),
            optional(record.friction_nm),
            optional(record.residual_a),
        );
    }
    text
}

/// Value, lower and upper end; empty where there is none.
fn with_ends(x: Option<Uncertain>) -> String {
    let ends = x.and_then(|x| x.interval);
    [x.map(|x| x.value), ends.map(|e| e[0]), ends.map(|e| e[1])].map(optional).join(",")
}

fn optional(x: Option<f64>) -> String {
    x.map_or_else(String::new, |x| x.to_string())
}

/// A text in quotes, for names with commas.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
