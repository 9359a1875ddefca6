//! Logs that others recorded: all of them load, with as many samples as they have lines.

use crate::common::logs::{chain, options, public};
use taufit::model::{JointKind, Robot, catalog};
use taufit::recording::{EffortKind, Recording};
use taufit_io::ReadWarning;
use taufit_io::{LoadedLog, LogOptions, read_log, read_urdf};

fn numbered(kind: JointKind, n_dof: usize) -> Robot {
    chain(kind, &(1..=n_dof).map(|j| format!("joint_{j}")).collect::<Vec<_>>())
}

fn load(file: &str, robot: &Robot, options: &LogOptions) -> LoadedLog {
    let loaded = read_log(public(file), robot, options);
    loaded.unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn assert_samples(file: &str, loaded: &LoadedLog, n_samples: usize, n_dof: usize) {
    let recording = &loaded.recording;
    assert_eq!((recording.n_samples(), recording.joints.len()), (n_samples, n_dof), "{file}");
    recording.check().unwrap();
    let finite = recording.t_s.iter().chain(&recording.q).chain(&recording.effort);
    assert!(finite.into_iter().all(|value| value.is_finite()), "{file}");
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn ur10e_logs_have_torques_and_currents() {
    let urdf = public("ur10e_innopolis/original/ur10e.urdf");
    let robot = read_urdf(urdf).unwrap().robot;
    let current = LogOptions { effort: Some(EffortKind::Current), ..LogOptions::default() };
    for (name, n_samples) in [
        ("id_30s12h", 2876),
        ("val_50s12h", 4736),
        ("val_ptp", 3501),
        ("unloaded_14h", 4772),
        ("loaded_14h_2.805kg", 4764),
    ] {
        let file = format!("ur10e_innopolis/derived/{name}.csv.gz");
        let torques = load(&file, &robot, &LogOptions::default());
        assert_samples(&file, &torques, n_samples, 6);
        assert!(
            matches!(&torques.warnings[..], [w] if matches!(w.kind(), Some(ReadWarning::TorquesPreferred { .. }))),
            "{file}"
        );
        let currents = load(&file, &robot, &current);
        assert_samples(&file, &currents, n_samples, 6);
        // The file's torque of joint 2 is its current times 10.6956 N·m/A, to eight digits.
        let scaled: Vec<f64> = currents.recording.effort(1).iter().map(|i| i * 10.6956).collect();
        crate::common::assert_close(&file, torques.recording.effort(1), &scaled, 1e-7);
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn the_panda_log_loads() {
    let file = "panda_gaz2019/derived/panda.csv.gz";
    let loaded = load(file, &catalog::robot("panda").unwrap(), &LogOptions::default());
    assert_samples(file, &loaded, 20_544, 7);
    assert_eq!((loaded.recording.q(6)[0], loaded.recording.effort(0)[0]), (-0.164597, -0.518286));
    assert!(loaded.recording.qd.is_some() && loaded.warnings.is_empty());
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn the_kuka_logs_load_from_the_motor_side() {
    let robot = numbered(JointKind::Revolute, 6);
    for name in ["A", "B", "C"] {
        let file = format!("kuka_kr300_weigand/derived/kr300_{name}.csv.gz");
        let loaded = load(&file, &robot, &LogOptions::default());
        assert_samples(&file, &loaded, 2501, 6);
        assert_eq!(loaded.columns.unused.len(), 6);
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn the_ur10_logs_load_and_torques_of_a_model_are_not_taken_unasked() {
    let robot = numbered(JointKind::Revolute, 6);
    let file = "ur10_unisa/derived/ur10_exciting_trajectory.csv.gz";
    assert_samples(file, &load(file, &robot, &LogOptions::default()), 3441, 6);
    let file = "ur10_unisa/derived/published_model_trajectory.csv.gz";
    let error = read_log(public(file), &robot, &LogOptions::default()).unwrap_err();
    crate::common::assert_error(&error, "E052", &["tau=tau_model"]);
    assert_samples(file, &load(file, &robot, &options(&["tau=tau_model"])), 3441, 6);
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn the_bags_of_the_ur10_say_what_its_table_says() {
    let names = ["shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3"];
    let robot = chain(JointKind::Revolute, &names.map(|name| format!("{name}_joint")));
    let torque = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    let table = load("ur10_unisa/derived/ur10_exciting_trajectory.csv.gz", &robot, &torque);
    let db3 = load("ur10_unisa/original/ur10_exciting_trajectory.db3", &robot, &torque);
    let (exact, rounded) = (&db3.recording, &table.recording);
    assert_samples("db3", &db3, 3441, 6);
    // The table has eight significant digits, the bag has all.
    let channels = |r: &Recording| [r.q.clone(), r.qd.clone().unwrap(), r.effort.clone()].concat();
    for (a, b) in channels(exact).iter().zip(channels(rounded)) {
        assert!((a - b).abs() <= 0.5e-7 * a.abs(), "{a} {b}");
    }
    for (a, b) in exact.t_s.iter().zip(&rounded.t_s) {
        assert!((a - b).abs() <= 0.5e-7 * a.abs(), "{a} {b}");
    }
    // The other bags hold the same bits.
    for file in ["ur10_exciting_trajectory.bag", "ur10_mcap/ur10_mcap.mcap", "ur10_mcap"] {
        let file = format!("ur10_unisa/derived/rosbag/{file}");
        let loaded = load(&file, &robot, &torque);
        let recording = Recording { source: exact.source.clone(), ..loaded.recording };
        assert_eq!(recording, *exact, "{file}");
        assert_eq!(loaded.warnings, [], "{file}");
    }
    // A folder with two unrelated databases: only one of them has joint states.
    let folder = load("ur10_unisa/original", &robot, &torque);
    assert_eq!(folder.recording.q, exact.q);
    let other = public("ur10_unisa/original/validation_trajectory.db3");
    let error = read_log(other, &robot, &torque).unwrap_err();
    crate::common::assert_error(&error, "E062", &["trajectory_msgs/msg/JointTrajectory"]);
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn the_logs_of_a_sliding_axis_load() {
    let robot = numbered(JointKind::Prismatic, 1);
    for name in ["id", "val"] {
        let file = format!("emps_janot/derived/emps_{name}.csv.gz");
        let loaded = load(&file, &robot, &LogOptions::default());
        assert_samples(&file, &loaded, 24_841, 1);
        assert_eq!(loaded.recording.qd, None);
    }
}

#[test]
#[ignore = "needs TAUFIT_DATA"]
fn a_log_that_breaks_off_is_read_up_to_the_break() {
    let robot = numbered(JointKind::Revolute, 6);
    let file = "ur10e_innopolis/original/ur-20_02_19_15harm50secLoad.csv.gz";
    let map = options(&["t=1", "q=2..7", "qd=8..13", "i=14..19"]);
    let loaded = load(file, &robot, &map);
    assert_samples(file, &loaded, 6106, 6);
    assert_eq!(loaded.recording.effort_kind, EffortKind::Current);
    let [broken, backwards] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
    let text = broken.to_string();
    assert!(text.contains("line 6107 (20 of 31 fields), after t = 3112.149 s"), "{text}");
    // Seven lines near the beginning are numbers, but not of this log.
    let text = backwards.to_string();
    assert!(text.contains("4 times, first in line 2: t = -0.1231 s after 3047.693 s"), "{text}");
    let error = read_log(public(file), &robot, &LogOptions::default()).unwrap_err();
    crate::common::assert_error(&error, "E051", &["31 columns", "3047.6930", "t=1 q=2..7"]);
}
