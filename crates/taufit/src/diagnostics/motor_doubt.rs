//! Doubts about motor constants and friction.

use serde::Serialize;
use std::fmt;

/// A doubt about torque constants or friction, with its numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum MotorDoubt {
    /// Moves that were not used.
    RecordsRejected {
        /// How many.
        count: usize,
        /// Of how many.
        n_moves: usize,
        /// Why, with counts.
        reasons: String,
    },
    /// A joint that only moved one way.
    OneDirection {
        /// The joint.
        joint: String,
    },
    /// A joint that only moved at one speed.
    OneSpeed {
        /// The joint.
        joint: String,
        /// The speed \[rad/s or m/s\].
        speed_rad_s: f64,
    },
    /// A torque constant that does not come from the joint's own data.
    BorrowedConstant {
        /// The joint.
        joint: String,
        /// Why the data do not tell it.
        reason: String,
        /// Where it comes from.
        origin: String,
    },
    /// A torque constant that nobody knows.
    NoConstant {
        /// The joint.
        joint: String,
        /// Why the data do not tell it.
        reason: String,
    },
    /// A joint that needs a mass off its axis.
    NeedsMass {
        /// The joint.
        joint: String,
        /// The mass \[kg\].
        mass_kg: f64,
        /// Its distance from the axis \[m\].
        offset_m: f64,
        /// Relative standard deviation of the torque constant with it.
        accuracy: f64,
    },
    /// Joints with one motor type whose torque constants lie far apart.
    ConstantsDiffer {
        /// The joints.
        joints: Vec<String>,
        /// Largest over smallest, less one.
        spread: f64,
    },
    /// Currents that the model's load explains badly.
    LoadFitsBadly {
        /// The joint.
        joint: String,
        /// Residual over the variation of the current within a record.
        share: f64,
        /// Standard deviation of the records' torque constants over their median.
        spread: f64,
    },
    /// Joints without records.
    NotSwept {
        /// The joints.
        joints: Vec<String>,
    },
    /// Intervals that rest on few records.
    FewRecords {
        /// The joint.
        joint: String,
        /// How many.
        count: usize,
    },
}

impl MotorDoubt {
    /// The stable code, for `taufit explain`.
    pub fn code(&self) -> &'static str {
        match self {
            Self::RecordsRejected { .. } => "W180",
            Self::OneDirection { .. } => "W181",
            Self::OneSpeed { .. } => "W182",
            Self::BorrowedConstant { .. } => "W183",
            Self::NoConstant { .. } => "W184",
            Self::NeedsMass { .. } => "W185",
            Self::ConstantsDiffer { .. } => "W186",
            Self::LoadFitsBadly { .. } => "W187",
            Self::NotSwept { .. } => "W188",
            Self::FewRecords { .. } => "W189",
        }
    }

    /// What to do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::RecordsRejected { .. } => {
                "left out; travel farther or slower where a plateau was too short"
            }
            Self::OneDirection { .. } => {
                "Coulomb friction cannot be told from an offset of the current; drive both ways"
            }
            Self::OneSpeed { .. } => {
                "only the sum of Coulomb and viscous friction is known; drive at several speeds"
            }
            Self::BorrowedConstant { .. } => {
                "friction is as uncertain as this constant; --kct JOINT=VALUE gives a better one"
            }
            Self::NoConstant { .. } => {
                "friction is not given either; give --kct JOINT=VALUE, or name joints with the same \
                 motor by --same-motor"
            }
            Self::NeedsMass { .. } => {
                "fix it so that mass times distance is known at least as well, sweep again and give \
                 it by --load"
            }
            Self::ConstantsDiffer { .. } => {
                "not pooled; are these motors of one type, and are masses and loads those of the robot?"
            }
            Self::LoadFitsBadly { .. } => {
                "check the robot's masses, its mounting and the payload; kct is only as good as they are"
            }
            Self::NotSwept { .. } => "nothing is known about them from these logs",
            Self::FewRecords { .. } => "take the intervals for a rough guess; repeat more often",
        }
    }
}

impl fmt::Display for MotorDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RecordsRejected { count, n_moves, reasons } => {
                write!(f, "{count} of {n_moves} moves were not used: {reasons}")
            }
            Self::OneDirection { joint } => {
                write!(f, "joint {joint:?} moves in one direction only")
            }
            Self::OneSpeed { joint, speed_rad_s } => {
                write!(f, "joint {joint:?} moves at one speed only, {speed_rad_s:.4}")
            }
            Self::BorrowedConstant { joint, reason, origin } => {
                write!(f, "joint {joint:?}: {reason}; its torque constant comes from {origin}")
            }
            Self::NoConstant { joint, reason } => {
                write!(f, "joint {joint:?}: {reason}, and no torque constant was given")
            }
            Self::NeedsMass { joint, mass_kg, offset_m, accuracy } => write!(
                f,
                "joint {joint:?}: {mass_kg:.2} kg at {offset_m:.2} m from its axis would show its torque \
                 constant to {:.1} %",
                100.0 * accuracy
            ),
            Self::ConstantsDiffer { joints, spread } => write!(
                f,
                "joints {} count as one motor type, but their torque constants differ by {:.0} %",
                joints.join(", "),
                100.0 * spread
            ),
            Self::LoadFitsBadly { joint, share, spread } => write!(
                f,
                "joint {joint:?}: {:.0} % of the change of its current within a record is not explained by the \
                 model's load, and torque constants of single records scatter by {:.0} %",
                100.0 * share,
                100.0 * spread
            ),
            Self::NotSwept { joints } => write!(f, "no record of {}", joints.join(", ")),
            Self::FewRecords { joint, count } => {
                write!(f, "joint {joint:?}: its intervals rest on {count} records only")
            }
        }
    }
}
