//! Stores of fleets: each log once, whole files or none, bad files named and passed over.

#[path = "../../../taufit/tests/suite/fleet/simulation.rs"]
mod simulation;

use simulation::{FleetSimulation, SHAPE};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use taufit::methods::{FleetModel, FleetSettings, FrictionChoice, observe_log};
use taufit_io::LogOptions;
use taufit_io::fleet_store::{
    FleetStore, RobotLog, StoredLog, fleet_study, log_key, observe_files, read_stored_log,
    stored_log_bytes,
};

const FLEET: FleetSimulation = FleetSimulation {
    seed: 2,
    n_robots: 6,
    n_logs: 2,
    n_outliers: 0,
    n_drifts: 0,
    duration_s: 20.0,
    rate_hz: 100.0,
};
/// After all logs of the simulation, Unix time \[s\].
const NOW_S: f64 = simulation::START_S + 1e8;

/// A folder that is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("taufit-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn model() -> &'static FleetModel {
    static MODEL: OnceLock<FleetModel> = OnceLock::new();
    MODEL.get_or_init(|| FLEET.plan(FrictionChoice::Given(SHAPE)))
}

fn stored(robot: usize, log: usize) -> StoredLog {
    let found = observe_log(model(), &FLEET.log(robot, log)).unwrap();
    StoredLog {
        robot: FLEET.name(robot),
        robot_type: "ur5".to_owned(),
        log: format!("{robot}-{log}.mcap"),
        started_at_s: simulation::START_S + simulation::WEEK_S * log as f64,
        base_hash: model().base_hash.clone(),
        settings_hash: model().settings_hash.clone(),
        log_sha256: format!("{robot:032x}{log:032x}"),
        temperature_c: (log == 1).then_some(31.5),
        n_samples: found.n_samples as u64,
        duration_s: found.duration_s,
        validation: found.validation,
        evidence: found.evidence,
    }
}

/// A store of all logs of the simulation.
fn filled(folder: &Path) -> FleetStore {
    let store = FleetStore::open(folder).unwrap();
    store.put_plan(model().plan.clone()).unwrap();
    for robot in 0..FLEET.n_robots {
        for log in 0..FLEET.n_logs {
            assert!(store.put(&stored(robot, log)).unwrap());
        }
    }
    store
}

fn file_of(folder: &Path, log: &StoredLog) -> PathBuf {
    let date = taufit_io::fleet_store::date(log.started_at_s);
    let key = log_key(&log.log_sha256, &log.settings_hash);
    folder.join(format!("robot={}/date={date}/{key}.parquet", log.robot))
}

#[test]
fn a_log_is_read_back_as_it_was_stored() {
    let scratch = Scratch::new("fleet_round_trip");
    for log in [stored(0, 0), stored(0, 1)] {
        let bytes = stored_log_bytes(&log).unwrap();
        assert!(bytes.len() < 40_000, "{} bytes", bytes.len());
        let path = scratch.path().join("log.parquet");
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read_stored_log(&path).unwrap(), log);
    }
}

#[test]
fn a_log_is_stored_once_whatever_its_name() {
    let scratch = Scratch::new("fleet_once");
    let store = filled(scratch.path());
    let again = StoredLog { log: "copy.mcap".to_owned(), ..stored(0, 0) };
    assert!(!store.put(&again).unwrap());
    // Another process that opened the store before: the file is there.
    let other = FleetStore::open(scratch.path()).unwrap();
    assert!(other.contains(&log_key(&again.log_sha256, &again.settings_hash)));
    // A copy under another robot, as two writers at once may leave it, counts once and is named.
    let copy = StoredLog { robot: "zz".to_owned(), log: "copy.mcap".to_owned(), ..stored(0, 0) };
    let path = file_of(scratch.path(), &copy);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, stored_log_bytes(&copy).unwrap()).unwrap();
    let content = store.read(NOW_S).unwrap();
    assert_eq!(content.logs.values().map(Vec::len).sum::<usize>(), 12);
    let codes: Vec<&str> = content.warnings.iter().map(|w| w.code()).collect();
    assert_eq!(codes, ["W261"]);
}

