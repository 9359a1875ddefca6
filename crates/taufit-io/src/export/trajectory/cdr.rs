//! A motion as the message that ROS 2 sends.

use super::PlannedMotion;
use crate::record::cdr::Cdr;
use crate::ros::RosDuration;

/// The motion as `trajectory_msgs/JointTrajectory`, with a header of zeros: start at once.
pub(super) fn joint_trajectory(motion: &PlannedMotion<'_>) -> Cdr {
    let mut cdr = Cdr::default();
    let at_once = RosDuration { sec: 0, nanosec: 0 };
    duration(cdr.restart(), at_once).text("").texts(&motion.trajectory().joints);
    let samples: Vec<_> = motion.samples().collect();
    cdr.length(samples.len());
    for (t_s, state) in samples {
        for values in [&state.q[..], &state.qd, &state.qdd, &[]] {
            cdr.doubles(values);
        }
        duration(&mut cdr, RosDuration::from_s(t_s));
    }
    cdr
}

fn duration(cdr: &mut Cdr, RosDuration { sec, nanosec }: RosDuration) -> &mut Cdr {
    cdr.i32(sec).u32(nanosec)
}
