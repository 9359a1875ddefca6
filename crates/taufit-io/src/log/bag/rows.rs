//! The samples in messages of joint states.

use super::chunked::Damage;
use super::files::{BrokenFile, Messages};
use super::joint_state::JointState;
use super::matching::Matching;
use crate::error::{Error, Result};
use crate::log::format::Format;
use taufit::Warning;
use taufit::diagnostics::name_list;

/// A topic, read up to the message that was asked for last.
pub(in crate::log) struct BagRows {
    pub(super) messages: Messages,
    pub(super) topic: String,
    pub(super) state: JointState,
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

    pub(in crate::log) fn doubts(&self, last_t_s: f64) -> Vec<Warning> {
        let skipped = (self.skipped > 0).then(|| Warning::MessagesSkipped {
            count: self.skipped,
            topic: self.topic.clone(),
            names: name_list(&self.skipped_names),
        });
        breaks(&self.messages, last_t_s).into_iter().chain(skipped).collect()
    }

    pub(in crate::log) fn nothing(&self) -> Error {
        self.messages.nothing()
    }
}

/// A doubt for every file that could not be read to its end, or not whole.
pub(super) fn breaks(messages: &Messages, last_t_s: f64) -> Vec<Warning> {
    let doubt = |file: &BrokenFile| Warning::BagBrokenOff {
        format: file.format.name(),
        byte: file.at.byte,
        reason: file.at.reason.clone(),
        n_messages: file.count,
        last_t_s: file.last_t_s.unwrap_or(last_t_s),
    };
    let damaged = |(format, damage): &(Format, Damage)| Warning::BagDamaged {
        format: format.name(),
        count: damage.count,
        byte: damage.byte,
        reason: damage.reason.clone(),
        lost_s: damage.lost_s,
    };
    messages.breaks.iter().map(doubt).chain(messages.damages.iter().map(damaged)).collect()
}

/// A message that does not hold what its topic promises.
pub(super) fn bad_message(message: u64, topic: &str, reason: String) -> Error {
    Error::BadMessage { message, topic: topic.to_owned(), reason }
}

/// Nanoseconds in seconds, to the last digit of a double.
pub(super) fn seconds(stamp_ns: i64) -> f64 {
    const SECOND_NS: i64 = 1_000_000_000;
    const EXACT: u64 = 1 << 53;
    if stamp_ns.unsigned_abs() < EXACT {
        return stamp_ns as f64 / SECOND_NS as f64;
    }
    // As a double it would lose digits before the division does.
    (stamp_ns / SECOND_NS) as f64 + (stamp_ns % SECOND_NS) as f64 / SECOND_NS as f64
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
}
