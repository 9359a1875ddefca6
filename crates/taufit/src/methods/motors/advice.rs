//! The mass off the axis that would show a torque constant.

use super::joint_fit::Fitted;
use crate::study::MassAdvice;

/// Distance from the axis that is proposed \[m\].
const OFFSET_M: f64 = 0.1;
/// Smallest mass worth proposing \[kg\].
const LEAST_MASS_KG: f64 = 0.05;

/// Larger masses are no advice \[kg\].
const MOST_MASS_KG: f64 = 50.0;

/// Mass and distance that give `kct` with a relative standard deviation of `accuracy`, from records
/// like these.
///
/// A mass `m` at a distance `r` from an axis with the share `s` of gravity across it loads the joint by
/// `m g s r sin(q)`. Over a travel `w` that is centred where the arm of the weight vanishes, the
/// square of the sine varies by `v = (1 − sin(w)/w)/2`. The slope `1/kct` is then known to
/// `1/(m g s r √(v I))` with `I = Σ 1/σ²(centre)` over the records, so that
/// `m r = kct/(accuracy · g s √(v I))`.
pub(super) fn needed_mass(
    records: &[Fitted<'_>],
    kct: f64,
    gravity_m_s2: f64,
    accuracy: f64,
) -> Option<MassAdvice> {
    let worth = |(record, line): &Fitted<'_>| {
        let travel = record.travel;
        let varies = 0.5 * (1.0 - travel.sin() / travel.max(f64::MIN_POSITIVE));
        record.gravity_share.powi(2) * varies / line.centre_variance.max(f64::MIN_POSITIVE)
    };
    let information: f64 = records.iter().map(worth).sum();
    let moment_kg_m = kct / (accuracy * gravity_m_s2 * information.sqrt());
    let mass_kg = (moment_kg_m / OFFSET_M).max(LEAST_MASS_KG);
    (mass_kg < MOST_MASS_KG).then_some(MassAdvice { mass_kg, offset_m: OFFSET_M, accuracy })
}
