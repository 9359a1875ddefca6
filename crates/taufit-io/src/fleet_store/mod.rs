//! Store of a fleet: one Parquet file per log with its evidence, in folders by robot and date.
//!
//! ```text
//! STORE/plan.json                                    plan of the robot type
//! STORE/robot=<id>/date=<yyyy-mm-dd>/<key>.parquet   one row: a log and its evidence
//! STORE/failed/<key>.json                            a log that could not be observed, with its code
//! ```
//!
//! Files appear under their name only when they are complete and on the disk, and are never changed. The key is made of
//! the SHA-256 of the log and of the plan's settings, so that a log is stored once, whatever its name, its robot and
//! the number of writers.

mod folder;
mod key;
mod merge;
mod observe;
mod table;

pub use folder::{robots_csv, write_fleet_folder};
pub use key::{Period, date, log_key, robot_folder};
pub use merge::{EvidenceGroups, merge_stored_logs};
pub use observe::{ObservedFiles, RobotLog, fleet_study, observe_files, plan_from_files};
pub use table::{StoredLog, read_stored_log, stored_log_bytes};

use crate::error::{Error, Result};
use crate::output::{Existing, file_sha256, write_file};
use key::robot_of_folder;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use taufit::Warning;
use taufit::diagnostics::FleetWarning;
use taufit::methods::{FleetModel, FleetPlan};
use taufit::study::FleetFailure;

/// Name of the plan in a store.
const PLAN: &str = "plan.json";
/// Folder of failures in a store.
const FAILED: &str = "failed";

/// A store of evidence in a folder.
#[derive(Debug)]
pub struct FleetStore {
    folder: PathBuf,
    /// Keys of the logs that are stored, by what a first look and this process saw.
    keys: Mutex<BTreeSet<String>>,
}

/// Content of a store, each log once.
#[derive(Debug, Default)]
pub struct StoreContent {
    /// Logs by robot, in the order of file names.
    pub logs: BTreeMap<String, Vec<StoredLog>>,
    /// Files that could not be read and logs that could not be observed.
    pub failures: Vec<FleetFailure>,
    /// Warnings about logs under two names and clocks in the future.
    pub warnings: Vec<Warning>,
}

impl FleetStore {
    /// Opens a store; a folder that does not exist is an empty one.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self> {
        let folder = folder.into();
        if fs::metadata(&folder).is_ok_and(|found| !found.is_dir()) {
            return Err(Error::FolderIsFile.in_file(&folder));
        }
        let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
        let keys = files(&folder)?.into_iter().filter_map(stem).collect();
        Ok(Self { folder, keys: Mutex::new(keys) })
    }

    /// The plan; `None` in a new store.
    pub fn plan(&self) -> Result<Option<FleetModel>> {
        let path = self.folder.join(PLAN);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            other => other.map_err(unreadable).map_err(|error| error.in_file(&path))?,
        };
        let bad = |error: serde_json::Error| {
            let position =
                crate::Position { line: error.line() as u32, column: error.column() as u32 };
            Error::Syntax { format: "JSON", reason: error.to_string(), position }.in_file(&path)
        };
        let plan: FleetPlan = serde_json::from_str(&text).map_err(bad)?;
        Ok(Some(plan.build().map_err(|error| Error::Model(error).in_file(&path))?))
    }

    /// Writes the plan of a new store. Where another process was faster, its plan is the one that is returned.
    pub fn put_plan(&self, plan: FleetPlan) -> Result<FleetModel> {
        let text = serde_json::to_string_pretty(&plan).unwrap_or_default();
        self.make(&self.folder)?;
        match write_file(&self.folder.join(PLAN), text.as_bytes(), Existing::Keep) {
            Ok(()) => Ok(plan.build()?),
            Err(error) if is_taken(&error) => self.plan()?.ok_or(error),
            Err(error) => Err(error),
        }
    }

    /// Whether a log is stored.
    pub fn contains(&self, key: &str) -> bool {
        self.keys().contains(key)
    }

    /// Stores a log; false where it is stored already.
    pub fn put(&self, log: &StoredLog) -> Result<bool> {
        let key = log_key(&log.log_sha256, &log.settings_hash);
        let is_new = self.keys().insert(key.clone());
        if !is_new {
            return Ok(false);
        }
        let folder = self
            .folder
            .join(robot_folder(&log.robot))
            .join(format!("date={}", date(log.started_at_s)));
        self.make(&folder)?;
        match write_file(
            &folder.join(format!("{key}.parquet")),
            &stored_log_bytes(log)?,
            Existing::Keep,
        ) {
            Ok(()) => Ok(true),
            Err(error) if is_taken(&error) => Ok(false),
            Err(error) => {
                self.keys().remove(&key);
                Err(error)
            }
        }
    }

    /// Notes a log that could not be observed; a later success makes the note void.
    pub fn put_failure(&self, key: &str, failure: &FleetFailure) -> Result<()> {
        let folder = self.folder.join(FAILED);
        self.make(&folder)?;
        let text = serde_json::to_string_pretty(failure).unwrap_or_default();
        write_file(&folder.join(format!("{key}.json")), text.as_bytes(), Existing::Replace)
    }

    /// Reads everything. Files that cannot be read are among the failures, and the rest goes on; `now_s` is the time by
    /// which clocks are judged, Unix time \[s\].
    pub fn read(&self, now_s: f64) -> Result<StoreContent> {
        let mut content = StoreContent::default();
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for path in files(&self.folder)? {
            match read_stored_log(&path) {
                Ok(log) => content.add(log, now_s, &mut names),
                Err(error) => content.failures.push(self.failure(&path, &error)),
            }
        }
        let stored: BTreeSet<String> = content
            .logs
            .values()
            .flatten()
            .map(|log| log_key(&log.log_sha256, &log.settings_hash))
            .collect();
        content.failures.extend(self.failed(&stored)?);
        Ok(content)
    }

    fn failure(&self, path: &Path, error: &Error) -> FleetFailure {
        let inside = path.strip_prefix(&self.folder).unwrap_or(path);
        let robot = inside.iter().next().and_then(|first| robot_of_folder(first.to_str()?));
        FleetFailure {
            robot: robot.unwrap_or_default(),
            log: inside.display().to_string(),
            code: error.code().to_owned(),
            message: error.to_string(),
        }
    }

    /// Logs that could not be observed and are not stored since.
    fn failed(&self, stored: &BTreeSet<String>) -> Result<Vec<FleetFailure>> {
        let mut found = Vec::new();
        for path in entries(&self.folder.join(FAILED))? {
            let is_void =
                path.file_stem().and_then(|s| s.to_str()).is_some_and(|k| stored.contains(k));
            let text = fs::read_to_string(&path).unwrap_or_default();
            found.extend(serde_json::from_str(&text).ok().filter(|_| !is_void));
        }
        Ok(found)
    }

    fn keys(&self) -> std::sync::MutexGuard<'_, BTreeSet<String>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn make(&self, folder: &Path) -> Result<()> {
        let unwritable = |error: io::Error| Error::Unwritable { reason: error.to_string() };
        fs::create_dir_all(folder).map_err(unwritable).map_err(|error| error.in_file(folder))
    }
}

