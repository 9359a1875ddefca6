//! Verdict of the health check.

use crate::diagnostics::{EffortGuess, LogWarning, Reversal};
use serde::Serialize;
use taufit_data::diagnostics::SignalWarning;
use taufit_dynamics::diagnostics::Warning;

/// Usability of a log.
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
    /// Usability of the log.
    pub readiness: Readiness,
    /// Repairs that are needed first, or reasons against its use.
    pub reasons: Vec<String>,
}

impl SurveyVerdict {
    /// The worst of the findings. Findings that methods deal with by themselves, such as gaps and
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

/// Consequence of a warning for the verdict.
fn consequence(warning: &Warning) -> Option<(Readiness, String)> {
    match warning.kind() {
        Some(SignalWarning::NoMotion { .. }) => {
            Some((Readiness::NotUsable, "no joint moves: is it the right log?".to_owned()))
        }
        Some(SignalWarning::ConstantChannel { joint, quantity: "effort", .. }) => {
            better_after(format!("finding the effort of {joint}, which never changes"))
        }
        _ => warning.kind().and_then(of_finding),
    }
}

fn after(what: String) -> Option<(Readiness, String)> {
    Some((Readiness::UsableAfter, what))
}

/// A finding that limits the result but does not make it wrong.
fn better_after(what: String) -> Option<(Readiness, String)> {
    Some((Readiness::Ready, what))
}

fn of_finding(finding: &LogWarning) -> Option<(Readiness, String)> {
    match finding {
        LogWarning::MotionNotExamined { reason } => Some((Readiness::NotUsable, reason.clone())),
        LogWarning::EffortUnrelated { .. } => Some((
            Readiness::NotUsable,
            "the efforts do not belong to this robot in this mounting".to_owned(),
        )),
        LogWarning::StampsBackwards { .. } => {
            after("sorting out the samples whose time runs backwards".to_owned())
        }
        LogWarning::NotFinite { quantity: "velocity", .. } => None,
        LogWarning::NotFinite { .. } => {
            after("removing the samples that are no numbers".to_owned())
        }
        LogWarning::Frozen { .. } => after("cutting out the frozen stretches".to_owned()),
        LogWarning::PositionsInDegrees { .. } => {
            after("converting the positions from degrees to radians".to_owned())
        }
        LogWarning::LimitExceeded { joint, quantity: "position", .. } => {
            better_after(format!("checking unit, zero and limits of the position of {joint}"))
        }
        LogWarning::MotorSidePositions { .. } => {
            after("dividing the positions by the gear ratios".to_owned())
        }
        LogWarning::PositionConvention { joint, .. } => {
            after(format!("correcting sign or zero of the positions of {joint}"))
        }
        LogWarning::GravityMagnitude { .. } => after("giving gravity in m/s²".to_owned()),
        LogWarning::GravityDirection { .. } => after("giving the mounting of the robot".to_owned()),
        LogWarning::TimeUnit { unit, .. } => after(format!("reading the time column in {unit}")),
        LogWarning::TimeBase { true_rate_hz, .. } => {
            after(format!("correcting the time column to {true_rate_hz:.1} Hz"))
        }
        LogWarning::VelocitySign { .. } | LogWarning::VelocityOrder { .. } => {
            after("checking signs and order of positions and velocities".to_owned())
        }
        LogWarning::EffortReversed { joints, reversal: Reversal::Effort, .. } => {
            after(format!("negating the efforts of {}", joints.join(", ")))
        }
        LogWarning::EffortReversed { reversal: Reversal::Gravity, .. } => {
            after("giving the mounting of the robot".to_owned())
        }
        LogWarning::EffortScale { looks_like, .. } => after(match looks_like {
            EffortGuess::Unknown => "finding the unit of the efforts".to_owned(),
            other => format!("taking the efforts as {}", other.label()),
        }),
        LogWarning::EffortDelay { delay_s, .. } => {
            after(format!("moving the efforts by {:.0} ms", -1e3 * delay_s))
        }
        LogWarning::PositionJump { .. } => {
            after("making the positions continuous, or cutting the log where they jump".to_owned())
        }
        LogWarning::JointEffortDelay { joint, .. } => {
            better_after(format!("checking the time stamps of the effort of {joint}"))
        }
        LogWarning::PositionZero { joint, .. } => {
            better_after(format!("checking the zero position of {joint}"))
        }
        LogWarning::JointEffortScale { joint, .. } => {
            better_after(format!("checking the unit of the effort of {joint}, and its load"))
        }
        LogWarning::EffortOrder { .. } => after("giving the joints their own columns".to_owned()),
        LogWarning::IdleJoint { joint, .. } => better_after(format!("adding a motion of {joint}")),
        LogWarning::RankDeficient { .. } | LogWarning::WeakExcitation { .. } => {
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
        let gap = SignalWarning::Gaps { count: 1, longest_s: 1.0, t_s: 0.0, period_s: 0.01 };
        let gap = Warning::from(gap);
        let idle = |joint: &str| {
            let joint = joint.to_owned();
            Warning::from(LogWarning::IdleJoint { joint, moving_share: 0.0, speed_rms: 0.0 })
        };
        let lost =
            Warning::from(LogWarning::EffortUnrelated { joints: Vec::new(), correlation: 0.1 });
        let sentence = |warnings: &[Warning]| SurveyVerdict::new(warnings).sentence();
        assert_eq!(sentence(std::slice::from_ref(&gap)), "ready for identification");
        assert_eq!(
            sentence(&[gap.clone(), idle("a"), idle("b")]),
            "ready for identification, better after adding a motion of a; adding a motion of b"
        );
        assert!(sentence(&[idle("a"), lost, gap]).starts_with("not usable because the efforts"));
    }
}
