//! Command-line options that repair what the gate found in a log.

use taufit::Warning;
use taufit::diagnostics::{EffortLooks, LogDoubt, Reversal};

/// The option that repairs a finding, where there is one.
pub(crate) fn repair_option(finding: &Warning) -> Option<String> {
    let finding = match finding {
        Warning::EffortTakenAsTorque { .. } => {
            return Some("--effort torque, or --effort current --gains K1,K2,..".to_owned());
        }
        Warning::Log(finding) => finding,
        _ => return None,
    };
    match finding {
        LogDoubt::PositionsInDegrees { .. } => Some("--angle-unit deg".to_owned()),
        LogDoubt::TimeUnit { unit, .. } => Some(format!("--time-unit {unit}")),
        LogDoubt::GravityMagnitude { .. } => Some("--gravity 0,0,-9.81".to_owned()),
        LogDoubt::GravityDirection { gravity_m_s2: [x, y, z], .. } => {
            Some(format!("--gravity {x},{y},{z}"))
        }
        LogDoubt::EffortReversed { reversal: Reversal::Effort, all: true, .. } => {
            Some("--negate".to_owned())
        }
        LogDoubt::EffortReversed { reversal: Reversal::Effort, joints, .. } => {
            Some(format!("--negate={}", joints.join(",")))
        }
        LogDoubt::EffortReversed { reversal: Reversal::Gravity, .. } => {
            Some("--gravity X,Y,Z".to_owned())
        }
        LogDoubt::EffortScale { looks_like: EffortLooks::Current, .. } => {
            Some("--effort current --gains K1,K2,..".to_owned())
        }
        LogDoubt::EffortScale { looks_like: EffortLooks::MotorTorque, .. } => {
            Some("--effort current --gains RATIO1,RATIO2,..".to_owned())
        }
        LogDoubt::EffortScale { looks_like: EffortLooks::JointTorque, .. } => {
            Some("--effort torque".to_owned())
        }
        LogDoubt::EffortOrder { .. } | LogDoubt::VelocityOrder { .. } => {
            Some("--map WHAT=COLUMNS".to_owned())
        }
        _ => None,
    }
}
