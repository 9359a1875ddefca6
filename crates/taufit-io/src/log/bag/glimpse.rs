//! A look at the first messages of topics: what they are about, and what they leave out.

use super::files::{BagFiles, Messages};
use super::joint_state::JointState;
use super::json::flat_numbers;
use super::topic::{Encoding, Message, Topic};
use crate::error::Result;

/// How many messages about our joints are enough to know a topic.
const ENOUGH: usize = 64;

/// How many messages are looked at in all: a gripper may be louder than the arm.
const MAX_MESSAGES: u64 = 20_000;

/// What the first messages of a topic say.
#[derive(Debug)]
pub(super) struct Glimpse {
    pub(super) topic: Topic,
    /// Names in the message that has most of the joints wanted, then most names.
    pub(super) names: Vec<String>,
    pub(super) n_wanted: usize,
    /// How many messages have all joints wanted, and positions.
    pub(super) n_complete: usize,
    pub(super) has_velocity: bool,
    pub(super) has_effort: bool,
    /// Whether any stamp is set.
    pub(super) is_stamped: bool,
    /// Names of the numbers in the first message that is JSON but no joint state.
    pub(super) numbers: Option<Vec<String>>,
    /// Why the first message was not understood.
    pub(super) failure: Option<String>,
    pub(super) n_messages: usize,
}

/// Looks at topics. `wanted` are the joints by their names in the log, empty where all will do.
pub(super) fn glimpse(
    files: &BagFiles,
    topics: &[Topic],
    wanted: &[String],
) -> Result<(Vec<Glimpse>, Messages)> {
    let names = topics.iter().map(|topic| topic.name.clone()).collect();
    let mut messages = Messages::new(files, names);
    let mut glimpses: Vec<Glimpse> = topics.iter().cloned().map(Glimpse::new).collect();
    let mut state = JointState::default();
    while messages.count < MAX_MESSAGES
        && glimpses.iter().any(|glimpse| glimpse.n_complete < ENOUGH)
        && messages.advance()?
    {
        let Some(message) = messages.message() else { break };
        if let Some(glimpse) = glimpses.get_mut(message.topic) {
            glimpse.look(&message, &mut state, wanted);
        }
    }
    Ok((glimpses, messages))
}

impl Glimpse {
    fn new(topic: Topic) -> Self {
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

    fn look(&mut self, message: &Message, state: &mut JointState, wanted: &[String]) {
        self.n_messages += 1;
        match state.decode(message.encoding, message.data) {
            Ok(()) => self.learn(state, wanted),
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

    fn learn(&mut self, state: &JointState, wanted: &[String]) {
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
