//! Samples from messages of joint states, with joints matched by name.

use super::chunked::DamagedChunks;
use super::files::{BrokenFile, Messages};
use super::joint_state::JointStateBuffer;
use crate::diagnostics::ReadWarning;
use crate::error::{Error, Result};
use crate::log::format::LogFormat;
use taufit::Warning;
use taufit::diagnostics::{name_list, suggest};

/// Rows of a topic, read on demand.
pub(in crate::log) struct BagRows {
    pub(super) messages: Messages,
    pub(super) topic: String,
    pub(super) state: JointStateBuffer,
    pub(super) matching: Matching,
    /// The links, where their encoders are read beside those of the motors.
    pub(super) links: Option<Matching>,
    pub(super) has_velocity: bool,
    /// Whether stamps are those of the recorder.
    pub(super) by_log_time: bool,
    /// Messages without positions of our joints, and the names in the first of them.
    pub(super) skipped: u64,
    pub(super) skipped_names: Vec<String>,
}

impl BagRows {
    /// Time, positions (of links, then of motors), velocities and efforts of the next message about our joints, and its number.
    pub(in crate::log) fn next_row(&mut self, row: &mut Vec<f64>) -> Result<Option<u64>> {
        while self.messages.advance()? {
            let number = self.messages.count;
            let Some(message) = self.messages.message() else { return Ok(None) };
            let decoded = self.state.decode(message.encoding, message.data);
            decoded.map_err(|reason| bad_message(number, &self.topic, reason))?;
            let stamp_ns = if self.by_log_time { message.log_ns } else { self.state.stamp_ns };
            let slots = self.matching.slots(&self.topic, &self.state)?;
            if slots.is_empty() || self.state.position.is_empty() {
                if self.skipped == 0 {
                    self.skipped_names.clone_from(&self.state.names);
                }
                self.skipped += 1;
                continue;
            }
            let t_s = seconds(stamp_ns);
            self.messages.last_t_s = Some(t_s);
            row.clear();
            row.push(t_s);
            let entry = |array: &[f64], slot: &usize| array.get(*slot).copied().unwrap_or(f64::NAN);
            if let Some(links) = &mut self.links {
                let slots = links.slots(&self.topic, &self.state)?;
                row.extend(slots.iter().map(|slot| entry(&self.state.position, slot)));
            }
            let velocity = self.has_velocity.then_some(&self.state.velocity);
            let arrays = [Some(&self.state.position), velocity, Some(&self.state.effort)];
            for array in arrays.into_iter().flatten() {
                row.extend(slots.iter().map(|slot| entry(array, slot)));
            }
            return Ok(Some(number));
        }
        Ok(None)
    }

    pub(in crate::log) fn warnings(&self, last_t_s: f64) -> Vec<Warning> {
        let skipped = (self.skipped > 0).then(|| {
            Warning::from(ReadWarning::MessagesSkipped {
                count: self.skipped,
                topic: self.topic.clone(),
                names: name_list(&self.skipped_names),
            })
        });
        breaks(&self.messages, last_t_s).into_iter().chain(skipped).collect()
    }

    pub(in crate::log) fn empty_error(&self) -> Error {
        self.messages.empty_error()
    }
}

/// Warnings about files that could not be read to their end or have damaged chunks.
pub(super) fn breaks(messages: &Messages, last_t_s: f64) -> Vec<Warning> {
    let warning = |file: &BrokenFile| {
        Warning::from(ReadWarning::BagBrokenOff {
            format: file.format.name(),
            byte: file.at.byte,
            reason: file.at.reason.clone(),
            n_messages: file.count,
            last_t_s: file.last_t_s.unwrap_or(last_t_s),
        })
    };
    let damaged = |(format, damage): &(LogFormat, DamagedChunks)| {
        Warning::from(ReadWarning::BagDamaged {
            format: format.name(),
            count: damage.count,
            byte: damage.byte,
            reason: damage.reason.clone(),
            lost_s: damage.lost_s,
        })
    };
    messages.breaks.iter().map(warning).chain(messages.damages.iter().map(damaged)).collect()
}

/// Error for a message that cannot be decoded.
pub(super) fn bad_message(message: u64, topic: &str, reason: String) -> Error {
    Error::BadMessage { message, topic: topic.to_owned(), reason }
}

