//! The part of a move at constant velocity: acceleration and braking cut off.

use super::moves::Move;
use super::settings::PlateauSettings;
use crate::model::Robot;
use crate::signal::{Segment, median};
use std::fmt;
use std::ops::Range;

/// Largest difference of the plateau from the commanded velocity, as a share of it.
const COMMAND_SHARE: f64 = 0.1;

/// Fewer samples make no line.
const LEAST_SAMPLES: usize = 10;

/// Reason for which a move is rejected.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Rejection {
    /// Its speed changes from beginning to end.
    ChangingSpeed {
        /// Share of the move at its commonest speed.
        share: f64,
    },
    /// Too little is left.
    TooShort {
        /// Remaining duration \[s\].
        duration_s: f64,
    },
    /// The speed wavers.
    Unsteady {
        /// Share of samples off the plateau's speed.
        share: f64,
    },
    /// It is not the speed that was asked for.
    SpeedMissed {
        /// Speed of the plateau.
        found: f64,
        /// Commanded speed.
        commanded: f64,
    },
    /// Another joint moves too.
    OthersMove {
        /// Which.
        joint: String,
    },
}

impl Rejection {
    /// Name of the reason, for messages.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::ChangingSpeed { .. } => "no constant velocity",
            Self::TooShort { .. } => "plateau too short",
            Self::Unsteady { .. } => "velocity not steady",
            Self::SpeedMissed { .. } => "commanded velocity not reached",
            Self::OthersMove { .. } => "other joints move",
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Self::ChangingSpeed { share } => {
                write!(f, "{kind}: {:.0} % of the move at its commonest one", 100.0 * share)
            }
            Self::TooShort { duration_s } => write!(f, "{kind}: {duration_s:.2} s"),
            Self::Unsteady { share } => {
                write!(f, "{kind}: {:.0} % of the samples off it", 100.0 * share)
            }
            Self::SpeedMissed { found, commanded } => {
                write!(f, "{kind}: {found:.3} instead of {commanded:.3}")
            }
            Self::OthersMove { joint } => write!(f, "{kind}: {joint:?}"),
        }
    }
}

/// The samples of a move at constant velocity, with what a drive needs to settle cut off.
///
/// The velocity is the one at which most of the move happens; the plateau goes from the first sample
/// that has it to the last.
pub(super) fn plateau(
    robot: &Robot,
    segment: &Segment,
    found: &Move,
    settings: &PlateauSettings,
) -> Result<Range<usize>, Rejection> {
    let n = segment.n_samples;
    let qd = &segment.qd[found.dof * n..][found.samples.clone()];
    let (level, count) = commonest(qd, settings);
    let share = count as f64 / qd.len().max(1) as f64;
    if share < settings.least_share || level.abs() < settings.moving_rad_s {
        return Err(Rejection::ChangingSpeed { share });
    }
    let at_level = |v: &f64| (v - level).abs() <= tolerance(level, settings);
    let (first, last) =
        (qd.iter().position(at_level).unwrap_or(0), qd.iter().rposition(at_level).unwrap_or(0));
    let outside = qd[first..=last].iter().filter(|v| !at_level(v)).count();
    let wavering = outside as f64 / (last - first + 1) as f64;
    if wavering > settings.ripple_share {
        return Err(Rejection::Unsteady { share: wavering });
    }
    if let Some(commanded) = found.commanded
        && (level - commanded).abs() > COMMAND_SHARE * commanded.abs()
    {
        return Err(Rejection::SpeedMissed { found: level, commanded });
    }
    let start = found.samples.start;
    let cut = settled(segment, start + first..start + last + 1, settings)?;
    others_stand(robot, segment, found.dof, &cut, settings)?;
    Ok(cut)
}

/// Velocities this far apart count as the same.
fn tolerance(level: f64, settings: &PlateauSettings) -> f64 {
    (settings.tolerance * level.abs()).max(settings.tolerance_rad_s)
}

/// The velocity that most samples share within the tolerance, and how many do.
fn commonest(qd: &[f64], settings: &PlateauSettings) -> (f64, usize) {
    let mut sorted = qd.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (mut best, mut from) = (0..0, 0);
    for to in 0..sorted.len() {
        let middle = 0.5 * (sorted[from] + sorted[to]);
        while sorted[to] - sorted[from] > 2.0 * tolerance(middle, settings) {
            from += 1;
        }
        if to + 1 - from > best.len() {
            best = from..to + 1;
        }
    }
    (median(&sorted[best.clone()]).unwrap_or(0.0), best.len())
}

