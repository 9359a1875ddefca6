//! Links, rotors and friction of a rigid arm from motion and torque.
//!
//! The recipe, in the order in which data travels: `intake` mends spikes, `first_reading` surveys the
//! logs, `data` conditions them, `passes` goes over them, `ladder` chooses a friction model, `problem` makes evidence of
//! it, `solve` and the physically consistent fit make parameters, `torques` compares predictions,
//! `record` writes down everything.

mod data;
mod estimator;
mod first_reading;
mod intake;
mod ladder;
mod passes;
mod problem;
mod progress;
mod record;
mod reload;
mod residual;
mod settings;
mod solve;
mod torques;

pub use estimator::{Estimator, NamedBound};
pub use progress::{Progress, Stage, Watch};
pub(in crate::methods) use record::friction_curve;
pub(super) use record::link_values;
pub use reload::{StudyModel, Validation};
pub use settings::{FrictionChoice, RigidSettings};

use crate::base::Base;
use crate::diagnostics::{Error, Warning};
use crate::estimate::feasible::{FeasibleFit, FeasibleSettings, feasible_fit};
use crate::estimate::{Estimate, EstimateStatus, least_squares, stacked};
use crate::evidence::{Evidence, RowSettings};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::params::Layout;
use crate::recording::Log;
use crate::signal::Segment;
use crate::study::{EstimatorRecord, LadderStep, LogRecord, Mending, Series, TotalErrors};
use crate::validate::{Metrics, Verdict, verdict};
use data::{StudyLog, prepare};
use intake::{Intake, take_in};
use passes::Passes;
use problem::Problem;
use solve::{Asked, Solved, solve};
use torques::Models;

/// Weight of the links' divergence from the nominal model, in squared residuals.
const PRIOR_WEIGHT: f64 = 0.1;

/// Base parameters with their uncertainty, a robot that can exist, and the proof on other data.
#[derive(Clone, Debug)]
pub struct RigidResult {
    /// The unknowns.
    pub layout: Layout,
    /// The base parameters and their groups.
    pub base: Base,
    /// What the data of the fit say, rows weighted as the estimator weighted them.
    pub evidence: Evidence,
    /// Values of the base parameters.
    pub estimate: Estimate,
    /// Values by plain least squares, which also tell how well the motion shows the parameters.
    pub least_squares: Estimate,
    /// How the base parameters were found.
    pub estimator: EstimatorRecord,
    /// Their standard deviations, the correlation of the residuals taken into account.
    pub sigma: Vec<f64>,
    /// Correlation time of the residuals of each joint, in rows.
    pub correlation_times: Vec<f64>,
    /// Physically consistent standard parameters.
    pub feasible: FeasibleFit,
    /// The friction models that were tried.
    pub friction_ladder: Vec<LadderStep>,
    /// Torque errors on the data of the fit.
    pub fit: Metrics,
    /// Torque errors on data that were not used for the fit.
    pub validation: Metrics,
    /// The same errors for the physically consistent parameters.
    pub feasible_validation: Metrics,
    /// The same errors for the robot's nominal parameters.
    pub nominal: Metrics,
    /// What to make of it.
    pub verdict: Verdict,
    /// The logs and what was done to them.
    pub logs: Vec<LogRecord>,
    /// Torques over time.
    pub series: Vec<Series>,
    /// Doubts.
    pub warnings: Vec<Warning>,
}

/// Identifies the parameters from `logs` and validates them on `other` logs, or on the end of every
/// log. `gains` are the torque constants of the joints, for logs of currents \[N·m/A\].
pub fn identify_rigid<L: Log>(
    robot: &Robot,
    logs: &[L],
    other: &[L],
    gains: &[Option<f64>],
    settings: &RigidSettings,
) -> Result<RigidResult, L::Error> {
    identify_rigid_watched(robot, logs, other, gains, settings, &|_| {})
}

/// The same, with somebody who is told how far it has got.
pub fn identify_rigid_watched<L: Log>(
    robot: &Robot,
    logs: &[L],
    other: &[L],
    gains: &[Option<f64>],
    settings: &RigidSettings,
    watch: Watch<'_>,
) -> Result<RigidResult, L::Error> {
    settings.validate()?;
    let (fit, proof) = (take_in(logs, settings, watch), take_in(other, settings, watch));
    let logs = prepare(&fit, &proof, gains, settings)?;
    let passes = Passes { logs: &logs, settings, watch };
    let (friction, friction_ladder) = choose_friction(robot, &passes)?;
    let problem = Problem::new(robot, settings, friction)?;
    let Problem { layout, base, .. } = &problem;

    let evidence = passes.observe(&problem)?;
    let plain = least_squares(&evidence, settings.weighting)?;
    let nominal = layout.nominal(robot);
    let nominal_beta = base.combine(&nominal);
    let asked = Asked {
        nominal: &nominal_beta,
        observe: |weights: Option<&_>| passes.observe_weighted(&problem, weights),
        correlation_time: || passes.correlation_time(&problem, &plain.beta),
    };
    let Solved { estimate, evidence: weighted, notes, left_out, warnings } =
        solve(&problem, &evidence, &plain, &settings.estimator, settings.weighting, asked)?;
    let evidence = weighted.unwrap_or(evidence);
    let feasible = physical(&problem, &evidence, &estimate, &nominal, settings)?;

    let is_plain = settings.estimator == Estimator::LeastSquares;
    let models = Models {
        identified: &estimate.beta,
        feasible: &feasible.beta,
        nominal: &nominal_beta,
        plain: (!is_plain).then_some(&plain.beta),
    };
    let torques = passes.compare(&problem, &models)?;
    let correlation_times = torques.correlation_times();
    let sigma = estimate.correlated_sigma(&evidence, &correlation_times);
    let proven = torques.proof(&models)?;
    let intakes = || fit.iter().chain(&proof);
    Ok(RigidResult {
        verdict: verdict(&proven.identified, &proven.nominal),
        fit: torques.fit()?,
        warnings: doubts(&problem, &logs, intakes(), &plain, &feasible, warnings),
        logs: records(&logs, intakes(), &passes.standstill_s()?),
        series: torques.series,
        estimator: EstimatorRecord {
            name: settings.estimator.name(settings.weighting).to_owned(),
            notes,
            left_out,
            least_squares: proven.plain.as_ref().map(TotalErrors::from),
        },
        evidence,
        estimate,
        least_squares: plain,
        sigma,
        correlation_times,
        feasible,
        friction_ladder,
        validation: proven.identified,
        feasible_validation: proven.feasible,
        nominal: proven.nominal,
        layout: problem.layout,
        base: problem.base,
    })
}

