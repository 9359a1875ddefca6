//! Errors and warnings of contact detection.

use crate::define_diagnostics;

define_diagnostics! {
    /// Logs or thresholds from which contacts cannot be detected.
    pub error ContactError {
        /// Too little was seen without contact.
        "E225" TooShort {
            /// The joint.
            joint: String,
            /// Seconds that there are.
            found: usize,
            /// Seconds that it takes.
            needed: usize,
        } ("joint {joint:?}: {found} seconds without contact are too few to learn a threshold from, \
             {needed} are needed at least; record the usual work of the robot for some minutes");
        /// Thresholds of another robot.
        "E226" OtherJoints {
            /// Joints of the robot.
            expected: String,
            /// Joints of the thresholds.
            found: String,
        } ("the thresholds are those of {found}, the robot has {expected}; \
             learn them again from logs of this robot without contact");
    }
}

define_diagnostics! {
    /// Warnings about thresholds of contacts.
    pub warning ContactWarning {
        /// False alarms are to be rarer than the logs without contact can show.
        "W235" FarExtrapolation {
            /// Duration of these logs \[s\].
            learned_s: f64,
            /// Time between false alarms that is asked for \[h\].
            asked_h: f64,
        } ("one false alarm in {asked_h:.3} h is asked for, but the logs without contact are \
             only {:.1} min long", learned_s / 60.0),
        "thresholds are extrapolated; give longer logs without contact before you rely on \
         the rate";
        /// A residual without contact that is far larger than all others.
        "W236" LoneOutlier {
            /// The joint.
            joint: String,
            /// The log.
            source: String,
            /// When \[s\].
            t_s: f64,
            /// The residual \[N·m or N\].
            residual: f64,
            /// The largest of the others \[N·m or N\].
            next: f64,
        } ("{source}, joint {joint:?}: the residual reaches {residual:.3} at t = {t_s:.2} s, \
             {next:.3} in all other seconds"),
        "if something was touched there, cut it out of the log: it makes the threshold too \
         high";
    }
}
