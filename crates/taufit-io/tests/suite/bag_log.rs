//! Bags of every format: the same joint states come out, in every way of writing them.

use crate::common::bags::{
    JOINT_STATE, PLAIN, State, TestTopic, arm_states, bag_bytes, in_every_format, mcap_bytes,
    write_db3,
};
use crate::common::logs::arm;
use crate::common::scratch_file;
use mcap::Compression;
use std::path::Path;
use taufit::Warning;
use taufit::recording::EffortKind;
use taufit_io::ReadWarning;
use taufit_io::{LoadedLog, LogOptions, LogReader, read_log};

fn torque() -> LogOptions {
    LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() }
}

fn load(path: &Path) -> LoadedLog {
    load_with(path, &torque())
}

fn load_with(path: &Path, options: &LogOptions) -> LoadedLog {
    read_log(path, &arm(), options).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The time of a sample of [`arm_states`], as one would write it \[s\].
fn t_text(k: u64) -> String {
    format!("{}.{:02}", 1_700_000_000 + k / 100, k % 100)
}

/// The log is that of [`arm_states`].
fn assert_is_the_log(what: &str, loaded: &LoadedLog, n: usize) {
    let r = &loaded.recording;
    assert_eq!(
        (r.n_samples(), &r.joints[..]),
        (n, &["shoulder".to_owned(), "elbow".to_owned()][..])
    );
    let channel = |of: fn(f64) -> f64| (0..n).map(|k| of(k as f64)).collect::<Vec<f64>>();
    assert_eq!(r.q(0), channel(|x| x), "{what}");
    assert_eq!(r.q(1), channel(|x| -x), "{what}");
    let qd = [channel(|x| x + 0.25), channel(|x| -x - 0.25)].concat();
    assert_eq!(r.qd.as_deref().unwrap_or(&qd), qd, "{what}");
    assert_eq!(r.effort, [channel(|x| x + 0.5), channel(|x| -x - 0.5)].concat(), "{what}");
    let t_s: Vec<f64> = (0..n).map(|k| t_text(k as u64).parse().unwrap()).collect();
    assert_eq!(r.t_s, t_s, "{what}");
}

#[test]
fn every_format_gives_the_same_log() {
    for path in in_every_format("same", &arm_states(40)) {
        let what = path.display().to_string();
        let loaded = load(&path);
        assert_is_the_log(&what, &loaded, 40);
        assert_eq!(loaded.warnings, [], "{what}");
        assert_eq!(loaded.columns.q[1].name, "/joint_states.position[elbow]");
        assert_eq!(loaded.columns.t.name, "/joint_states.header.stamp");
        assert!(loaded.recording.qd.is_some());
    }
}

#[test]
fn every_packing_of_an_mcap_is_read() {
    for (name, compression) in
        [("plain", None), ("zstd", Some(Compression::Zstd)), ("lz4", Some(Compression::Lz4))]
    {
        let bytes = mcap_bytes(&[TestTopic::ros2(&arm_states(100))], compression);
        let loaded = load(&scratch_file(&format!("packed/{name}.mcap"), &bytes));
        assert_is_the_log(name, &loaded, 100);
        assert_eq!(loaded.warnings, [], "{name}");
    }
}

#[test]
fn an_mcap_without_chunks_is_read() {
    let options = mcap::WriteOptions::new().use_chunks(false);
    let mut writer = options.create(std::io::Cursor::new(Vec::new())).unwrap();
    let schema = writer.add_schema(JOINT_STATE, "ros2msg", b"").unwrap();
    let channel = writer.add_channel(schema, "/js", "cdr", &Default::default()).unwrap();
    for state in arm_states(20) {
        let log_time = state.stamp_ns;
        let header = mcap::records::MessageHeader {
            channel_id: channel,
            sequence: 0,
            log_time,
            publish_time: log_time,
        };
        writer.write_to_known_channel(&header, &state.cdr(false)).unwrap();
    }
    writer.finish().unwrap();
    let loaded = load(&scratch_file("no_chunks.mcap", &writer.into_inner().into_inner()));
    assert_is_the_log("no chunks", &loaded, 20);
}

#[test]
fn a_ros1_bag_is_read_with_and_without_its_index() {
    let topics = [TestTopic::ros1(&arm_states(30))];
    for (packing, is_closed) in [(PLAIN, true), (PLAIN, false)] {
        let name = format!("ros1_{}_{is_closed}.bag", packing.0);
        let loaded = load(&scratch_file(&name, &bag_bytes(&topics, packing, 7, is_closed)));
        assert_is_the_log(&name, &loaded, 30);
        let codes: Vec<_> = loaded.warnings.iter().map(Warning::code).collect();
        assert_eq!(codes, if is_closed { vec![] } else { vec!["W055"] }, "{name}");
    }
}

/// Six samples of joints `joint1` and `joint2`, packed by Python's `bz2` and by the program `lz4`.
#[test]
fn a_ros1_bag_may_be_packed() {
    let map = crate::common::logs::options(&["shoulder=joint1", "elbow=joint2"]).map;
    let options = LogOptions { map, ..torque() };
    for (name, bytes) in [
        ("bz2.bag", &include_bytes!("../../../../fuzz/seeds/bag_log/bz2.bag")[..]),
        ("lz4.bag", include_bytes!("../../../../fuzz/seeds/bag_log/lz4.bag")),
    ] {
        let loaded = load_with(&scratch_file(name, bytes), &options);
        assert_is_the_log(name, &loaded, 6);
        assert_eq!(loaded.warnings, [], "{name}");
    }
}

#[test]
fn messages_may_be_big_endian_of_ros1_or_json() {
    let states = arm_states(20);
    for (what, message_type, encoding, write) in [
        ("big_endian", JOINT_STATE, "cdr", (|state| state.cdr(true)) as fn(&State) -> Vec<u8>),
        ("ros1", "sensor_msgs/JointState", "ros1", State::ros1),
        ("json", "foxglove.JointState", "json", State::json),
        ("untyped_json", "", "json", State::json),
    ] {
        let messages = states.iter().map(|state| (state.stamp_ns, write(state)));
        let topic = TestTopic::new("/js", message_type, encoding, messages);
        let path = scratch_file(&format!("{what}.mcap"), &mcap_bytes(&[topic], None));
        let loaded = load(&path);
        assert_is_the_log(what, &loaded, 20);
        assert_eq!(loaded.warnings, [], "{what}");
    }
}

#[test]
fn objects_of_numbers_are_tables() {
    let line = |k: u64| {
        let x = k as f64;
        let t = t_text(k);
        format!(
            r#"{{"t":{t},"q":[{x},{}],"qd":[{},{}],"tau1":{},"tau2":{},"mode":"run"}}"#,
            -x,
            x + 0.25,
            -x - 0.25,
            x + 0.5,
            -x - 0.5
        )
    };
    let messages = (0..20).map(|k| (k, line(k).into_bytes()));
    let topic = TestTopic::new("/rig", "", "json", messages);
    let path = scratch_file("table.mcap", &mcap_bytes(&[topic], None));
    let loaded = load_with(&path, &LogOptions::default());
    assert_is_the_log("table", &loaded, 20);
    assert_eq!((loaded.columns.q[0].name.as_str(), loaded.warnings.len()), ("q[0]", 0));
}

#[test]
fn names_decide_in_every_message_and_other_joints_do_not_matter() {
    let reorder = |state: State| match state.stamp_ns / 10_000_000 % 3 {
        0 => state,
        _ => state.reordered(),
    };
    let states: Vec<State> = arm_states(30).into_iter().map(reorder).collect();
    for path in in_every_format("reordered", &states) {
        let loaded = load(&path);
        assert_is_the_log("reordered", &loaded, 30);
        assert_eq!(loaded.columns.unused, ["gripper"]);
        let [warning] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
        // W064, joints that the robot does not have.
        assert!(matches!(warning.kind(), Some(ReadWarning::JointsNotInRobot { n_robot: 2, .. })));
        assert!(warning.to_string().contains("\"gripper\""), "{warning}");
    }
}

#[test]
fn messages_of_a_gripper_are_passed_over_and_counted() {
    let mut states = arm_states(30);
    for k in [0, 5, 20] {
        let gripper = State {
            stamp_ns: states[k].stamp_ns + 1,
            names: vec!["finger"],
            position: vec![0.1],
            ..State::default()
        };
        states.insert(k, gripper);
    }
    states.sort_by_key(|state| state.stamp_ns);
    for path in in_every_format("gripper", &states) {
        let loaded = load(&path);
        assert_is_the_log("gripper", &loaded, 30);
        let [warning] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
        assert_eq!(warning.code(), "W056");
        assert!(warning.to_string().starts_with("3 messages"), "{warning}");
        assert!(warning.to_string().contains("\"finger\""), "{warning}");
    }
}

#[test]
fn effort_is_torque_unless_said_and_a_doubt_says_so() {
    for path in in_every_format("effort", &arm_states(3)) {
        let loaded = load_with(&path, &LogOptions::default());
        assert_eq!(loaded.recording.effort_kind, EffortKind::Torque);
        assert!(
            matches!(&loaded.warnings[..], [w] if matches!(w.kind(), Some(ReadWarning::EffortTakenAsTorque { .. })))
        );
        let current = LogOptions { effort: Some(EffortKind::Current), ..LogOptions::default() };
        let loaded = load_with(&path, &current);
        assert_eq!((loaded.recording.effort_kind, loaded.warnings.len()), (EffortKind::Current, 0));
    }
}

#[test]
fn velocities_may_be_left_out() {
    let mut states = arm_states(5);
    states.iter_mut().for_each(|state| state.velocity.clear());
    for path in in_every_format("no_velocity", &states) {
        let loaded = load(&path);
        assert_eq!((loaded.recording.qd, loaded.columns.qd), (None, None));
    }
}

#[test]
fn without_stamps_the_recorder_tells_the_time() {
    let mut states = arm_states(20);
    let log_ns: Vec<u64> = states.iter().map(|state| state.stamp_ns).collect();
    states.iter_mut().for_each(|state| state.stamp_ns = 0);
    let messages = log_ns.iter().zip(&states).map(|(t, state)| (*t, state.cdr(false)));
    let topic = TestTopic::new("/js", JOINT_STATE, "cdr", messages);
    let loaded = load(&scratch_file("unstamped.mcap", &mcap_bytes(&[topic], None)));
    assert_is_the_log("unstamped", &loaded, 20);
    assert!(
        matches!(&loaded.warnings[..], [w] if matches!(w.kind(), Some(ReadWarning::Unstamped { topic }) if topic == "/js"))
    );
}

#[test]
fn a_simulation_may_begin_at_zero() {
    let mut states = arm_states(5);
    for (k, state) in states.iter_mut().enumerate() {
        state.stamp_ns = k as u64 * 10_000_000;
    }
    for path in in_every_format("from_zero", &states) {
        let loaded = load(&path);
        assert_eq!(loaded.recording.t_s, [0.0, 0.01, 0.02, 0.03, 0.04]);
        assert_eq!(loaded.warnings, []);
    }
}

#[test]
fn late_messages_are_sorted_in_and_counted() {
    let mut states = arm_states(600);
    states.swap(10, 12);
    states.swap(300, 301);
    let messages = states.iter().zip(0..).map(|(state, t)| (t, state.cdr(false)));
    let topic = TestTopic::new("/js", JOINT_STATE, "cdr", messages);
    let path = scratch_file("late.mcap", &mcap_bytes(&[topic], None));
    let loaded = load(&path);
    assert_is_the_log("late", &loaded, 600);
    let Some(&ReadWarning::LateMessages { count, latest_s }) = loaded.warnings[0].kind() else {
        panic!("{:?}", loaded.warnings)
    };
    // 12 before 11 and 10: two are late, the latest by two periods; 301 before 300: one more.
    assert_eq!(count, 3);
    assert!((latest_s - 0.02).abs() < 1e-6, "{latest_s}");
    // The size of the chunks changes nothing.
    let mut reader = LogReader::open(&path, &arm(), &torque()).unwrap();
    let mut t_s = Vec::new();
    while let Some(chunk) = reader.next_chunk(7).unwrap() {
        t_s.extend(chunk.t_s);
    }
    assert_eq!(t_s, loaded.recording.t_s);
}

#[test]
fn the_topic_with_our_joints_is_taken_or_the_one_that_is_said() {
    let other = |names: Vec<&'static str>| {
        let rename = |mut state: State| {
            state.names.clone_from(&names);
            (state.stamp_ns, state.cdr(false))
        };
        arm_states(5).into_iter().map(rename).collect::<Vec<_>>()
    };
    let topics = [
        TestTopic::new("/left", JOINT_STATE, "cdr", other(vec!["l1", "l2"])),
        TestTopic::ros2(&arm_states(10)),
        TestTopic::new("/chatter", "std_msgs/msg/String", "cdr", [(0, vec![0, 1, 0, 0])]),
    ];
    let path = scratch_file("topics.mcap", &mcap_bytes(&topics, None));
    let loaded = load(&path);
    assert_is_the_log("topics", &loaded, 10);
    assert_eq!(loaded.columns.unused, ["/left", "/chatter"]);
    for said in ["/joint_states", "joint_states"] {
        let options = LogOptions { topic: Some(said.to_owned()), ..torque() };
        assert_is_the_log(said, &load_with(&path, &options), 10);
    }
}

