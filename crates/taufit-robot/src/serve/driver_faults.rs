//! Faults of drivers, injected between a served arm and its clients.

use crate::connection::RobotFeedback;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Golden ratio: fractions of its multiples are evenly spread without a period.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Jump of a clock \[s\].
const CLOCK_STEP_S: f64 = 10.0;

/// Jump of a position \[rad or m\].
const POSITION_STEP: f64 = 0.3;

/// Number of packets per one that is overtaken.
const REORDER_PERIOD: u64 = 10;

/// Fault of feedback from some time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedbackFault {
    /// Time stamps are NaN; in ROS, where they cannot be, zero.
    NanStamp,
    /// The position of the first joint is NaN.
    NanPosition,
    /// The velocity of the first joint is NaN.
    NanVelocity,
    /// The effort of the first joint is NaN.
    NanEffort,
    /// Velocities are zero.
    ZeroVelocity,
    /// Positions, velocities and efforts repeat themselves, with fresh stamps.
    StuckValues,
    /// The clock is 10 s ahead.
    ClockAhead,
    /// The clock is 10 s behind.
    ClockBehind,
    /// The position of the second joint is off by 0.3 rad.
    PositionJump,
    /// The first two joints are exchanged.
    SwappedJoints,
    /// One packet in ten is overtaken by its successor and sent in place of the one after.
    Reordered,
    /// The last joint is missing in every message (ROS).
    MissingJoint,
    /// Messages have no velocities (ROS).
    MissingVelocities,
}

impl FeedbackFault {
    /// All faults with their names.
    pub const ALL: [(&'static str, Self); 13] = [
        ("nan-stamp", Self::NanStamp),
        ("nan-position", Self::NanPosition),
        ("nan-velocity", Self::NanVelocity),
        ("nan-effort", Self::NanEffort),
        ("zero-velocity", Self::ZeroVelocity),
        ("stuck-values", Self::StuckValues),
        ("clock-ahead", Self::ClockAhead),
        ("clock-behind", Self::ClockBehind),
        ("position-jump", Self::PositionJump),
        ("swapped-joints", Self::SwappedJoints),
        ("reordered", Self::Reordered),
        ("missing-joint", Self::MissingJoint),
        ("missing-velocities", Self::MissingVelocities),
    ];
}

/// Faults of a served robot. Times are on the robot's clock, which starts at zero.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DriverFaults {
    /// From this time on, every packet repeats the last one \[s\].
    pub freeze_at_s: Option<f64>,
    /// From this time on, nothing is sent \[s\].
    pub silent_at_s: Option<f64>,
    /// Share of the packets that are not sent.
    pub drop_share: f64,
    /// Controllers are not switched, programs are refused.
    pub refuse_switch: bool,
    /// Motions are aborted at this time \[s\].
    pub abort_at_s: Option<f64>,
    /// Speed slider, as a share of full speed; motions are slowed down accordingly.
    pub speed_slider: Option<f64>,
    /// Faults of feedback, and their begin \[s\].
    pub feedback: Vec<(FeedbackFault, f64)>,
    /// Growth of the delay of packets \[s/s\].
    pub growing_lag: f64,
    /// Commands do not time out, even after the client has ended.
    pub no_timeout: bool,
    /// Joints are in another order in every message.
    pub shuffle_joints: bool,
    /// Joints have other names.
    pub rename_joints: bool,
}

/// Faults that can be changed while a robot is served.
#[derive(Clone, Debug, Default)]
pub struct SharedFaults(Arc<Mutex<DriverFaults>>);

impl SharedFaults {
    /// Handle of these faults.
    pub fn new(faults: DriverFaults) -> Self {
        Self(Arc::new(Mutex::new(faults)))
    }

    /// Current faults.
    pub fn get(&self) -> DriverFaults {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the faults.
    pub fn set(&self, faults: DriverFaults) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = faults;
    }
}

