//! Motions, written and read again: by ourselves, by other people's readers, by a robot's controller.

use crate::common::{assert_close, assert_error, scratch_file};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use taufit::excite::{Curve, FourierSeries, Lead, QuinticSpline, Trajectory};
use taufit::model::{Robot, catalog};
use taufit_io::{
    LogOptions, PlannedMotion, TrajectoryFormat, output::Existing, parse_log, parse_trajectory,
    read_trajectory, write_trajectory,
};

const RATE_HZ: f64 = 50.0;

fn robot() -> Robot {
    catalog::robot("ur5").unwrap()
}

fn fourier(k: usize) -> Curve {
    let x = 0.1 * (k + 1) as f64;
    let (a, b) = (vec![x, -0.3, 0.3 - x], vec![-0.4, 0.35 * x, 1e-7]);
    Curve::Fourier(FourierSeries { period_s: 4.0, offset: 0.2 - x, a, b })
}

fn spline(k: usize) -> Curve {
    let x = 0.2 * (k + 1) as f64;
    let points = vec![0.3, 0.3, 0.3, -x, 0.8, x, 0.3, 0.3, 0.3];
    Curve::Spline(QuinticSpline { period_s: 4.0, points })
}

fn motion(curve: fn(usize) -> Curve, lead: bool) -> Trajectory {
    let joints: Vec<String> = robot().dof_joint_iter().map(|j| j.name.clone()).collect();
    let home = vec![0.1, -1.5, 0.3, -1e-9, 0.2, 0.0];
    Trajectory {
        repetitions: 2,
        lead: lead.then_some(Lead { home, duration_s: 1.5 }),
        curves: (0..joints.len()).map(curve).collect(),
        joints,
    }
}

fn written(name: &str, trajectory: &Trajectory) -> PathBuf {
    let path = scratch_file(&format!("motion/{name}"), b"");
    write_trajectory(&path, &PlannedMotion::new(trajectory, RATE_HZ).unwrap(), Existing::Replace)
        .unwrap();
    path
}

/// Contents of a file as a Python peer reads it. `TAUFIT_PYTHON` is a Python with mcap-ros2-support and PyYAML; tests
/// that need it are ignored by default, and `scripts/test.sh` runs them by name.
fn python_peer(kind: &str, path: &Path, more: &[&str]) -> Value {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/peers/read_trajectory.py");
    let python = std::env::var("TAUFIT_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let output = Command::new(python).arg(script).arg(kind).arg(path).args(more).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn rows(value: &Value) -> Vec<Vec<f64>> {
    serde_json::from_value(value.clone()).unwrap()
}

/// The samples are those of the motion.
fn assert_samples(found: &Value, trajectory: &Trajectory) {
    assert_eq!(found["joints"], serde_json::json!(trajectory.joints));
    let t_s: Vec<f64> = serde_json::from_value(found["t_s"].clone()).unwrap();
    // A stamp of ROS counts nanoseconds.
    let expected = trajectory.stamps_s(RATE_HZ);
    assert_eq!(t_s.len(), expected.len());
    assert!(t_s.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 0.5e-9));
    let [q, qd, qdd] = ["q", "qd", "qdd"].map(|key| rows(&found[key]));
    for (k, t_s) in expected.iter().enumerate() {
        let state = trajectory.at(*t_s);
        assert_eq!((&q[k], &qd[k], &qdd[k]), (&state.q, &state.qd, &state.qdd), "{t_s} s");
    }
}

#[test]
fn coefficients_come_back_to_the_last_bit() {
    for (name, curve) in [("fourier.toml", fourier as fn(usize) -> Curve), ("spline.toml", spline)]
    {
        for lead in [true, false] {
            let trajectory = motion(curve, lead);
            assert_eq!(read_trajectory(written(name, &trajectory)).unwrap(), trajectory);
        }
    }
}

#[test]
fn mistakes_in_coefficients_are_found() {
    let path = written("edited.toml", &motion(fourier, true));
    let text = std::fs::read_to_string(path).unwrap();
    for (from, to, code, names) in [
        ("repetitions", "repetition", "E037", &["did you mean \"repetitions\""][..]),
        ("duration_s", "duration", "E037", &["did you mean \"duration_s\""]),
        ("\noffset", "\nofset", "E037", &["did you mean \"offset\""]),
        ("repetitions = 2", "repetitions = 0", "E135", &["0 repetitions"]),
        ("repetitions = 2\n", "", "E033", &["repetitions", "trajectory.toml"]),
        ("repetitions = 2", "repetitions =", "E032", &["trajectory.toml"]),
        ("period_s = 4.0", "period_s = 5.0", "E135", &["period"]),
    ] {
        let error = parse_trajectory(&text.replacen(from, to, 1)).unwrap_err();
        assert_error(&error, code, names);
    }
}

