//! Efforts that do not follow gravity: are the joints mixed up, or is it another robot?

use super::filtered_log::FilteredLog;
use super::fitted_order::swapped_joints;
use super::mounting::shown_mounting;
use super::nominal::{LoadFit, Nominal, carries, own_effects};
use super::order::{Order, best_order};
use super::position_convention::{CONVENTIONS, best_convention, with_convention};
use super::torque_error::{Assumption, better_assumption, is_contradicted, is_explained};
use crate::diagnostics::LogWarning;
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::model::Robot;

/// Joints with at least this share of the largest gravity torque must show it in their efforts.
const HEAVY: f64 = 0.05;
/// And only if gravity is at least this share of what friction and inertia leave of the effort: where
/// an unknown load or a spring is much larger, it need not show.
const VISIBLE: f64 = 0.3;
/// Correlation with gravity below which they do not. Public logs have 0.99, also with wrong masses
/// and unknown loads; springs and counterweights spoil single joints.
const LOST: f64 = 0.7;
/// Correlation that all of them must have in another order for that order to be accepted.
const FOUND: f64 = 0.9;
/// The same for another direction of gravity, which two numbers describe.
const MOUNTED: f64 = 0.97;
/// Fewer lost joints than this are not called another robot.
const FEWEST_LOST: usize = 2;
/// Correlation below which an effort acts against the gravity of the description.
const AGAINST: f64 = -0.5;
/// Samples on which orders are tried.
const SAMPLES: usize = 300;
/// Unexplained shares below this are as good as nothing.
const EXPLAINED: f64 = 0.03;

/// Fit of the efforts in the order of the log.
pub(super) struct AsRead<'a> {
    pub(super) fits: &'a [LoadFit],
    /// Whether each effort pushes along the motion, if friction tells.
    pub(super) along_motion: &'a [Option<bool>],
}

impl AsRead<'_> {
    /// Heavy joints whose efforts do not follow gravity. Those against it count if friction shows that
    /// their sign is right, unless all are: then it is gravity that is upside down.
    fn lost(&self) -> Vec<usize> {
        let heavy = heavy(self.fits);
        let correlation = |j: usize| self.fits[j].gravity.correlation;
        let against = |j: usize| self.along_motion[j] == Some(true) && correlation(j) <= -LOST;
        let upside_down = heavy.iter().all(|&j| against(j));
        let is_lost = |j: &usize| correlation(*j).abs() < LOST || (against(*j) && !upside_down);
        heavy.into_iter().filter(is_lost).collect()
    }
}

/// Another order of the joints, if in that every heavy joint follows gravity; another robot, if most
/// of them do so in none. Where all follow gravity as read, an order, sign or zero with which the nominal
/// robot predicts the torques clearly better; that needs efforts with a known scale.
pub(super) fn finding(
    robot: &Robot,
    filtered: &FilteredLog,
    nominal: &Nominal,
    as_read: &AsRead<'_>,
    has_scale: bool,
) -> Result<Option<LogWarning>> {
    let lost = as_read.lost();
    let names: Vec<String> = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    let correlation_before = least_correlation(as_read.fits);
    if lost.is_empty() {
        let thinned = filtered.thinned(SAMPLES);
        return match has_scale {
            true => better_by_torque(robot, &thinned, &names, correlation_before),
            false => Ok(None),
        };
    }
    if let Some(mounting) = shown_mounting(robot, filtered)?
        && mounting.correlation >= MOUNTED
    {
        return Ok(Some(LogWarning::GravityDirection {
            gravity_m_s2: mounting.gravity_m_s2,
            correlation_before,
            correlation: mounting.correlation,
        }));
    }
    let as_logged = heavy(as_read.fits);
    let believed = match order_of_efforts(filtered, nominal, &as_logged) {
        Some(found) => Some((found, false)),
        // Positions in another order need new torques for every order, so they are tried last.
        None => order_of_columns(robot, &filtered.thinned(SAMPLES), &as_logged)?
            .map(|found| (found, true)),
    };
    if let Some((DetectedOrder { order, correlation }, positions_too)) = believed {
        return Ok(Some(LogWarning::EffortOrder {
            order: order.names(&names),
            positions_too,
            correlation_before,
            correlation,
            torque_error: None,
        }));
    }
    let least = |fits: &[LoadFit]| least_of(fits, &as_logged);
    let thinned = filtered.thinned(SAMPLES);
    if let Some(found) = best_convention(robot, &thinned, least)?
        && found.correlation >= FOUND
    {
        let (factor, shift, convention) = CONVENTIONS[found.place];
        let corrected = with_convention(&thinned, found.joint, factor, shift);
        // Efforts of another robot may follow gravity in the right phase at the wrong size.
        if !has_scale || is_explained(robot, &corrected)? {
            return Ok(Some(LogWarning::PositionConvention {
                joint: names[found.joint].clone(),
                convention,
                correlation_before,
                correlation: found.correlation,
                torque_error: None,
            }));
        }
    }
    let most = 2 * lost.len() > heavy(as_read.fits).len() && lost.len() >= FEWEST_LOST;
    // An unknown counterbalance weakens the correlation with gravity; another robot turns it around.
    let most =
        most || (has_scale && correlation_before < AGAINST && is_contradicted(robot, &thinned)?);
    let joints = lost.iter().map(|&j| names[j].clone()).collect();
    Ok(most.then_some(LogWarning::EffortUnrelated { joints, correlation: correlation_before }))
}

