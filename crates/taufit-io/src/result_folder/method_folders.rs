//! Result folders of the methods that identify no complete robot, with the tables that only they have.

use super::ResultFolder;
use super::csv::{cell, ends, optional, table};
use crate::error::Result;
use crate::export::LoadFormat;
use taufit::study::{
    AxisRecord, ContactStudy, ElasticStudy, GravityPose, GravityStudy, LineFit, LogContacts,
    MotorRecord, MotorStudy, PayloadStudy, SpringRecord, StiffnessStudy,
};

/// Files of a result.
pub fn collisions_folder(study: &ContactStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, page)?.with("contacts.csv", contacts_csv(study)))
}

fn contacts_csv(study: &ContactStudy) -> String {
    let joints = study.thresholds.joints.iter().map(|joint| format!(",{}", cell(&joint.joint)));
    let header = format!("log,from_s,until_s,peak_s{}", joints.collect::<String>());
    let rows = |log: &'_ LogContacts| {
        let source = cell(&log.source);
        let row = move |contact: &taufit::study::DetectedContact| {
            let times = [contact.from_s, contact.until_s, contact.peak_s];
            let numbers = times.iter().chain(&contact.torque).map(f64::to_string);
            std::iter::once(source.clone()).chain(numbers).collect()
        };
        log.contacts.iter().map(row).collect::<Vec<Vec<String>>>()
    };
    table(&header, study.logs.iter().flat_map(rows))
}

/// Files of a result.
pub fn elastic_folder(study: &ElasticStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, page)?.with("springs.csv", springs_csv(study)))
}

fn springs_csv(study: &ElasticStudy) -> String {
    let header = "joint,unit,stiffness,low,high,least_squares,lag_s,lag_sigma_s,truth";
    let row = |spring: &SpringRecord| {
        let [low, high] = ends(spring.interval);
        vec![
            cell(&spring.joint),
            cell(&spring.unit),
            optional(spring.stiffness),
            low,
            high,
            optional(spring.wls_stiffness),
            spring.lag_s.to_string(),
            spring.lag_sigma_s.to_string(),
            optional(spring.truth),
        ]
    };
    table(header, study.springs.iter().map(row))
}

/// Files of a result.
pub fn gravity_folder(study: &GravityStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, page)?.with("poses.csv", poses_csv(study)))
}

/// A line per pose: when, how, and per joint position, torque, prediction and direction.
fn poses_csv(study: &GravityStudy) -> String {
    let numbers = 1..=study.found.joints.len();
    let names =
        numbers.flat_map(|k| ["q", "tau", "predicted", "direction"].map(|of| format!("{of}{k}")));
    let header = format!("t_s,duration_s,standing,{}", names.collect::<Vec<_>>().join(","));
    let row = |pose: &GravityPose| {
        let joint = |k: usize| {
            let numbers = [pose.q[k], pose.tau[k], pose.predicted[k], pose.direction[k].into()];
            numbers.map(|x| x.to_string())
        };
        let standing = u8::from(pose.standing).to_string();
        let when = [pose.t_s.to_string(), pose.duration_s.to_string(), standing];
        when.into_iter().chain((0..pose.q.len()).flat_map(joint)).collect()
    };
    table(&header, study.found.poses.iter().map(row))
}

/// Files of a result.
pub fn motors_folder(study: &MotorStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, page)?.with("records.csv", records_csv(study)))
}

fn records_csv(study: &MotorStudy) -> String {
    let header = "joint,source,start_s,duration_s,commanded_rad_s,speed_rad_s,ripple,iteration,n_samples,\
                  load_range_nm,kct_nm_a,friction_a,friction_nm,residual_a";
    let row = |record: &MotorRecord| {
        vec![
            cell(&record.joint),
            cell(&record.source),
            record.start_s.to_string(),
            record.duration_s.to_string(),
            optional(record.commanded_rad_s),
            record.speed_rad_s.to_string(),
            record.ripple.to_string(),
            record.iteration.to_string(),
            record.n_samples.to_string(),
            record.load_range_nm.to_string(),
            optional(record.kct),
            optional(record.friction_a),
            optional(record.friction_nm),
            optional(record.residual_a),
        ]
    };
    table(header, study.records.iter().map(row))
}

/// Files of a result.
pub fn payload_folder(study: &PayloadStudy, page: String) -> Result<ResultFolder> {
    let entries = LoadFormat::ALL.iter().zip(&study.entries);
    Ok(entries.fold(ResultFolder::new(study, page)?, |folder, (format, entry)| {
        folder.with(format.file_name(), entry.text.clone())
    }))
}

/// Files of a result.
pub fn stiffness_folder(study: &StiffnessStudy, page: String) -> Result<ResultFolder> {
    Ok(ResultFolder::new(study, page)?.with("fits.csv", fits_csv(study)))
}

/// A line per axis and method.
fn fits_csv(study: &StiffnessStudy) -> String {
    let header = "joint,method,stiffness,sigma,percent_sigma,white_percent_sigma,offset,offset_percent_sigma,\
                  friction,friction_sigma,relative_error_percent,n_rows,correlation_time,true_stiffness";
    let known = study.axes.iter().filter(|axis| axis.stiffness.is_some());
    let fits = known.flat_map(|axis| axis.fits().map(move |(method, fit)| (axis, method, fit)));
    table(header, fits.map(|(axis, method, fit)| fit_row(axis, method, fit)))
}

fn fit_row(axis: &AxisRecord, method: &str, fit: &LineFit) -> Vec<String> {
    let offset = fit.offsets.first();
    vec![
        cell(&axis.joint),
        cell(method),
        fit.stiffness.to_string(),
        fit.sigma.to_string(),
        fit.percent_sigma.to_string(),
        fit.white_percent_sigma.to_string(),
        optional(offset.map(|o| o.value)),
        optional(offset.map(|o| o.percent_sigma)),
        optional(fit.friction),
        optional(fit.friction_sigma),
        fit.relative_error_percent.to_string(),
        fit.n_rows.to_string(),
        fit.correlation_time.to_string(),
        optional(axis.true_stiffness),
    ]
}