/// Driver that injects faults into the feedback of an arm.
#[derive(Clone, Debug)]
pub(crate) struct FeedbackFaults {
    shared: SharedFaults,
    /// Faults at the current packet.
    faults: DriverFaults,
    n_packets: u64,
    frozen: Option<RobotFeedback>,
    stuck: Option<RobotFeedback>,
    /// Delayed packets.
    delayed: VecDeque<RobotFeedback>,
    overtaken: Option<RobotFeedback>,
}

impl FeedbackFaults {
    pub(crate) fn new(shared: SharedFaults) -> Self {
        Self {
            faults: shared.get(),
            shared,
            n_packets: 0,
            frozen: None,
            stuck: None,
            delayed: VecDeque::new(),
            overtaken: None,
        }
    }

    /// Whether a fault is active at a time of the robot's clock \[s\].
    pub(crate) fn has(&self, fault: FeedbackFault, t_s: f64) -> bool {
        self.faults.feedback.iter().any(|(kind, from_s)| *kind == fault && t_s >= *from_s)
    }

    /// Packet that is sent for `packet`; none if nothing is.
    pub(crate) fn apply(&mut self, packet: &RobotFeedback) -> Option<RobotFeedback> {
        self.faults = self.shared.get();
        let t_s = packet.t_s;
        let is_past = |at_s: Option<f64>| at_s.is_some_and(|at_s| t_s >= at_s);
        self.n_packets += 1;
        let is_lost = (self.n_packets as f64 * GOLDEN).fract() < self.faults.drop_share;
        if is_past(self.faults.silent_at_s) || is_lost {
            return None;
        }
        if is_past(self.faults.freeze_at_s) {
            return Some(self.frozen.get_or_insert_with(|| packet.clone()).clone());
        }
        let packet = self.delayed_packet(packet)?;
        let packet = self.stuck(packet);
        let packet = self.reordered(packet)?;
        Some(self.altered(packet, t_s))
    }

    /// Packet that arrives at `t_s`: one of the time `t` is delayed by `lag · t`.
    fn delayed_packet(&mut self, packet: &RobotFeedback) -> Option<RobotFeedback> {
        let lag = self.faults.growing_lag;
        if lag == 0.0 {
            return Some(packet.clone());
        }
        self.delayed.push_back(packet.clone());
        let is_due =
            self.delayed.front().is_some_and(|first| first.t_s * (1.0 + lag) <= packet.t_s);
        if is_due { self.delayed.pop_front() } else { None }
    }

    fn stuck(&mut self, packet: RobotFeedback) -> RobotFeedback {
        if !self.has(FeedbackFault::StuckValues, packet.t_s) {
            return packet;
        }
        let t_s = packet.t_s;
        RobotFeedback { t_s, ..self.stuck.get_or_insert(packet).clone() }
    }

    fn reordered(&mut self, packet: RobotFeedback) -> Option<RobotFeedback> {
        if !self.has(FeedbackFault::Reordered, packet.t_s) {
            return Some(packet);
        }
        // The overtaken packet is sent two periods later, in place of another one.
        match self.n_packets % REORDER_PERIOD {
            0 => {
                self.overtaken = Some(packet);
                None
            }
            2 => self.overtaken.take().or(Some(packet)),
            _ => Some(packet),
        }
    }

