//! The log of a run, from its first byte to its last.

use super::cdr::Cdr;
use super::chunk::Chunk;
use super::mcap::{Code, MAGIC, Records};
use super::summary::{Contents, Placed, ending};
use crate::error::{Error, Result};
use crate::ros::schema::{JOINT_STATE, TEXT, WRENCH};
use std::io::Write;
use taufit::recording::EffortKind;

/// A topic, and the number of its message type.
type Topic = (&'static str, u16);

/// Topics that every log has, in the order of their channels.
const TOPICS: [Topic; 3] = [("/joint_states", 1), ("/taufit/commands", 1), ("/taufit/events", 2)];
const FEEDBACK: u16 = 0;
const COMMANDS: u16 = 1;
const EVENTS: u16 = 2;

/// Topics of robots that have such a thing: a force sensor, a controller that says what it follows.
const FORCES: Topic = ("/wrench", 3);
const TARGETS: Topic = ("/taufit/targets", 1);

/// A file within the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Its name.
    pub name: String,
    /// Its type, such as `application/toml`.
    pub media_type: &'static str,
    /// Its content.
    pub text: String,
}

/// What a log says about itself before the first sample.
#[derive(Clone, Debug, PartialEq)]
pub struct LogHead {
    /// Names of the joints, in the order of all vectors.
    pub joints: Vec<String>,
    /// What efforts mean.
    pub effort_kind: EffortKind,
    /// Samples per second, as far as all goes well \[Hz\].
    pub rate_hz: f64,
    /// The frame whose axes and origin wrenches refer to; none without a force sensor.
    pub wrench_frame: Option<String>,
    /// The experiment, the robot's description.
    pub attachments: Vec<Attachment>,
}

/// Writes a log. Messages go to the sink in chunks of at most half a second.
///
/// A log that is dropped without [`finish`](Self::finish) lacks its last chunk and its index; readers
/// find everything before.
#[derive(Debug)]
pub struct LogWriter<W: Write> {
    sink: W,
    /// Bytes that the sink has taken.
    at: u64,
    joints: Vec<String>,
    /// The joints, then their links.
    with_links: Vec<String>,
    /// The joints, then their motors.
    with_motors: Vec<String>,
    wrench_frame: Option<String>,
    topics: Vec<Topic>,
    chunk: Chunk,
    contents: Contents,
    message: Cdr,
}

impl<W: Write> LogWriter<W> {
    /// Begins a log: what it is, what is attached, which channels it will have.
    pub fn new(sink: W, head: &LogHead) -> Result<Self> {
        Self::begin(sink, head, None)
    }

    /// The same, of a robot whose controller says what it follows.
    pub fn with_targets(sink: W, head: &LogHead) -> Result<Self> {
        Self::begin(sink, head, Some(TARGETS))
    }

    fn begin(sink: W, head: &LogHead, targets: Option<Topic>) -> Result<Self> {
        let forces = head.wrench_frame.is_some().then_some(FORCES);
        let topics: Vec<Topic> = TOPICS.into_iter().chain(forces).chain(targets).collect();
        let n_topics = topics.len();
        let and = |of: &str| {
            let more = head.joints.iter().map(|joint| format!("{joint}.{of}"));
            head.joints.iter().cloned().chain(more).collect()
        };
        let mut log = Self {
            sink,
            at: 0,
            with_links: and("link"),
            with_motors: and("motor"),
            joints: head.joints.clone(),
            wrench_frame: head.wrench_frame.clone(),
            topics,
            chunk: Chunk::new(n_topics),
            contents: Contents { counts: vec![0; n_topics], ..Contents::default() },
            message: Cdr::default(),
        };
        let mut header = Records::default();
        header.header();
        log.put(MAGIC)?;
        log.put(&header.0)?;
        log.put_metadata(head)?;
        head.attachments.iter().try_for_each(|file| log.put_attachment(file))?;
        log.put_channels()?;
        log.flush()?;
        Ok(log)
    }

