//! What a ROS driver says about a served arm's joints, with its faults.

use super::{ArmPacket, Mischief};
use crate::link::Feedback;
use std::time::{SystemTime, UNIX_EPOCH};

/// How an invented joint is called.
const OTHER_NAME: &str = "other_";

/// Fraction of the golden section: multiples of it are spread evenly, without a pattern.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

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
    names: Vec<String>,
    /// When the robot's clock was at zero \[s since 1970\].
    began_s: f64,
    n_packets: u64,
    frozen: Option<Feedback>,
}

impl StatesSpeaker {
    /// For joints that the driver calls `names`.
    pub(crate) fn new(names: Vec<String>, mischief: Mischief) -> Self {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { mischief, names, began_s: began.as_secs_f64(), n_packets: 0, frozen: None }
    }

    /// What is said about a packet; nothing, if that is the fault.
    pub(crate) fn say(&mut self, packet: &ArmPacket) -> Option<SpokenStates> {
        let t_s = packet.feedback.t_s;
        let is_past = |at_s: Option<f64>| at_s.is_some_and(|at_s| t_s >= at_s);
        self.n_packets += 1;
        let is_lost = (self.n_packets as f64 * GOLDEN).fract() < self.mischief.drop_share;
        if is_past(self.mischief.silent_at_s) || is_lost {
            return None;
        }
        if is_past(self.mischief.freeze_at_s) && self.frozen.is_none() {
            self.frozen = Some(packet.feedback.clone());
        }
        let said = self.frozen.as_ref().unwrap_or(&packet.feedback);
        Some(SpokenStates {
            stamp_s: self.began_s + said.t_s,
            names: self.shuffled(self.renamed()),
            q: self.shuffled(said.q.clone()),
            qd: self.shuffled(said.qd.clone()),
            effort: self.shuffled(said.effort.clone()),
        })
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
    fn faults_begin_when_they_should() {
        let mischief = Mischief {
            freeze_at_s: Some(2.0),
            silent_at_s: Some(4.0),
            rename_joints: true,
            ..Mischief::default()
        };
        let mut speaker = speaker(mischief);
        let mut said = |t_s| speaker.say(&packet(t_s)).map(|said| said.q[2]);
        assert_eq!([1.0, 2.0, 3.0, 4.0].map(&mut said), [Some(1.0), Some(2.0), Some(2.0), None]);
        assert_eq!(speaker.renamed()[0], "other_a");
    }

    #[test]
    fn a_share_of_the_packets_is_lost() {
        let mut speaker = speaker(Mischief { drop_share: 0.1, ..Mischief::default() });
        let heard = (0..10_000).filter(|k| speaker.say(&packet(f64::from(*k))).is_some()).count();
        assert!((8_990..=9_010).contains(&heard), "{heard}");
    }
}
