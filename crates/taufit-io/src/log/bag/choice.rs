//! Which topic of a bag is read.

use super::glimpse::Glimpse;
use super::matching::missing;
use super::topic::{Encoding, Topic};
use crate::error::{Error, Result};
use taufit::diagnostics::{name_list, suggest};

/// Where our own runs note what was commanded, and what a controller followed.
const NOTES: &str = "/taufit/";

/// The topics that may hold the joints: the one that the user says, else those of joint states, else
/// those in JSON, which do not say what they hold. What a run of ours notes beside the robot's own
/// words is not measured.
pub(super) fn candidates(topics: &[Topic], said: Option<&str>) -> Result<Vec<Topic>> {
    if let Some(said) = said {
        return named(topics, said).map(|topic| vec![topic]);
    }
    let with = |is_it: &dyn Fn(&&Topic) -> bool| -> Vec<Topic> {
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

fn named(topics: &[Topic], said: &str) -> Result<Topic> {
    let is_it = |topic: &&Topic| topic.name == said || topic.name.strip_prefix('/') == Some(said);
    let names = || topics.iter().map(|topic| topic.name.as_str());
    let found = topics.iter().find(is_it).ok_or_else(|| Error::UnknownTopic {
        topic: said.to_owned(),
        suggestion: suggest(said, names()),
        available: name_list(names()),
    })?;
    match found.is_joint_state() || found.encoding == Encoding::Json {
        true => Ok(found.clone()),
        false => Err(Error::NoJointStates { available: listed(std::slice::from_ref(found)) }),
    }
}

/// The topics with their types, for messages.
fn listed(topics: &[Topic]) -> String {
    name_list(topics.iter().map(|topic| format!("{} ({})", topic.name, topic.message_type)))
}

/// The topic to read: the only one with the joints wanted, or the only one at all.
pub(super) fn choose_topic(glimpses: Vec<Glimpse>, wanted: &[String]) -> Result<Glimpse> {
    let is_table = |glimpse: &Glimpse| glimpse.numbers.is_some();
    let (mut fitting, mut others): (Vec<Glimpse>, Vec<Glimpse>) =
        glimpses.into_iter().partition(|glimpse| glimpse.n_complete > 0 || is_table(glimpse));
    // A topic that says what its joints are is better than one that has to be understood.
    if fitting.iter().any(|glimpse| !is_table(glimpse)) {
        fitting.retain(|glimpse| !is_table(glimpse));
    }
    // Commands are joint states too, but nobody measures them: they have no efforts.
    if fitting.iter().any(|glimpse| glimpse.has_effort) {
        fitting.retain(|glimpse| glimpse.has_effort);
    }
    if fitting.len() > 1 {
        let topics = name_list(fitting.iter().map(|glimpse| &glimpse.topic.name));
        return Err(Error::SeveralTopics { topics });
    }
    if let Some(only) = fitting.pop() {
        return Ok(only);
    }
    others.sort_by_key(|glimpse| (glimpse.n_wanted, glimpse.n_messages));
    Err(others.pop().map_or(Error::EmptyLog { what: "no topic" }, |best| refusal(best, wanted)))
}

/// Why a topic cannot be read.
fn refusal(glimpse: Glimpse, wanted: &[String]) -> Error {
    let Glimpse { topic, names, failure, n_messages, n_wanted, .. } = glimpse;
    match (failure, n_messages) {
        (_, 0) => Error::EmptyLog { what: "a topic of joint states without messages" },
        (Some(reason), _) if names.is_empty() => {
            Error::BadMessage { message: 1, topic: topic.name, reason }
        }
        _ if n_wanted < wanted.len() || wanted.is_empty() => missing(wanted, &topic.name, &names),
        _ => Error::ArrayMissing { topic: topic.name, what: "position" },
    }
}
