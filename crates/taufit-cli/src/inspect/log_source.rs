//! Where the log comes from that is inspected.

use crate::failure::Outcome;
use std::path::Path;
use taufit::model::Robot;
use taufit_io::{LoadedLog, LogOptions, read_log, read_log_unmatched};

/// The log of a robot, if that is known.
pub(super) fn read(path: &Path, robot: Option<&Robot>, options: &LogOptions) -> Outcome<LoadedLog> {
    match robot {
        Some(robot) => Ok(read_log(path, robot, options)?),
        None => Ok(read_log_unmatched(path, options)?),
    }
}
