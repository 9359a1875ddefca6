//! Elastic joints: dynamics of links, springs and motors from encoders on both sides (Zollo et al. 2014).
//!
//! The recipe: `motion` reads logs with two encoders per joint (`encoders` refuses those whose difference
//! is no deflection, `bandwidth` limits their cut-offs) and sets their ends aside, `friction_selection` finds the friction model of the
//! motors, `arm` and `equations` are the equations, `unknowns` says which parameters they reveal, `observe`
//! compresses both equations of every joint to triangles of blocks (`rows`), `solve` aligns the encoders and
//! estimates, `deflection` is the estimator for noisy encoders, `prediction` compares torques with what
//! was set aside, `verdict` judges, `result` and `record` are the result and the same as plain data.

mod arm;
mod bandwidth;
mod curves;
mod deflection;
mod encoders;
mod equations;
mod friction_selection;
mod motion;
mod observe;
mod record;
mod result;
mod rows;
mod settings;
mod solve;
mod unknowns;
mod verdict;

pub use motion::ElasticMotion;
pub use record::normalised_mean_error;
pub use result::{ElasticResult, JointSpring};
pub use settings::{DampingChoice, ElasticSettings, EncoderCorrection};

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{ElasticError, InputError, Result, Warning};
use crate::friction::FrictionShape;
use crate::methods::FrictionChoice;
use crate::model::Robot;
use crate::model::RotorCoupling;
use crate::params::{Layout, Param};
use crate::recording::Log;
use crate::validate::Concern;
use arm::Arm;
use friction_selection::{select_friction, significant_terms};
use solve::ElasticSolution;

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
) -> Result<ElasticResult> {
    let motion = ElasticMotion::read(robot, logs, settings)?;
    identify_elastic_motion(robot, &motion, settings)
}

/// Identifies an elastic arm from a motion that is known already.
pub fn identify_elastic_motion(
    robot: &Robot,
    motion: &ElasticMotion,
    settings: &ElasticSettings,
) -> Result<ElasticResult> {
    settings.validate()?;
    let is_elastic = motion::elastic_joints(robot, settings)?;
    if !is_elastic.contains(&true) {
        return Err(ElasticError::NothingElastic.into());
    }
    let motion = match settings.known_rotors {
        true => motion.without_rotors(robot),
        false => motion.clone(),
    };
    let (fitted, held_out) = motion.split(settings.hold_out);
    let fitted = fitted.masked(settings.reversals, robot.n_dof());
    let friction = match settings.friction {
        FrictionChoice::Given(shape) => vec![shape; robot.n_dof()],
        FrictionChoice::Auto => select_friction(&fitted, &is_elastic)?,
    };
    let is_damped = vec![settings.damping != DampingChoice::None; robot.n_dof()];
    let full = Terms { friction, is_damped };
    let mut fit = ElasticFit::new(robot, &fitted, &is_elastic, &full, settings)?;
    let kept = full.kept(&fit, settings);
    if kept != full {
        fit = ElasticFit::new(robot, &fitted, &is_elastic, &kept, settings)?;
    }
    let ElasticFit { arm, base, solved } = fit;
    let feasible = solve::feasible(&arm, &base, &solved, &settings.feasible)?;
    let springs = result::springs(&arm, &base, &solved, settings);
    let torque_errors =
        observe::torque_errors(&arm, &base, &held_out.aligned(&solved.springs)?, &feasible.beta)?;
    let negative = verdict::negative_parameters(&arm, &base, &solved);
    let mut warnings = motion.warnings;
    warnings.extend(motion.accepted.iter().cloned());
    warnings.extend(feasible.warnings.clone());
    warnings.extend(result::findings(&springs, &solved, settings));
    warnings.extend(negative.iter().cloned().map(Warning::from));
    let joints: Vec<String> = robot.dof_joint_iter().map(|joint| joint.name.clone()).collect();
    Ok(ElasticResult {
        verdict: verdict::verdict(&joints, &springs, &torque_errors, &warnings)
            .with_concerns(motion.accepted.into_iter().map(Concern::Accepted)),
        torque_errors,
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

/// Optional terms of the model.
#[derive(Clone, Debug, PartialEq)]
struct Terms {
    friction: Vec<FrictionShape>,
    is_damped: Vec<bool>,
}

impl Terms {
    /// Those that are significant, where the choice is free.
    fn kept(&self, fit: &ElasticFit<'_>, settings: &ElasticSettings) -> Self {
        let (friction, is_damped) = significant_terms(&fit.arm, &fit.base, &fit.solved);
        Self {
            friction: match settings.friction {
                FrictionChoice::Auto => friction,
                FrictionChoice::Given(_) => self.friction.clone(),
            },
            is_damped: match settings.damping {
                DampingChoice::Auto => is_damped,
                DampingChoice::Fitted | DampingChoice::None => self.is_damped.clone(),
            },
        }
    }
}

/// An arm with the terms of a model, and what was found of it.
struct ElasticFit<'a> {
    arm: Arm<'a>,
    base: Base,
    solved: ElasticSolution,
}

impl<'a> ElasticFit<'a> {
    fn new(
        robot: &'a Robot,
        motion: &ElasticMotion,
        is_elastic: &[bool],
        terms: &Terms,
        settings: &ElasticSettings,
    ) -> Result<Self> {
        let has_damping = terms.is_damped.contains(&true);
        let layout = Layout::with_springs(robot, terms.friction.clone(), is_elastic, has_damping);
        let arm = Arm::new(robot, layout, is_elastic.to_vec(), settings.coupling)?;
        let dofs = || 0..robot.n_dof();
        let known = dofs().filter(|_| settings.known_rotors);
        let known = known.filter_map(|dof| arm.layout.rotor_column(dof));
        let undamped = dofs().filter(|&dof| !terms.is_damped[dof]);
        let undamped = undamped.filter_map(|dof| arm.layout.column_of(Param::Damping { dof }));
        let mut drop: Vec<usize> = known.chain(undamped).collect();
        drop.sort_unstable();
        let base = unknowns::elastic_base(&arm, &BaseSettings { drop, ..BaseSettings::default() })?;
        let solved = solve::solve(&arm, &base, motion, settings)?;
        Ok(Self { arm, base, solved })
    }
}

/// Unknowns of an elastic arm with both encoders and motor torques, and the base
/// with the class of every one of them (Zollo et al. 2014, §5).
pub fn elastic_unknowns(
    robot: &Robot,
    friction: &[FrictionShape],
    is_elastic: &[bool],
    damping: bool,
    coupling: RotorCoupling,
) -> Result<(Layout, Base)> {
    for (what, found) in
        [("friction models", friction.len()), ("flags of elastic joints", is_elastic.len())]
    {
        if found != robot.n_dof() {
            return Err(InputError::LengthMismatch { what, expected: robot.n_dof(), found }.into());
        }
    }
    let layout = Layout::with_springs(robot, friction.to_vec(), is_elastic, damping);
    let arm = Arm::new(robot, layout, is_elastic.to_vec(), coupling)?;
    let base = unknowns::elastic_base(&arm, &BaseSettings::default())?;
    Ok((arm.layout, base))
}
