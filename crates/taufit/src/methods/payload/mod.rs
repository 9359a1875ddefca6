//! Loads: mass, centre of mass and inertia of what a robot carries.
//!
//! A load changes the parameters of the link that it is fixed to, and nothing else: mass, first moment and
//! inertia about the link's origin add up (De Luca, Robotics 2 lectures, pp. 19-20). The recipe, in the order in which data
//! travels: `knowledge` is what was there before, `logs` checks the logs, which become a pair of
//! runs; `problem` says what is unknown, `rows` makes one small least-squares problem of it with `prior` for
//! what the motion does not show, `fit` solves it, `uncertainty` tells how far it can be off, `physical` makes
//! a body of it, `difference` goes the second way, `joints`, `verdict` and `warnings` judge. At rest, `standing`
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
mod settings;
mod standing;
mod static_poses;
mod uncertainty;
mod verdict;
mod warnings;

pub use frame::PayloadFrame;
pub use knowledge::{DriveGain, KnownRobot};
pub use logs::PayloadInputs;
pub use result::PayloadResult;
pub use settings::{FrictionUse, PayloadSettings};
pub use static_poses::identify_payload_static;

use crate::base::{Base, BaseSettings};
use crate::diagnostics::Result;
use crate::methods::common::{DespikedLog, SPIKE_FACTOR, despiked, unwatched};
use crate::methods::pair::{EvidencePair, condition_alike, correlation_times};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::survey::LogUse;
use fit::PayloadFit;
use joints::Comparison;
use logs::check_travel;
use problem::PayloadProblem;
use result::Weighed;

/// A load from runs with it (`loaded`), and an identified robot (`known`), runs without it (`free`), or both.
///
/// `τ_j = W_j (β + B π_L + F δ)` with the load and `τ_j = W_j β` without, where `B` maps the ten parameters of a
/// body on the link of `frame` to base parameters and `F δ` are changes of friction, if they are sought. With
/// `known` alone, `β` is what was identified; beside free runs it is one more observation of `β`. All rows
/// count by the residual of their joint and its correlation time. What comes out is the body that can exist
/// and is nearest to that, in the metric of its covariance.
///
/// ```no_run
/// # fn example(free: taufit::recording::Recording, loaded: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{PayloadInputs, PayloadSettings, identify_payload};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("ur5")?;
/// let (free, loaded) = ([free], [loaded]);
/// let inputs = PayloadInputs::new(&free, &loaded, "link6");
/// let result = identify_payload(&robot, &inputs, &PayloadSettings::default())?;
/// println!("{} kg", result.found.body.mass_kg);
/// # Ok(())
/// # }
/// ```
pub fn identify_payload<L: Log>(
    robot: &Robot,
    inputs: &PayloadInputs<'_, L>,
    settings: &PayloadSettings,
) -> Result<PayloadResult> {
    let (logs, link, accepted) = inputs.check(robot, LogUse::LoadedMotion, settings)?;
    let &PayloadInputs { known, free, loaded, frame, gains } = inputs;
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

    let pair = EvidencePair::observe(robot, &layout, &base, &runs)?;
    let known_base = known.map(|known| known.base_parameters(&layout, &base));
    let problem = PayloadProblem::new(
        &layout,
        &base,
        link,
        logs.joints.clone(),
        !free.is_empty(),
        known_base,
    );
    let sought = problem.with_friction(settings.friction_use);
    let ones = vec![1.0; robot.n_dof()];
    let white = PayloadFit::new(&sought, &pair, &ones, settings.gyration_radius_m)?;
    let betas = [&white.unloaded[..], &white.loaded(&sought)];
    let times = correlation_times(robot, &layout, &base, &runs, betas, &ones)?;
    let fit = PayloadFit::new(&sought, &pair, &times, settings.gyration_radius_m)?;

    let model_level_nm = known.map(|known| &known.level_nm[..]);
    let weighed = Weighed {
        frame,
        link,
        gains,
        settings,
        by_torque: Comparison {
            robot,
            problem: &sought,
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
