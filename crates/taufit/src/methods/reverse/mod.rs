//! Parameters from samples of a vendor's model: its mass matrix and its gravity vector as numbers.
//!
//! De Luca found the model inside the controller of a KUKA LWR in this way. The recipe: `sample` checks
//! the numbers, `digits` finds how they were printed and `noise` what that leaves in them, `rows` turns them
//! into evidence, the rest is that of any identification.

mod agreement;
mod digits;
mod noise;
mod rows;
mod sample;

pub use sample::ModelSample;

use crate::base::{Base, BaseSettings};
use crate::diagnostics::{Result, Warning};
use crate::estimate::feasible::{FeasibleSettings, feasible_fit};
use crate::estimate::{Estimate, Weighting, least_squares_above, stacked};
use crate::evidence::Evidence;
use crate::friction::FrictionShape;
use crate::methods::parameter_records::ParameterRecords;
use crate::model::Robot;
use crate::params::Layout;
use crate::study::{
    ParameterRecord, Provenance, ReverseFindings, ReverseStudy, RobotRecord, StudyHeader, StudyKind,
};
use agreement::agreement;
use noise::{Forms, SampleNoise};
use rows::{Equations, Noisy};
use serde::{Deserialize, Serialize};

/// Parameters recovered from a model.
#[derive(Clone, Debug, PartialEq)]
pub struct ReverseResult {
    /// Base parameters, a physically consistent set, and how well the samples agree with them.
    pub found: ReverseFindings,
    /// The robot with the physically consistent set.
    pub robot: Robot,
    /// The unknowns.
    pub layout: Layout,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
}

/// Parameters of the model that gives these mass matrices and gravity vectors.
///
/// `robot` gives the geometry; its inertias are the prior of what the samples do not determine. Standard
/// deviations are those of the digits of the samples, found from the numbers themselves, or larger where the
/// samples are further off.
///
/// ```no_run
/// # fn example(samples: Vec<taufit::methods::ModelSample>) -> Result<(), taufit::Error> {
/// use taufit::methods::{ReverseSettings, identify_from_samples};
/// use taufit::model::catalog;
///
/// let robot = catalog::robot("panda")?;
/// let result = identify_from_samples(&robot, &samples, &ReverseSettings::default())?;
/// println!("{:?}", result.found.verdict());
/// # Ok(())
/// # }
/// ```
pub fn identify_from_samples(
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
    let records = ParameterRecords::new(robot, &layout, &base);
    let base_parameter = |k: usize| {
        let feasible = Some(physical.beta[k]);
        ParameterRecord { feasible, ..records.base(k, estimate.beta[k], estimate.sigma[k]) }
    };
    let standard = physical.pi.iter().enumerate();
    let found = ReverseFindings {
        n_samples: samples.len(),
        rank: estimate.rank(),
        condition_number: estimate.condition,
        agreement,
        base_parameters: (0..base.rank()).map(base_parameter).collect(),
        standard_parameters: standard.map(|(c, pi)| records.standard(c, *pi)).collect(),
    };
    Ok(ReverseResult { found, robot: identified, layout, warnings })
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

impl ReverseResult {
    /// As plain data. `record` is the robot whose geometry the model has, as it was read.
    pub fn to_study(&self, record: RobotRecord, provenance: Provenance) -> ReverseStudy {
        let (kind, verdict) = (StudyKind::Reverse, self.found.verdict());
        ReverseStudy {
            header: StudyHeader::new(kind, record, provenance, verdict, &self.warnings),
            layout: (&self.layout).into(),
            found: self.found.clone(),
        }
    }
}

/// The robot of a study with the physically consistent parameters that were found, without friction.
pub fn reverse_model(study: &ReverseStudy) -> Result<Robot> {
    let nominal = study.header.robot.description.clone().build()?;
    let layout = study.layout.layout(&nominal)?;
    let values: Vec<f64> = study.found.standard_parameters.iter().map(|p| p.value).collect();
    layout.apply(&nominal, &values)
}

/// Choices of [`identify_from_samples`](super::identify_from_samples).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReverseSettings {
    /// Whether the diagonal of the mass matrix holds rotor inertias.
    pub rotor_inertia: bool,
    /// Settings of the physically consistent fit.
    pub feasible: FeasibleSettings,
}
