//! What a log is good for.

use crate::diagnostics::{EffortLooks, LogDoubt, Reversal, Warning};
use serde::Serialize;

/// What a log is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// As it is.
    Ready,
    /// After something was done about it.
    UsableAfter,
    /// Not at all.
    NotUsable,
}

/// A verdict with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurveyVerdict {
    /// What the log is good for.
    pub readiness: Readiness,
    /// What must be done first, or why it is in vain.
    pub reasons: Vec<String>,
}

impl SurveyVerdict {
    /// The worst that the findings say. Findings that methods deal with by themselves, such as gaps and
    /// jitter, and those about velocities, which they do not use, are no reasons.
    pub(super) fn new(warnings: &[Warning]) -> Self {
        let found: Vec<(Readiness, String)> = warnings.iter().filter_map(consequence).collect();
        let readiness = found.iter().map(|(r, _)| *r).max().unwrap_or(Readiness::Ready);
        let mut reasons: Vec<String> = Vec::new();
        for (_, reason) in found.into_iter().filter(|(r, _)| *r == readiness) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        Self { readiness, reasons }
    }

    /// One sentence.
    pub fn sentence(&self) -> String {
        let reasons = self.reasons.join("; ");
        match self.readiness {
            Readiness::Ready if self.reasons.is_empty() => "ready for identification".to_owned(),
            Readiness::Ready => format!("ready for identification, better after {reasons}"),
            Readiness::UsableAfter => format!("usable after {reasons}"),
            Readiness::NotUsable => format!("not usable because {reasons}"),
        }
    }
}

/// What follows from a warning.
fn consequence(warning: &Warning) -> Option<(Readiness, String)> {
    match warning {
        Warning::NoMotion { .. } => {
            Some((Readiness::NotUsable, "no joint moves: is it the right log?".to_owned()))
        }
        Warning::ConstantChannel { joint, quantity: "effort", .. } => {
            better_after(format!("finding the effort of {joint}, which never changes"))
        }
        Warning::Log(doubt) => of_doubt(doubt),
        _ => None,
    }
}

fn after(what: String) -> Option<(Readiness, String)> {
    Some((Readiness::UsableAfter, what))
}

/// A finding that limits the result but does not make it wrong.
fn better_after(what: String) -> Option<(Readiness, String)> {
    Some((Readiness::Ready, what))
}

fn of_doubt(doubt: &LogDoubt) -> Option<(Readiness, String)> {
    match doubt {
        LogDoubt::MotionNotExamined { reason } => Some((Readiness::NotUsable, reason.clone())),
        LogDoubt::EffortUnrelated { .. } => Some((
            Readiness::NotUsable,
            "the efforts do not belong to this robot in this mounting".to_owned(),
        )),
        LogDoubt::StampsBackwards { .. } => {
            after("sorting out the samples whose time runs backwards".to_owned())
        }
        LogDoubt::NotFinite { quantity: "velocity", .. } => None,
        LogDoubt::NotFinite { .. } => after("removing the samples that are no numbers".to_owned()),
        LogDoubt::Frozen { .. } => after("cutting out the frozen stretches".to_owned()),
        LogDoubt::PositionsInDegrees { .. } => {
            after("converting the positions from degrees to radians".to_owned())
        }
        LogDoubt::LimitExceeded { joint, quantity: "position", .. } => {
            better_after(format!("checking unit, zero and limits of the position of {joint}"))
        }
        LogDoubt::MotorSidePositions { .. } => {
            after("dividing the positions by the gear ratios".to_owned())
        }
        LogDoubt::PositionConvention { joint, .. } => {
            after(format!("correcting sign or zero of the positions of {joint}"))
        }
        LogDoubt::GravityMagnitude { .. } => after("giving gravity in m/s²".to_owned()),
        LogDoubt::GravityDirection { .. } => after("giving the mounting of the robot".to_owned()),
        LogDoubt::TimeUnit { unit, .. } => after(format!("reading the time column in {unit}")),
        LogDoubt::TimeBase { true_rate_hz, .. } => {
            after(format!("correcting the time column to {true_rate_hz:.1} Hz"))
        }
        LogDoubt::VelocitySign { .. } | LogDoubt::VelocityOrder { .. } => {
            after("checking signs and order of positions and velocities".to_owned())
        }
        LogDoubt::EffortReversed { joints, reversal: Reversal::Effort, .. } => {
            after(format!("negating the efforts of {}", joints.join(", ")))
        }
        LogDoubt::EffortReversed { reversal: Reversal::Gravity, .. } => {
            after("giving the mounting of the robot".to_owned())
        }
        LogDoubt::EffortScale { looks_like, .. } => after(match looks_like {
            EffortLooks::Unknown => "finding the unit of the efforts".to_owned(),
            other => format!("taking the efforts as {}", other.words()),
        }),
        LogDoubt::EffortOrder { .. } => after("giving the joints their own columns".to_owned()),
        LogDoubt::IdleJoint { joint, .. } => better_after(format!("adding a motion of {joint}")),
        LogDoubt::RankDeficient { .. } | LogDoubt::WeakExcitation { .. } => {
            better_after("adding a motion that excites more, or dropping parameters".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_doubt_decides_and_harmless_ones_do_not() {
        let gap = Warning::Gaps { count: 1, longest_s: 1.0, t_s: 0.0, period_s: 0.01 };
        let idle = |joint: &str| {
            let joint = joint.to_owned();
            Warning::from(LogDoubt::IdleJoint { joint, moving_share: 0.0, speed_rms: 0.0 })
        };
        let lost =
            Warning::from(LogDoubt::EffortUnrelated { joints: Vec::new(), correlation: 0.1 });
        let sentence = |warnings: &[Warning]| SurveyVerdict::new(warnings).sentence();
        assert_eq!(sentence(std::slice::from_ref(&gap)), "ready for identification");
        assert_eq!(
            sentence(&[gap.clone(), idle("a"), idle("b")]),
            "ready for identification, better after adding a motion of a; adding a motion of b"
        );
        assert!(sentence(&[idle("a"), lost, gap]).starts_with("not usable because the efforts"));
    }
}
