//! `trajectory_msgs/JointTrajectory`, as YAML and as CDR hold it.

/// When a point is reached, from the start of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RosDuration {
    pub(super) sec: i32,
    pub(super) nanosec: u32,
}

impl RosDuration {
    const NS_PER_S: f64 = 1e9;

    /// Rounded to the next nanosecond.
    pub(super) fn from_s(t_s: f64) -> Self {
        let ns = (t_s * Self::NS_PER_S).round() as u64;
        let per_s = Self::NS_PER_S as u64;
        let sec = i32::try_from(ns / per_s).unwrap_or(i32::MAX);
        Self { sec, nanosec: (ns % per_s) as u32 }
    }
}

/// Topic of the message in a bag: that of the usual controller of ros2_control.
pub(super) const TOPIC: &str = "/joint_trajectory_controller/joint_trajectory";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_split_into_seconds_and_nanoseconds() {
        let of = |t_s| RosDuration::from_s(t_s);
        assert_eq!(of(0.29), RosDuration { sec: 0, nanosec: 290_000_000 });
        assert_eq!(of(2.999_999_999_9), RosDuration { sec: 3, nanosec: 0 });
    }
}
