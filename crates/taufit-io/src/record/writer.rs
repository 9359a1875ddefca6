//! Writer of recordings: MCAP by the crate `mcap`, in chunks that are complete before they reach the sink.

use super::cdr::Cdr;
use crate::error::{Error, Result};
use crate::ros::schema::{JOINT_STATE, Schema, TEXT, WRENCH};
use mcap::records::{MessageHeader, Metadata};
use mcap::write::NoSeek;
use mcap::{Compression, McapError, McapResult, WriteOptions};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use taufit::recording::EffortKind;

/// Longest time in a chunk \[ns\], which bounds the loss by a crash; with other delays that is still less than a
/// second.
const LONGEST_NS: u64 = 500_000_000;

/// Largest chunk before it is packed \[bytes\].
const LARGEST_BYTES: u64 = 4 << 20;

/// Compression level: the fastest.
const ZSTD_LEVEL: u32 = 1;

/// Topic and message type.
type Topic = (&'static str, &'static Schema);

/// Topics that every log has, in the order of their channels.
const TOPICS: [Topic; 3] = [
    ("/joint_states", &JOINT_STATE),
    ("/taufit/commands", &JOINT_STATE),
    ("/taufit/events", &TEXT),
];
const FEEDBACK: usize = 0;
const COMMANDS: usize = 1;
const EVENTS: usize = 2;

/// Topics of robots with a force sensor, and of controllers that report their setpoints.
const FORCES: Topic = ("/wrench", &WRENCH);
const TARGETS: Topic = ("/taufit/targets", &JOINT_STATE);

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

/// Header of a log, written before the first sample.
#[derive(Clone, Debug, PartialEq)]
pub struct LogHeader {
    /// Names of the joints, in the order of all vectors.
    pub joints: Vec<String>,
    /// Kind of the efforts.
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
/// A process that is killed loses the chunk that is being filled and the index at the end; readers find everything
/// before.
pub struct LogWriter<W: Write> {
    file: mcap::Writer<NoSeek<W>>,
    joints: Vec<String>,
    /// The joints, then their links.
    with_links: Vec<String>,
    /// The joints, then their motors.
    with_motors: Vec<String>,
    wrench_frame: Option<String>,
    channels: Vec<LogChannel>,
    /// Time of the first message of the chunk \[ns\]; none where it is empty.
    chunk_start_ns: Option<u64>,
    message: Cdr,
}

/// A topic of a log.
struct LogChannel {
    topic: &'static str,
    id: u16,
    n_messages: u64,
}

impl<W: Write> fmt::Debug for LogWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LogWriter").field("joints", &self.joints).finish_non_exhaustive()
    }
}

/// Settings that all MCAP files of this crate share.
pub(crate) fn write_options() -> WriteOptions {
    WriteOptions::new().profile("ros2").library(concat!("taufit ", env!("CARGO_PKG_VERSION")))
}

/// Adds a topic with the quality of service that a player should offer (YAML), if any; its number.
pub(crate) fn add_topic<S: Write + std::io::Seek>(
    file: &mut mcap::Writer<S>,
    (topic, schema): Topic,
    qos: &str,
) -> McapResult<u16> {
    let schema = file.add_schema(schema.name, "ros2msg", schema.definition.as_bytes())?;
    let qos = BTreeMap::from([("offered_qos_profiles".to_owned(), qos.to_owned())]);
    file.add_channel(schema, topic, "cdr", &qos)
}

impl<W: Write> LogWriter<W> {
    /// Begins a log with its header, attachments and channels.
    pub fn new(sink: W, head: &LogHeader) -> Result<Self> {
        Self::begin(sink, head, None)
    }

    /// Begins a log with setpoints of the controller.
    pub fn with_targets(sink: W, head: &LogHeader) -> Result<Self> {
        Self::begin(sink, head, Some(TARGETS))
    }

    fn begin(sink: W, head: &LogHeader, targets: Option<Topic>) -> Result<Self> {
        let options = write_options()
            .compression(Some(Compression::Zstd))
            .compression_level(ZSTD_LEVEL)
            .compression_threads(0)
            .chunk_size(Some(LARGEST_BYTES))
            .disable_seeking(true);
        let mut file = options.create(NoSeek::new(sink)).map_err(unwritable)?;
        file.write_metadata(&metadata(head)).map_err(unwritable)?;
        for attachment in &head.attachments {
            file.attach(&attachment.record()).map_err(unwritable)?;
        }
        let forces = head.wrench_frame.is_some().then_some(FORCES);
        let add = |topic: Topic| {
            let id = add_topic(&mut file, topic, "")?;
            Ok(LogChannel { topic: topic.0, id, n_messages: 0 })
        };
        let topics = TOPICS.into_iter().chain(forces).chain(targets);
        let channels = topics.map(add).collect::<McapResult<_>>().map_err(unwritable)?;
        // Channels are a chunk of their own, which no damage of the first messages can take away.
        file.flush().map_err(unwritable)?;
        let and = |of: &str| {
            let more = head.joints.iter().map(|joint| format!("{joint}.{of}"));
            head.joints.iter().cloned().chain(more).collect()
        };
        Ok(Self {
            file,
            with_links: and("link"),
            with_motors: and("motor"),
            joints: head.joints.clone(),
            wrench_frame: head.wrench_frame.clone(),
            channels,
            chunk_start_ns: None,
            message: Cdr::default(),
        })
    }

