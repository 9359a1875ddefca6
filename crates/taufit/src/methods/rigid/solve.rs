//! From rows to base parameters, by the chosen estimator.

use super::estimator::{Estimator, NamedBound};
use super::problem::RigidProblem;
use crate::diagnostics::{Error, EstimateError, FitWarning, Result, Warning};
use crate::estimate::{
    Bound, ColumnErrors, Elimination, EssentialSettings, Estimate, Ridge, Weighting, bounded,
    essential, ridge, robust, tied, total_least_squares,
};
use crate::evidence::{Evidence, Loss, RowWeights, WeightedEvidence};
use crate::params::Param;
use crate::study::LeftOut;

/// Solution of an estimator, with its notes.
pub(super) struct RigidSolution {
    pub(super) estimate: Estimate,
    /// The rows as they counted, where an estimator weighted them.
    pub(super) evidence: Option<Evidence>,
    pub(super) notes: Vec<String>,
    pub(super) left_out: Vec<LeftOut>,
    /// The bound at which each base parameter lies; empty without bounds.
    pub(super) at_bounds: Vec<Option<Bound>>,
    pub(super) warnings: Vec<Warning>,
}

impl From<Estimate> for RigidSolution {
    fn from(estimate: Estimate) -> Self {
        let (notes, left_out, warnings) = (Vec::new(), Vec::new(), Vec::new());
        Self { estimate, evidence: None, notes, left_out, at_bounds: Vec::new(), warnings }
    }
}

/// Inputs of an estimator besides the rows.
pub(super) struct EstimatorInputs<'a, O, T> {
    /// Base parameters of the nominal model.
    pub(super) nominal: &'a [f64],
    /// Makes another pass over the data of the fit.
    pub(super) observe: O,
    /// Rows that together are worth one independent observation.
    pub(super) correlation_time: T,
}

/// Base parameters by an estimator; `plain` are those of least squares.
pub(super) fn solve(
    problem: &RigidProblem<'_>,
    evidence: &Evidence,
    plain: &Estimate,
    estimator: &Estimator,
    weighting: Weighting,
    inputs: EstimatorInputs<
        '_,
        impl FnMut(Option<&RowWeights>) -> Result<WeightedEvidence>,
        impl FnOnce() -> Result<f64>,
    >,
) -> Result<RigidSolution> {
    Ok(match estimator {
        Estimator::LeastSquares => plain.clone().into(),
        Estimator::Robust { loss } => robustly(*loss, inputs.observe)?,
        Estimator::Ridge { strength } => {
            let prior = Ridge { prior: inputs.nominal, strength: *strength };
            let note =
                format!("the nominal model counts like {strength} observations of each parameter");
            let estimate = ridge(evidence, &problem.base, weighting, &prior)?;
            RigidSolution { notes: vec![note], ..estimate.into() }
        }
        Estimator::Total => {
            total_least_squares(evidence, weighting, &ColumnErrors::Proportional)?.into()
        }
        Estimator::Bounded { bounds, non_negative } => {
            within_bounds(problem, evidence, weighting, bounds, *non_negative)?
        }
        Estimator::Tied { groups } => shared(problem, evidence, weighting, groups)?,
        Estimator::Essential { level } => {
            let correlation_time = (inputs.correlation_time)()?;
            let settings = EssentialSettings { level: *level, correlation_time };
            without_idle(problem, evidence, weighting, &settings)?
        }
    })
}

fn robustly(
    loss: Loss,
    mut observe: impl FnMut(Option<&RowWeights>) -> Result<WeightedEvidence>,
) -> Result<RigidSolution> {
    let mut last = None;
    let found = robust(loss, |weights| {
        let seen = observe(weights)?;
        last = Some(seen.evidence.clone());
        Ok::<_, Error>(seen)
    })?;
    let finding = (!found.settled).then_some(FitWarning::NotSettled { n_passes: found.n_passes });
    let share = 100.0 * found.outlier_share;
    Ok(RigidSolution {
        evidence: last,
        notes: vec![format!("{share:.2} % of the rows count less than half")],
        warnings: finding.into_iter().map(Warning::from).collect(),
        ..found.estimate.into()
    })
}

