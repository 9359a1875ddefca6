//! Elastic joints: dynamics of links, springs and motors from encoders on both sides (Zollo et al. 2014).
//!
//! The recipe: `motion` reads logs with two encoders per joint (`encoders` refuses those whose difference
//! is no deflection), `ladder` finds the friction model of the motors, `arm` and `lines` are the
//! equations, `unknowns` says which parameters they reveal, `observe` compresses both lines of every
//! joint to one triangle (`rows`), `solve` aligns the encoders and estimates, `deflection` is the
//! estimator for noisy encoders, `result` what comes out, `record` the same as plain data.

mod arm;
mod curves;
mod deflection;
mod encoders;
mod ladder;
mod lines;
mod motion;
mod observe;
mod record;
mod result;
mod rows;
mod settings;
mod solve;
mod spring;
mod unknowns;

pub use motion::ElasticMotion;
pub use record::normalised_mean_error;
pub use result::{ElasticResult, JointSpring};
pub use settings::{ElasticSettings, EncoderSettings};

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{ElasticError, Error};
use crate::friction::FrictionShape;
use crate::methods::FrictionChoice;
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::sim::RotorCoupling;
use arm::Arm;

/// Links, springs and motors of an arm from logs with encoders on both sides of the joints.
///
/// ```text
/// link :  Y(q, q̇, q̈) π + K (q − θ) + D (q̇ − θ̇) = 0
/// motor:  Ia θ̈ + friction(θ̇) + K (θ − q) + D (θ̇ − q̇) = τ
/// ```
///
/// Joints without encoder on the link have one line, the sum of both. Nothing may touch the arm.
pub fn identify_elastic<L: Log>(
    robot: &Robot,
    logs: &[L],
    settings: &ElasticSettings,
) -> Result<ElasticResult, L::Error> {
    let motion = ElasticMotion::read(robot, logs, settings)?;
    Ok(identify_elastic_motion(robot, &motion, settings)?)
}

/// The same from a motion that is known already.
pub fn identify_elastic_motion(
    robot: &Robot,
    motion: &ElasticMotion,
    settings: &ElasticSettings,
) -> Result<ElasticResult, Error> {
    settings.validate()?;
    let is_elastic = motion::elastic_joints(robot, settings)?;
    if !is_elastic.contains(&true) {
        return Err(ElasticError::NothingElastic.into());
    }
    let motion = &match settings.known_rotors {
        true => motion.without_rotors(robot),
        false => motion.clone(),
    };
    let friction = match settings.friction {
        FrictionChoice::Given(shape) => vec![shape; robot.n_dof()],
        FrictionChoice::Auto => ladder::climb(motion, &is_elastic)?,
    };
    let layout = Layout::with_springs(robot, friction, &is_elastic, settings.damping);
    let arm = Arm::new(robot, layout, is_elastic, settings.coupling)?;
    let known = (0..robot.n_dof()).filter(|_| settings.known_rotors);
    let drop = known.filter_map(|dof| arm.layout.rotor_column(dof)).collect();
    let base = unknowns::elastic_base(&arm, &BaseSettings { drop, ..BaseSettings::default() })?;
    let solved = solve::solve(&arm, &base, motion, settings)?;
    let feasible = solve::feasible(&arm, &base, &solved, &settings.feasible)?;
    let springs = result::springs(&arm, &base, &solved, settings);
    let mut warnings = motion.warnings.clone();
    warnings.extend(feasible.warnings.clone());
    warnings.extend(result::doubts(&springs, &solved, settings));
    Ok(ElasticResult {
        curves: curves::curves(&arm, &base, &solved)?,
        beta: solved.beta,
        sigma: solved.sigma,
        springs,
        line_sigma: solved.line_sigma,
        n_rows: solved.n_rows,
        condition: solved.condition,
        estimator: settings.estimator,
        feasible,
        warnings,
        is_elastic: arm.is_elastic,
        layout: arm.layout,
        base,
    })
}

/// What both encoders and the motor torques of an elastic arm can ever reveal: the unknowns, and the base
/// with the class of every one of them (Zollo et al. 2014, §5).
pub fn elastic_unknowns(
    robot: &Robot,
    friction: &[FrictionShape],
    is_elastic: &[bool],
    damping: bool,
    coupling: RotorCoupling,
) -> Result<(Layout, Base), Error> {
    for (what, found) in
        [("friction models", friction.len()), ("flags of elastic joints", is_elastic.len())]
    {
        if found != robot.n_dof() {
            return Err(Error::LengthMismatch { what, expected: robot.n_dof(), found });
        }
    }
    let layout = Layout::with_springs(robot, friction.to_vec(), is_elastic, damping);
    let arm = Arm::new(robot, layout, is_elastic.to_vec(), coupling)?;
    let base = unknowns::elastic_base(&arm, &BaseSettings::default())?;
    Ok((arm.layout, base))
}