/// Seconds of a stamp in nanoseconds, rounded to the nearest double.
pub(super) fn seconds(stamp_ns: i64) -> f64 {
    const SECOND_NS: i64 = 1_000_000_000;
    const EXACT: u64 = 1 << 53;
    if stamp_ns.unsigned_abs() < EXACT {
        return stamp_ns as f64 / SECOND_NS as f64;
    }
    // As a double it would lose digits before the division does.
    (stamp_ns / SECOND_NS) as f64 + (stamp_ns % SECOND_NS) as f64 / SECOND_NS as f64
}

/// The joints to be found, and where they stand in the message.
#[derive(Debug)]
pub(super) struct Matching {
    /// Names of the joints in the log.
    wanted: Vec<String>,
    slots: Vec<usize>,
    /// Of which names this is the matching.
    generation: Option<u64>,
}

impl Matching {
    pub(super) fn new(wanted: Vec<String>) -> Self {
        Self { wanted, slots: Vec::new(), generation: None }
    }

    /// Indices of the joints in a message; empty where it holds other joints only.
    pub(super) fn slots(&mut self, topic: &str, state: &JointStateBuffer) -> Result<&[usize]> {
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

/// The joints that the names lack, each with the nearest name that no other joint has.
pub(super) fn missing(wanted: &[String], topic: &str, names: &[String]) -> Error {
    let lacking: Vec<&String> = wanted.iter().filter(|name| !names.contains(name)).collect();
    let mut free: Vec<&str> =
        names.iter().filter(|name| !wanted.contains(name)).map(String::as_str).collect();
    let in_order = lacking.len() == free.len();
    let mut pairs = Vec::new();
    for joint in &lacking {
        let near = suggest(joint, free.iter().copied());
        let near = near.or_else(|| free.first().filter(|_| in_order).map(|&name| name.to_owned()));
        let Some(near) = near else { continue };
        free.retain(|name| *name != near);
        pairs.push(format!("{joint}={near}"));
    }
    Error::JointsNotInTopic {
        topic: topic.to_owned(),
        missing: name_list(&lacking),
        names: name_list(names),
        pairs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_the_nearest_double() {
        for (stamp_ns, text) in [
            (8_000_000, "0.008"),
            (1, "0.000000001"),
            (27_519_999_999, "27.519999999"),
            (1_700_000_000_123_456_789, "1700000000.123456789"),
            (-1_500_000_000, "-1.5"),
        ] {
            assert_eq!(seconds(stamp_ns), text.parse::<f64>().unwrap(), "{text}");
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn names_decide_and_are_matched_again_when_they_change() {
        let mut matching = Matching::new(names(&["a", "b"]));
        let mut state = JointStateBuffer::default();
        for (order, expected) in
            [(&["a", "b"][..], &[0, 1][..]), (&["b", "x", "a"], &[2, 0]), (&["x"], &[])]
        {
            state.rename(names(order), b"");
            assert_eq!(matching.slots("/js", &state).unwrap(), expected, "{order:?}");
        }
    }

    #[test]
    fn joints_that_are_missing_are_named() {
        let mut state = JointStateBuffer::default();
        state.rename(names(&["elbow_jnt", "shoulder"]), b"");
        let mut matching = Matching::new(names(&["shoulder", "elbow_joint"]));
        let error = matching.slots("/js", &state).unwrap_err();
        let text = error.to_string();
        assert_eq!(error.code(), "E065");
        for part in ["/js", "\"elbow_joint\"", "elbow_joint=elbow_jnt"] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn every_missing_joint_is_paired_with_a_free_name_and_none_with_a_used_one() {
        let pairs =
            |wanted: &[&str], log: &[&str]| match missing(&names(wanted), "/js", &names(log)) {
                Error::JointsNotInTopic { pairs, .. } => pairs.join(" "),
                error => panic!("{error}"),
            };
        assert_eq!(pairs(&["j1", "j2"], &["shoulder", "elbow"]), "j1=shoulder j2=elbow");
        assert_eq!(pairs(&["joint1", "joint2", "joint3"], &["joint1", "joint2"]), "");
        assert_eq!(
            pairs(&["elbow_joint", "wrist"], &["wrist_jt", "elbow_jt"]),
            "elbow_joint=elbow_jt wrist=wrist_jt"
        );
        let text = missing(&names(&["a"]), "/js", &names(&[])).to_string();
        assert!(text.contains("another robot"), "{text}");
    }
}
