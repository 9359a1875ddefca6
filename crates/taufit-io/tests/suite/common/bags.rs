//! Bags for the tests, written byte by byte or by other people's writers.

use mcap::{Compression, WriteOptions};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};

pub(crate) const JOINT_STATE: &str = "sensor_msgs/msg/JointState";

/// Content of a joint state message.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    pub(crate) stamp_ns: u64,
    pub(crate) names: Vec<&'static str>,
    pub(crate) position: Vec<f64>,
    pub(crate) velocity: Vec<f64>,
    pub(crate) effort: Vec<f64>,
}

impl State {
    /// A state of `shoulder` and `elbow` at sample `k`, 10 ms apart.
    pub(crate) fn of_arm(k: u64) -> Self {
        let x = k as f64;
        Self {
            stamp_ns: 1_700_000_000_000_000_000 + k * 10_000_000,
            names: vec!["shoulder", "elbow"],
            position: vec![x, -x],
            velocity: vec![x + 0.25, -x - 0.25],
            effort: vec![x + 0.5, -x - 0.5],
        }
    }

    /// The same with the joints the other way round, and a gripper between them.
    pub(crate) fn reordered(mut self) -> Self {
        self.names = vec!["elbow", "gripper", "shoulder"];
        for array in [&mut self.position, &mut self.velocity, &mut self.effort] {
            *array = vec![array[1], 99.0, array[0]];
        }
        self
    }

    fn arrays(&self) -> [&Vec<f64>; 3] {
        [&self.position, &self.velocity, &self.effort]
    }

    fn clock(&self) -> [u32; 2] {
        [(self.stamp_ns / 1_000_000_000) as u32, (self.stamp_ns % 1_000_000_000) as u32]
    }

    /// ROS 2, either byte order.
    pub(crate) fn cdr(&self, is_big_endian: bool) -> Vec<u8> {
        let mut out = Cdr { bytes: Vec::new(), is_big_endian };
        self.clock().iter().for_each(|part| out.u32(*part));
        out.text("base");
        out.u32(self.names.len() as u32);
        self.names.iter().for_each(|name| out.text(name));
        for array in self.arrays() {
            out.u32(array.len() as u32);
            array.iter().for_each(|value| out.put(&value.to_le_bytes()));
        }
        [&[0, u8::from(!is_big_endian), 0, 0][..], &out.bytes].concat()
    }

    /// ROS 1.
    pub(crate) fn ros1(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let text = |out: &mut Vec<u8>, text: &str| {
            out.extend((text.len() as u32).to_le_bytes());
            out.extend(text.as_bytes());
        };
        out.extend(7_u32.to_le_bytes());
        self.clock().iter().for_each(|part| out.extend(part.to_le_bytes()));
        text(&mut out, "base");
        out.extend((self.names.len() as u32).to_le_bytes());
        self.names.iter().for_each(|name| text(&mut out, name));
        for array in self.arrays() {
            out.extend((array.len() as u32).to_le_bytes());
            array.iter().for_each(|value| out.extend(value.to_le_bytes()));
        }
        out
    }

    /// JSON.
    pub(crate) fn json(&self) -> Vec<u8> {
        let [sec, nanosec] = self.clock();
        let value = serde_json::json!({
            "header": { "stamp": { "sec": sec, "nanosec": nanosec }, "frame_id": "" },
            "name": self.names, "position": self.position,
            "velocity": self.velocity, "effort": self.effort,
        });
        value.to_string().into_bytes()
    }
}

/// Aligned numbers in either byte order.
struct Cdr {
    bytes: Vec<u8>,
    is_big_endian: bool,
}

impl Cdr {
    fn put(&mut self, little_endian: &[u8]) {
        self.bytes.resize(self.bytes.len().next_multiple_of(little_endian.len()), 0);
        match self.is_big_endian {
            true => self.bytes.extend(little_endian.iter().rev()),
            false => self.bytes.extend(little_endian),
        }
    }

