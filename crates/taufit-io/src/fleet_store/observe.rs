//! Log files into a store, and a store into the statistics of its fleet.

use super::{FleetStore, Period, StoreContent, StoredLog, log_key, log_sha256};
use crate::error::{Error, Result};
use crate::log::LogOptions;
use crate::log_file::LogFile;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use taufit::diagnostics::FleetError;
use taufit::methods::{
    FleetLog, FleetModel, FleetPlan, FleetSettings, RigidInputs, RigidSettings, RobotEstimate,
    check_evidence, estimate_periods, identify_fleet, identify_rigid, observe_log,
};
use taufit::model::Robot;
use taufit::recording::Log;
use taufit::study::{Diagnosis, FleetFailure, FleetStudy, RobotRecord};
use taufit::survey::{LogUse, gate};

/// Time stamps above this are Unix time \[s\]: September 2001.
const UNIX_TIME_S: f64 = 1e9;

/// A log file of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotLog {
    /// The robot that was logged.
    pub robot: String,
    /// The file.
    pub path: PathBuf,
    /// Temperature of the robot, where known \[°C\].
    pub temperature_c: Option<f64>,
}

/// Logs of a call of [`observe_files`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObservedFiles {
    /// Logs that are new in the store.
    pub n_new: usize,
    /// Logs that were there before.
    pub n_known: usize,
    /// Samples of the new logs.
    pub n_samples: u64,
    /// Logs that could not be observed.
    pub failures: Vec<FleetFailure>,
}

/// Plan of a robot type from those of some log files that the gate accepts.
pub fn plan_from_files(
    robot: &Robot,
    record: RobotRecord,
    logs: &[RobotLog],
    options: &LogOptions,
    torque_constants: &[Option<f64>],
    settings: &RigidSettings,
) -> Result<FleetPlan> {
    let file = |log: &RobotLog| LogFile::new(&log.path, robot, options);
    let (mut accepted, mut first) = (Vec::new(), None);
    for log in logs.iter().map(file) {
        match gate(robot, [&log], torque_constants, LogUse::FreeMotion, &settings.gate) {
            Ok(_) => accepted.push(log),
            Err(error) => first = first.or(Some(format!("[{}] {error}", error.code()))),
        }
    }
    if accepted.is_empty() {
        let first = first.unwrap_or_else(|| "none was given".to_owned());
        return Err(taufit::Error::from(FleetError::NoPlanLogs { first }).into());
    }
    let inputs = RigidInputs { gains: torque_constants, ..RigidInputs::new(&accepted) };
    let result = identify_rigid(robot, &inputs, settings)?;
    let efforts = accepted[0].head(1)?.effort_kind;
    Ok(FleetPlan::new(record, settings, efforts, torque_constants, &result)?)
}

/// Observes log files that are not in the store yet, on the threads of the caller's pool. A log that fails is noted
/// with its code, and the others go on.
pub fn observe_files(
    store: &FleetStore,
    model: &FleetModel,
    logs: &[RobotLog],
    options: &LogOptions,
) -> Result<ObservedFiles> {
    let observe = |log: &RobotLog| -> Result<ObservedFiles> {
        let sha256 = match log_sha256(&log.path) {
            Ok(sha256) => sha256,
            Err(error) => return Ok(failed(failure(log, &error))),
        };
        let key = log_key(&sha256, &model.settings_hash);
        if store.contains(&key) {
            return Ok(ObservedFiles { n_known: 1, ..ObservedFiles::default() });
        }
        match observe_file(model, log, sha256, options) {
            Ok(stored) => match store.put(&stored)? {
                true => Ok(ObservedFiles {
                    n_new: 1,
                    n_samples: stored.n_samples,
                    ..ObservedFiles::default()
                }),
                false => Ok(ObservedFiles { n_known: 1, ..ObservedFiles::default() }),
            },
            Err(error) => {
                let failure = failure(log, &error);
                store.put_failure(&key, &failure)?;
                Ok(failed(failure))
            }
        }
    };
    logs.par_iter().map(observe).try_reduce(ObservedFiles::default, |a, b| Ok(a.and(b)))
}