    fn altered(&self, mut packet: RobotFeedback, t_s: f64) -> RobotFeedback {
        let first = |values: &mut Vec<f64>| {
            if let Some(value) = values.first_mut() {
                *value = f64::NAN;
            }
        };
        for (fault, from_s) in &self.faults.feedback {
            if t_s < *from_s {
                continue;
            }
            match fault {
                FeedbackFault::NanStamp => packet.t_s = f64::NAN,
                FeedbackFault::NanPosition => first(&mut packet.q),
                FeedbackFault::NanVelocity => first(&mut packet.qd),
                FeedbackFault::NanEffort => first(&mut packet.effort),
                FeedbackFault::ZeroVelocity => packet.qd.fill(0.0),
                FeedbackFault::ClockAhead => packet.t_s += CLOCK_STEP_S,
                FeedbackFault::ClockBehind => packet.t_s -= CLOCK_STEP_S,
                FeedbackFault::PositionJump => {
                    packet.q.iter_mut().skip(1).take(1).for_each(|q| *q += POSITION_STEP);
                }
                FeedbackFault::SwappedJoints => {
                    for values in [&mut packet.q, &mut packet.qd, &mut packet.effort] {
                        if values.len() > 1 {
                            values.swap(0, 1);
                        }
                    }
                }
                // These change the packet as a whole, or its message.
                FeedbackFault::StuckValues
                | FeedbackFault::Reordered
                | FeedbackFault::MissingJoint
                | FeedbackFault::MissingVelocities => {}
            }
        }
        packet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(t_s: f64) -> RobotFeedback {
        let q = vec![1.0, 2.0, t_s];
        RobotFeedback { t_s, q: q.clone(), q_link: None, qd: q.clone(), effort: q, wrench: None }
    }

    fn driver(faults: DriverFaults) -> FeedbackFaults {
        FeedbackFaults::new(SharedFaults::new(faults))
    }

    #[test]
    fn faults_begin_when_they_should() {
        let mut driver = driver(DriverFaults {
            freeze_at_s: Some(2.0),
            silent_at_s: Some(4.0),
            ..DriverFaults::default()
        });
        let mut sent = |t_s| driver.apply(&packet(t_s)).map(|sent| sent.q[2]);
        assert_eq!([1.0, 2.0, 3.0, 4.0].map(&mut sent), [Some(1.0), Some(2.0), Some(2.0), None]);
    }

    #[test]
    fn a_share_of_the_packets_is_lost() {
        let mut driver = driver(DriverFaults { drop_share: 0.1, ..DriverFaults::default() });
        let sent = (0..10_000).filter(|k| driver.apply(&packet(f64::from(*k))).is_some()).count();
        assert!((8_990..=9_010).contains(&sent), "{sent}");
    }

    #[test]
    fn packets_take_longer_and_longer() {
        let mut driver = driver(DriverFaults { growing_lag: 0.1, ..DriverFaults::default() });
        let times = (0..=1100).map(|k| 0.01 * f64::from(k));
        let delays: Vec<f64> = times
            .filter_map(|now_s| driver.apply(&packet(now_s)).map(|sent| now_s - sent.t_s))
            .collect();
        assert!(delays.is_sorted_by(|a, b| *b > a - 0.011), "{delays:?}");
        assert!((delays.last().unwrap() - 1.0).abs() < 0.02, "{:?}", delays.last());
    }

    #[test]
    fn values_stick_swap_and_jump() {
        let from = |fault| DriverFaults { feedback: vec![(fault, 2.0)], ..DriverFaults::default() };
        let mut stuck = driver(from(FeedbackFault::StuckValues));
        let sent = [1.0, 2.0, 3.0].map(|t_s| stuck.apply(&packet(t_s)).unwrap());
        assert_eq!((sent[2].t_s, sent[2].q[2]), (3.0, 2.0));
        let mut swapped = driver(from(FeedbackFault::SwappedJoints));
        assert_eq!(swapped.apply(&packet(1.0)).unwrap().q[..2], [1.0, 2.0]);
        assert_eq!(swapped.apply(&packet(2.0)).unwrap().q[..2], [2.0, 1.0]);
        let mut ahead = driver(from(FeedbackFault::ClockAhead));
        assert_eq!(ahead.apply(&packet(2.0)).unwrap().t_s, 12.0);
    }

    #[test]
    fn one_packet_in_ten_is_overtaken() {
        let faults = vec![(FeedbackFault::Reordered, 0.0)];
        let mut driver = driver(DriverFaults { feedback: faults, ..DriverFaults::default() });
        let stamps: Vec<f64> =
            (0..100).filter_map(|k| driver.apply(&packet(f64::from(k)))).map(|p| p.t_s).collect();
        assert_eq!((stamps.len(), &stamps[8..12]), (90, &[8.0, 10.0, 9.0, 12.0][..]));
    }
}