    fn u32(&mut self, value: u32) {
        self.put(&value.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.u32(text.len() as u32 + 1);
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
    }
}

/// A topic with its messages: time of recording \[ns\] and data.
#[derive(Clone, Debug)]
pub(crate) struct TestTopic {
    pub(crate) name: &'static str,
    pub(crate) message_type: &'static str,
    pub(crate) encoding: &'static str,
    pub(crate) messages: Vec<(u64, Vec<u8>)>,
}

impl TestTopic {
    pub(crate) fn new(
        name: &'static str,
        message_type: &'static str,
        encoding: &'static str,
        messages: impl IntoIterator<Item = (u64, Vec<u8>)>,
    ) -> Self {
        Self { name, message_type, encoding, messages: messages.into_iter().collect() }
    }

    /// Joint states of ROS 2, recorded when they were stamped.
    pub(crate) fn ros2(states: &[State]) -> Self {
        let messages = states.iter().map(|state| (state.stamp_ns, state.cdr(false)));
        Self::new("/joint_states", JOINT_STATE, "cdr", messages)
    }

    /// Joint states of ROS 1, recorded when they were stamped.
    pub(crate) fn ros1(states: &[State]) -> Self {
        let messages = states.iter().map(|state| (state.stamp_ns, state.ros1()));
        Self::new("/joint_states", "sensor_msgs/JointState", "ros1", messages)
    }
}

/// Samples of the arm.
pub(crate) fn arm_states(n: u64) -> Vec<State> {
    (0..n).map(State::of_arm).collect()
}

/// The messages of all topics in the order of their recording, with the index of the topic.
fn merged(topics: &[TestTopic]) -> Vec<(usize, u64, &[u8])> {
    let all = topics.iter().enumerate();
    let mut messages: Vec<_> = all
        .flat_map(|(i, topic)| topic.messages.iter().map(move |(t, data)| (i, *t, &data[..])))
        .collect();
    messages.sort_by_key(|(_, log_ns, _)| *log_ns);
    messages
}

/// An MCAP file, by the reference writer.
pub(crate) fn mcap_bytes(topics: &[TestTopic], compression: Option<Compression>) -> Vec<u8> {
    let options = WriteOptions::new().compression(compression).chunk_size(Some(4096));
    let mut writer = options.create(Cursor::new(Vec::new())).unwrap();
    let channel = |writer: &mut mcap::Writer<_>, topic: &TestTopic| {
        let schema = writer.add_schema(topic.message_type, "ros2msg", b"").unwrap();
        writer.add_channel(schema, topic.name, topic.encoding, &BTreeMap::new()).unwrap()
    };
    let channels: Vec<u16> = topics.iter().map(|topic| channel(&mut writer, topic)).collect();
    for (i, log_time, data) in merged(topics) {
        let header = mcap::records::MessageHeader {
            channel_id: channels[i],
            sequence: 0,
            log_time,
            publish_time: log_time,
        };
        writer.write_to_known_channel(&header, data).unwrap();
    }
    writer.finish().unwrap();
    writer.into_inner().into_inner()
}

/// A database of rosbag2 at this place.
pub(crate) fn write_db3(path: &Path, topics: &[TestTopic]) {
    let _ = std::fs::remove_file(path);
    let database = Connection::open(path).unwrap();
    database
        .execute_batch(
            "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
                serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL);
             CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL,
                timestamp INTEGER NOT NULL, data BLOB NOT NULL);
             CREATE INDEX timestamp_idx ON messages (timestamp ASC);
             BEGIN;",
        )
        .unwrap();
    for (i, topic) in topics.iter().enumerate() {
        let row = (i as i64 + 1, topic.name, topic.message_type, topic.encoding);
        database.execute("INSERT INTO topics VALUES (?1, ?2, ?3, ?4, '')", row).unwrap();
    }
    for (i, log_ns, data) in merged(topics) {
        let row = (i as i64 + 1, log_ns as i64, data);
        let insert = "INSERT INTO messages(topic_id, timestamp, data) VALUES (?1, ?2, ?3)";
        database.execute(insert, row).unwrap();
    }
    database.execute_batch("COMMIT").unwrap();
}

