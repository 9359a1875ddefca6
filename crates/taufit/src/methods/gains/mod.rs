//! Drive gains: newton metres per ampere, from runs without and with a load of known mass.
//!
//! Currents alone fix torques only up to a common factor; a load whose mass is known fixes it.
//! The recipe: the logs become a pair of runs, `gravity` asks which joints ever feel the load's weight,
//! `problem` says what is unknown, `fit` finds gains, robot and load together. Where a controller tells
//! what it wants, `controller` needs neither load nor model.

mod controller;
mod fit;
mod gravity;
mod problem;
mod result;
mod settings;

pub use controller::{ControllerGain, ControllerGainStatus, WantedEfforts, controller_gains};
pub(in crate::methods) use gravity::{LEAST_SHARE, gravity_share};
pub use result::{GainStatus, GainsResult, JointGain};
pub use settings::GainsSettings;

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{DataError, InputError, ModelError, Result, StudyError};
use crate::methods::common::{DespikedLog, SPIKE_FACTOR, despiked, unwatched};
use crate::methods::pair::{EvidencePair, condition_alike, correlation_times};
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::{EffortKind, Log, Recording};
use crate::survey::{LogUse, gate};
use fit::GainsFit;
use gravity::gravity_shares;
use problem::GainsProblem;

/// Gains of all joints from logs of currents, recorded without and with a load of
/// `payload_mass_kg` fixed to `payload_frame`, a frame or link of the robot.
///
/// `K_j i_j = W_j β` without the load and `K_j i_j = W_j (β + B π_L)` with it, where `B` maps the ten
/// parameters of a body on that link to base parameters; the mass is known, the other nine are not.
/// Errors are taken to sit in the currents: `Σ |i_j − W_j (β + B π_L)/K_j|²/σ_j²` is minimised, which
/// is total least squares with all errors in the column of the current (current on the left, as in
/// Gautier and Briot, IROS 2011). With the currents as regressors instead, their noise draws all
/// gains towards zero; [`JointGain::regressor_gain_nm_per_a`] tells by how much.
///
/// Robot, rotor inertias and friction are taken to be the same in both runs, unless
/// [`GainsSettings::separate_friction`] says otherwise; nothing else may be fixed to the robot.
///
/// ```no_run
/// # fn example(free: taufit::recording::Recording, loaded: taufit::recording::Recording) -> Result<(), taufit::Error> {
/// use taufit::methods::{GainsSettings, identify_gains};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("ur5")?;
/// let settings = GainsSettings::default();
/// let result = identify_gains(&robot, &[free], &[loaded], "link6", 2.0, &settings)?;
/// println!("{:?}", result.gains[0].gain_nm_per_a);
/// # Ok(())
/// # }
/// ```
pub fn identify_gains<L: Log>(
    robot: &Robot,
    unloaded: &[L],
    loaded: &[L],
    payload_frame: &str,
    payload_mass_kg: f64,
    settings: &GainsSettings,
) -> Result<GainsResult> {
    settings.validate()?;
    if !(payload_mass_kg > 0.0 && payload_mass_kg.is_finite()) {
        let (setting, expected) = ("mass of the payload", "a positive number of kg");
        return Err(InputError::OutOfRange { setting, value: payload_mass_kg, expected }.into());
    }
    let link = robot.frame(payload_frame)?.link;
    let link = link.ok_or_else(|| ModelError::PayloadOnBase { frame: payload_frame.to_owned() })?;
    let layout = Layout::with_friction(
        robot,
        settings.rotor_inertia,
        vec![settings.friction; robot.n_dof()],
    );
    let base = Base::new(robot, &layout, &BaseSettings::default())?;
    check_currents(robot, unloaded, "the runs without load")?;
    check_currents(robot, loaded, "the runs with load")?;
    let accepted =
        gate(robot, unloaded.iter().chain(loaded), &[], LogUse::LoadedMotion, &settings.gate)?;
    // A gain of one leaves currents as they are.
    let ones = vec![Some(1.0); robot.n_dof()];
    let despike = |logs| despiked(logs, Some(SPIKE_FACTOR), &unwatched);
    let (free, with) = (despike(unloaded)?, despike(loaded)?);
    let runs = condition_alike(&free, &with, &ones, &settings.condition, 0.0)?;

    let shares = gravity_shares(robot, &runs.loaded.sample()?)?;
    let pair = EvidencePair::observe(robot, &layout, &base, &runs)?;
    let problem = GainsProblem::new(&layout, &base, link, payload_mass_kg, &shares, settings);
    let white = GainsFit::new(&problem, &pair, &vec![1.0; robot.n_dof()])?;
    let betas = [&white.beta[..], &white.loaded_beta];
    let times = correlation_times(robot, &layout, &base, &runs, betas, &white.gains)?;
    let fit = GainsFit::new(&problem, &pair, &times)?;
    let mended = free.iter().chain(&with).flat_map(DespikedLog::warnings);
    let warnings =
        accepted.into_iter().chain(runs.warnings.iter().cloned()).chain(mended).collect();
    Ok(GainsResult::new(robot, &problem, fit, times, &shares, warnings, settings))
}

/// Refuses logs that are not of currents, and none at all.
fn check_currents<L: Log>(robot: &Robot, logs: &[L], what: &'static str) -> Result<()> {
    if logs.is_empty() {
        return Err(DataError::TooFewSamples { what, needed: 1, found: 0 }.into());
    }
    logs.iter().try_for_each(|log| current_head(robot, log).map(|_| ()))
}

/// The first sample of a log, which must be one of currents.
pub(in crate::methods) fn current_head<L: Log>(robot: &Robot, log: &L) -> Result<Recording> {
    let head = log.head(1)?;
    head.check_joints(robot)?;
    if head.effort_kind != EffortKind::Current {
        return Err(StudyError::NotCurrents { source_name: log.source().to_owned() }.into());
    }
    Ok(head)
}
