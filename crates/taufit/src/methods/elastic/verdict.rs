//! The verdict about an identification of elastic joints, with its rule.

use super::arm::Arm;
use super::result::JointSpring;
use super::solve::ElasticSolution;
use crate::base::Base;
use crate::diagnostics::{ElasticWarning, Warning};
use crate::friction::FrictionTerm;
use crate::params::Param;
use crate::study::StiffnessStatus;
use crate::validate::{Concern, Grade, Metrics, Verdict, negative};

/// Largest torque error of a good and of a usable model \[%\].
const GOOD_PERCENT: f64 = 10.0;
const USABLE_PERCENT: f64 = 20.0;
/// Least coefficient of determination of every joint of a good model.
const GOOD_R_SQUARED: f64 = 0.8;

const RULE: &str = "torques of the physically consistent model on the end of every log, which is not fitted: \
                    good if their error is at most 10 % in total, every joint has R2 of 0.8 or more, every \
                    stiffness is determined and no concern is named; usable up to 20 % with a stiffness \
                    determined; poor otherwise";

/// Grades the model by its torque errors on data that were not fitted.
pub(super) fn verdict(
    joints: &[String],
    springs: &[JointSpring],
    errors: &Metrics,
    warnings: &[Warning],
) -> Verdict {
    let total = errors.relative_percent;
    let worst = errors.joints.iter().zip(joints);
    let worst = worst.min_by(|(a, _), (b, _)| a.r_squared.total_cmp(&b.r_squared));
    let (r_squared, name) = worst.map_or((f64::NAN, ""), |(j, name)| (j.r_squared, name.as_str()));
    let n_known = springs.iter().filter(|s| s.status == StiffnessStatus::Determined).count();
    let is_good = total <= GOOD_PERCENT && r_squared >= GOOD_R_SQUARED && n_known == springs.len();
    let grade = match () {
        () if total.is_nan() || total > USABLE_PERCENT || n_known == 0 => Grade::Poor,
        () if is_good => Grade::Good,
        () => Grade::Usable,
    };
    let reason = format!(
        "{n_known} of {} stiffnesses determined; torque error {total:.2} % on data not fitted, worst joint: \
         {name}, R2 {r_squared:.3}",
        springs.len()
    );
    let counts = |warning: &&Warning| matches!(warning.code(), "W197" | "W198" | "W200");
    let concerns = warnings.iter().filter(counts).cloned().map(Concern::Warned);
    Verdict::new(grade, reason, RULE).with_concerns(concerns)
}

/// Parameters that physics does not allow below zero and that significantly are.
pub(super) fn negative_parameters(
    arm: &Arm<'_>,
    base: &Base,
    solved: &ElasticSolution,
) -> Vec<ElasticWarning> {
    let of = |(k, &column): (usize, &usize)| {
        let is_positive = match arm.layout.params()[column] {
            Param::RotorInertia { .. } | Param::Stiffness { .. } | Param::Damping { .. } => true,
            Param::Friction { term, .. } => {
                !matches!(term, FrictionTerm::Offset | FrictionTerm::ViscousAsymmetry)
            }
            Param::Link { .. } => false,
        };
        let (name, value, sigma) = (arm.layout.name(column), solved.beta[k], solved.sigma[k]);
        negative(&name, value, sigma).filter(|_| is_positive)?;
        let unit = arm.layout.params()[column].unit_on(arm.robot).to_owned();
        Some(ElasticWarning::Negative { name, value, sigma, unit })
    };
    base.independent().iter().enumerate().filter_map(of).collect()
}