fn observe_file(
    model: &FleetModel,
    log: &RobotLog,
    log_sha256: String,
    options: &LogOptions,
) -> Result<StoredLog> {
    let found = observe_log(model, &LogFile::new(&log.path, &model.robot, options))?;
    let started_at_s = match found.first_s > UNIX_TIME_S {
        true => found.first_s,
        false => modified_s(&log.path)?,
    };
    Ok(StoredLog {
        robot: log.robot.clone(),
        robot_type: model.plan.robot.name.clone(),
        log: log.path.display().to_string(),
        started_at_s,
        base_hash: model.base_hash.clone(),
        settings_hash: model.settings_hash.clone(),
        log_sha256,
        temperature_c: log.temperature_c,
        n_samples: found.n_samples as u64,
        duration_s: found.duration_s,
        validation: found.validation,
        evidence: found.evidence,
    })
}

/// Time of the last change of a file, Unix time \[s\].
fn modified_s(path: &Path) -> Result<f64> {
    let unreadable = |error: std::io::Error| Error::Unreadable { reason: error.to_string() };
    let modified = std::fs::metadata(path).and_then(|m| m.modified()).map_err(unreadable)?;
    Ok(modified.duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64()))
}

fn failure(log: &RobotLog, error: &Error) -> FleetFailure {
    FleetFailure {
        robot: log.robot.clone(),
        log: log.path.display().to_string(),
        code: error.code().to_owned(),
        message: error.to_string(),
    }
}

fn failed(failure: FleetFailure) -> ObservedFiles {
    ObservedFiles { failures: vec![failure], ..ObservedFiles::default() }
}

impl ObservedFiles {
    fn and(mut self, other: Self) -> Self {
        self.failures.extend(other.failures);
        Self {
            n_new: self.n_new + other.n_new,
            n_known: self.n_known + other.n_known,
            n_samples: self.n_samples + other.n_samples,
            failures: self.failures,
        }
    }
}

/// Statistics of the fleet in a store, and estimates of every robot per period where one is given. Evidence of other plans, and files that cannot be read, are among the failures;
/// `now_s` is the time by which clocks are judged, Unix time \[s\].
pub fn fleet_study(
    store: &FleetStore,
    settings: &FleetSettings,
    period: Option<Period>,
    now_s: f64,
) -> Result<FleetStudy> {
    let model = store.plan()?.ok_or_else(|| taufit::Error::from(FleetError::NothingToMerge))?;
    let StoreContent { logs, mut failures, warnings } = store.read(now_s)?;
    let mut accepted: BTreeMap<String, Vec<FleetLog>> = BTreeMap::new();
    for log in logs.into_values().flatten().map(FleetLog::from) {
        match check_evidence(&model, &log) {
            Ok(()) => accepted.entry(log.robot.clone()).or_default().push(log),
            Err(error) => failures.push(FleetFailure {
                robot: log.robot,
                log: log.log,
                code: error.code().to_owned(),
                message: error.to_string(),
            }),
        }
    }
    let robots: Vec<RobotEstimate> = accepted
        .into_par_iter()
        .map(|(robot, logs)| {
            let by_period =
                |period: Period| estimate_periods(&model, &logs, |t_s| period.name(t_s));
            let periods = period.map(by_period).transpose()?.unwrap_or_default();
            Ok(RobotEstimate { periods, ..RobotEstimate::new(&model, &robot, logs)? })
        })
        .collect::<taufit::Result<_>>()?;
    let mut study = identify_fleet(&model, &robots, settings)?;
    study.failures = failures;
    study.warnings.extend(warnings.iter().map(Diagnosis::from));
    Ok(study)
}
