//! Parameters from samples of somebody else's model: its mass matrix and its gravity vector as numbers.
//!
//! De Luca found the model inside the controller of a KUKA LWR in this way. The recipe: `sample` checks
//! the numbers, `digits` finds how they were printed and `noise` what that leaves in them, `rows` turns them
//! into evidence, the rest is that of any identification.

mod agreement;
mod digits;
mod noise;
mod rows;
mod sample;
mod settings;

pub use sample::ModelSample;
pub use settings::ReverseSettings;

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{Error, Result, Warning};
use crate::estimate::feasible::feasible_fit;
use crate::estimate::{Estimate, Weighting, least_squares_above, stacked};
use crate::evidence::Evidence;
use crate::friction::FrictionShape;
use crate::model::{Robot, RobotDescription};
use crate::params::Layout;
use crate::study::{
    Diagnosis, ModelCoefficient, Provenance, ReverseFindings, ReverseStudy, RobotRecord,
    SCHEMA_VERSION, StudyKind, ToldParameter,
};
use agreement::agreement;
use noise::{Forms, SampleNoise};
use rows::{Equations, Noisy};

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
/// deviations are those of the digits of the samples, found from the numbers themselves, or larger where the
/// samples are further off.
pub fn identify_model(
    robot: &Robot,
    samples: &[ModelSample],
    settings: &ReverseSettings,
) -> Result<ReverseResult> {
    samples.iter().enumerate().try_for_each(|(k, s)| sample::check(robot, k + 1, s))?;
    let friction = vec![FrictionShape::NONE; robot.n_dof()];
    let layout = Layout::with_friction(robot, settings.rotor_inertia, friction);
    let base = Base::new(robot, &layout, &BaseSettings::default())?;
    let forms = Forms::of(samples);
    let fitted = |noise: &[SampleNoise], share: f64| -> Result<(Evidence, Estimate)> {
        let least_sigma = share * size(samples);
        let equations = Equations { robot, layout: &layout, base: &base, least_sigma };
        let samples: Vec<Noisy<'_>> = samples.iter().zip(noise).collect();
        let evidence = equations.evidence(&samples)?;
        let estimate = fit(&evidence)?;
        Ok((evidence, estimate))
    };
    // What positions are off matters by the slope of the model, which a first fit gives.
    let rounding: Vec<SampleNoise> = samples.iter().map(|s| forms.rounding(s)).collect();
    let (_, first) = fitted(&rounding, ARITHMETIC)?;
    let near = layout.apply(robot, &base.to_standard(&first.beta, &layout.nominal(robot))?)?;
    let noise = samples.iter().map(|s| forms.noise(&near, s)).collect::<Result<Vec<_>>>()?;
    let (_, estimate) = fitted(&noise, ARITHMETIC)?;
    let (evidence, sober) = fitted(&noise, NINE_DIGITS)?;
    let nominal = layout.nominal(robot);
    let data = stacked(&evidence, &sober.weights);
    let physical =
        feasible_fit(robot, &layout, &base, &data.compressed(), &nominal, &settings.feasible)?;
    let identified = layout.apply(robot, &physical.pi)?;

    let (agreement, mut warnings) = agreement(robot, &layout, &base, &estimate, samples, &noise)?;
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

/// Share of their size that all numbers are off: the rounding of the arithmetic.
const ARITHMETIC: f64 = f64::EPSILON;
/// The same for a fit that must be physical, which gains nothing from more digits and becomes ill-conditioned.
const NINE_DIGITS: f64 = 1e-9;

/// Weighted least squares of rows in units of their noise, and standard deviations for that noise or for
/// what is left over of a group, if that is more.
fn fit(evidence: &Evidence) -> Result<Estimate> {
    let ones = vec![1.0; evidence.joints().len()];
    let mut estimate = least_squares_above(evidence, Weighting::PerJoint, &ones)?;
    estimate.residual_sigma.iter_mut().for_each(|sigma| *sigma = sigma.max(1.0));
    estimate.sigma = estimate.correlated_sigma(evidence, &ones);
    Ok(estimate)
}

/// Largest number of all samples.
fn size(samples: &[ModelSample]) -> f64 {
    let largest = |of: &dyn Fn(&ModelSample) -> Option<&Vec<f64>>| {
        let values = samples.iter().filter_map(of).flatten();
        values.fold(0.0_f64, |largest, x| largest.max(x.abs()))
    };
    largest(&|s| s.mass_matrix.as_ref()).max(largest(&|s| s.gravity.as_ref()))
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