    /// What the robot said at `t_s` of its clock.
    pub fn feedback(&mut self, t_s: f64, q: &[f64], qd: &[f64], effort: &[f64]) -> Result<()> {
        self.joint_state(FEEDBACK, t_s, [q, qd, effort])
    }

    /// The same of a robot with encoders on its links, whose positions go by the names `<joint>.link`.
    pub fn feedback_with_links(
        &mut self,
        t_s: f64,
        [q, qd, effort]: [&[f64]; 3],
        q_link: &[f64],
    ) -> Result<()> {
        let absent = vec![f64::NAN; q_link.len()];
        let arrays = [[q, q_link].concat(), [qd, &absent].concat(), [effort, &absent].concat()];
        let names = std::mem::take(&mut self.with_links);
        let written = self.state_of(FEEDBACK, t_s, &names, arrays.each_ref().map(Vec::as_slice));
        self.with_links = names;
        written
    }

    /// What the robot was told at `t_s`: what was not commanded is empty.
    pub fn command(&mut self, t_s: f64, q: &[f64], qd: &[f64], effort: &[f64]) -> Result<()> {
        self.joint_state(COMMANDS, t_s, [q, qd, effort])
    }

    /// What the force sensor said at `t_s`: `fx fy fz mx my mz` in the frame of the head. Without such a
    /// frame nothing is written.
    pub fn wrench(&mut self, t_s: f64, wrench: [f64; 6]) -> Result<()> {
        let (Some(frame), Some(channel)) = (&self.wrench_frame, self.channel(FORCES)) else {
            return Ok(());
        };
        let message = stamped(&mut self.message, t_s, frame);
        for value in wrench {
            message.double(value);
        }
        self.push(channel, t_s)
    }

    /// What the robot's controller followed at `t_s`: positions, velocities and torques, and by the
    /// names `<joint>.motor` the currents that it wanted. Nothing in a log without targets.
    pub fn targets(
        &mut self,
        t_s: f64,
        [q, qd, tau]: [&[f64]; 3],
        current_a: &[f64],
    ) -> Result<()> {
        let Some(channel) = self.channel(TARGETS) else { return Ok(()) };
        let absent = vec![f64::NAN; current_a.len()];
        let arrays = [[q, &absent].concat(), [qd, &absent].concat(), [tau, current_a].concat()];
        let names = std::mem::take(&mut self.with_motors);
        let written = self.state_of(channel, t_s, &names, arrays.each_ref().map(Vec::as_slice));
        self.with_motors = names;
        written
    }

    /// The number of an optional topic, in logs that have it.
    fn channel(&self, wanted: Topic) -> Option<u16> {
        (0..).zip(&self.topics).find(|(_, topic)| **topic == wanted).map(|(number, _)| number)
    }

    /// Something that happened, as JSON.
    pub fn event(&mut self, t_s: f64, json: &str) -> Result<()> {
        self.message.restart().text(json);
        self.push(EVENTS, t_s)
    }

    /// How many samples of feedback there are.
    pub fn n_samples(&self) -> u64 {
        self.contents.counts[usize::from(FEEDBACK)]
    }

    /// Ends the log with its index, and gives the sink back.
    pub fn finish(mut self) -> Result<W> {
        self.flush_chunk()?;
        self.put(&ending(&self.contents, self.at))?;
        self.flush()?;
        Ok(self.sink)
    }

    fn joint_state(&mut self, channel: u16, t_s: f64, arrays: [&[f64]; 3]) -> Result<()> {
        let names = std::mem::take(&mut self.joints);
        let written = self.state_of(channel, t_s, &names, arrays);
        self.joints = names;
        written
    }

    fn state_of(
        &mut self,
        channel: u16,
        t_s: f64,
        names: &[String],
        arrays: [&[f64]; 3],
    ) -> Result<()> {
        let message = stamped(&mut self.message, t_s, "").texts(names);
        for array in arrays {
            message.doubles(array);
        }
        self.push(channel, t_s)
    }

