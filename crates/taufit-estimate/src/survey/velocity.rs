//! Logged velocities against the slopes of the positions.

use super::clock::TIME_UNITS;
use super::delay::{Aligned, LONGEST_S, align};
use super::filtered_log::FilteredLog;
use super::order::best_order;
use super::travel::LoggedMotion;
use crate::diagnostics::LogWarning;
use crate::regression::{Follow, Nuisance};
use serde::Serialize;
use taufit_data::signal::median;

/// Least correlation of a velocity that follows its position.
const FOLLOWS: f64 = 0.9;
/// Tolerated deviation of a slope: drivers filter and quantise, which takes up to 2 %
/// in good logs.
const SLOPE_TOLERANCE: f64 = 0.05;
/// Largest difference between slopes of all joints that have one cause.
const COMMON: f64 = 0.02;
/// Degrees per radian.
const DEGREES: f64 = 180.0 / std::f64::consts::PI;
/// Revolutions per minute in a radian per second.
const RPM: f64 = 30.0 / std::f64::consts::PI;
/// Delays that matter \[s\]: at 1 Hz, 20 ms turn an eighth of the inertial torque into friction.
const DELAY_S: f64 = 0.02;
/// Delays below this many samples may be the way the log was written.
const DELAY_SAMPLES: f64 = 2.0;

/// Regression of the logged velocity of a joint on the slope of its position, both filtered alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VelocityFit {
    /// The joint.
    pub joint: String,
    /// Logged velocity over slope; 1 expected.
    pub slope: f64,
    /// Correlation of the two.
    pub correlation: f64,
    /// Delay of the logged velocity \[s\].
    pub delay_s: f64,
}

/// Fits of all joints that move; empty if the log has no velocities.
pub(super) fn fits(travel: &LoggedMotion, filtered: &FilteredLog) -> Vec<VelocityFit> {
    let Some(logged) = &filtered.qd_logged else { return Vec::new() };
    let moving = travel.joints.iter().enumerate().filter(|(_, joint)| !joint.is_idle());
    let fit = |(j, joint): (usize, &super::travel::JointMotionSummary)| {
        let Aligned { x, y, delay_s } = align(filtered, &filtered.qd[j], &logged[j]);
        let Follow { gain, correlation } = Follow::of(&x, &y);
        VelocityFit { joint: joint.joint.clone(), slope: gain, correlation, delay_s }
    };
    moving.map(fit).collect()
}

/// Findings about the velocities, and about the time base that they show.
pub(super) fn findings(
    joints: &[String],
    fits: &[VelocityFit],
    filtered: &FilteredLog,
    rate_hz: f64,
) -> Vec<LogWarning> {
    let (following, lost): (Vec<&VelocityFit>, Vec<&VelocityFit>) =
        fits.iter().partition(|fit| fit.correlation.abs() >= FOLLOWS);
    if !lost.is_empty()
        && let Some(order) = other_order(joints, filtered)
    {
        return vec![LogWarning::VelocityOrder { order }];
    }
    let unrelated = |fit: &&VelocityFit| LogWarning::VelocityUnrelated {
        joint: fit.joint.clone(),
        correlation: fit.correlation,
    };
    let mut found: Vec<LogWarning> = lost.iter().map(unrelated).collect();
    let cause = |slope| common_cause(&following, slope, filtered, rate_hz);
    match common_slope(&following).and_then(cause) {
        Some(cause) => found.push(cause),
        None => found.extend(following.iter().filter_map(|fit| slope_warning(fit))),
    }
    let shortest_s = DELAY_S.max(DELAY_SAMPLES / rate_hz);
    // A peak at the edge of the search is no peak: slow motion correlates over longer delays.
    let longest_s = LONGEST_S - 1.0 / filtered.rate_hz;
    let late = following
        .iter()
        .filter(|fit| fit.delay_s.abs() > shortest_s && fit.delay_s.abs() < longest_s);
    found.extend(
        late.map(|fit| LogWarning::VelocityDelay {
            joint: fit.joint.clone(),
            delay_s: fit.delay_s,
        }),
    );
    found
}

