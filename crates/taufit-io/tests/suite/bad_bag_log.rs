//! Bags that cannot be used, or not whole: every refusal says why, nothing panics, and nothing is
//! allocated that is not there.

use crate::common::assert_error;
use crate::common::bags::{
    JOINT_STATE, PLAIN, State, TestTopic, arm_states, bag_bytes, in_every_format, mcap_bytes,
    write_db3,
};
use crate::common::logs::{arm, options};
use crate::common::scratch_file;
use mcap::Compression;
use std::path::Path;
use taufit::recording::EffortKind;
use taufit_io::ReadWarning;
use taufit_io::{Error, LoadedLog, LogOptions, Result, read_log};

fn load(path: &Path) -> Result<LoadedLog> {
    let torque = LogOptions { effort: Some(EffortKind::Torque), ..LogOptions::default() };
    read_log(path, &arm(), &torque)
}

fn refusal(path: &Path) -> Error {
    load(path).expect_err(&path.display().to_string())
}

fn refused_everywhere(folder: &str, states: &[State], code: &str, names: &[&str]) {
    for path in in_every_format(folder, states) {
        assert_error(&refusal(&path), code, names);
    }
}

fn with_names(names: &[&'static str]) -> Vec<State> {
    let rename = |mut state: State| {
        state.names = names.to_vec();
        state
    };
    arm_states(5).into_iter().map(rename).collect()
}

#[test]
fn files_without_anything() {
    for name in ["empty.mcap", "empty.bag"] {
        assert_error(&refusal(&scratch_file(name, b"")), "E061", &["cut off", name]);
    }
    assert_error(&refusal(&scratch_file("empty.db3", b"")), "E061", &["no tables"]);
    assert_error(
        &refusal(&scratch_file("text.mcap", b"t,q1,q2\n0,1,2\n")),
        "E061",
        &["begins with"],
    );
    refused_everywhere("no_messages", &[], "E050", &["without messages"]);
}

#[test]
fn bags_without_joint_states() {
    let topics = [TestTopic::new("/chatter", "std_msgs/msg/String", "cdr", [(0, vec![0; 8])])];
    let path = scratch_file("chatter.mcap", &mcap_bytes(&topics, None));
    assert_error(&refusal(&path), "E062", &["/chatter (std_msgs/msg/String)"]);
    let said = LogOptions { topic: Some("/chatter".to_owned()), ..LogOptions::default() };
    assert_error(&read_log(&path, &arm(), &said).unwrap_err(), "E062", &["std_msgs/msg/String"]);
    let said = LogOptions { topic: Some("/chater".to_owned()), ..LogOptions::default() };
    let error = read_log(&path, &arm(), &said).unwrap_err();
    assert_error(&error, "E064", &["\"/chater\"", "did you mean \"/chatter\"?"]);
}

#[test]
fn several_topics_with_our_joints() {
    let messages = arm_states(5).into_iter().map(|state| (state.stamp_ns, state.cdr(false)));
    let second = TestTopic::new("/filtered", JOINT_STATE, "cdr", messages);
    let path = scratch_file("two.db3", b"");
    write_db3(&path, &[TestTopic::ros2(&arm_states(5)), second]);
    let names = ["\"/joint_states\", \"/filtered\"", "state which one"];
    assert_error(&refusal(&path), "E063", &names);
}

#[test]
fn joints_that_are_missing_renamed_or_of_another_robot() {
    let renamed = with_names(&["shoulder", "elbow_joint"]);
    let names = ["\"elbow\"", "\"elbow_joint\"", "map it: elbow=elbow_joint", "/joint_states"];
    refused_everywhere("renamed", &renamed, "E065", &names);
    refused_everywhere("other", &with_names(&["x", "y"]), "E065", &["\"shoulder\"", "\"x\""]);
    // Half of the arm in some messages is no sample.
    let mut mixed = arm_states(100);
    mixed[80].names[1] = "wrist";
    refused_everywhere("mixed", &mixed, "E065", &["\"elbow\"", "\"wrist\""]);
}

#[test]
fn maps_that_joint_states_do_not_have() {
    for path in in_every_format("map", &arm_states(3)) {
        let error = read_log(&path, &arm(), &options(&["tau=effort"])).unwrap_err();
        assert_error(&error, "E057", &["tau=effort", "JOINT=NAME"]);
    }
}

#[test]
fn arrays_that_are_empty_or_too_short() {
    let mut states = arm_states(5);
    states.iter_mut().for_each(|state| state.effort.clear());
    refused_everywhere("no_effort", &states, "E066", &["effort", "/joint_states"]);
    states.iter_mut().for_each(|state| state.position.clear());
    refused_everywhere("no_position", &states, "E066", &["position"]);
    let mut short = arm_states(5);
    short[2].position.pop();
    refused_everywhere("short", &short, "E067", &["message 3", "1 positions for 2 names"]);
}

#[test]
fn messages_that_are_something_else() {
    let messages = (0..3).map(|t| (t, vec![0, 1, 0, 0, 9, 9]));
    let topic = TestTopic::new("/js", JOINT_STATE, "cdr", messages);
    let path = scratch_file("else.mcap", &mcap_bytes(&[topic], None));
    assert_error(&refusal(&path), "E067", &["message 1", "\"/js\""]);
    // A message that claims 2^32 - 1 names, and one of 2^29 positions.
    let whole = State::of_arm(0).cdr(false);
    for (at, value) in [(24, u32::MAX), (56, 1 << 29)] {
        let mut bytes = whole.clone();
        bytes.splice(at..at + 4, value.to_le_bytes());
        let topic = TestTopic::new("/js", JOINT_STATE, "cdr", [(0, bytes)]);
        let path = scratch_file("huge_array.mcap", &mcap_bytes(&[topic], None));
        assert_error(&refusal(&path), "E067", &["bytes wanted"]);
    }
}

#[test]
fn two_recordings_one_after_the_other() {
    let mut states = arm_states(1000);
    states.extend(arm_states(10));
    let messages = states.iter().zip(0..).map(|(state, t)| (t, state.cdr(false)));
    let topic = TestTopic::new("/js", JOINT_STATE, "cdr", messages);
    let path = scratch_file("twice.mcap", &mcap_bytes(&[topic], None));
    assert_error(&refusal(&path), "E068", &["t = 1700000000 s", "1700000009.99 s", "256"]);
}

/// A log of the arm in each format, as bytes.
fn whole_files(n: u64) -> [(&'static str, Vec<u8>); 4] {
    let (ros2, ros1) = ([TestTopic::ros2(&arm_states(n))], [TestTopic::ros1(&arm_states(n))]);
    let db3 = scratch_file(&format!("whole_{n}.db3"), b"");
    write_db3(&db3, &ros2);
    [
        ("zstd.mcap", mcap_bytes(&ros2, Some(Compression::Zstd))),
        ("plain.mcap", mcap_bytes(&ros2, None)),
        ("run.bag", bag_bytes(&ros1, PLAIN, 10, true)),
        ("run.db3", std::fs::read(db3).unwrap()),
    ]
}

#[test]
fn a_bag_that_breaks_off_is_read_up_to_the_break() {
    for (name, whole) in whole_files(400) {
        let path = scratch_file(&format!("torn/{name}"), &whole[..whole.len() * 2 / 3]);
        let loaded = load(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let n = loaded.recording.n_samples();
        assert!((100..400).contains(&n), "{name}: {n}");
        assert!(loaded.recording.q(0).iter().zip(0..).all(|(q, k)| *q == f64::from(k)), "{name}");
        let [warning] = &loaded.warnings[..] else { panic!("{name}: {:?}", loaded.warnings) };
        let Some(ReadWarning::BagBrokenOff { byte, n_messages, last_t_s, .. }) = warning.kind()
        else {
            panic!("{name}: {warning}")
        };
        assert_eq!((*n_messages, *last_t_s), (n as u64, loaded.recording.t_s[n - 1]), "{name}");
        assert!(byte.is_none_or(|byte| byte < whole.len() as u64 * 2 / 3), "{name}: {byte:?}");
        assert_eq!(byte.is_some(), !name.ends_with("db3"), "{name}");
    }
}

#[test]
fn every_length_of_a_bag_is_read_or_refused() {
    for (name, whole) in whole_files(12) {
        let path = scratch_file(&format!("cut/{name}"), b"");
        for length in (0..whole.len()).step_by(61) {
            std::fs::write(&path, &whole[..length]).unwrap();
            match load(&path) {
                Ok(loaded) => assert!(loaded.recording.n_samples() <= 12, "{name} {length}"),
                Err(error) => assert!(error.to_string().contains(name), "{error}"),
            }
        }
    }
}

/// Flips bits of every 97th byte, one file at a time.
#[test]
fn a_bag_with_a_damaged_byte_is_read_or_refused() {
    for (name, whole) in whole_files(40) {
        let path = scratch_file(&format!("flipped/{name}"), b"");
        let (mut refused, mut doubted) = (0, 0);
        for at in (0..whole.len()).step_by(97) {
            for mask in [0x01, 0x80, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] ^= mask;
                std::fs::write(&path, &damaged).unwrap();
                match load(&path) {
                    Ok(loaded) => doubted += usize::from(!loaded.warnings.is_empty()),
                    Err(error) => {
                        assert!(!error.to_string().is_empty() && error.code().starts_with('E'));
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused + doubted > 0, "{name}");
    }
}

#[test]
fn a_damaged_chunk_is_noticed_by_its_checksum() {
    let mut bytes = mcap_bytes(&[TestTopic::ros2(&arm_states(40))], None);
    // The last digit of a position in the middle of the file.
    let q = bytes.windows(8).position(|eight| eight == 30.0_f64.to_le_bytes()).unwrap();
    bytes[q] ^= 1;
    let loaded = load(&scratch_file("checksum.mcap", &bytes)).unwrap();
    assert!((1..=30).contains(&loaded.recording.n_samples()));
    let [warning] = &loaded.warnings[..] else { panic!("{:?}", loaded.warnings) };
    assert!(warning.to_string().contains("checksum"), "{warning}");
}

#[test]
fn lengths_that_no_file_has_are_refused_at_once() {
    let record = |code: u8, length: u64| {
        [b"\x89MCAP0\r\n".to_vec(), vec![code], length.to_le_bytes().to_vec(), vec![0; 64]].concat()
    };
    for length in [1 << 60, u64::MAX, 1 << 31] {
        for code in [3, 4, 5, 6, 9, 0x80] {
            let path = scratch_file("lengths.mcap", &record(code, length));
            assert_error(&refusal(&path), "E061", &["byte 8", &length.to_string()]);
        }
    }
    // A chunk that claims to be large when unpacked.
    let mut chunk =
        [0_u64.to_le_bytes(), 0_u64.to_le_bytes(), (1_u64 << 60).to_le_bytes()].concat();
    chunk.extend([0, 0, 0, 0, 4, 0, 0, 0]);
    chunk.extend(b"zstd");
    chunk.extend(8_u64.to_le_bytes());
    chunk.extend([0; 8]);
    let mut bytes = record(6, chunk.len() as u64);
    bytes.truncate(17);
    bytes.extend(chunk);
    let path = scratch_file("bomb.mcap", &bytes);
    assert_error(&refusal(&path), "E061", &["1152921504606846976 bytes"]);
    let bag = [b"#ROSBAG V2.0\n".to_vec(), vec![0xff; 40]].concat();
    assert_error(&refusal(&scratch_file("lengths.bag", &bag)), "E061", &["4294967295 bytes"]);
}

#[test]
fn databases_that_are_no_bags() {
    let path = scratch_file("other.db3", b"");
    let sql = |batch: &str| {
        let _ = std::fs::remove_file(&path);
        rusqlite::Connection::open(&path).unwrap().execute_batch(batch).unwrap();
        refusal(&path)
    };
    assert_error(&sql("CREATE TABLE a(b)"), "E061", &["no tables of topics and messages"]);
    assert_error(
        &sql("CREATE TABLE topics(a); CREATE TABLE messages(b)"),
        "E061",
        &["no such column"],
    );
    // A view could run for ever.
    let endless = "CREATE TABLE topics(id, name, type, serialization_format);
        INSERT INTO topics VALUES (1, '/js', 'sensor_msgs/msg/JointState', 'cdr');
        CREATE VIEW messages AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS id, 2 AS topic_id, i AS timestamp, x'00' AS data FROM n";
    assert_error(&sql(endless), "E061", &["no tables of topics and messages"]);
}