#[test]
fn two_writers_at_once_leave_every_log_once() {
    let scratch = Scratch::new("fleet_two_writers");
    let logs: Vec<StoredLog> =
        (0..3).flat_map(|robot| [stored(robot, 0), stored(robot, 1)]).collect();
    let n_new: usize = std::thread::scope(|scope| {
        let write = |_| {
            let (folder, logs) = (scratch.path().to_owned(), &logs);
            scope.spawn(move || {
                // Two processes know nothing of each other: each has a store of its own.
                let store = FleetStore::open(&folder).unwrap();
                let model = store.put_plan(model().plan.clone()).unwrap();
                assert_eq!(model.settings_hash, self::model().settings_hash);
                logs.iter().filter(|log| store.put(log).unwrap()).count()
            })
        };
        (0..4).map(write).collect::<Vec<_>>().into_iter().map(|w| w.join().unwrap()).sum()
    });
    assert_eq!(n_new, logs.len());
    let content = FleetStore::open(scratch.path()).unwrap().read(NOW_S).unwrap();
    assert_eq!(content.logs.values().map(Vec::len).sum::<usize>(), logs.len());
    assert!(content.failures.is_empty() && content.warnings.is_empty());
}

#[test]
fn bad_files_are_named_and_the_rest_goes_on() {
    let scratch = Scratch::new("fleet_bad_files");
    let store = filled(scratch.path());
    let truncated = file_of(scratch.path(), &stored(1, 0));
    let bytes = fs::read(&truncated).unwrap();
    fs::write(&truncated, &bytes[..bytes.len() / 2]).unwrap();
    let foreign = truncated.with_file_name("foreign.parquet");
    fs::write(&foreign, b"PAR1 is not enough PAR1").unwrap();
    let other =
        StoredLog { base_hash: "0".repeat(64), log_sha256: "other".to_owned(), ..stored(2, 0) };
    assert!(store.put(&other).unwrap());
    let study = fleet_study(&store, &FleetSettings::default(), None, NOW_S).unwrap();
    assert_eq!((study.n_logs, study.robots.len()), (11, 6));
    let mut codes: Vec<&str> = study.failures.iter().map(|f| f.code.as_str()).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["E069", "E069", "E262"]);
    // The same statistics as of a store without them.
    let clean = Scratch::new("fleet_clean");
    let expected = filled(clean.path());
    fs::remove_file(file_of(clean.path(), &stored(1, 0))).unwrap();
    let expected = fleet_study(&expected, &FleetSettings::default(), None, NOW_S).unwrap();
    assert_eq!(study.robots, expected.robots);
}

#[test]
fn clocks_in_the_future_are_named() {
    let scratch = Scratch::new("fleet_clock");
    let store = filled(scratch.path());
    let content = store.read(simulation::START_S + 60.0).unwrap();
    // The second log of each of six robots begins a week later.
    let codes: Vec<&str> = content.warnings.iter().map(|w| w.code()).collect();
    assert_eq!(codes, ["W260"; 6]);
}

#[test]
fn logs_that_fail_are_noted_and_tried_again() {
    let scratch = Scratch::new("fleet_failed");
    let store = FleetStore::open(scratch.path().join("store")).unwrap();
    store.put_plan(model().plan.clone()).unwrap();
    let broken = scratch.path().join("broken.csv");
    fs::write(&broken, "t,q1\n0,1\n").unwrap();
    let missing = scratch.path().join("missing.csv");
    let logs = [&broken, &missing].map(|path| RobotLog {
        robot: "a".to_owned(),
        path: path.clone(),
        temperature_c: None,
    });
    let found = observe_files(&store, model(), &logs, &LogOptions::default()).unwrap();
    assert_eq!((found.n_new, found.n_known, found.failures.len()), (0, 0, 2));
    assert_eq!(found.failures[1].code, "E030");
    let content = store.read(NOW_S).unwrap();
    assert_eq!(content.failures, found.failures[..1]);
    let empty = fleet_study(&store, &FleetSettings::default(), None, NOW_S).unwrap_err();
    assert_eq!(empty.code(), "E265");
}

#[test]
fn a_store_that_cannot_be_written_is_an_error() {
    let scratch = Scratch::new("fleet_no_permission");
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    assert_eq!(FleetStore::open(&file).unwrap_err().code(), "E098");
    assert_eq!(FleetStore::open(file.join("inside")).unwrap_err().code(), "E030");
    // The folder of the robot, and that of the store, are taken by files.
    let store = FleetStore::open(scratch.path().join("store")).unwrap();
    fs::create_dir(scratch.path().join("store")).unwrap();
    fs::write(scratch.path().join("store/robot=arm0000"), "").unwrap();
    assert_eq!(store.put(&stored(0, 0)).unwrap_err().code(), "E095");
    assert!(store.put(&stored(1, 0)).unwrap());
    let store = FleetStore::open(scratch.path().join("later")).unwrap();
    fs::write(scratch.path().join("later"), "").unwrap();
    assert_eq!(store.put_plan(model().plan.clone()).unwrap_err().code(), "E095");
}