/// The order in which the velocities follow the positions, if it is another and fits.
fn other_order(joints: &[String], filtered: &FilteredLog) -> Option<Vec<String>> {
    let logged = filtered.qd_logged.as_ref()?;
    let constant = Nuisance::new(&[&vec![1.0; filtered.n_samples()]]);
    let centred = |x: &Vec<Vec<f64>>| x.iter().map(|x| constant.without(x)).collect::<Vec<_>>();
    let (slopes, logged) = (centred(&filtered.qd), centred(logged));
    let fit = |position: usize, velocity: usize| {
        Follow::of(&slopes[position], &logged[velocity]).correlation
    };
    let table: Vec<Vec<f64>> =
        (0..joints.len()).map(|p| (0..joints.len()).map(|v| fit(p, v)).collect()).collect();
    let of = |order: &[usize]| order.iter().enumerate().map(|(p, &v)| table[p][v]).sum::<f64>();
    let best = best_order(joints.len(), of)?;
    let moved = best.joints.iter().enumerate().filter(|(p, v)| p != *v);
    let fits = moved.clone().all(|(p, &v)| table[p][v] >= FOLLOWS);
    (fits && !best.is_natural()).then(|| best.names(joints))
}

/// The slope of all joints, if they have one.
fn common_slope(fits: &[&VelocityFit]) -> Option<f64> {
    let slopes: Vec<f64> = fits.iter().map(|fit| fit.slope).collect();
    let middle = median(&slopes).filter(|_| slopes.len() > 1)?;
    slopes.iter().all(|slope| is_near(*slope, middle, COMMON)).then_some(middle)
}

/// Common cause of wrong slopes of all joints.
fn common_cause(
    fits: &[&VelocityFit],
    slope: f64,
    filtered: &FilteredLog,
    rate_hz: f64,
) -> Option<LogWarning> {
    // Velocities in a usual unit beside positions in radians, or in rpm beside degrees: one finding
    // per joint, and time is right.
    let unit = [1.0, DEGREES, RPM].into_iter().find(|unit| is_near(slope, *unit, SLOPE_TOLERANCE));
    if slope <= 0.0 || unit.is_some() {
        return None;
    }
    let of_degrees = [1.0 / DEGREES, RPM / DEGREES];
    if of_degrees.into_iter().any(|unit| is_near(slope, unit, SLOPE_TOLERANCE)) {
        return Some(LogWarning::PositionsInDegrees {
            joints: fits.iter().map(|fit| fit.joint.clone()).collect(),
            largest: filtered.q.iter().flatten().fold(0.0, |largest, q| largest.max(q.abs())),
            reason: "their slopes against the logged velocities are those of degrees",
        });
    }
    let true_rate_hz = slope * rate_hz;
    let unit = TIME_UNITS.into_iter().find(|(per_s, _)| is_near(slope, *per_s, SLOPE_TOLERANCE));
    Some(match unit {
        Some((_, unit)) => LogWarning::TimeUnit { unit, rate_hz, true_rate_hz },
        None => LogWarning::TimeBase { factor: slope, rate_hz, true_rate_hz },
    })
}

/// Finding about the slope of one joint.
fn slope_warning(fit: &VelocityFit) -> Option<LogWarning> {
    let (joint, slope) = (fit.joint.clone(), fit.slope);
    if is_near(slope, 1.0, SLOPE_TOLERANCE) {
        None
    } else if slope < 0.0 {
        Some(LogWarning::VelocitySign { joint, slope })
    } else {
        Some(LogWarning::VelocityScale { joint, slope })
    }
}

fn is_near(x: f64, wanted: f64, tolerance: f64) -> bool {
    (x - wanted).abs() <= tolerance * wanted.abs()
}
