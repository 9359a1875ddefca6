//! A tiny real fleet: the public logs of a UR10e, without and with a load of 2.805 kg.

use crate::common::logs::public;
use taufit::methods::{FleetSettings, RigidSettings};
use taufit::recording::EffortKind;
use taufit_io::fleet_store::{FleetStore, RobotLog, fleet_study, observe_files, plan_from_files};
use taufit_io::{LogOptions, read_robot};

/// All logs are from before 2027, Unix time \[s\].
const NOW_S: f64 = 1.8e9;

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn a_loaded_arm_differs_from_the_same_arm_without_load() {
    let robot = public("models/urdf/ur10e_innopolis.urdf").to_str().unwrap().to_owned();
    let loaded = read_robot(&robot).unwrap();
    let log = |robot: &str, name: &str| RobotLog {
        robot: robot.to_owned(),
        path: public(&format!("ur10e_innopolis/derived/{name}.csv.gz")),
        temperature_c: None,
    };
    let logs = [
        log("bare", "id_30s12h"),
        log("bare", "unloaded_14h"),
        log("bare", "val_50s12h"),
        log("bare", "val_ptp"),
        log("loaded", "loaded_14h_2.805kg"),
    ];
    let options = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    let settings = RigidSettings::default();
    let plan =
        plan_from_files(&loaded.robot, loaded.record(&robot), &logs[..2], &options, &[], &settings)
            .unwrap();
    let folder = std::env::temp_dir().join(format!("taufit-public-fleet-{}", std::process::id()));
    let store = FleetStore::open(&folder).unwrap();
    let model = store.put_plan(plan).unwrap();
    let found = observe_files(&store, &model, &logs, &options).unwrap();
    assert_eq!((found.n_new, found.failures.len()), (5, 0), "{:?}", found.failures);
    let again = observe_files(&store, &model, &logs, &options).unwrap();
    assert_eq!((again.n_new, again.n_known), (0, 5));
    let content = store.read(NOW_S).unwrap();
    let error = |robot: &str, name: &str| {
        let stored = content.logs[robot].iter().find(|log| log.log.contains(name)).unwrap();
        stored.validation.relative_percent
    };
    // The published errors of this arm are about 5 %; a load of 2.8 kg is not in the model.
    assert!(error("bare", "val_50s12h") < 8.0, "{}", error("bare", "val_50s12h"));
    assert!(
        error("loaded", "loaded") > 2.0 * error("bare", "unloaded"),
        "{}",
        error("loaded", "loaded")
    );
    let study = fleet_study(&store, &FleetSettings::default(), None, NOW_S).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let robots: Vec<(&str, usize)> =
        study.robots.iter().map(|r| (r.robot.as_str(), r.n_logs)).collect();
    assert_eq!(robots, [("bare", 4), ("loaded", 1)]);
    assert!(study.warnings.iter().any(|w| w.code == "W262"));
}
