//! Which entry of a message belongs to which joint: by name, in any order, which may change.

use super::joint_state::JointState;
use crate::error::{Error, Result};
use taufit::diagnostics::{name_list, suggest};

/// The joints to be found, and where they stand in the message.
#[derive(Debug)]
pub(super) struct Matching {
    /// What the joints are called in the log.
    wanted: Vec<String>,
    slots: Vec<usize>,
    /// Of which names this is the matching.
    generation: Option<u64>,
}

impl Matching {
    pub(super) fn new(wanted: Vec<String>) -> Self {
        Self { wanted, slots: Vec::new(), generation: None }
    }

    /// Where the joints stand in a message; nothing where it is about other joints only.
    pub(super) fn slots(&mut self, topic: &str, state: &JointState) -> Result<&[usize]> {
        if self.generation != Some(state.generation) {
            self.slots = slots(&self.wanted, topic, &state.names)?;
            self.generation = Some(state.generation);
        }
        Ok(&self.slots)
    }
}

fn slots(wanted: &[String], topic: &str, names: &[String]) -> Result<Vec<usize>> {
    let place = |name: &String| names.iter().position(|other| other == name);
    let places: Vec<Option<usize>> = wanted.iter().map(place).collect();
    if places.iter().all(Option::is_none) {
        return Ok(Vec::new());
    }
    if places.contains(&None) {
        return Err(missing(wanted, topic, names));
    }
    Ok(places.into_iter().flatten().collect())
}

/// The joints that the names lack, with the nearest of them for the first.
pub(super) fn missing(wanted: &[String], topic: &str, names: &[String]) -> Error {
    let lacking: Vec<&String> = wanted.iter().filter(|name| !names.contains(name)).collect();
    let first = lacking.first().copied();
    let near = first.and_then(|name| suggest(name, names.iter().map(String::as_str)));
    let example = near.or_else(|| names.first().cloned()).unwrap_or_default();
    Error::JointsNotInTopic {
        topic: topic.to_owned(),
        missing: name_list(&lacking),
        names: name_list(names),
        option: format!("--map {}={example}", first.map_or("JOINT", String::as_str)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn names_decide_and_are_matched_again_when_they_change() {
        let mut matching = Matching::new(names(&["a", "b"]));
        let mut state = JointState::default();
        for (order, expected) in
            [(&["a", "b"][..], &[0, 1][..]), (&["b", "x", "a"], &[2, 0]), (&["x"], &[])]
        {
            state.rename(names(order), b"");
            assert_eq!(matching.slots("/js", &state).unwrap(), expected, "{order:?}");
        }
    }

    #[test]
    fn joints_that_are_missing_are_named() {
        let mut state = JointState::default();
        state.rename(names(&["elbow_jnt", "shoulder"]), b"");
        let mut matching = Matching::new(names(&["shoulder", "elbow_joint"]));
        let error = matching.slots("/js", &state).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.code(), "E065");
        for part in ["/js", "\"elbow_joint\"", "--map elbow_joint=elbow_jnt"] {
            assert!(text.contains(part), "{text}");
        }
    }
}
