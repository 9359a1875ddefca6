//! Logs of other programs: other units, signs, names, and rows without time.

use crate::common::bags::{PLAIN, State, TestTopic, arm_states, bag_bytes};
use crate::common::logs::{arm, chain, load_with, options};
use crate::common::{assert_close, assert_error, scratch_file};
use taufit::model::{JointKind, Robot, catalog};
use taufit::recording::Log;
use taufit_io::{
    AngleUnit, LoadedLog, LogFile, LogOptions, Negate, Result, TimeUnit, VelocityUnit, parse_log,
    read_log, read_log_unmatched,
};

const TABLE: &str = "t,q1,q2,qd1,qd2,tau1,tau2\n0,90,180,60,-6,1,2\n100,45,0,30,0,3,4\n";

fn log_of(text: &str, robot: &Robot, options: &LogOptions) -> Result<LoadedLog> {
    parse_log(text.as_bytes(), "test", robot, options)
}

#[test]
fn units_that_the_header_does_not_state_are_said() {
    let said = LogOptions {
        time_unit: Some(TimeUnit::Milliseconds),
        angle_unit: Some(AngleUnit::Degrees),
        velocity_unit: Some(VelocityUnit::Rpm),
        ..LogOptions::default()
    };
    let r = load_with(TABLE, &said).unwrap().recording;
    let pi = std::f64::consts::PI;
    assert_eq!(r.t_s, [0.0, 0.1]);
    assert_close("q", &r.q, &[pi / 2.0, pi / 4.0, pi, 0.0], 1e-15);
    // 60 turns per minute are one per second.
    assert_close("qd", &r.qd.unwrap(), &[2.0 * pi, pi, -pi / 5.0, 0.0], 1e-15);
    assert_eq!(r.effort, [1.0, 3.0, 2.0, 4.0]);
    let said =
        LogOptions { velocity_unit: Some(VelocityUnit::DegreesPerSecond), ..LogOptions::default() };
    let r = load_with(TABLE, &said).unwrap().recording;
    assert_close("qd", &r.qd.unwrap()[..2], &[pi / 3.0, pi / 6.0], 1e-15);
    assert_eq!(r.q[0], 90.0);
}

#[test]
fn units_of_angles_leave_sliding_joints_alone_and_beat_the_header() {
    let slide = chain(JointKind::Prismatic, &["rail".to_owned()]);
    let degrees = LogOptions { angle_unit: Some(AngleUnit::Degrees), ..LogOptions::default() };
    let text = "t,q,tau\n0,0.5,1\n1,0.6,1\n";
    assert_eq!(log_of(text, &slide, &degrees).unwrap().recording.q, [0.5, 0.6]);
    let hinge = chain(JointKind::Revolute, &["hinge".to_owned()]);
    let text = "t,q_deg,tau\n0,0.5,1\n1,0.6,1\n";
    let radians = LogOptions { angle_unit: Some(AngleUnit::Radians), ..LogOptions::default() };
    assert_eq!(log_of(text, &hinge, &radians).unwrap().recording.q, [0.5, 0.6]);
}

#[test]
fn signs_are_reversed_for_all_efforts_or_for_some() {
    let negated = |negate: Negate| {
        load_with(TABLE, &LogOptions { negate, ..LogOptions::default() }).map(|l| l.recording)
    };
    assert_eq!(negated(Negate::All).unwrap().effort, [-1.0, -3.0, -2.0, -4.0]);
    for joint in ["elbow", "2"] {
        let r = negated(Negate::Joints(vec![joint.to_owned()])).unwrap();
        assert_eq!((r.effort, r.q[1]), (vec![1.0, 3.0, -2.0, -4.0], 45.0), "{joint}");
    }
    for joint in ["knee", "0", "3"] {
        let error = negated(Negate::Joints(vec![joint.to_owned()])).unwrap_err();
        assert_error(&error, "E072", &["negate", joint, "shoulder"]);
    }
}

#[test]
fn rows_without_time_are_counted() {
    let text = "q1,q2,tau1,tau2\n1,2,3,4\n5,6,7,8\n9,10,11,12\n";
    assert_error(&load_with(text, &LogOptions::default()).unwrap_err(), "E052", &["sample rate"]);
    let at = |rate_hz| LogOptions { rate_hz: Some(rate_hz), ..LogOptions::default() };
    let r = load_with(text, &at(250.0)).unwrap().recording;
    assert_eq!((r.t_s, r.q), (vec![0.0, 0.004, 0.008], vec![1.0, 5.0, 9.0, 2.0, 6.0, 10.0]));
    // Stamps that are there are replaced.
    assert_eq!(load_with(TABLE, &at(2.0)).unwrap().recording.t_s, [0.0, 0.5]);
    for rate_hz in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_error(&load_with(text, &at(rate_hz)).unwrap_err(), "E072", &["rate_hz"]);
    }
    let path = scratch_file("foreign/no_time.csv", text.as_bytes());
    assert_eq!(read_log_unmatched(&path, &at(10.0)).unwrap().recording.t_s, [0.0, 0.1, 0.2]);
}