impl RigidResult {
    /// `100 σ/|β|` of every base parameter.
    pub fn percent_sigma(&self) -> Vec<f64> {
        self.estimate.beta.iter().zip(&self.sigma).map(|(b, s)| 100.0 * s / b.abs()).collect()
    }

    /// 95 % intervals of the base parameters.
    pub fn intervals(&self) -> Vec<[f64; 2]> {
        const NORMAL_95: f64 = 1.96;
        let interval = |(b, s): (&f64, &f64)| [b - NORMAL_95 * s, b + NORMAL_95 * s];
        self.estimate.beta.iter().zip(&self.sigma).map(interval).collect()
    }
}

/// The given friction model, or the best one of the ladder on what of the logs is in memory.
fn choose_friction<L: Log>(
    robot: &Robot,
    passes: &Passes<'_, L>,
) -> Result<(Vec<FrictionShape>, Vec<LadderStep>), L::Error> {
    if let FrictionChoice::Given(shape) = passes.settings.friction {
        return Ok((vec![shape; robot.n_dof()], Vec::new()));
    }
    let sample = passes.sample()?;
    let data: Vec<(&Segment, RowSettings)> = sample.iter().map(|(s, r)| (s, r.clone())).collect();
    Ok(ladder::climb(robot, &data, passes.settings)?)
}

/// The physically consistent parameters nearest to the data, rows counted as in the estimate.
///
/// Rows are in units of their residual's standard deviation, so that the prior weighs like a tenth
/// of an observation per link: little against what the data determine, and enough for what they do not.
fn physical(
    problem: &Problem<'_>,
    evidence: &Evidence,
    estimate: &Estimate,
    nominal: &[f64],
    settings: &RigidSettings,
) -> Result<FeasibleFit, Error> {
    let weights: Vec<f64> =
        estimate.residual_sigma.iter().map(|s| 1.0 / s.max(f64::MIN_POSITIVE)).collect();
    let rows = stacked(evidence, &weights);
    // Least squares is the optimum of its own rows; what other estimators know besides is kept by
    // taking their torques for the measured ones.
    let data = match settings.estimator {
        Estimator::LeastSquares | Estimator::Robust { .. } => rows,
        _ => rows.explained_by(&estimate.beta),
    };
    let settings = FeasibleSettings {
        prior_weight: settings.feasible.prior_weight.or(Some(PRIOR_WEIGHT)),
        ..settings.feasible.clone()
    };
    let Problem { robot, layout, base } = problem;
    feasible_fit(robot, layout, base, &data.compressed(), nominal, &settings)
}

/// What was done to every log, what was taken out of it included.
fn records<'i, L: Log + 'i>(
    logs: &[StudyLog<'_, Intake<'_, L>>],
    intakes: impl Iterator<Item = &'i Intake<'i, L>>,
    standstill_s: &[f64],
) -> Vec<LogRecord> {
    let mended = intakes.map(Intake::n_spikes).zip(standstill_s);
    let record = |(log, (n_spikes, still_s)): (&StudyLog<'_, _>, (usize, &f64))| {
        let mending = Mending { n_spikes, standstill_s: *still_s };
        LogRecord { mending, ..log.record() }
    };
    logs.iter().zip(mended).map(record).collect()
}

fn doubts<'i, L: Log + 'i>(
    problem: &Problem<'_>,
    logs: &[StudyLog<'_, Intake<'_, L>>],
    intakes: impl Iterator<Item = &'i Intake<'i, L>>,
    plain: &Estimate,
    feasible: &FeasibleFit,
    of_the_estimator: Vec<Warning>,
) -> Vec<Warning> {
    let mut warnings: Vec<Warning> =
        logs.iter().flat_map(|log| log.survey.warnings.iter().cloned()).collect();
    warnings.extend(intakes.flat_map(Intake::warnings));
    warnings.extend(problem.base.warnings(&problem.layout));
    if let EstimateStatus::RankDeficient { rank, n_base } = plain.status {
        warnings.push(Warning::RankDeficient { rank, n_base });
    }
    warnings.extend(of_the_estimator);
    warnings.extend(feasible.warnings.iter().cloned());
    warnings
}
