//! What a ROS driver says about a served arm's joints, with its faults.

use super::{ArmPacket, FeedbackFault, FeedbackFaults, Mischief};
use std::time::{SystemTime, UNIX_EPOCH};

/// How an invented joint is called.
const OTHER_NAME: &str = "other_";

/// Joint states as they go out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpokenStates {
    /// On the clock of the wall \[s since 1970\].
    pub(crate) stamp_s: f64,
    pub(crate) names: Vec<String>,
    pub(crate) q: Vec<f64>,
    pub(crate) qd: Vec<f64>,
    pub(crate) effort: Vec<f64>,
}

/// A driver that publishes joint states.
#[derive(Clone, Debug)]
pub(crate) struct StatesSpeaker {
    mischief: Mischief,
    feedback: FeedbackFaults,
    names: Vec<String>,
    /// When the robot's clock was at zero \[s since 1970\].
    began_s: f64,
    n_packets: u64,
}

impl StatesSpeaker {
    /// For joints that the driver calls `names`.
    pub(crate) fn new(names: Vec<String>, mischief: Mischief) -> Self {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let feedback = FeedbackFaults::new(mischief.clone());
        Self { mischief, feedback, names, began_s: began.as_secs_f64(), n_packets: 0 }
    }

    /// What is said about a packet; nothing, if that is the fault.
    pub(crate) fn say(&mut self, packet: &ArmPacket) -> Option<SpokenStates> {
        self.n_packets += 1;
        let t_s = packet.feedback.t_s;
        let sent = self.feedback.garble(&packet.feedback)?;
        let mut said = SpokenStates {
            // Stamps of ROS are integers: one that was never set is zero.
            stamp_s: if sent.t_s.is_nan() { 0.0 } else { self.began_s + sent.t_s },
            names: self.shuffled(self.renamed()),
            q: self.shuffled(sent.q),
            qd: self.shuffled(sent.qd),
            effort: self.shuffled(sent.effort),
        };
        if self.feedback.has(FeedbackFault::MissingVelocities, t_s) {
            said.qd.clear();
        }
        if self.feedback.has(FeedbackFault::MissingJoint, t_s) {
            said.names.pop();
            for values in [&mut said.q, &mut said.qd, &mut said.effort] {
                values.pop();
            }
        }
        Some(said)
    }

    fn renamed(&self) -> Vec<String> {
        if !self.mischief.rename_joints {
            return self.names.clone();
        }
        self.names.iter().map(|name| format!("{OTHER_NAME}{name}")).collect()
    }

    /// In another order in every message: the first ones go to the end.
    fn shuffled<T>(&self, mut values: Vec<T>) -> Vec<T> {
        if self.mischief.shuffle_joints && !values.is_empty() {
            let by = self.n_packets as usize % values.len();
            values.rotate_left(by);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::Feedback;
    use taufit::sim::Command;

    fn packet(t_s: f64) -> ArmPacket {
        let q = vec![1.0, 2.0, t_s];
        let feedback =
            Feedback { t_s, q: q.clone(), q_link: None, qd: q.clone(), effort: q, wrench: None };
        ArmPacket { feedback, command: Command::Hold }
    }

    fn speaker(mischief: Mischief) -> StatesSpeaker {
        StatesSpeaker::new(["a", "b", "c"].map(str::to_owned).to_vec(), mischief)
    }

    #[test]
    fn shuffled_names_keep_their_values() {
        let mut speaker = speaker(Mischief { shuffle_joints: true, ..Mischief::default() });
        for k in 0..5 {
            let said = speaker.say(&packet(f64::from(k))).unwrap();
            let place = said.names.iter().position(|name| name == "b").unwrap();
            assert_eq!((said.q[place], said.effort[place]), (2.0, 2.0));
        }
    }

    #[test]
    fn other_names_and_messages_that_lack_something() {
        let faults =
            vec![(FeedbackFault::MissingJoint, 2.0), (FeedbackFault::MissingVelocities, 3.0)];
        let mut speaker =
            speaker(Mischief { feedback: faults, rename_joints: true, ..Mischief::default() });
        assert_eq!(speaker.renamed()[0], "other_a");
        let said = [1.0, 2.0, 3.0].map(|t_s| speaker.say(&packet(t_s)).unwrap());
        assert_eq!(said.each_ref().map(|said| said.names.len()), [3, 2, 2]);
        assert_eq!(said.each_ref().map(|said| said.qd.len()), [3, 2, 0]);
    }
}
