//! The verdict about stiffnesses, with its rule.

use crate::diagnostics::{StiffnessWarning, Warning};
use crate::study::{AxisRecord, StiffnessStatus};
use crate::survey::Accepted;
use crate::validate::{Concern, Grade, Verdict};

/// Differences of the two methods below this are what drive gains are known to \[%\].
const AGREE_PERCENT: f64 = 5.0;

const RULE: &str = "good if every loaded axis has a stiffness, motor torque and wrench agree within 5 %, the \
                    stiffness of the clamp is given and no concern is named; usable if any axis has a \
                    stiffness; poor otherwise";

/// Grades the axes by what is known of them and of the clamp.
pub(super) fn verdict(axes: &[AxisRecord], warnings: &[Warning], accepted: &Accepted) -> Verdict {
    let loaded = || axes.iter().filter(|axis| axis.status != StiffnessStatus::NotLoaded);
    let known: Vec<&AxisRecord> = axes.iter().filter(|a| a.stiffness.is_some()).collect();
    let relative = |axis: &&AxisRecord| axis.stiffness.as_ref()?.percent_sigma();
    let certainty =
        known.iter().filter_map(relative).reduce(f64::max).map_or_else(String::new, |sigma| {
            format!(", the least certain to {sigma:.2} % (one standard deviation)")
        });
    let difference = known.iter().filter_map(|a| a.difference_percent).reduce(f64::max);
    let grade = match known.len() {
        0 => Grade::Poor,
        n if n == loaded().count() && difference.is_none_or(|d| d < AGREE_PERCENT) => Grade::Good,
        _ => Grade::Usable,
    };
    let reason = format!(
        "stiffness of {} of {} loaded axes{certainty}; {}",
        known.len(),
        loaded().count(),
        match difference {
            Some(worst) => format!("motor torque and wrench differ by up to {worst:.1} %"),
            None => "nothing to compare motor torques with".to_owned(),
        }
    );
    let warned = warnings.iter().filter(|warning| is_concern(warning)).cloned();
    Verdict::new(grade, reason, RULE)
        .with_concerns(warned.map(Concern::Warned))
        .with_concerns(accepted.iter().cloned().map(Concern::Accepted))
}

fn is_concern(warning: &Warning) -> bool {
    let Some(warning) = warning.kind() else { return false };
    matches!(
        warning,
        StiffnessWarning::ClampInSeries
            | StiffnessWarning::Coupled { .. }
            | StiffnessWarning::WrenchLate { at_edge: true, .. }
            | StiffnessWarning::ClampMoved { .. }
            | StiffnessWarning::NegativeStiffness { .. }
            | StiffnessWarning::MethodsDiffer { .. }
            | StiffnessWarning::WrenchHysteresis { .. }
            | StiffnessWarning::OneBranch { .. }
            | StiffnessWarning::FewCounts { .. }
    )
}
