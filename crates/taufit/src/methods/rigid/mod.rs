//! Links, rotors and friction of a rigid arm from motion and torque.
//!
//! The recipe, in the order in which data travels: `data` reads and conditions the logs, `ladder`
//! chooses a friction model, `problem` makes evidence of it, least squares and the physically
//! consistent fit make parameters, `torques` compares predictions, `record` writes down everything.

mod data;
mod ladder;
mod problem;
mod record;
mod reload;
mod residual;
mod settings;
mod torques;

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
use crate::study::{LadderStep, LogRecord, LogRole, Series};
use crate::validate::{Metrics, Verdict, verdict};
use data::{StudyLog, prepare};
use problem::Problem;
use torques::{Models, Torques};

/// Weight of the links' divergence from the nominal model, in squared residuals.
const PRIOR_WEIGHT: f64 = 0.1;

/// Base parameters with their uncertainty, a robot that can exist, and the proof on other data.
#[derive(Clone, Debug)]
pub struct RigidResult {
    /// The unknowns.
    pub layout: Layout,
    /// The base parameters and their groups.
    pub base: Base,
    /// What the data of the fit say.
    pub evidence: Evidence,
    /// Values of the base parameters.
    pub estimate: Estimate,
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
    settings.validate()?;
    let logs = prepare(logs, other, gains, settings)?;
    let (friction, friction_ladder) = choose_friction(robot, &logs, settings)?;
    let problem = Problem::new(robot, settings, friction)?;
    let Problem { layout, base, .. } = &problem;

    let evidence = observe_fit(&problem, &logs, settings)?;
    let estimate = least_squares(&evidence, settings.weighting)?;
    let nominal = layout.nominal(robot);
    let feasible = physical(&problem, &evidence, &estimate, &nominal, &settings.feasible)?;

    let nominal_beta = base.combine(&nominal);
    let models =
        Models { identified: &estimate.beta, feasible: &feasible.beta, nominal: &nominal_beta };
    let torques = compare_torques(&problem, &models, &logs)?;
    let correlation_times = torques.correlation_times();
    let sigma = estimate.correlated_sigma(&evidence, &correlation_times);
    let [validation, feasible_validation, nominal] = torques.validation()?;
    Ok(RigidResult {
        verdict: verdict(&validation, &nominal),
        fit: torques.fit()?,
        logs: logs.iter().map(StudyLog::record).collect(),
        warnings: warnings(&problem, &logs, &estimate, &feasible),
        series: torques.series,
        evidence,
        estimate,
        sigma,
        correlation_times,
        feasible,
        friction_ladder,
        validation,
        feasible_validation,
        nominal,
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
    logs: &[StudyLog<'_, L>],
    settings: &RigidSettings,
) -> Result<(Vec<FrictionShape>, Vec<LadderStep>), L::Error> {
    if let FrictionChoice::Given(shape) = settings.friction {
        return Ok((vec![shape; robot.n_dof()], Vec::new()));
    }
    let mut sample: Vec<(Segment, RowSettings)> = Vec::new();
    for log in logs.iter().filter(|log| log.role != LogRole::Validation) {
        log.sample(&mut |segment| sample.push((segment.clone(), rows(log, settings))))?;
    }
    let data: Vec<(&Segment, RowSettings)> = sample.iter().map(|(s, r)| (s, r.clone())).collect();
    Ok(ladder::climb(robot, &data, settings)?)
}

fn rows<L: Log>(log: &StudyLog<'_, L>, settings: &RigidSettings) -> RowSettings {
    RowSettings { filter: log.filter.clone(), min_speed: settings.min_speed }
}

/// What the logs say, without what is kept for validation.
fn observe_fit<L: Log>(
    problem: &Problem<'_>,
    logs: &[StudyLog<'_, L>],
    settings: &RigidSettings,
) -> Result<Evidence, L::Error> {
    let mut evidence = problem.nothing();
    for log in logs.iter().filter(|log| log.role != LogRole::Validation) {
        let rows = rows(log, settings);
        log.visit(&mut |segment, is_validation| {
            if !is_validation {
                evidence.merge(&problem.observe(segment, &rows)?)?;
            }
            Ok(())
        })?;
    }
    Ok(evidence)
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
    settings: &FeasibleSettings,
) -> Result<FeasibleFit, Error> {
    let weights: Vec<f64> =
        estimate.residual_sigma.iter().map(|s| 1.0 / s.max(f64::MIN_POSITIVE)).collect();
    let data = stacked(evidence, &weights);
    let settings = FeasibleSettings {
        prior_weight: settings.prior_weight.or(Some(PRIOR_WEIGHT)),
        ..settings.clone()
    };
    let Problem { robot, layout, base } = problem;
    feasible_fit(robot, layout, base, &data.compressed(), nominal, &settings)
}

fn compare_torques<L: Log>(
    problem: &Problem<'_>,
    models: &Models<'_>,
    logs: &[StudyLog<'_, L>],
) -> Result<Torques, L::Error> {
    let mut torques = Torques::new(problem.robot.n_dof());
    for log in logs {
        log.visit(&mut |segment, is_validation| {
            let filter = log.filter.as_ref();
            Ok(torques.push(problem, models, log.source(), segment, filter, is_validation)?)
        })?;
    }
    Ok(torques)
}

fn warnings<L: Log>(
    problem: &Problem<'_>,
    logs: &[StudyLog<'_, L>],
    estimate: &Estimate,
    feasible: &FeasibleFit,
) -> Vec<Warning> {
    let mut warnings: Vec<Warning> =
        logs.iter().flat_map(|log| log.survey.warnings.iter().cloned()).collect();
    warnings.extend(problem.base.warnings(&problem.layout));
    if let EstimateStatus::RankDeficient { rank, n_base } = estimate.status {
        warnings.push(Warning::RankDeficient { rank, n_base });
    }
    warnings.extend(feasible.warnings.iter().cloned());
    warnings
}