#[test]
fn columns_are_taken_by_ranges_of_names() {
    let text = "t,enc1,motor1,enc2,motor2,other\n0,1,10,2,20,9\n1,3,30,4,40,9\n";
    let map = options(&["q=enc1..enc2", "tau=motor1..motor2"]);
    let r = load_with(text, &map).unwrap().recording;
    assert_eq!((r.q, r.effort), (vec![1.0, 3.0, 2.0, 4.0], vec![10.0, 30.0, 20.0, 40.0]));
    let missing = options(&["q=enc1..enc2", "tau=motor1..motor3"]);
    assert_error(&load_with(text, &missing).unwrap_err(), "E057", &["motor3"]);
    let few = options(&["q=enc1..enc1", "tau=motor1..motor2"]);
    assert_error(&load_with(text, &few).unwrap_err(), "E057", &["1 columns for 2"]);
}

#[test]
fn joints_with_a_prefix_are_matched_in_tables_and_the_match_is_reported() {
    let robot = chain(JointKind::Revolute, &["joint1".to_owned(), "joint2".to_owned()]);
    let text = "t,q.fer_joint2,q.fer_joint1,tau.fer_joint1,tau.fer_joint2\n0,2,1,10,20\n";
    let loaded = log_of(text, &robot, &LogOptions::default()).unwrap();
    assert_eq!(loaded.recording.joints, ["joint1", "joint2"]);
    assert_eq!((loaded.recording.q, loaded.recording.effort), (vec![1.0, 2.0], vec![10.0, 20.0]));
    let [warning] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
    assert_eq!(warning.code(), "W061");
    assert!(warning.to_string().contains("fer_joint1"), "{warning}");
    // Two arms fit: nothing is guessed.
    let two =
        "t,q.left_joint1,q.left_joint2,q.right_joint1,q.right_joint2,tau1,tau2\n0,1,2,3,4,5,6\n";
    assert_eq!(log_of(two, &robot, &LogOptions::default()).unwrap_err().code(), "E052");
}

#[test]
fn joints_with_a_prefix_are_matched_in_bags() {
    let prefixed = |mut state: State| {
        state.names = vec!["left/shoulder", "left/elbow"];
        state
    };
    let states: Vec<State> = arm_states(5).into_iter().map(prefixed).collect();
    let bytes = bag_bytes(&[TestTopic::ros1(&states)], PLAIN, 10, true);
    let path = scratch_file("foreign/prefix.bag", &bytes);
    let loaded = read_log(&path, &arm(), &LogOptions::default()).unwrap();
    assert_eq!(loaded.recording.joints, ["shoulder", "elbow"]);
    assert_eq!(loaded.recording.q(1), [0.0, -1.0, -2.0, -3.0, -4.0]);
    assert!(loaded.warnings.iter().any(|warning| warning.code() == "W061"));
}

#[test]
fn a_built_in_robot_reads_the_log_of_its_driver() {
    let names = ["shoulder_pan", "shoulder_lift", "elbow", "wrist_1", "wrist_2", "wrist_3"];
    let columns = |key: &str| names.map(|name| format!("{key}.{name}_joint")).join(",");
    let row: Vec<String> = (0..13).map(|k| k.to_string()).collect();
    let text = format!("t,{},{}\n{}\n", columns("q"), columns("tau"), row.join(","));
    let loaded = log_of(&text, &catalog::robot("ur5").unwrap(), &LogOptions::default()).unwrap();
    assert_eq!(loaded.recording.q, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(loaded.warnings[0].code(), "W061");
    let puma = catalog::robot("puma560").unwrap();
    assert!(log_of(&text, &puma, &LogOptions::default()).is_err());
}

#[test]
fn a_bag_says_whether_its_efforts_are_stated() {
    let bytes = bag_bytes(&[TestTopic::ros1(&arm_states(3))], PLAIN, 10, true);
    let path = scratch_file("foreign/effort.bag", &bytes);
    let robot = arm();
    let silent = LogOptions::default();
    let finding = |options| LogFile::new(&path, &robot, options).unstated_efforts().unwrap();
    assert_eq!(finding(&silent).unwrap().code(), "W058");
    let said = LogOptions { effort: Some(taufit::recording::EffortKind::Torque), ..silent.clone() };
    assert_eq!(finding(&said), None);
}
