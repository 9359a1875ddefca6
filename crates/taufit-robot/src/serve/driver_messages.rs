//! Joint states and URDF that a ROS driver publishes, with its faults.

use super::{ArmPacket, FeedbackFault, FeedbackFaults, ServedArm, SharedFaults};
use std::time::{SystemTime, UNIX_EPOCH};
use taufit_io::{parse_urdf, write_urdf};

/// Prefix of renamed joints.
const OTHER_NAME_PREFIX: &str = "other_";

/// Published joint states.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JointStateMessage {
    /// Time stamp \[s since 1970\].
    pub(crate) stamp_s: f64,
    pub(crate) names: Vec<String>,
    pub(crate) q: Vec<f64>,
    pub(crate) qd: Vec<f64>,
    pub(crate) effort: Vec<f64>,
}

/// Driver that makes joint states of packets.
#[derive(Clone, Debug)]
pub(crate) struct JointStateDriver {
    driver_faults: SharedFaults,
    feedback: FeedbackFaults,
    names: Vec<String>,
    /// Zero of the robot's clock \[s since 1970\].
    began_s: f64,
    n_packets: u64,
}

impl JointStateDriver {
    /// Driver with the joint names `names`.
    pub(crate) fn new(names: Vec<String>, driver_faults: SharedFaults) -> Self {
        let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let feedback = FeedbackFaults::new(driver_faults.clone());
        Self { driver_faults, feedback, names, began_s: began.as_secs_f64(), n_packets: 0 }
    }

    /// Message of a packet; none if a fault drops it.
    pub(crate) fn message_of(&mut self, packet: &ArmPacket) -> Option<JointStateMessage> {
        self.n_packets += 1;
        let t_s = packet.feedback.t_s;
        let sent = self.feedback.apply(&packet.feedback)?;
        let mut message = JointStateMessage {
            // Stamps of ROS are integers: one that was never set is zero.
            stamp_s: if sent.t_s.is_nan() { 0.0 } else { self.began_s + sent.t_s },
            names: self.shuffled(self.renamed()),
            q: self.shuffled(sent.q),
            qd: self.shuffled(sent.qd),
            effort: self.shuffled(sent.effort),
        };
        if self.feedback.has(FeedbackFault::MissingVelocities, t_s) {
            message.qd.clear();
        }
        if self.feedback.has(FeedbackFault::MissingJoint, t_s) {
            message.names.pop();
            for values in [&mut message.q, &mut message.qd, &mut message.effort] {
                values.pop();
            }
        }
        Some(message)
    }

    fn renamed(&self) -> Vec<String> {
        if !self.driver_faults.get().rename_joints {
            return self.names.clone();
        }
        self.names.iter().map(|name| format!("{OTHER_NAME_PREFIX}{name}")).collect()
    }

    /// Rotates the order by one joint more in every message.
    fn shuffled<T>(&self, mut values: Vec<T>) -> Vec<T> {
        if self.driver_faults.get().shuffle_joints && !values.is_empty() {
            let by = self.n_packets as usize % values.len();
            values.rotate_left(by);
        }
        values
    }
}

/// URDF of the served arm with the driver's joint `names`; none where it has no URDF, such as an arm without
/// masses.
pub(crate) fn robot_description(arm: &ServedArm, names: &[String]) -> Option<String> {
    let text = write_urdf(arm.robot(), &[]).ok()?.text;
    let mut description = parse_urdf(&text).ok()?.description;
    let renamed: Vec<_> = arm.robot().dof_joint_iter().zip(names).collect();
    for joint in &mut description.joints {
        let followed = joint.mimic.as_mut().map(|mimic| &mut mimic.joint);
        for name in [Some(&mut joint.name), followed].into_iter().flatten() {
            if let Some((_, new)) = renamed.iter().find(|(known, _)| known.name == *name) {
                name.clone_from(new);
            }
        }
    }
    Some(write_urdf(&description.build().ok()?, &[]).ok()?.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::RobotFeedback;
    use crate::serve::DriverFaults;
    use taufit::command::Command;

    fn packet(t_s: f64) -> ArmPacket {
        let q = vec![1.0, 2.0, t_s];
        let feedback = RobotFeedback {
            t_s,
            q: q.clone(),
            q_link: None,
            qd: q.clone(),
            effort: q,
            wrench: None,
        };
        ArmPacket { feedback, command: Command::Hold }
    }

    fn driver(driver_faults: DriverFaults) -> JointStateDriver {
        JointStateDriver::new(
            ["a", "b", "c"].map(str::to_owned).to_vec(),
            SharedFaults::new(driver_faults),
        )
    }

    #[test]
    fn shuffled_names_keep_their_values() {
        let mut driver = driver(DriverFaults { shuffle_joints: true, ..DriverFaults::default() });
        for k in 0..5 {
            let message = driver.message_of(&packet(f64::from(k))).unwrap();
            let place = message.names.iter().position(|name| name == "b").unwrap();
            assert_eq!((message.q[place], message.effort[place]), (2.0, 2.0));
        }
    }

    #[test]
    fn other_names_and_messages_that_lack_something() {
        let faults =
            vec![(FeedbackFault::MissingJoint, 2.0), (FeedbackFault::MissingVelocities, 3.0)];
        let mut driver = driver(DriverFaults {
            feedback: faults,
            rename_joints: true,
            ..DriverFaults::default()
        });
        assert_eq!(driver.renamed()[0], "other_a");
        let message = [1.0, 2.0, 3.0].map(|t_s| driver.message_of(&packet(t_s)).unwrap());
        assert_eq!(message.each_ref().map(|message| message.names.len()), [3, 2, 2]);
        assert_eq!(message.each_ref().map(|message| message.qd.len()), [3, 2, 0]);
    }
}