    /// Writes measured positions, velocities and efforts at `t_s` of the robot's clock.
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

    /// Writes the command at `t_s`; arrays that were not commanded are empty.
    pub fn command(&mut self, t_s: f64, q: &[f64], qd: &[f64], effort: &[f64]) -> Result<()> {
        self.joint_state(COMMANDS, t_s, [q, qd, effort])
    }

    /// Writes the measured wrench at `t_s`: `fx fy fz mx my mz` in the frame of the header. Without such a
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

    /// Writes the setpoints of the controller at `t_s`: positions, velocities and torques, and by the
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

    /// Index of an optional topic, in logs that have it.
    fn channel(&self, (wanted, _): Topic) -> Option<usize> {
        self.channels.iter().position(|channel| channel.topic == wanted)
    }

    /// Writes an event, as JSON.
    pub fn event(&mut self, t_s: f64, json: &str) -> Result<()> {
        self.message.restart().text(json);
        self.push(EVENTS, t_s)
    }

    /// Number of feedback samples.
    pub fn n_samples(&self) -> u64 {
        self.channels[FEEDBACK].n_messages
    }

    /// Ends the log with its index, and gives the sink back.
    pub fn finish(mut self) -> Result<W> {
        self.file.finish().map_err(unwritable)?;
        let mut sink = self.file.into_inner().into_inner();
        sink.flush().map_err(|error| unwritable(error.into()))?;
        Ok(sink)
    }

    fn joint_state(&mut self, channel: usize, t_s: f64, arrays: [&[f64]; 3]) -> Result<()> {
        let names = std::mem::take(&mut self.joints);
        let written = self.state_of(channel, t_s, &names, arrays);
        self.joints = names;
        written
    }

    fn state_of(
        &mut self,
        channel: usize,
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
    fn push(&mut self, channel: usize, t_s: f64) -> Result<()> {
        let t_ns = nanoseconds(t_s);
        let start_ns = *self.chunk_start_ns.get_or_insert(t_ns);
        if t_ns.saturating_sub(start_ns) >= LONGEST_NS {
            self.file.flush().map_err(unwritable)?;
            self.chunk_start_ns = Some(t_ns);
        }
        let LogChannel { id, n_messages, .. } = &mut self.channels[channel];
        // Sequence numbers of MCAP have 32 bits and may wrap.
        let sequence = *n_messages as u32;
        let (log_time, publish_time) = (t_ns, t_ns);
        let header = MessageHeader { channel_id: *id, sequence, log_time, publish_time };
        *n_messages += 1;
        self.file.write_to_known_channel(&header, self.message.bytes()).map_err(unwritable)
    }
}

impl Attachment {
    fn record(&self) -> mcap::Attachment<'_> {
        mcap::Attachment {
            log_time: 0,
            create_time: 0,
            name: self.name.clone(),
            media_type: self.media_type.to_owned(),
            data: Cow::Borrowed(self.text.as_bytes()),
        }
    }
}

/// Meaning of the numbers in the log.
fn metadata(head: &LogHeader) -> Metadata {
    let (effort, unit) = match head.effort_kind {
        EffortKind::Torque => ("torque", "N m (N of sliding joints), joint side"),
        EffortKind::Current => ("current", "A"),
    };
    let rate_hz = head.rate_hz.to_string();
    let entries =
        [("effort", effort), ("effort_unit", unit), ("rate_hz", &rate_hz), ("clock", "robot")];
    let metadata = entries.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    Metadata { name: "taufit".to_owned(), metadata }
}

/// Begins a message with a header: stamp and frame.
fn stamped<'a>(message: &'a mut Cdr, t_s: f64, frame: &str) -> &'a mut Cdr {
    let t_ns = nanoseconds(t_s);
    let seconds = u32::try_from(t_ns / 1_000_000_000).unwrap_or(u32::MAX);
    message.restart().u32(seconds).u32((t_ns % 1_000_000_000) as u32).text(frame)
}

/// Error of writing an MCAP file.
pub(crate) fn unwritable(error: McapError) -> Error {
    let reason = match error {
        McapError::Io(error) => error.to_string(),
        other => other.to_string(),
    };
    Error::LogUnwritable { reason }
}

/// Nanoseconds of a clock that started at zero.
fn nanoseconds(t_s: f64) -> u64 {
    (t_s.max(0.0) * 1e9).round() as u64
}