impl StoreContent {
    fn add(&mut self, log: StoredLog, now_s: f64, names: &mut BTreeMap<String, String>) {
        /// Time that the clocks of two machines may differ \[s\].
        const TOLERANCE_S: f64 = 3600.0;
        let key = log_key(&log.log_sha256, &log.settings_hash);
        if let Some(other) = names.get(&key) {
            let warning = FleetWarning::DuplicateLog { log: log.log, other: other.clone() };
            self.warnings.push(warning.into());
            return;
        }
        let ahead_s = log.started_at_s - now_s;
        if ahead_s > TOLERANCE_S {
            let (robot, log) = (log.robot.clone(), log.log.clone());
            self.warnings.push(FleetWarning::ClockInFuture { robot, log, ahead_s }.into());
        }
        names.insert(key, log.log.clone());
        self.logs.entry(log.robot.clone()).or_default().push(log);
    }
}

/// SHA-256 of a log file in hexadecimal.
pub fn log_sha256(path: &Path) -> Result<String> {
    Ok(file_sha256(path).map_err(|error| error.in_file(path))?.1)
}

fn is_taken(error: &Error) -> bool {
    match error {
        Error::InFile { error, .. } => is_taken(error),
        other => *other == Error::FileExists,
    }
}

fn unreadable(error: io::Error) -> Error {
    Error::Unreadable { reason: error.to_string() }
}

/// Entries of a folder by name, without temporary ones; none of a folder that does not exist.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other.map_err(unreadable).map_err(|error| error.in_file(folder))?,
    };
    let is_hidden = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
    };
    let mut paths: Vec<PathBuf> =
        listed.flatten().map(|entry| entry.path()).filter(|path| !is_hidden(path)).collect();
    paths.sort();
    Ok(paths)
}

/// Parquet files of all robots and dates.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_part = |path: &PathBuf, key: &str| {
        path.is_dir()
            && path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(key))
    };
    let mut found = Vec::new();
    for robot in entries(folder)?.into_iter().filter(|path| is_part(path, "robot=")) {
        for date in entries(&robot)?.into_iter().filter(|path| is_part(path, "date=")) {
            let is_table = |path: &PathBuf| path.extension().is_some_and(|e| e == "parquet");
            found.extend(entries(&date)?.into_iter().filter(is_table));
        }
    }
    Ok(found)
}
