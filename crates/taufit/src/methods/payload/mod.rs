//! Loads: mass, centre of mass and inertia of what a robot carries.
//!
//! A load changes the parameters of the link that it is fixed to, and nothing else: mass, first moment and
//! inertia about the link's origin add up (De Luca, Robotics 2 lectures, pp. 19-20). The recipe, in the order in which data
//! travels: `knowledge` is what was there before, `logs` checks the logs, which become a pair of
//! runs; `problem` says what is unknown, `rows` makes one small least-squares problem of it with `prior` for
//! what the motion does not show, `fit` solves it, `uncertainty` tells how far it can be off, `physical` makes
//! a body of it, `difference` goes the second way, `joints`, `verdict`, `scale` and `warnings` judge. At rest, `standing`
//! finds the poses and `at_rest` weighs in them, `identify_payload_static` being the whole of it; `advice` tells which poses
//! to add.

mod advice;
mod at_rest;
mod difference;
mod fit;
mod frame;
mod gravity_rows;
mod joints;
mod knowledge;
mod logs;
mod parameters;
mod physical;
mod prior;
mod problem;
mod result;
mod rows;
mod scale;
mod settings;
mod standing;
mod static_poses;
mod uncertainty;
mod verdict;
mod warnings;

pub use frame::PayloadFrame;
pub use knowledge::{DriveGain, KnownRobot};
pub use result::PayloadResult;
pub use settings::{FrictionUse, PayloadSettings};
pub use static_poses::identify_payload_static;

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{Error, ModelError, PayloadError, Result};
use crate::methods::common::{DespikedLog, SPIKE_FACTOR, despiked, unwatched};
use crate::methods::pair::{Pair, condition_alike, correlation_times};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::survey::{LogUse, gate};
use fit::Fit;
use joints::Comparison;
use logs::{PayloadLogs, check_travel};
use problem::Problem;
use result::Weighed;

/// A load from runs with it (`loaded`), and an identified robot (`known`), runs without it (`free`), or both.
///
/// `τ_j = W_j (β + B π_L + F δ)` with the load and `τ_j = W_j β` without, where `B` maps the ten parameters of a
/// body on the link of `frame` to base parameters and `F δ` are changes of friction, if they are sought. With
/// `known` alone, `β` is what was identified; beside free runs it is one more observation of `β`. All rows
/// count by the residual of their joint and its correlation time. What comes out is the body that can exist
/// and is nearest to that, in the metric of its covariance.
///
/// `gains` are the drive gains, for logs of currents; joints without one are left out. `known` must have been
/// identified with the same gains.
pub fn identify_payload<L: Log>(
    robot: &Robot,
    known: Option<&KnownRobot>,
    free: &[L],
    loaded: &[L],
    frame: &str,
    gains: &[Option<DriveGain>],
    settings: &PayloadSettings,
) -> Result<PayloadResult> {
    settings.validate()?;
    let link = carrier(robot, known, frame)?;
    if known.is_none() && free.is_empty() {
        return Err(Error::from(PayloadError::NothingToCompare));
    }
    let logs = PayloadLogs::check(robot, free, loaded, gains, link)?;
    let all = free.iter().chain(loaded);
    let constants: Vec<Option<f64>> = gains.iter().map(|gain| gain.map(|g| g.nm_per_a)).collect();
    let accepted = gate(robot, all, &constants, LogUse::LoadedMotion, &settings.gate)?;
    let own_layout = || {
        let friction = vec![settings.friction; robot.n_dof()];
        Layout::with_friction(robot, settings.rotor_inertia, friction)
    };
    let layout = known.map_or_else(own_layout, KnownRobot::layout);
    let base = Base::new(robot, &layout, &BaseSettings::default())?;
    let despike = |logs| despiked(logs, Some(SPIKE_FACTOR), &unwatched);
    let (without, with) = (despike(free)?, despike(loaded)?);
    let runs = condition_alike(&without, &with, &logs.factors, &settings.condition, 0.0)?;
    let loaded_sample = runs.loaded.sample()?;
    check_travel(robot, link, &runs.loaded)?;

    let pair = Pair::observe(robot, &layout, &base, &runs)?;
    let known_base = known.map(|known| known.base_parameters(&layout, &base));
    let problem =
        Problem::new(&layout, &base, link, logs.joints.clone(), !free.is_empty(), known_base);
    let asked = problem.with_friction(settings.friction_use);
    let ones = vec![1.0; robot.n_dof()];
    let white = Fit::new(&asked, &pair, &ones, settings.gyration_radius_m)?;
    let betas = [&white.unloaded[..], &white.loaded(&asked)];
    let times = correlation_times(robot, &layout, &base, &runs, betas, &ones)?;
    let fit = Fit::new(&asked, &pair, &times, settings.gyration_radius_m)?;

    let model_level_nm = known.map(|known| &known.level_nm[..]);
    let weighed = Weighed {
        frame,
        link,
        gains,
        settings,
        by_torque: Comparison {
            robot,
            problem: &asked,
            pair: &pair,
            loaded_sample: &loaded_sample,
            filter: runs.filter.as_ref(),
            fit: &fit,
            times: &times,
            model_level_nm,
        },
    };
    let mut result = weighed.result()?.scaled(logs.kind, gains, settings);
    logs.note(gains, &mut result);
    result.warnings.extend(runs.warnings.iter().cloned());
    result.warnings.extend(without.iter().chain(&with).flat_map(DespikedLog::warnings));
    Ok(result.accepting(accepted))
}

/// The link of a frame, and whether the model is one of this robot.
fn carrier(robot: &Robot, known: Option<&KnownRobot>, frame: &str) -> Result<usize> {
    known.map_or(Ok(()), |known| known.check_is(robot))?;
    let link = robot.frame(frame)?.link;
    link.ok_or_else(|| ModelError::PayloadOnBase { frame: frame.to_owned() }.into())
}
