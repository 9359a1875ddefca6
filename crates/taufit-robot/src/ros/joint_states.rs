//! Joint states, from messages to packets.

use crate::connection::RobotFeedback;
use crate::connection::{ConnectionError, JointIndexMap, PacketQueue, PacketSender, packet_queue};
use std::time::{Duration, Instant};

/// Joint states of a ROS 1 or ROS 2 message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointStateView<'a> {
    /// Time stamp \[s\].
    pub(crate) t_s: f64,
    pub(crate) names: &'a [String],
    pub(crate) q: &'a [f64],
    pub(crate) qd: &'a [f64],
    pub(crate) effort: &'a [f64],
}

/// Sending end, for the subscriber.
#[derive(Debug)]
pub(crate) struct JointStateSender {
    joint_map: JointIndexMap,
    sender: PacketSender,
    topic: String,
    /// Whether a message was usable.
    has_received: bool,
}

/// Receiving end, for the connection.
#[derive(Debug)]
pub(crate) struct JointStateReceiver {
    pub(super) queue: PacketQueue,
    topic: String,
}

impl JointStateReceiver {
    /// Both ends, for joints with the robot's names `names`.
    pub(crate) fn new(names: Vec<String>, topic: &str) -> (JointStateSender, Self) {
        let (sender, queue) = packet_queue();
        let joint_map = JointIndexMap::new(names);
        let joint_states =
            JointStateSender { joint_map, sender, topic: topic.to_owned(), has_received: false };
        (joint_states, Self { queue, topic: topic.to_owned() })
    }

    /// First packets, over at least `span_s` on the robot's clock.
    ///
    /// Several drivers may publish on one topic: messages of other joints are skipped.
    pub(super) fn first_packets(
        &self,
        span_s: f64,
        timeout: Duration,
    ) -> Result<Vec<RobotFeedback>, ConnectionError> {
        let began = Instant::now();
        let mut packets: Vec<RobotFeedback> = Vec::new();
        loop {
            let left = timeout.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(self.silence(timeout));
            }
            packets.extend(self.queue.next(left)?);
            if let [first, .., last] = &packets[..]
                && last.t_s - first.t_s >= span_s
            {
                return Ok(packets);
            }
        }
    }

    fn silence(&self, waited: Duration) -> ConnectionError {
        self.queue.rejected().unwrap_or_else(|| ConnectionError::Silent {
            source_name: self.topic.clone(),
            waited_s: waited.as_secs_f64(),
        })
    }
}

impl JointStateSender {
    /// Queues a message. False once the receiver has ended.
    pub(crate) fn accept(&mut self, states: JointStateView<'_>) -> bool {
        // After a usable message, those of other joints only are no error.
        if self.has_received && !self.joint_map.has_any(states.names) {
            return true;
        }
        match self.sorted(states) {
            Ok(packet) => {
                self.has_received = true;
                self.sender.push(packet)
            }
            Err(error) => self.reject(error),
        }
    }

    /// Stores the error of a message that cannot be used. False once the receiver has ended.
    pub(crate) fn reject(&self, error: ConnectionError) -> bool {
        self.sender.reject(error)
    }

    /// Ends the queue with an error.
    pub(crate) fn fail(self, error: ConnectionError) {
        self.sender.fail(error);
    }

    fn sorted(&mut self, states: JointStateView<'_>) -> Result<RobotFeedback, ConnectionError> {
        let indices = self.joint_map.indices(states.names)?;
        let n = states.names.len();
        let arrays =
            [("positions", states.q), ("velocities", states.qd), ("efforts", states.effort)];
        for (what, values) in arrays {
            if values.len() != n {
                return Err(ConnectionError::Protocol {
                    source_name: self.topic.clone(),
                    problem: format!("{} {what} for {n} joints", values.len()),
                });
            }
        }
        // Stamps of ROS count from 1970: zero was never set.
        if states.t_s == 0.0 {
            return Err(ConnectionError::UnusableStamp);
        }
        let pick = |values: &[f64]| indices.iter().map(|index| values[*index]).collect();
        Ok(RobotFeedback {
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
        let (mut joint_states, receiver) =
            JointStateReceiver::new(names("pan lift"), "/joint_states");
        let gripper = names("finger");
        let one = &[9.0][..];
        joint_states.accept(JointStateView {
            t_s: 0.0,
            names: &gripper,
            q: one,
            qd: one,
            effort: one,
        });
        let arm = names("lift extra pan");
        for t_s in [1.0, 1.1] {
            let (q, qd, effort) = (&[1.0, 2.0, 3.0][..], &[4.0, 5.0, 6.0][..], &[7.0; 3][..]);
            joint_states.accept(JointStateView { t_s, names: &arm, q, qd, effort });
        }
        let packets = receiver.first_packets(0.1, Duration::from_secs(1)).unwrap();
        assert_eq!((&packets[0].q[..], &packets[0].qd[..]), (&[3.0, 1.0][..], &[6.0, 4.0][..]));
    }

    #[test]
    fn silence_names_its_cause() {
        let (mut joint_states, receiver) =
            JointStateReceiver::new(names("pan lift"), "/joint_states");
        let wait = Duration::from_millis(1);
        assert_eq!(receiver.first_packets(0.1, wait).unwrap_err().code(), "E234");
        let other = names("a b");
        let two = &[0.0, 0.0][..];
        joint_states.accept(JointStateView {
            t_s: 0.0,
            names: &other,
            q: two,
            qd: two,
            effort: two,
        });
        assert_eq!(receiver.first_packets(0.1, wait).unwrap_err().code(), "E235");
        let arm = names("pan lift");
        joint_states.accept(JointStateView { t_s: 0.0, names: &arm, q: two, qd: two, effort: &[] });
        let error = receiver.first_packets(0.1, wait).unwrap_err();
        assert!(error.to_string().contains("0 efforts for 2 joints"), "{error}");
        joint_states.accept(JointStateView { t_s: 0.0, names: &arm, q: two, qd: two, effort: two });
        assert_eq!(receiver.first_packets(0.1, wait).unwrap_err().code(), "E164");
    }
}
