//! A message as ROS 2 sends it: little-endian CDR, aligned from after its four-byte head.

use super::PlannedMotion;
use super::joint_trajectory::RosDuration;

/// Plain CDR, little-endian.
const HEAD: [u8; 4] = [0, 1, 0, 0];

#[derive(Default)]
struct Cdr {
    bytes: Vec<u8>,
}

impl Cdr {
    fn put<const N: usize>(&mut self, value: [u8; N]) {
        self.bytes.resize(self.bytes.len().next_multiple_of(N), 0);
        self.bytes.extend(value);
    }

    fn length(&mut self, n: usize) {
        self.put(u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.length(text.len() + 1);
        self.bytes.extend(text.as_bytes());
        self.bytes.push(0);
    }

    fn numbers(&mut self, values: &[f64]) {
        self.length(values.len());
        values.iter().for_each(|x| self.put(x.to_le_bytes()));
    }

    fn duration(&mut self, duration: RosDuration) {
        self.put(duration.sec.to_le_bytes());
        self.put(duration.nanosec.to_le_bytes());
    }
}

/// The motion as `trajectory_msgs/JointTrajectory`, with a header of zeros: start at once.
pub(super) fn joint_trajectory(motion: &PlannedMotion<'_>) -> Vec<u8> {
    let mut cdr = Cdr::default();
    cdr.duration(RosDuration { sec: 0, nanosec: 0 });
    cdr.text("");
    let joints = &motion.trajectory().joints;
    cdr.length(joints.len());
    joints.iter().for_each(|name| cdr.text(name));
    let samples: Vec<_> = motion.samples().collect();
    cdr.length(samples.len());
    for (t_s, state) in samples {
        for values in [&state.q[..], &state.qd, &state.qdd, &[]] {
            cdr.numbers(values);
        }
        cdr.duration(RosDuration::from_s(t_s));
    }
    [&HEAD[..], &cdr.bytes].concat()
}