    /// Adds the message that has just been made.
    fn push(&mut self, channel: u16, t_s: f64) -> Result<()> {
        let t_ns = nanoseconds(t_s);
        if self.chunk.is_full_at(t_ns) {
            self.flush_chunk()?;
        }
        let count = &mut self.contents.counts[usize::from(channel)];
        // Sequence numbers of MCAP have 32 bits and may wrap.
        self.chunk.push(channel, *count as u32, t_ns, self.message.bytes());
        *count += 1;
        Ok(())
    }

    fn flush_chunk(&mut self) -> Result<()> {
        if self.chunk.is_empty() {
            return Ok(());
        }
        let (bytes, place) = self.chunk.take(self.at)?;
        self.put(&bytes)?;
        self.contents.chunks.push(place);
        self.flush()
    }

    fn put_metadata(&mut self, head: &LogHead) -> Result<()> {
        let (effort, unit) = match head.effort_kind {
            EffortKind::Torque => ("torque", "N m (N of sliding joints), joint side"),
            EffortKind::Current => ("current", "A"),
        };
        let entries = [
            ("effort", effort.to_owned()),
            ("effort_unit", unit.to_owned()),
            ("rate_hz", head.rate_hz.to_string()),
            ("clock", "robot".to_owned()),
        ];
        let name = "taufit";
        let (start, length) = self.put_record(Code::Metadata, |record| {
            record.text(name);
            record.map(&entries);
        })?;
        let name = name.to_owned();
        self.contents.metadata.push(Placed { name, start, length, media_type: "", data_bytes: 0 });
        Ok(())
    }

    fn put_attachment(&mut self, file: &Attachment) -> Result<()> {
        let Attachment { name, media_type, text } = file;
        let (start, length) = self.put_record(Code::Attachment, |record| {
            let fields = record.0.len();
            record.u64(0);
            record.u64(0);
            record.text(name);
            record.text(media_type);
            record.u64(text.len() as u64);
            record.bytes(text.as_bytes());
            record.u32(crc32fast::hash(&record.0[fields..]));
        })?;
        let (name, data_bytes) = (name.clone(), text.len() as u64);
        self.contents.attachments.push(Placed { name, start, length, media_type, data_bytes });
        Ok(())
    }

    fn put_channels(&mut self) -> Result<()> {
        let (mut schemas, mut channels) = (Records::default(), Records::default());
        let n_schemas = self.topics.iter().map(|(_, schema)| *schema).max().unwrap_or(0);
        let all = [JOINT_STATE, TEXT, WRENCH];
        for (id, schema) in (1..).zip(all.iter().take(usize::from(n_schemas))) {
            schemas.schema(id, schema);
        }
        self.contents.n_schemas = n_schemas;
        for (id, (topic, schema)) in (0..).zip(&self.topics) {
            channels.channel(id, *schema, topic, "");
        }
        self.put(&schemas.0)?;
        self.put(&channels.0)?;
        (self.contents.schemas, self.contents.channels) = (schemas.0, channels.0);
        Ok(())
    }

    /// Writes a record outside the chunks; where it begins, and how long it is.
    fn put_record(&mut self, code: Code, fields: impl FnOnce(&mut Records)) -> Result<(u64, u64)> {
        let mut record = Records::default();
        record.add(code, fields);
        let start = self.at;
        self.put(&record.0)?;
        Ok((start, record.0.len() as u64))
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.sink.write_all(bytes).map_err(unwritable)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.sink.flush().map_err(unwritable)
    }
}

/// Begins a message with a header: stamp and frame.
fn stamped<'a>(message: &'a mut Cdr, t_s: f64, frame: &str) -> &'a mut Cdr {
    let t_ns = nanoseconds(t_s);
    let seconds = u32::try_from(t_ns / 1_000_000_000).unwrap_or(u32::MAX);
    message.restart().u32(seconds).u32((t_ns % 1_000_000_000) as u32).text(frame)
}

fn unwritable(error: std::io::Error) -> Error {
    Error::LogUnwritable { reason: error.to_string() }
}

/// Time of a clock that started at zero.
fn nanoseconds(t_s: f64) -> u64 {
    (t_s.max(0.0) * 1e9).round() as u64
}