/// Thousands of messages on another topic between two joint states.
#[test]
fn a_loud_topic_does_not_hide_a_quiet_one() {
    let chatter = |message_type, encoding| {
        let start_ns = State::of_arm(0).stamp_ns;
        let messages = (0..3000).map(|k| (start_ns + k * 20_000, vec![0, 1, 0, 0]));
        TestTopic::new("/chatter", message_type, encoding, messages)
    };
    let ros2 = [chatter("std_msgs/msg/String", "cdr"), TestTopic::ros2(&arm_states(7))];
    let ros1 = [chatter("std_msgs/String", "ros1"), TestTopic::ros1(&arm_states(7))];
    let db3 = scratch_file("loud/run.db3", b"");
    write_db3(&db3, &ros2);
    for path in [
        db3,
        scratch_file("loud/run.mcap", &mcap_bytes(&ros2, Some(Compression::Zstd))),
        scratch_file("loud/run.bag", &bag_bytes(&ros1, PLAIN, 10, true)),
    ] {
        let loaded = load(&path);
        assert_is_the_log(&path.display().to_string(), &loaded, 7);
        assert_eq!(loaded.columns.unused, ["/chatter"]);
    }
}

#[test]
fn joints_may_have_other_names_in_the_log() {
    let mut states = arm_states(5);
    states.iter_mut().for_each(|state| state.names = vec!["arm_1", "arm_2"]);
    for path in in_every_format("renamed", &states) {
        let map = crate::common::logs::options(&["shoulder=arm_1", "elbow=arm_2"]);
        let loaded = load_with(&path, &LogOptions { map: map.map, ..torque() });
        assert_is_the_log("renamed", &loaded, 5);
    }
}

