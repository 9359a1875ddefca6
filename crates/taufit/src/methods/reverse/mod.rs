//! Parameters from samples of somebody else's model: its mass matrix and its gravity vector as numbers.
//!
//! De Luca found the model inside the controller of a KUKA LWR in this way. The recipe: `sample` checks
//! the numbers, `rows` turns them into evidence, the rest is that of any identification.

mod agreement;
mod digits;
mod rows;
mod sample;
mod settings;

pub use sample::ModelSample;
pub use settings::ReverseSettings;

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{Error, Result, Warning};
use crate::estimate::feasible::feasible_fit;
use crate::estimate::{Estimate, Weighting, least_squares_above, stacked};
use crate::evidence::{Evidence, JointEvidence};
use crate::friction::FrictionShape;
use crate::model::{Robot, RobotDescription};
use crate::params::Layout;
use crate::study::{
    Diagnosis, ModelCoefficient, Provenance, ReverseFindings, ReverseStudy, RobotRecord,
    SCHEMA_VERSION, StudyKind, ToldParameter,
};
use agreement::agreement;
use rows::Gathered;

/// What was found about a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ReverseResult {
    /// Base parameters, a physically consistent set, and how well the samples agree with them.
    pub found: ReverseFindings,
    /// The robot with the physically consistent set.
    pub robot: Robot,
    /// Whether rotor inertias were among the unknowns.
    pub rotor_inertia: bool,
    /// Doubts.
    pub warnings: Vec<Warning>,
}

/// Parameters of the model that gives these mass matrices and gravity vectors.
///
/// `robot` says what its geometry is; its inertias are only where the samples leave a choice. Standard
/// deviations come from how far the samples are off: for exact numbers these are those of rounding, for
/// printed ones those of the digits.
pub fn identify_model(
    robot: &Robot,
    samples: &[ModelSample],
    settings: &ReverseSettings,
) -> Result<ReverseResult> {
    samples.iter().enumerate().try_for_each(|(k, s)| sample::check(robot, k + 1, s))?;
    let friction = vec![FrictionShape::NONE; robot.n_dof()];
    let layout = Layout::with_friction(robot, settings.rotor_inertia, friction);
    let base = Base::new(robot, &layout, &BaseSettings::default())?;
    let Gathered { evidence, rounding, repeats } = rows::gather(robot, &layout, &base, samples)?;
    let floor = noise_floor(&evidence, &rounding);
    let mut estimate = least_squares_above(&evidence, Weighting::PerJoint, &floor)?;
    // Numbers that a few parameters meet exactly are still rounded, and repeated ones only once.
    let noise = estimate.residual_sigma.iter_mut().zip(&floor);
    noise.for_each(|(sigma, floor)| *sigma = sigma.max(*floor));
    estimate.sigma = estimate.correlated_sigma(&evidence, &repeats);
    let nominal = layout.nominal(robot);
    let data = stacked(&evidence, &sober_weights(&evidence, &estimate));
    let physical =
        feasible_fit(robot, &layout, &base, &data.compressed(), &nominal, &settings.feasible)?;
    let identified = layout.apply(robot, &physical.pi)?;

    let (agreement, mut warnings) = agreement(robot, &layout, &base, &estimate, samples)?;
    warnings.extend(base.warnings(&layout));
    warnings.extend(physical.warnings);
    let expected = base.combine(&nominal);
    let coefficient = |k: usize| ModelCoefficient {
        name: layout.name(base.independent()[k]),
        expression: base.expression(&layout, k),
        unit: unit(robot, &layout, base.independent()[k]),
        value: estimate.beta[k],
        sigma: Some(estimate.sigma[k]).filter(|sigma| sigma.is_finite()),
        nominal: expected[k],
        physical: physical.beta[k],
    };
    let parameter = |c: usize| ToldParameter {
        name: layout.name(c),
        long_name: layout.long_name(c),
        unit: unit(robot, &layout, c),
        value: physical.pi[c],
        nominal: nominal[c],
        class: base.class(c).into(),
    };
    let found = ReverseFindings {
        n_samples: samples.len(),
        rank: estimate.rank(),
        condition_number: estimate.condition,
        agreement,
        coefficients: (0..base.rank()).map(coefficient).collect(),
        parameters: (0..layout.n_params()).map(parameter).collect(),
    };
    let rotor_inertia = settings.rotor_inertia;
    Ok(ReverseResult { found, robot: identified, rotor_inertia, warnings })
}

/// What the numbers of every group are off at least: their rounding, or that of the arithmetic.
fn noise_floor(evidence: &Evidence, rounding: &[f64]) -> Vec<f64> {
    let least = f64::EPSILON * largest(evidence);
    rounding.iter().map(|rounding| rounding.max(least)).collect()
}

/// Weights of the groups, none of them as if its numbers had more than nine digits: a fit that must be
/// physical gains nothing from more, and loses its footing.
fn sober_weights(evidence: &Evidence, estimate: &Estimate) -> Vec<f64> {
    const DIGITS: f64 = 1e-9;
    let least = DIGITS * largest(evidence);
    let noise = estimate.residual_sigma.iter().map(|sigma| sigma.max(least));
    noise.map(|sigma| 1.0 / sigma.max(f64::MIN_POSITIVE)).collect()
}

/// Root mean square of the numbers of the largest group.
fn largest(evidence: &Evidence) -> f64 {
    let size = |group: &JointEvidence| (group.squared_torque() / group.n_rows() as f64).sqrt();
    evidence.joints().iter().map(size).fold(0.0, f64::max)
}

fn unit(robot: &Robot, layout: &Layout, column: usize) -> String {
    let param = layout.params()[column];
    let slides = param.dof().is_some_and(|dof| robot.dof_joint(dof).is_prismatic());
    param.unit(slides).to_owned()
}

impl ReverseResult {
    /// As it is kept, with where it comes from.
    pub fn to_study(
        &self,
        robot: &Robot,
        source: &str,
        description: RobotDescription,
        provenance: Provenance,
    ) -> ReverseStudy {
        ReverseStudy {
            schema_version: SCHEMA_VERSION,
            kind: StudyKind::Reverse,
            provenance,
            robot: RobotRecord {
                name: robot.name().to_owned(),
                source: source.to_owned(),
                description,
                rotor_inertia: self.rotor_inertia,
                friction: vec![FrictionShape::NONE; robot.n_dof()],
            },
            found: self.found.clone(),
            warnings: self.warnings.iter().map(Diagnosis::from).collect(),
        }
    }
}

/// The robot of a study with the physically consistent parameters that were found, without friction.
pub fn reverse_model(study: &ReverseStudy) -> Result<Robot> {
    let nominal = study.robot.description.clone().build()?;
    let friction = study.robot.friction.clone();
    if friction.len() != nominal.n_dof() {
        let (expected, found) = (nominal.n_dof(), friction.len());
        return Err(Error::LengthMismatch { what: "friction models", expected, found });
    }
    let layout = Layout::with_friction(&nominal, study.robot.rotor_inertia, friction);
    let values: Vec<f64> = study.found.parameters.iter().map(|p| p.value).collect();
    layout.apply(&nominal, &values)
}