/// A plateau without the time in which a drive settles.
fn settled(
    segment: &Segment,
    samples: Range<usize>,
    settings: &PlateauSettings,
) -> Result<Range<usize>, Rejection> {
    let (begin_s, end_s) = (segment.t_s[samples.start], segment.t_s[samples.end - 1]);
    let duration_s = end_s - begin_s - 2.0 * settings.settle_s;
    if duration_s < settings.min_duration_s {
        return Err(Rejection::TooShort { duration_s: duration_s.max(0.0) });
    }
    let from = segment.t_s.partition_point(|t| *t < begin_s + settings.settle_s);
    let to = segment.t_s.partition_point(|t| *t <= end_s - settings.settle_s);
    if to < from + LEAST_SAMPLES {
        return Err(Rejection::TooShort { duration_s });
    }
    Ok(from..to)
}

fn others_stand(
    robot: &Robot,
    segment: &Segment,
    dof: usize,
    samples: &Range<usize>,
    settings: &PlateauSettings,
) -> Result<(), Rejection> {
    for (other, qd) in segment.qd.chunks(segment.n_samples).enumerate() {
        if other != dof && qd[samples.clone()].iter().any(|v| v.abs() > settings.moving_rad_s) {
            return Err(Rejection::OthersMove { joint: robot.dof_joint(other).name.clone() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog;

    const RATE_HZ: f64 = 100.0;

    /// A move of the first joint of two; the second has its own velocity.
    fn judge(qd: &[f64], other: f64, commanded: Option<f64>) -> Result<Range<usize>, Rejection> {
        let n = qd.len();
        let segment = Segment {
            t_s: (0..n).map(|k| k as f64 / RATE_HZ).collect(),
            n_samples: n,
            qd: [qd.to_vec(), vec![other; n]].concat(),
            ..Segment::default()
        };
        let found = Move { segment: 0, samples: 0..n, dof: 0, commanded, iteration: None };
        let robot = catalog::robot("planar2r").unwrap();
        plateau(&robot, &segment, &found, &PlateauSettings::default())
    }

    /// 1 s up, 2 s at the speed, 1 s down.
    fn trapezoid(speed: f64) -> Vec<f64> {
        let share = |k: usize| (k as f64).min(400.0 - k as f64).min(100.0) / 100.0;
        (0..400).map(|k| speed * share(k)).collect()
    }

    #[test]
    fn ramps_are_cut_and_the_drive_is_given_time_to_settle() {
        let found = judge(&trapezoid(-0.5), 0.0, Some(-0.5)).unwrap();
        // The ramp comes within 2.5 % of the speed 0.03 s early; 0.15 s are cut after that.
        assert!(found.start.abs_diff(113) <= 1 && found.end.abs_diff(288) <= 2, "{found:?}");
    }

    #[test]
    fn a_sine_has_no_plateau() {
        let sine: Vec<f64> =
            (0..500).map(|k| (std::f64::consts::PI * f64::from(k) / 500.0).sin()).collect();
        let Rejection::ChangingSpeed { share } = judge(&sine, 0.0, None).unwrap_err() else {
            panic!("a sine is no plateau");
        };
        // Between 0.95 and 1: 2 acos(0.95)/π.
        assert!((share - 0.202).abs() < 0.01, "{share}");
    }

    #[test]
    fn bad_plateaus_are_named() {
        let kind = |qd: &[f64], other, commanded| judge(qd, other, commanded).unwrap_err().kind();
        assert_eq!(kind(&trapezoid(0.5)[70..150], 0.0, None), "plateau too short");
        assert_eq!(kind(&trapezoid(0.5), 0.0, Some(0.8)), "commanded velocity not reached");
        assert_eq!(kind(&trapezoid(0.5), 0.1, None), "other joints move");
        let mut unsteady = trapezoid(0.5);
        unsteady.iter_mut().skip(100).step_by(4).for_each(|v| *v *= 1.1);
        assert_eq!(kind(&unsteady, 0.0, None), "velocity not steady");
        assert_eq!(kind(&[], 0.0, None), "no constant velocity");
    }
}
