//! Times and headers.

use serde::{Deserialize, Serialize};

const NS_PER_S: i64 = 1_000_000_000;

/// A time since 1970. ROS 1 counts seconds without a sign: until 2038 the bytes are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RosTime {
    /// Whole seconds \[s\].
    pub sec: i32,
    /// The rest \[ns\].
    pub nanosec: u32,
}

impl RosTime {
    /// Rounded to the next nanosecond.
    pub fn from_s(t_s: f64) -> Self {
        let RosDuration { sec, nanosec } = RosDuration::from_s(t_s);
        Self { sec, nanosec }
    }

    /// In seconds \[s\].
    pub fn as_s(self) -> f64 {
        f64::from(self.sec) + 1e-9 * f64::from(self.nanosec)
    }
}

/// A time between two events. ROS 1 gives nanoseconds a sign: from zero on the bytes are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RosDuration {
    /// Whole seconds \[s\].
    pub sec: i32,
    /// The rest \[ns\].
    pub nanosec: u32,
}

impl RosDuration {
    /// Rounded to the next nanosecond; as near as it can be to what does not fit.
    pub fn from_s(t_s: f64) -> Self {
        let ns = (t_s * NS_PER_S as f64).round() as i64;
        let bound = if ns < 0 { i32::MIN } else { i32::MAX };
        let sec = i32::try_from(ns.div_euclid(NS_PER_S)).unwrap_or(bound);
        Self { sec, nanosec: ns.rem_euclid(NS_PER_S) as u32 }
    }

    /// In seconds \[s\].
    pub fn as_s(self) -> f64 {
        f64::from(self.sec) + 1e-9 * f64::from(self.nanosec)
    }
}

/// `std_msgs/Header` of ROS 2.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Header {
    /// Time of measurement.
    pub stamp: RosTime,
    /// In which frame.
    pub frame_id: String,
}

/// `std_msgs/Header` of ROS 1.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Header1 {
    /// Counts messages.
    pub seq: u32,
    /// Time of measurement.
    pub stamp: RosTime,
    /// In which frame.
    pub frame_id: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_split_into_seconds_and_nanoseconds() {
        let of = RosDuration::from_s;
        assert_eq!(of(0.29), RosDuration { sec: 0, nanosec: 290_000_000 });
        assert_eq!(of(2.999_999_999_9), RosDuration { sec: 3, nanosec: 0 });
        assert_eq!(of(-0.25), RosDuration { sec: -1, nanosec: 750_000_000 });
        assert_eq!((of(-0.25).as_s(), of(f64::NAN)), (-0.25, RosDuration::default()));
        assert_eq!(of(1e12).sec, i32::MAX);
    }
}