#[test]
fn tables_are_read_by_our_own_reader() {
    let (trajectory, robot) = (motion(fourier, true), robot());
    let planned = PlannedMotion::new(&trajectory, RATE_HZ).unwrap().with_robot(&robot).unwrap();
    let csv = planned.render(TrajectoryFormat::Csv).unwrap();
    // The model's torques are no measured ones: nobody takes them without being told.
    let error = parse_log(&csv[..], "plan", &robot, &LogOptions::default()).unwrap_err();
    assert_error(&error, "E052", &["tau_model"]);
    let options = LogOptions::default().with_map("tau=tau_model").unwrap();
    let recording = parse_log(&csv[..], "plan", &robot, &options).unwrap().recording;
    assert_eq!(recording.joints, trajectory.joints);
    let n_samples = recording.t_s.len();
    assert_eq!(recording.t_s, trajectory.stamps_s(RATE_HZ));
    for k in [0, 60, n_samples / 2, n_samples - 1] {
        let state = trajectory.at(recording.t_s[k]);
        let tau = crate::common::torques(&robot, &state.q, &state.qd, &state.qdd);
        let column =
            |values: &[f64]| -> Vec<f64> { (0..6).map(|j| values[j * n_samples + k]).collect() };
        assert_eq!(column(&recording.q), state.q);
        assert_eq!(column(recording.qd.as_ref().unwrap()), state.qd);
        assert_eq!(column(&recording.effort), tau);
    }
}

#[test]
fn json_holds_samples_and_coefficients() {
    let trajectory = motion(spline, false);
    let text = std::fs::read(written("plan.json", &trajectory)).unwrap();
    let document: Value = serde_json::from_slice(&text).unwrap();
    let mut samples = document["samples"].clone();
    samples["joints"] = document["joints"].clone();
    assert_samples(&samples, &trajectory);
    assert_eq!(
        serde_json::from_value::<Trajectory>(document["trajectory"].clone()).unwrap(),
        trajectory
    );
}

#[test]
#[ignore = "needs mcap-ros2-support and PyYAML in TAUFIT_PYTHON"]
fn ros_messages_are_read_by_python_packages() {
    for (kind, name) in [("mcap", "plan.mcap"), ("yaml", "plan.yaml")] {
        for curve in [fourier as fn(usize) -> Curve, spline] {
            let trajectory = motion(curve, true);
            let found = python_peer(kind, &written(name, &trajectory), &[]);
            assert_samples(&found, &trajectory);
        }
    }
}

#[test]
fn bags_are_whole_to_the_reference_reader() {
    let bytes = std::fs::read(written("whole.mcap", &motion(fourier, true))).unwrap();
    let summary = mcap::Summary::read(&bytes).unwrap().expect("there is a summary");
    assert_eq!(summary.stats.unwrap().message_count, 1);
    let messages: Vec<_> = mcap::MessageStream::new(&bytes).unwrap().map(Result::unwrap).collect();
    assert_eq!(messages.len(), 1);
    let schema = messages[0].channel.schema.clone().unwrap();
    assert_eq!(schema.name, "trajectory_msgs/msg/JointTrajectory");
    assert_eq!(messages[0].channel.message_encoding, "cdr");
}

#[test]
#[ignore = "needs Python"]
fn ur_programs_run_in_python_follow_the_motion() {
    // The steps of two generations of controllers, and of samples.
    for (curve, lead, step_s) in [
        (fourier as fn(usize) -> Curve, true, 0.002),
        (fourier, false, 0.008),
        (spline, true, 1.0 / RATE_HZ),
    ] {
        let trajectory = motion(curve, lead);
        let path = written("plan.script", &trajectory);
        let calls = python_peer("script", &path, &[&step_s.to_string()]);
        let poses = rows(&calls["servoj"]);
        assert_eq!(poses.len(), (trajectory.duration_s() / step_s).round() as usize + 1);
        for (k, pose) in poses.iter().enumerate() {
            // Numbers in the program have ten digits after the point.
            let expected = trajectory.at(k as f64 * step_s).q;
            assert_close(&format!("step {k}"), pose, &expected, 5e-9);
        }
        assert_close("start", &rows(&calls["movej"])[0], &trajectory.at(0.0).q, 1e-9);
        assert_eq!(calls["stopj"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn short_programs_for_series() {
    let text = std::fs::read_to_string(written("short.script", &motion(fourier, true))).unwrap();
    assert!(text.lines().count() < 60, "{text}");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let mut trajectory = motion(fourier, true);
    let planned = PlannedMotion::new(&trajectory, RATE_HZ).unwrap();
    let write = |path: &str| write_trajectory(path, &planned, Existing::Replace).unwrap_err();
    assert_error(&write("motion.txt"), "E094", &["\"txt\"", ".script", "motion.txt"]);
    assert_error(&write("/nowhere/at/all.csv"), "E095", &["/nowhere/at/all.csv"]);
    let panda = catalog::robot("panda").unwrap();
    assert_error(
        &planned.clone().with_robot(&panda).unwrap_err(),
        "E092",
        &["joint6, but", "joint7"],
    );
    for rate_hz in [0.0, -1.0, f64::NAN, 1e12] {
        assert_error(&PlannedMotion::new(&trajectory, rate_hz).unwrap_err(), "E136", &["Hz"]);
    }
    trajectory.joints.pop();
    trajectory.curves.pop();
    trajectory.lead = None;
    let five = PlannedMotion::new(&trajectory, RATE_HZ).unwrap();
    let error = five.render(TrajectoryFormat::UrScript).unwrap_err();
    assert_error(&error, "E093", &["six joints", "5"]);
}
