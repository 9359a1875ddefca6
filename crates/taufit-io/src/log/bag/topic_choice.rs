//! Choice of the topic to read, by a scan of the first messages.

use super::bag_file::{Encoding, LogTopic, Message};
use super::files::{BagFiles, Messages};
use super::joint_state::JointStateBuffer;
use super::json::flat_numbers;
use super::rows::missing;
use crate::error::{Error, Result};
use taufit::diagnostics::{name_list, suggest};

/// Prefix of topics with commands and setpoints in recordings by taufit.
const NOTES: &str = "/taufit/";

/// Topics that may hold the joints: the stated one, else those of joint states, else
/// those in JSON, which have no type. What a run of ours notes beside the robot's own
/// words is not measured.
pub(super) fn candidates(topics: &[LogTopic], stated: Option<&str>) -> Result<Vec<LogTopic>> {
    if let Some(stated) = stated {
        return named(topics, stated).map(|topic| vec![topic]);
    }
    let with = |is_it: &dyn Fn(&&LogTopic) -> bool| -> Vec<LogTopic> {
        topics.iter().filter(is_it).cloned().collect()
    };
    let joint_states = with(&|topic| topic.is_joint_state() && !topic.name.starts_with(NOTES));
    let json = with(&|topic| topic.encoding == Encoding::Json);
    match (joint_states.is_empty(), json.is_empty()) {
        (false, _) => Ok(joint_states),
        (true, false) => Ok(json),
        (true, true) => Err(Error::NoJointStates { available: listed(topics) }),
    }
}

fn named(topics: &[LogTopic], stated: &str) -> Result<LogTopic> {
    let is_it =
        |topic: &&LogTopic| topic.name == stated || topic.name.strip_prefix('/') == Some(stated);
    let names = || topics.iter().map(|topic| topic.name.as_str());
    let found = topics.iter().find(is_it).ok_or_else(|| Error::UnknownTopic {
        topic: stated.to_owned(),
        suggestion: suggest(stated, names()),
        available: name_list(names()),
    })?;
    match found.is_joint_state() || found.encoding == Encoding::Json {
        true => Ok(found.clone()),
        false => Err(Error::NoJointStates { available: listed(std::slice::from_ref(found)) }),
    }
}

/// The topics with their types, for messages.
fn listed(topics: &[LogTopic]) -> String {
    name_list(topics.iter().map(|topic| format!("{} ({})", topic.name, topic.message_type)))
}

/// The topic to read: the only one with the joints wanted, or the only one at all.
pub(super) fn choose_topic(scans: Vec<TopicScan>, wanted: &[String]) -> Result<TopicScan> {
    let is_table = |scan: &TopicScan| scan.numbers.is_some();
    let (mut fitting, mut others): (Vec<TopicScan>, Vec<TopicScan>) =
        scans.into_iter().partition(|scan| scan.n_complete > 0 || is_table(scan));
    // A topic with joint names is preferred to one whose fields have to be interpreted.
    if fitting.iter().any(|scan| !is_table(scan)) {
        fitting.retain(|scan| !is_table(scan));
    }
    // Commands are joint states too, but without measured efforts.
    if fitting.iter().any(|scan| scan.has_effort) {
        fitting.retain(|scan| scan.has_effort);
    }
    if fitting.len() > 1 {
        let topics = name_list(fitting.iter().map(|scan| &scan.topic.name));
        return Err(Error::SeveralTopics { topics });
    }
    if let Some(only) = fitting.pop() {
        return Ok(only);
    }
    others.sort_by_key(|scan| (scan.n_wanted, scan.n_messages));
    Err(others.pop().map_or(Error::EmptyLog { what: "no topic" }, |best| refusal(best, wanted)))
}