fn within_bounds(
    problem: &RigidProblem<'_>,
    evidence: &Evidence,
    weighting: Weighting,
    bounds: &[NamedBound],
    non_negative: bool,
) -> Result<RigidSolution> {
    let n_base = evidence.n_base();
    let (mut lower, mut upper) = (vec![f64::NEG_INFINITY; n_base], vec![f64::INFINITY; n_base]);
    if non_negative {
        (0..n_base).filter(|&k| has_a_sign(problem, k)).for_each(|k| lower[k] = 0.0);
    }
    for bound in bounds {
        for k in problem.base_parameters(&bound.pattern)? {
            lower[k] = bound.lower.map_or(lower[k], |low| low.max(lower[k]));
            upper[k] = bound.upper.map_or(upper[k], |up| up.min(upper[k]));
        }
    }
    let found = bounded(evidence, weighting, &lower, &upper)?;
    let name = |(k, at): (usize, &Option<Bound>)| at.map(|_| problem.base_name(k));
    let parameters: Vec<String> = found.at.iter().enumerate().filter_map(name).collect();
    let n_bounded = (0..n_base).filter(|&k| lower[k].is_finite() || upper[k].is_finite()).count();
    let note = format!("{} of {n_bounded} bounded parameters lie at a bound", parameters.len());
    let finding = (!parameters.is_empty()).then_some(FitWarning::AtBounds { parameters });
    let warnings = finding.into_iter().map(Warning::from).collect();
    let at_bounds = found.at;
    Ok(RigidSolution { notes: vec![note], at_bounds, warnings, ..found.estimate.into() })
}

/// Whether a base parameter is led by a quantity that cannot be negative.
fn has_a_sign(problem: &RigidProblem<'_>, k: usize) -> bool {
    match problem.leading_param(k) {
        Param::Friction { term, .. } => !term.is_signed(),
        Param::Link { .. } => false,
        _ => true,
    }
}

fn shared(
    problem: &RigidProblem<'_>,
    evidence: &Evidence,
    weighting: Weighting,
    groups: &[String],
) -> Result<RigidSolution> {
    let mut columns = Vec::new();
    for group in groups {
        let mut members = Vec::new();
        for pattern in group.split('=') {
            members.extend(problem.base_parameters(pattern)?);
        }
        if members.len() < 2 {
            let reason =
                format!("{group:?} names one parameter; name two or more, such as fv1=fv2");
            return Err(EstimateError::EstimatorSettings { estimator: "ties", reason }.into());
        }
        columns.push(members);
    }
    let names = |members: &Vec<usize>| {
        let names: Vec<String> = members.iter().map(|&k| problem.base_name(k)).collect();
        format!("one value for {}", names.join(", "))
    };
    let notes = columns.iter().map(names).collect();
    Ok(RigidSolution { notes, ..tied(evidence, weighting, &columns)?.into() })
}

fn without_idle(
    problem: &RigidProblem<'_>,
    evidence: &Evidence,
    weighting: Weighting,
    settings: &EssentialSettings,
) -> Result<RigidSolution> {
    let found = essential(evidence, weighting, settings)?;
    let left_out = |step: &Elimination| LeftOut {
        name: problem.base_name(step.base_parameter),
        expression: problem.base.expression(&problem.layout, step.base_parameter),
        percent_sigma: Some(step.percent_sigma).filter(|percent| percent.is_finite()),
        probability: step.probability,
    };
    let steps = found.history.iter().filter(|step| step.left_out);
    let left_out: Vec<LeftOut> = steps.map(left_out).collect();
    let note = format!(
        "{} of {} base parameters were left out: the fit without them is not worse than chance explains \
         (F-test at {} %)",
        left_out.len(),
        evidence.n_base(),
        100.0 * settings.level
    );
    Ok(RigidSolution { notes: vec![note], left_out, ..found.estimate.into() })
}
