//! Fuzz targets: every reader of files takes any bytes without panic, hang or excess memory, and a refusal is an
//! error with a code and a message.

#![allow(clippy::unwrap_used, reason = "a target fails by panicking")]

#[path = "../../crates/taufit-io/tests/suite/common/bags.rs"]
#[allow(dead_code, reason = "shared with the tests of taufit-io, which use all of it")]
mod bags;
mod formats;

use std::path::PathBuf;
use taufit::dynamics::{Scratch, inverse_dynamics};
use taufit::model::{Robot, catalog};
use taufit::recording::EffortKind;
use taufit_io::export::read_residuals;
use taufit_io::result_folder::{ResultFile, read_study};
use taufit_io::ros;
use taufit_io::{
    Error, LoadFormat, LogOptions, LogReader, Parsed, PlannedMotion, TrajectoryFormat,
};

/// A fuzz target: name, and function of the input.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("urdf", |bytes| with_text(bytes, |text| robot(taufit_io::parse_urdf(text)))),
    ("mjcf", |bytes| with_text(bytes, |text| robot(taufit_io::parse_mjcf(text)))),
    ("robot_toml", |bytes| with_text(bytes, |text| robot(taufit_io::parse_robot_toml(text)))),
    ("trajectory", |bytes| with_text(bytes, trajectory)),
    ("residuals", residuals),
    ("csv_log", csv_log),
    ("mcap_log", |bytes| log_file("run.mcap", bytes)),
    ("db3_log", |bytes| log_file("run.db3", bytes)),
    ("bag_log", |bytes| log_file("run.bag", bytes)),
    ("parquet_log", |bytes| log_file("run.parquet", bytes)),
    ("npz_log", |bytes| log_file("run.npz", bytes)),
    ("mat_log", |bytes| log_file("run.mat", bytes)),
    ("stl", |bytes| mesh("mesh.stl", bytes)),
    ("obj", |bytes| mesh("mesh.obj", bytes)),
    ("dae", |bytes| mesh("mesh.dae", bytes)),
    ("experiment", |bytes| {
        with_text(bytes, |text| printable(taufit_io::parse_experiment(text)));
    }),
    ("scene", |bytes| with_text(bytes, |text| printable(taufit_io::parse_scene(text)))),
    ("result", result),
    ("model_samples", |bytes| {
        with_text(bytes, |text| printable(taufit_io::parse_model_samples(text, 2)));
    }),
    ("load", |bytes| {
        with_text(bytes, |text| {
            LoadFormat::ALL
                .iter()
                .for_each(|format| printable(taufit_io::read_load(*format, text)));
        });
    }),
    ("ros2_controllers", |bytes| {
        if let Err(reason) = taufit_io::ros::listed_controllers(bytes) {
            assert!(!reason.is_empty());
        }
    }),
    ("rtde", taufit_robot::fuzz::rtde),
    ("ros1_xmlrpc", taufit_ros1::fuzz::xmlrpc),
    ("ros1_header", taufit_ros1::fuzz::header),
    ("ros1_message", |bytes| {
        taufit_ros1::fuzz::message::<ros::JointState<ros::Header1>>(bytes);
        taufit_ros1::fuzz::message::<ros::ActionGoal<ros::FollowGoal1>>(bytes);
        taufit_ros1::fuzz::message::<ros::ActionOutcome<ros::FollowFeedback1>>(bytes);
        taufit_ros1::fuzz::message::<ros::ListControllers1>(bytes);
        taufit_ros1::fuzz::message::<ros::GoalStatusArray>(bytes);
    }),
    ("formats", formats::agree),
];

/// Runs the target of this name.
pub fn run(name: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|(other, _)| *other == name);
    target.unwrap_or_else(|| panic!("there is no target {name:?}")).1(bytes);
}

/// Calls a target for text, where the input is text.
fn with_text(bytes: &[u8], target: impl Fn(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        target(text);
    }
}

/// Errors have a message and a code.
fn printable<T>(result: Result<T, Error>) {
    if let Err(error) = result {
        assert!(!error.to_string().is_empty() && error.code().starts_with('E'));
    }
}

/// Builds the robot and evaluates its torques once.
fn robot(parsed: Result<Parsed, Error>) {
    let built = parsed.and_then(|p| Ok((p.description.build()?, p.warnings)));
    if let Ok((robot, warnings)) = &built {
        let state = vec![0.1; robot.n_dof()];
        let mut scratch = Scratch::new(robot);
        let tau = inverse_dynamics(robot, &mut scratch, &state, &state, &state);
        assert!(tau.is_ok_and(|tau| tau.len() == robot.n_dof()));
        for warning in warnings.iter().chain(robot.warnings()) {
            assert!(!warning.to_string().is_empty());
        }
    }
    printable(built);
}

