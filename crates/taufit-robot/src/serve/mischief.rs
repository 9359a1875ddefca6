//! Faults that a robot's driver can have, to be rehearsed.

use super::FeedbackFault;
use serde::{Deserialize, Serialize};

/// What a served robot does wrong. All times are on the robot's clock, which starts at zero.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mischief {
    /// From this time on, every packet repeats the last one \[s\].
    pub freeze_at_s: Option<f64>,
    /// From this time on, nothing is said any more \[s\].
    pub silent_at_s: Option<f64>,
    /// Share of the packets that are not sent.
    pub drop_share: f64,
    /// Controllers are not switched, programs not accepted.
    pub refuse_switch: bool,
    /// Motions are given up at this time \[s\].
    pub abort_at_s: Option<f64>,
    /// Speed slider, as a share; motions are stretched accordingly.
    pub speed_slider: Option<f64>,
    /// Faults of feedback, and when each begins \[s\].
    pub feedback: Vec<(FeedbackFault, f64)>,
    /// Growth of the delay of packets \[s/s\].
    pub growing_lag: f64,
    /// Commands stay in force for ever, also after whoever sent them has gone.
    pub no_timeout: bool,
    /// Joints are named in another order in every message.
    pub shuffle_joints: bool,
    /// Joints have other names.
    pub rename_joints: bool,
}