/// Compression of the chunks of a ROS 1 bag, and its name.
pub(crate) type Packing = (&'static str, fn(&[u8]) -> Vec<u8>);

/// A ROS 1 bag with so many messages to a chunk, with or without its index.
pub(crate) fn bag_bytes(
    topics: &[TestTopic],
    (packing, pack): Packing,
    per_chunk: usize,
    is_closed: bool,
) -> Vec<u8> {
    let connections: Vec<Vec<u8>> =
        topics.iter().enumerate().map(|(i, topic)| connection(i as u32, topic)).collect();
    let mut body = Vec::new();
    for (c, messages) in merged(topics).chunks(per_chunk).enumerate() {
        let mut chunk = if c == 0 { connections.concat() } else { Vec::new() };
        for (i, log_ns, data) in messages {
            let time = [(log_ns / 1_000_000_000) as u32, (log_ns % 1_000_000_000) as u32];
            let time: Vec<u8> = time.iter().flat_map(|part| part.to_le_bytes()).collect();
            let conn = (*i as u32).to_le_bytes();
            chunk.extend(record(&[("op", &[2]), ("conn", &conn), ("time", &time)], data));
        }
        let size = (chunk.len() as u32).to_le_bytes();
        let header = [("op", &[5][..]), ("compression", packing.as_bytes()), ("size", &size)];
        body.extend(record(&header, &pack(&chunk)));
        body.extend(record(&[("op", &[4])], b"index that nobody reads"));
    }
    let head = |index: u64| {
        let counts = 0_u32.to_le_bytes();
        let header = [
            ("op", &[3][..]),
            ("index_pos", &index.to_le_bytes()),
            ("conn_count", &counts),
            ("chunk_count", &counts),
        ];
        [b"#ROSBAG V2.0\n".to_vec(), record(&header, &[b' '; 64])].concat()
    };
    let index = (head(0).len() + body.len()) as u64;
    match is_closed {
        true => [head(index), body, connections.concat()].concat(),
        false => [head(0), body].concat(),
    }
}

fn connection(id: u32, topic: &TestTopic) -> Vec<u8> {
    let about = [("topic", topic.name.as_bytes()), ("type", topic.message_type.as_bytes())];
    let conn = id.to_le_bytes();
    record(&[("op", &[7]), ("conn", &conn), ("topic", topic.name.as_bytes())], &fields(&about))
}

fn record(header: &[(&str, &[u8])], data: &[u8]) -> Vec<u8> {
    let header = fields(header);
    let length = |bytes: &[u8]| (bytes.len() as u32).to_le_bytes().to_vec();
    [length(&header), header, length(data), data.to_vec()].concat()
}

fn fields(fields: &[(&str, &[u8])]) -> Vec<u8> {
    let field = |(name, value): &(&str, &[u8])| {
        let text = [name.as_bytes(), b"=", value].concat();
        [(text.len() as u32).to_le_bytes().to_vec(), text].concat()
    };
    fields.iter().flat_map(field).collect()
}

/// No packing.
pub(crate) const PLAIN: Packing = ("none", <[u8]>::to_vec);

/// An arm's log in each format, in a folder of its own.
pub(crate) fn in_every_format(folder: &str, states: &[State]) -> Vec<PathBuf> {
    let file = |name: &str, bytes: &[u8]| super::scratch_file(&format!("{folder}/{name}"), bytes);
    let (ros2, ros1) = ([TestTopic::ros2(states)], [TestTopic::ros1(states)]);
    let db3 = file("run.db3", b"");
    write_db3(&db3, &ros2);
    vec![
        file("run.mcap", &mcap_bytes(&ros2, Some(Compression::Zstd))),
        file("run.bag", &bag_bytes(&ros1, PLAIN, 10, true)),
        db3,
    ]
}
