//! The folder of identified motors: one table by joint, one by record.

use super::ResultFolder;
use super::csv::{cell, choice, optional};
use crate::error::Result;
use taufit::study::{MotorStudy, Uncertain};

/// Every file of a result.
pub fn motors_folder(study: &MotorStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, &study.provenance, page)?
        .with("motors.csv", motors_csv(study))
        .with("records.csv", records_csv(study)))
}

/// A line per joint, with intervals.
fn motors_csv(study: &MotorStudy) -> String {
    let mut text = String::from(
        "joint,motor_type,n_records,kct_nm_a,kct_low,kct_high,kct_origin,kfv_nm_s_rad,kfv_low,kfv_high,kfc_nm,\
         kfc_low,kfc_high\n",
    );
    for joint in &study.joints {
        text += &format!(
            "{},{},{},{},{},{},{}\n",
            cell(&joint.name),
            cell(joint.motor_type.as_deref().unwrap_or_default()),
            joint.n_records,
            with_ends(joint.kct),
            choice(&joint.kct_origin),
            with_ends(joint.viscous),
            with_ends(joint.coulomb),
        );
    }
    text
}

/// A line per record.
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