fn arm() -> Robot {
    catalog::robot("planar2r").unwrap()
}

/// Reads a CSV log; the first byte selects options.
fn csv_log(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let effort = (first & 1 == 1).then_some(EffortKind::Current);
    let mut options = LogOptions { effort, ..LogOptions::default() };
    if first & 2 == 2 {
        let map = [("t", "1"), ("q", "2..3"), ("effort", "4..5")];
        options.map = map.map(|(what, from)| (what.to_owned(), from.to_owned())).to_vec();
    }
    let loaded = taufit_io::parse_log(rest, "fuzz", &arm(), &options);
    if let Ok(loaded) = &loaded {
        assert!(loaded.recording.check().is_ok() && loaded.recording.n_samples() > 0);
        assert!(loaded.warnings.iter().all(|warning| !warning.to_string().is_empty()));
    }
    printable(loaded);
}

/// Reads a log from a file, with a robot and without, in small chunks.
fn log_file(name: &str, bytes: &[u8]) {
    let (path, options) = (file(name, bytes), LogOptions::default());
    printable(LogReader::open(&path, &arm(), &options).and_then(read_all));
    printable(LogReader::open_unmatched(&path, &options).and_then(read_all));
}

fn read_all(mut reader: LogReader) -> Result<(), Error> {
    let n_columns = reader.columns().q.len();
    while let Some(chunk) = reader.next_chunk(7)? {
        assert!(chunk.check().is_ok() && (1..=7).contains(&chunk.n_samples()));
        assert_eq!(chunk.q.len(), n_columns * chunk.n_samples());
    }
    assert!(reader.warnings().iter().all(|warning| !warning.to_string().is_empty()));
    Ok(())
}

/// Reads a trajectory and evaluates it; what is written reads back as the same trajectory.
fn trajectory(text: &str) {
    let trajectory = match taufit_io::parse_trajectory(text) {
        Ok(trajectory) => trajectory,
        error => return printable(error),
    };
    for share in [-0.1, 0.0, 0.01, 0.5, 0.99, 1.0, 2.0] {
        let state = trajectory.at(share * trajectory.duration_s());
        assert_eq!(state.q.len(), trajectory.joints.len());
    }
    let planned = PlannedMotion::new(&trajectory, 10.0 / trajectory.duration_s());
    let Ok(written) = planned.and_then(|planned| planned.render(TrajectoryFormat::Toml)) else {
        return;
    };
    let again = String::from_utf8(written).map(|text| taufit_io::parse_trajectory(&text));
    assert!(again.is_ok_and(|again| again == Ok(trajectory)));
}

/// Reads the torques of a result folder; channels are of equal length.
fn residuals(bytes: &[u8]) {
    let read = read_residuals(file("residuals.parquet", bytes));
    if let Ok(series) = &read {
        assert!(series.iter().all(|stretch| {
            let (n_samples, n_values) = (stretch.t_s.len(), stretch.q.len());
            n_samples > 0 && n_values % n_samples == 0 && n_values == stretch.measured.len()
        }));
    }
    printable(read);
}

/// Reads a mesh as the collision shape of a robot.
fn mesh(name: &str, bytes: &[u8]) {
    let mesh = file(name, bytes);
    let urdf = format!(
        r#"<robot name="r"><link name="base"/><link name="arm"><collision><geometry><mesh filename="{}"/></geometry>
        </collision></link><joint name="j" type="continuous"><parent link="base"/><child link="arm"/></joint></robot>"#,
        mesh.display()
    );
    let robot = taufit_io::read_urdf(file("mesh.urdf", urdf.as_bytes())).unwrap();
    let loaded = taufit_io::read_geometry(&robot, &[]);
    assert!(loaded.warnings.iter().all(|warning| !warning.to_string().is_empty()));
}

/// Reads a result of any method.
fn result(bytes: &[u8]) {
    let path = file("result.json", bytes);
    printable(ResultFile::read(&path));
    printable(read_study(&path));
}

/// A file in the temporary folder, overwritten by every input of a process.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("taufit-fuzz-{}-{name}", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    path
}

/// The same for bags.
fn scratch_file(name: &str, bytes: &[u8]) -> PathBuf {
    file(&name.replace('/', "-"), bytes)
}
