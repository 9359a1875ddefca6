//! Scale of the torques: whether anything outside the logs vouches for it.

use super::knowledge::DriveGain;
use super::settings::PayloadSettings;
use crate::recording::EffortKind;
use crate::study::ParameterRecord;
use crate::validate::Concern;

/// A stated mass this near to the one that was found verifies the scale, whatever the interval.
const NEAR: f64 = 0.02;

/// Concern about torques whose scale nothing verifies.
///
/// A common factor of all torques is a factor of the load, and no residual shows it. It is verified by drive
/// gains with an uncertainty of their own, by a stated mass that agrees, or by the user.
pub(super) fn unverified(
    kind: EffortKind,
    gains: &[Option<DriveGain>],
    mass: &ParameterRecord,
    settings: &PayloadSettings,
) -> Option<Concern> {
    let has_sigma = |gain: &Option<DriveGain>| gain.is_none_or(|gain| gain.relative_sigma > 0.0);
    let by_gains = kind == EffortKind::Current && gains.iter().all(has_sigma);
    let agrees = |stated_kg: f64| {
        mass.interval.is_some_and(|[low, high]| (low..=high).contains(&stated_kg))
            || (stated_kg / mass.value - 1.0).abs() <= NEAR
    };
    let by_mass = settings.stated_mass_kg.is_some_and(agrees);
    let is_verified = settings.scale_sigma.is_some() || by_gains || by_mass;
    let reason = match kind {
        EffortKind::Torque => {
            "a factor that all of them share is a factor of the mass, and the interval does not include it; \
             verify it with a load of known mass or state how well it is known (such as 1 % for joint torque sensors)"
        }
        EffortKind::Current => {
            "gains taken as exact, which the interval does not include; give gains with their uncertainty \
             or state how well they are known"
        }
    };
    (!is_verified).then_some(Concern::ScaleUnverified { reason })
}
