//! Evidence of stored logs, merged by robot and period: the leaves of a tree that workers of a cluster reduce.

use super::{Period, read_stored_log};
use crate::error::Error;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use taufit::evidence::Evidence;
use taufit::methods::{FleetLog, FleetModel, check_evidence, merge_by};
use taufit::study::FleetFailure;

/// Evidence by robot and name of the period, which is empty without one.
pub type EvidenceGroups = BTreeMap<(String, String), Evidence>;

/// Merges the evidence of files of a store. Files that cannot be read, and evidence of other plans, are listed, and the
/// rest goes on.
pub fn merge_stored_logs(
    model: &FleetModel,
    files: &[PathBuf],
    period: Option<Period>,
) -> taufit::Result<(EvidenceGroups, Vec<FleetFailure>)> {
    let (mut logs, mut failures) = (Vec::new(), Vec::new());
    for path in files {
        match usable(model, path) {
            Ok(log) => logs.push(log),
            Err(error) => failures.push(FleetFailure {
                robot: String::new(),
                log: path.display().to_string(),
                code: error.code().to_owned(),
                message: error.to_string(),
            }),
        }
    }
    let name = |log: &FleetLog| period.map_or_else(String::new, |p| p.name(log.started_at_s));
    Ok((merge_by(&logs, |log| (log.robot.clone(), name(log)))?, failures))
}

fn usable(model: &FleetModel, path: &Path) -> Result<FleetLog, Error> {
    let log = FleetLog::from(read_stored_log(path)?);
    check_evidence(model, &log)?;
    Ok(log)
}
