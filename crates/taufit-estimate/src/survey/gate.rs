//! The gate before every fit: logs with a finding that would make the result wrong are refused.
//!
//! The survey of a log checks its units, signs, joint order, time base and motion. A method requires
//! it before it fits, so that wrong data end in a refusal that names the cause and its repair, not in
//! a model that merely fits them.

use super::{SurveySettings, survey};
use crate::diagnostics::{LogWarning, SurveyError};
use serde::{Deserialize, Serialize};
use taufit_data::diagnostics::SignalWarning;
use taufit_data::recording::{EffortKind, Log};
use taufit_dynamics::diagnostics::{Error, Result, Warning};
use taufit_dynamics::model::Robot;

/// Samples at the beginning of a log that the gate examines: memory and time stay bounded for logs of
/// any length, and 65 536 samples are a minute at 1 kHz and ten at 100 Hz.
pub const GATE_SAMPLES: usize = 1 << 16;

/// Choices of the gate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GateSettings {
    /// Codes of findings that do not stop the method, such as `W131`. The verdict then names them and
    /// is at most usable.
    pub accept: Vec<String>,
}

impl GateSettings {
    fn accepts(&self, finding: &Warning) -> bool {
        self.accept.iter().any(|code| code.eq_ignore_ascii_case(finding.code()))
    }
}

/// Kind of motion that a method expects in its logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogUse {
    /// The arm moves freely: its efforts hold it against gravity and move it.
    FreeMotion,
    /// The same in some logs with a load that the description does not have.
    LoadedMotion,
    /// The arm moves freely, and motors are ahead of the links that they move through springs.
    ElasticMotion,
    /// The arm stands in poses: only its weight counts, and how it gets from one to the next does not.
    Poses,
    /// One joint moves at a time: most efforts show the weight of a few poses only, and are not judged
    /// by it.
    SingleJoint,
    /// The end effector is clamped: positions hardly change, and efforts hold the contact force.
    Clamped,
}

/// Findings of the gate that did not stop the method: accepted by their code, or with causes that need not be in
/// the log. The verdict names them and is at most usable.
pub type Accepted = Vec<Warning>;

/// Examines the beginning of every log; refuses the first one with a finding that makes a fit wrong
/// and is not accepted.
///
/// `torque_constants` are those of the joints for logs of currents \[N·m/A\].
pub fn gate<'l, L: Log + 'l>(
    robot: &Robot,
    logs: impl IntoIterator<Item = &'l L>,
    torque_constants: &[Option<f64>],
    usage: LogUse,
    settings: &GateSettings,
) -> Result<Accepted> {
    let examine = SurveySettings {
        torque_constants_nm_per_a: torque_constants.to_vec(),
        // No finding about the excitation stops a fit.
        excitation: false,
        ..SurveySettings::default()
    };
    let mut accepted = Accepted::new();
    for log in logs {
        let survey = survey(&log.head(GATE_SAMPLES)?, Some(robot), &examine)?;
        // Currents without torque constants have no scale to be wrong.
        let has_scale = survey.effort_kind == EffortKind::Torque || !torque_constants.is_empty();
        let is_scale = |w: &Warning| matches!(w.kind(), Some(LogWarning::EffortScale { .. }));
        let mut found = survey.blocking(usage);
        found.retain(|finding| has_scale || !is_scale(finding));
        found.extend(log.unstated_efforts()?);
        let (known, refused): (Vec<Warning>, Vec<Warning>) =
            found.into_iter().partition(|finding| settings.accepts(finding));
        if !refused.is_empty() {
            let source_name = log.source().to_owned();
            return Err(Error::from(SurveyError::LogRefused { source_name, findings: refused }));
        }
        accepted.extend(known);
        accepted.extend(survey.doubtful(usage));
    }
    Ok(accepted)
}

impl super::Survey {
    /// Findings that make a fit wrong, root causes first.
    pub fn blocking(&self, usage: LogUse) -> Vec<Warning> {
        let rank = |warning: &&Warning| rank(warning, usage);
        let mut found: Vec<&Warning> = self.warnings.iter().filter(|w| rank(w).is_some()).collect();
        found.sort_by_key(rank);
        found.into_iter().cloned().collect()
    }

    /// Findings that wrong data cause, but a poor description of the robot as well.
    fn doubtful(&self, usage: LogUse) -> Vec<Warning> {
        let is_it = |warning: &&Warning| match warning.kind::<LogWarning>() {
            Some(
                LogWarning::PositionZero { .. }
                | LogWarning::JointEffortScale { .. }
                | LogWarning::JointEffortDelay { .. },
            ) => usage == LogUse::FreeMotion,
            _ => false,
        };
        self.warnings.iter().filter(is_it).cloned().collect()
    }
}

/// Order of causes: what spoils the examination of everything behind it comes first. `None` for
/// findings that a fit can live with.
fn rank(finding: &Warning, usage: LogUse) -> Option<u8> {
    let is_rigid = matches!(usage, LogUse::FreeMotion | LogUse::LoadedMotion);
    let is_free = is_rigid || usage == LogUse::ElasticMotion;
    let moves = is_free || usage == LogUse::SingleJoint;
    let weighs = is_free || usage == LogUse::Poses;
    if let Some(SignalWarning::NoMotion { .. }) = finding.kind() {
        return moves.then_some(3);
    }
    match finding.kind::<LogWarning>()? {
        LogWarning::PositionsInDegrees { .. } | LogWarning::MotorSidePositions { .. } => Some(0),
        LogWarning::TimeUnit { .. } | LogWarning::TimeBase { .. } => Some(1),
        LogWarning::GravityMagnitude { .. } if weighs => Some(2),
        LogWarning::PositionJump { .. } if is_free => Some(3),
        LogWarning::MotionNotExamined { .. } if moves => Some(4),
        LogWarning::VelocityOrder { .. } | LogWarning::VelocitySign { .. } if moves => Some(5),
        LogWarning::EffortOrder { .. } if weighs => Some(6),
        LogWarning::GravityDirection { .. } | LogWarning::PositionConvention { .. } if weighs => {
            Some(7)
        }
        // Poses give no friction, by which single joints are judged.
        LogWarning::EffortReversed { all, .. } if weighs && (moves || *all) => Some(8),
        LogWarning::EffortScale { .. } if weighs => Some(9),
        LogWarning::EffortUnrelated { .. } if weighs => Some(10),
        LogWarning::EffortDelay { .. } if is_rigid => Some(11),
        LogWarning::Frozen { .. } if is_free => Some(12),
        _ => None,
    }
}
