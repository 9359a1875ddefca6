//! Joint states, from messages to the feed.

use crate::link::Feedback;
use crate::live::{Feed, FeedSender, JointOrder, LiveError, feed};
use std::time::{Duration, Instant};

/// A message of joint states, whichever ROS it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointStates<'a> {
    /// Its stamp \[s\].
    pub(crate) t_s: f64,
    pub(crate) names: &'a [String],
    pub(crate) q: &'a [f64],
    pub(crate) qd: &'a [f64],
    pub(crate) effort: &'a [f64],
}

/// The end that a reading thread owns.
#[derive(Debug)]
pub(crate) struct StatesReader {
    order: JointOrder,
    sender: FeedSender,
    topic: String,
    /// Whether a message could be used.
    has_heard: bool,
}

/// The end that a link reads from.
#[derive(Debug)]
pub(crate) struct StatesSource {
    pub(super) feed: Feed,
    topic: String,
}

impl StatesSource {
    /// Both ends, for joints that the robot calls `names`.
    pub(crate) fn new(names: Vec<String>, topic: &str) -> (StatesReader, Self) {
        let (sender, feed) = feed();
        let order = JointOrder::new(names);
        let reader = StatesReader { order, sender, topic: topic.to_owned(), has_heard: false };
        (reader, Self { feed, topic: topic.to_owned() })
    }

    /// Packets of at least `span_s` on the robot's clock.
    ///
    /// Several drivers may publish under one name: messages of other joints are passed over as long as
    /// some are ours.
    pub(super) fn first(&self, span_s: f64, timeout: Duration) -> Result<Vec<Feedback>, LiveError> {
        let began = Instant::now();
        let mut packets: Vec<Feedback> = Vec::new();
        loop {
            let left = timeout.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(self.silence(timeout));
            }
            packets.extend(self.feed.next(left)?);
            if let [first, .., last] = &packets[..]
                && last.t_s - first.t_s >= span_s
            {
                return Ok(packets);
            }
        }
    }

    fn silence(&self, waited: Duration) -> LiveError {
        self.feed.rejected().unwrap_or_else(|| LiveError::Silent {
            source_name: self.topic.clone(),
            waited_s: waited.as_secs_f64(),
        })
    }
}

impl StatesReader {
    /// Hands a message on. False once nobody listens.
    pub(crate) fn take(&mut self, states: JointStates<'_>) -> bool {
        // Once the arm was heard, messages of other joints only are no reason for its silence.
        if self.has_heard && !self.order.knows_any(states.names) {
            return true;
        }
        match self.sorted(states) {
            Ok(packet) => {
                self.has_heard = true;
                self.sender.push(packet)
            }
            Err(error) => self.note(error),
        }
    }

    /// Keeps the reason why a message could not be used, in case that none comes that can. False once
    /// nobody listens.
    pub(crate) fn note(&self, error: LiveError) -> bool {
        self.sender.reject(error)
    }

    /// Says why nothing more will come.
    pub(crate) fn fail(self, error: LiveError) {
        self.sender.fail(error);
    }

    fn sorted(&mut self, states: JointStates<'_>) -> Result<Feedback, LiveError> {
        let places = self.order.places(states.names)?;
        let n = states.names.len();
        let arrays =
            [("positions", states.q), ("velocities", states.qd), ("efforts", states.effort)];
        for (what, values) in arrays {
            if values.len() != n {
                return Err(LiveError::Gibberish {
                    source_name: self.topic.clone(),
                    problem: format!("{} {what} for {n} joints", values.len()),
                });
            }
        }
        // Stamps of ROS count from 1970: zero is one that was never set.
        if states.t_s == 0.0 {
            return Err(LiveError::UnusableStamp);
        }
        let pick = |values: &[f64]| places.iter().map(|place| values[*place]).collect();
        Ok(Feedback {
            t_s: states.t_s,
            q: pick(states.q),
            q_link: None,
            qd: pick(states.qd),
            effort: pick(states.effort),
            wrench: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn values_are_sorted_by_name_and_strangers_passed_over() {
        let (mut reader, source) = StatesSource::new(names("pan lift"), "/joint_states");
        let gripper = names("finger");
        let one = &[9.0][..];
        reader.take(JointStates { t_s: 0.0, names: &gripper, q: one, qd: one, effort: one });
        let arm = names("lift extra pan");
        for t_s in [1.0, 1.1] {
            let (q, qd, effort) = (&[1.0, 2.0, 3.0][..], &[4.0, 5.0, 6.0][..], &[7.0; 3][..]);
            reader.take(JointStates { t_s, names: &arm, q, qd, effort });
        }
        let packets = source.first(0.1, Duration::from_secs(1)).unwrap();
        assert_eq!((&packets[0].q[..], &packets[0].qd[..]), (&[3.0, 1.0][..], &[6.0, 4.0][..]));
    }

    #[test]
    fn silence_names_its_cause() {
        let (mut reader, source) = StatesSource::new(names("pan lift"), "/joint_states");
        let wait = Duration::from_millis(1);
        assert_eq!(source.first(0.1, wait).unwrap_err().code(), "E234");
        let other = names("a b");
        let two = &[0.0, 0.0][..];
        reader.take(JointStates { t_s: 0.0, names: &other, q: two, qd: two, effort: two });
        assert_eq!(source.first(0.1, wait).unwrap_err().code(), "E235");
        let arm = names("pan lift");
        reader.take(JointStates { t_s: 0.0, names: &arm, q: two, qd: two, effort: &[] });
        let error = source.first(0.1, wait).unwrap_err();
        assert!(error.to_string().contains("0 efforts for 2 joints"), "{error}");
        reader.take(JointStates { t_s: 0.0, names: &arm, q: two, qd: two, effort: two });
        assert_eq!(source.first(0.1, wait).unwrap_err().code(), "E164");
    }
}
