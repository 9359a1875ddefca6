//! Positions that count the other way, or from another zero, than those of the robot's description.

use super::filtered_log::FilteredLog;
use super::nominal::{LoadFit, Nominal};
use std::f64::consts::{FRAC_PI_2, PI};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Conventions that are tried on every revolute joint: a factor, a shift \[rad\], and its name.
pub(super) const CONVENTIONS: [(f64, f64, &str); 4] = [
    (-1.0, 0.0, "the opposite sign"),
    (1.0, FRAC_PI_2, "a zero that is off by -90 degrees"),
    (1.0, -FRAC_PI_2, "a zero that is off by 90 degrees"),
    (1.0, PI, "a zero that is off by 180 degrees"),
];

/// A convention of one joint's positions.
pub(super) struct Convention {
    pub(super) joint: usize,
    /// Place among [`CONVENTIONS`].
    pub(super) place: usize,
    /// Least correlation of an effort with gravity, with this convention.
    pub(super) correlation: f64,
}

/// The convention of a single joint with which the efforts follow gravity best, by `score` of the fits.
pub(super) fn best_convention(
    robot: &Robot,
    filtered: &FilteredLog,
    score: impl Fn(&[LoadFit]) -> f64,
) -> Result<Option<Convention>> {
    let natural: Vec<usize> = (0..filtered.q.len()).collect();
    let mut best: Option<Convention> = None;
    for joint in natural.iter().copied().filter(|&j| !robot.dof_joint(j).is_prismatic()) {
        for (place, (factor, shift, _)) in CONVENTIONS.into_iter().enumerate() {
            let filtered = with_convention(filtered, joint, factor, shift);
            let correlation = score(&Nominal::new(robot, &filtered, &natural)?.fits(&filtered));
            if best.as_ref().is_none_or(|best| correlation > best.correlation) {
                best = Some(Convention { joint, place, correlation });
            }
        }
    }
    Ok(best)
}

/// The motion with the positions of one joint in another convention; efforts count along with them.
pub(super) fn with_convention(
    filtered: &FilteredLog,
    joint: usize,
    factor: f64,
    shift: f64,
) -> FilteredLog {
    let mut filtered = filtered.clone();
    filtered.q[joint].iter_mut().for_each(|q| *q = factor * *q + shift);
    for channel in
        [&mut filtered.qd[joint], &mut filtered.qdd[joint], &mut filtered.direction[joint]]
    {
        channel.iter_mut().for_each(|x| *x *= factor);
    }
    filtered
}