/// Swapped joints, or another sign or zero of one of them, by the torque error of the nominal robot; swapped
/// joints by that of fitted parameters, too.
fn better_by_torque(
    robot: &Robot,
    filtered: &FilteredLog,
    names: &[String],
    correlation_before: f64,
) -> Result<Option<LogWarning>> {
    let by_nominal = better_assumption(robot, filtered, names)?;
    let shown = match by_nominal {
        Some(shown) => Some(shown),
        None => swapped_joints(robot, filtered, names)?,
    };
    let Some((assumption, torque_error)) = shown else { return Ok(None) };
    let natural: Vec<usize> = (0..names.len()).collect();
    let corrected = assumption.applied(filtered);
    let fits = Nominal::new(robot, &corrected, &natural)?.fits(&corrected);
    let correlation = least_correlation(&fits);
    Ok(Some(match assumption {
        Assumption::Swapped { joints: [a, b], positions_too } => {
            let mut order = names.to_vec();
            order.swap(a, b);
            LogWarning::EffortOrder {
                order,
                positions_too,
                correlation_before,
                correlation,
                torque_error,
            }
        }
        Assumption::Convention { joint, place } => LogWarning::PositionConvention {
            joint: names[joint].clone(),
            convention: CONVENTIONS[place].2,
            correlation_before,
            correlation,
            torque_error,
        },
    }))
}

/// A joint order that was detected.
struct DetectedOrder {
    order: Order,
    /// The least correlation of a heavy joint with gravity.
    correlation: f64,
}

impl DetectedOrder {
    /// Of the joints that carry weight in this order, or `as_logged`, every one must follow it: an order
    /// that takes the weight off a noisy joint explains nothing.
    fn new(
        order: Option<Order>,
        as_logged: &[usize],
        fits: impl Fn(&[usize]) -> Vec<LoadFit>,
    ) -> Option<Self> {
        let order = order.filter(|order| !order.is_natural())?;
        let correlation = least_of(&fits(&order.joints), as_logged);
        (correlation >= FOUND).then_some(Self { order, correlation })
    }
}

/// The best order of the efforts alone.
fn order_of_efforts(
    filtered: &FilteredLog,
    nominal: &Nominal,
    as_logged: &[usize],
) -> Option<DetectedOrder> {
    let row = |place: usize| -> Vec<LoadFit> {
        let own = own_effects(filtered, place);
        filtered.effort.iter().map(|effort| nominal.fit(place, &own, effort)).collect()
    };
    let table: Vec<Vec<LoadFit>> = (0..filtered.q.len()).map(row).collect();
    let fits = |order: &[usize]| -> Vec<LoadFit> {
        order.iter().enumerate().map(|(place, &joint)| table[place][joint]).collect()
    };
    DetectedOrder::new(best_order(filtered.q.len(), |order| score(&fits(order))), as_logged, fits)
}

/// The best order of positions and efforts together.
fn order_of_columns(
    robot: &Robot,
    filtered: &FilteredLog,
    as_logged: &[usize],
) -> Result<Option<DetectedOrder>> {
    let natural: Vec<usize> = (0..filtered.q.len()).collect();
    let own: Vec<_> = natural.iter().map(|&joint| own_effects(filtered, joint)).collect();
    // The first trial shows whether torques can be computed at all; the others differ in order only.
    Nominal::new(robot, filtered, &natural)?;
    let fits = |order: &[usize]| -> Vec<LoadFit> {
        let Ok(nominal) = Nominal::new(robot, filtered, order) else { return Vec::new() };
        let fit = |(place, &joint): (usize, &usize)| {
            nominal.fit(place, &own[joint], &filtered.effort[joint])
        };
        order.iter().enumerate().map(fit).collect()
    };
    Ok(DetectedOrder::new(
        best_order(filtered.q.len(), |order| score(&fits(order))),
        as_logged,
        fits,
    ))
}

/// Mean logarithm of what is explained: every joint counts alike, however large its efforts are.
/// Efforts against gravity explain nothing.
fn score(fits: &[LoadFit]) -> f64 {
    let explained = |fit: &LoadFit| match fit.gravity.correlation {
        against if against < 0.0 => 0.0,
        _ => -fit.unexplained.max(EXPLAINED).ln(),
    };
    fits.iter().map(explained).sum::<f64>() / fits.len().max(1) as f64
}

/// Whether most efforts follow the gravity torques of their joints; `None` where gravity acts on none.
pub(super) fn follows_gravity(robot: &Robot, filtered: &FilteredLog) -> Result<Option<bool>> {
    let natural: Vec<usize> = (0..filtered.q.len()).collect();
    let fits = Nominal::new(robot, filtered, &natural)?.fits(filtered);
    let heavy = heavy(&fits);
    let following = heavy.iter().filter(|&&j| fits[j].gravity.correlation.abs() >= LOST).count();
    Ok((!heavy.is_empty()).then_some(2 * following > heavy.len()))
}

fn heavy(fits: &[LoadFit]) -> Vec<usize> {
    let carries = carries(fits, HEAVY);
    let is_visible = |j: usize| fits[j].gravity_rms_nm >= VISIBLE * fits[j].rest_rms;
    (0..fits.len()).filter(|&j| carries[j] && is_visible(j)).collect()
}

/// The least correlation with gravity of joints that are heavy by these fits or otherwise known to be.
fn least_of(fits: &[LoadFit], also: &[usize]) -> f64 {
    let correlations = also.iter().map(|&j| fits[j].gravity.correlation);
    correlations.fold(least_correlation(fits), f64::min)
}

/// The least correlation of a heavy joint with gravity.
fn least_correlation(fits: &[LoadFit]) -> f64 {
    heavy(fits).into_iter().map(|j| fits[j].gravity.correlation).fold(1.0, f64::min)
}
