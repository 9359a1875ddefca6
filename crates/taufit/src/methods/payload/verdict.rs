//! Verdict on an identified payload.

use crate::study::{ParameterRecord, PayloadJoint, PayloadParameter};
use crate::validate::{Grade, Verdict};

/// Errors with the load may exceed those without by this factor.
pub(super) const ERROR_FACTOR: f64 = 1.5;
const GOOD_MASS: f64 = 0.02;
const GOOD_COM_M: f64 = 0.005;
const POOR_MASS: f64 = 0.2;

const RULE: &str = "good if the mass is known to 2 % and the centre of mass to 5 mm, one standard deviation \
                    each, and no joint's error with the load exceeds 1.5 times that without, in N m as well as \
                    in shares of its torque, no stated mass contradicts, and the scale of the torques is verified; poor if the mass is not known to 20 %";

/// From so many standard deviations on, two numbers differ.
pub(super) const APART: f64 = 3.0;
/// Differences below this share of the mass are not worth a word.
pub(super) const SHARE: f64 = 0.05;

/// Judges by intervals and errors; `parameters` begin with mass and centre.
pub(super) fn verdict(
    parameters: &[PayloadParameter],
    joints: &[PayloadJoint],
    stated_mass_kg: Option<f64>,
) -> Verdict {
    let mass = &parameters[0].parameter;
    let relative = mass.sigma_or_infinity() / mass.value.abs();
    let com_sigma_m =
        parameters[1..4].iter().map(|p| p.parameter.sigma_or_infinity()).fold(0.0, f64::max);
    let ratio = joints.iter().filter(|j| j.used).filter_map(error_ratio).fold(0.0, f64::max);
    let other_kg = stated_mass_kg.filter(|stated_kg| differs(mass, *stated_kg));
    let is_precise = relative <= GOOD_MASS && com_sigma_m <= GOOD_COM_M;
    let grade = if relative.is_nan() || relative > POOR_MASS {
        Grade::Poor
    } else if is_precise && ratio <= ERROR_FACTOR && other_kg.is_none() {
        Grade::Good
    } else {
        Grade::Usable
    };
    let errors = match ratio > 0.0 {
        true => format!("the worst joint's error with the load is {ratio:.2} times that without"),
        false => "there is no error without load to compare with".to_owned(),
    };
    let stated =
        other_kg.map(|kg| format!("; it contradicts the stated {kg} kg")).unwrap_or_default();
    let reason = format!(
        "mass known to {:.1} %, centre of mass to {:.1} mm (one standard deviation); {errors}{stated}",
        100.0 * relative,
        1e3 * com_sigma_m
    );
    Verdict::new(grade, reason, RULE)
}

/// Whether a mass from elsewhere is not the one that was found.
pub(super) fn differs(mass: &ParameterRecord, other_kg: f64) -> bool {
    let off_kg = (other_kg - mass.value).abs();
    off_kg > APART * mass.sigma_or_infinity() && off_kg > SHARE * mass.value
}

/// Error with the load over that without, in N·m or as share of the torque, whichever is smaller: larger
/// torques have larger errors.
pub(super) fn error_ratio(joint: &PayloadJoint) -> Option<f64> {
    let over = |after: f64, free: Option<f64>| free.filter(|x| *x > 0.0).map(|free| after / free);
    let share = over(joint.after_percent, joint.free_percent).unwrap_or(f64::INFINITY);
    over(joint.after_rms_nm, joint.free_rms_nm).map(|ratio| ratio.min(share))
}