/// Error for a topic that cannot be read.
fn refusal(scan: TopicScan, wanted: &[String]) -> Error {
    let TopicScan { topic, names, failure, n_messages, n_wanted, .. } = scan;
    match (failure, n_messages) {
        (_, 0) => Error::EmptyLog { what: "a topic of joint states without messages" },
        (Some(reason), _) if names.is_empty() => {
            Error::BadMessage { message: 1, topic: topic.name, reason }
        }
        _ if n_wanted < wanted.len() || wanted.is_empty() => missing(wanted, &topic.name, &names),
        _ => Error::ArrayMissing { topic: topic.name, what: "position" },
    }
}

/// Complete messages after which the scan of a topic ends.
const ENOUGH: usize = 64;

/// Messages scanned in all; a gripper may publish more often than the arm.
const MAX_MESSAGES: u64 = 20_000;

/// Contents of the first messages of a topic.
#[derive(Debug)]
pub(super) struct TopicScan {
    pub(super) topic: LogTopic,
    /// Names in the message that has most of the joints wanted, then most names.
    pub(super) names: Vec<String>,
    pub(super) n_wanted: usize,
    /// Number of messages with all wanted joints and positions.
    pub(super) n_complete: usize,
    pub(super) has_velocity: bool,
    pub(super) has_effort: bool,
    /// Whether any stamp is set.
    pub(super) is_stamped: bool,
    /// Names of the numbers in the first message that is JSON but no joint state.
    pub(super) numbers: Option<Vec<String>>,
    /// Decoding error of the first message.
    pub(super) failure: Option<String>,
    pub(super) n_messages: usize,
}

/// Looks at topics. `wanted` are the joints by their names in the log, empty where all will do.
pub(super) fn scan_topics(
    files: &BagFiles,
    topics: &[LogTopic],
    wanted: &[String],
) -> Result<(Vec<TopicScan>, Messages)> {
    let names = topics.iter().map(|topic| topic.name.clone()).collect();
    let mut messages = Messages::new(files, names);
    let mut scans: Vec<TopicScan> = topics.iter().cloned().map(TopicScan::new).collect();
    let mut state = JointStateBuffer::default();
    while messages.count < MAX_MESSAGES
        && scans.iter().any(|scan| scan.n_complete < ENOUGH)
        && messages.advance()?
    {
        let Some(message) = messages.message() else { break };
        if let Some(scan) = scans.get_mut(message.topic) {
            scan.add(&message, &mut state, wanted);
        }
    }
    Ok((scans, messages))
}

impl TopicScan {
    fn new(topic: LogTopic) -> Self {
        Self {
            topic,
            names: Vec::new(),
            n_wanted: 0,
            n_complete: 0,
            has_velocity: false,
            has_effort: false,
            is_stamped: false,
            numbers: None,
            failure: None,
            n_messages: 0,
        }
    }

    fn add(&mut self, message: &Message, state: &mut JointStateBuffer, wanted: &[String]) {
        self.n_messages += 1;
        match state.decode(message.encoding, message.data) {
            Ok(()) => self.add_state(state, wanted),
            Err(reason) => {
                let is_first = self.n_messages == 1;
                if is_first && message.encoding == Encoding::Json {
                    let numbers = flat_numbers(message.data).ok();
                    self.numbers =
                        numbers.map(|all| all.into_iter().map(|(name, _)| name).collect());
                    self.n_complete = ENOUGH;
                }
                self.failure.get_or_insert(reason);
            }
        }
    }

    fn add_state(&mut self, state: &JointStateBuffer, wanted: &[String]) {
        let n_wanted = wanted.iter().filter(|name| state.names.contains(name)).count();
        if (n_wanted, state.names.len()) > (self.n_wanted, self.names.len()) {
            (self.n_wanted, self.names) = (n_wanted, state.names.clone());
        }
        if n_wanted < wanted.len() || state.position.is_empty() {
            return;
        }
        self.n_complete += 1;
        self.has_velocity |= !state.velocity.is_empty();
        self.has_effort |= !state.effort.is_empty();
        self.is_stamped |= state.stamp_ns != 0;
    }
}