#[test]
fn a_folder_is_read_part_after_part() {
    let states = arm_states(30);
    for (part, range) in [(0, 0..10), (1, 10..20), (10, 20..30)] {
        let path = scratch_file(&format!("rosbag2/run_{part}.db3"), b"");
        write_db3(&path, &[TestTopic::ros2(&states[range])]);
    }
    let metadata = scratch_file("rosbag2/metadata.yaml", b"rosbag2_bagfile_information:\n");
    let folder = metadata.parent().unwrap();
    let loaded = load(folder);
    assert_is_the_log("folder", &loaded, 30);
    assert_eq!(loaded.warnings, []);
}

#[test]
fn messages_that_were_packed_one_by_one_are_unpacked() {
    let pack = |state: State| (state.stamp_ns, zstd::encode_all(&state.cdr(false)[..], 1).unwrap());
    let topic = TestTopic::new("/js", JOINT_STATE, "cdr", arm_states(20).into_iter().map(pack));
    let path = scratch_file("packed_messages.db3", b"");
    write_db3(&path, &[topic]);
    assert_is_the_log("packed messages", &load(&path), 20);
}

#[test]
fn without_a_robot_the_log_names_the_joints() {
    for path in in_every_format("unmatched", &arm_states(5)) {
        let mut reader = LogReader::open_unmatched(&path, &torque()).unwrap();
        assert_eq!(reader.joints(), ["shoulder", "elbow"]);
        let chunk = reader.next_chunk(100).unwrap().unwrap();
        assert_eq!((chunk.n_samples(), reader.next_chunk(100)), (5, Ok(None)));
    }
    let csv = scratch_file("unmatched.csv", b"t,q.b,q.a,tau.b,tau.a\n0,1,2,3,4\n1,1,2,3,4\n");
    let mut reader = LogReader::open_unmatched(csv, &LogOptions::default()).unwrap();
    assert_eq!(reader.joints(), ["b", "a"]);
    assert_eq!(reader.next_chunk(100).unwrap().unwrap().q, [1.0, 1.0, 2.0, 2.0]);
}

#[test]
fn numbers_that_are_absent_are_kept_and_counted() {
    let mut states = arm_states(10);
    states[3].position[1] = f64::NAN;
    states[7].effort.clear();
    for path in in_every_format("absent", &states) {
        let loaded = load(&path);
        assert!(loaded.recording.q(1)[3].is_nan() && loaded.recording.effort(0)[7].is_nan());
        let expected = ReadWarning::AbsentNumbers { count: 3, record: "message", first: 4 };
        assert_eq!(loaded.warnings, [expected.into()]);
    }
}
