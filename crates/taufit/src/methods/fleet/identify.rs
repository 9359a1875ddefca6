//! Statistics of a fleet from the estimates of its robots.

use super::attention::attention;
use super::drift::{DriftTest, ParameterChange};
use super::multiple::holm;
use super::plan::FleetModel;
use super::pool::pool;
use super::population::Population;
use super::repeatability::inflation;
use super::robot::{Fit, RobotEstimate};
use super::shrink::TypePrior;
use super::torque_constants::{TorqueConstant, motor_groups, torque_constants};
use crate::diagnostics::{FleetError, FleetWarning, InputError, Result, Warning};
use crate::estimate::student_exceedance;
use crate::study::{
    Diagnosis, FleetChange, FleetDrift, FleetOutlier, FleetParameter, FleetPeriod, FleetRobot,
    FleetStudy, FleetTorqueConstant, ParameterPool, SCHEMA_VERSION,
};
use faer::Mat;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Robots from which on outliers are looked for.
const FEWEST_ROBOTS: usize = 5;
/// Rounds of leaving out outliers before the population is taken as settled.
const MOST_ROUNDS: usize = 20;
/// First guess of outliers: so many robust standard deviations from the median.
const FAR: f64 = 8.0;
/// Standard deviations of the type that the weak prior of an undetermined robot is wide.
const WEAK: f64 = 1e3;

/// Choices of [`identify_fleet`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FleetSettings {
    /// Probability of at least one wrong call among all robots and parameters, between 0 and 1; for outliers and
    /// drifts each.
    pub family_wise_rate: f64,
    /// Parameters pooled over joints, such as `fc1=fc2=fc3` or, for logs of currents, `kct1=kct2`; torque constants of
    /// joints whose motors have one type by the description are pooled in any case.
    pub pools: Vec<String>,
}

impl Default for FleetSettings {
    fn default() -> Self {
        Self { family_wise_rate: 0.05, pools: Vec::new() }
    }
}

/// Population, shrunken estimates, outliers and drifts of the robots of one type.
pub fn identify_fleet(
    model: &FleetModel,
    robots: &[RobotEstimate],
    settings: &FleetSettings,
) -> Result<FleetStudy> {
    let rate = settings.family_wise_rate;
    if !(rate > 0.0 && rate < 1.0) {
        let (setting, expected) = ("family_wise_rate", "a probability between 0 and 1");
        return Err(InputError::OutOfRange { setting, value: rate, expected }.into());
    }
    if robots.is_empty() {
        return Err(FleetError::NothingToMerge.into());
    }
    let names = model.names();
    let inflation = inflation(robots, &model.plan.inflation);
    let mut fits: Vec<Fit> =
        robots.iter().map(|robot| inflated(&robot.whole, &inflation)).collect();
    let drifts = drifts(robots, &names, &inflation, rate);
    let FleetComparison { population, mut is_outlier, z, p } = compare(&fits, names.len(), rate);
    let known = with_plan(&population, &model.plan.beta);
    for (fit, robot) in fits.iter_mut().zip(robots).filter(|(fit, _)| !fit.is_determined) {
        *fit = weakly_determined(model, robot, &known, &inflation)?;
    }
    let healthy: Vec<&Fit> = fits
        .iter()
        .zip(&is_outlier)
        .filter(|(_, rejected)| !rejected.contains(&true))
        .map(|(fit, _)| fit)
        .collect();
    let prior = TypePrior::new(&known, &healthy);
    let is_sound: Vec<bool> = is_outlier.iter().map(|robot| !robot.contains(&true)).collect();
    leave_to_drifts(&mut is_outlier, &drifts, robots, &names);
    let robot = |r: usize| {
        let is_outlier = is_outlier[r].contains(&true);
        let shrunken = if is_sound[r] && population.iter().any(Option::is_some) {
            prior.shrunken(&fits[r])
        } else {
            (fits[r].beta.clone(), fits[r].variance.clone())
        };
        record(&robots[r], &inflation, shrunken, &z[r], is_outlier)
    };
    let records: Vec<FleetRobot> = (0..robots.len()).into_par_iter().map(robot).collect();
    let outliers = outliers(&records, &names, &population, &is_outlier, &p);
    let constants = torque_constants(model, robots, &is_sound);
    let pools = pools(model, settings, &names, &known, &constants)?;
    let few = (robots.len() < FEWEST_ROBOTS)
        .then_some(FleetWarning::FewRobots { found: robots.len(), needed: FEWEST_ROBOTS });
    Ok(FleetStudy {
        schema_version: SCHEMA_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        robot_type: model.plan.robot.name.clone(),
        base_hash: model.base_hash.clone(),
        settings_hash: model.settings_hash.clone(),
        family_wise_rate: rate,
        n_logs: robots.iter().map(|robot| robot.logs.len()).sum(),
        parameters: parameters(model, &names, &population, &inflation),
        correlations: if prior.is_correlated { lower(&prior.correlation) } else { Vec::new() },
        attention: attention(&outliers, &drifts),
        robots: records,
        outliers,
        drifts,
        torque_constants: constants.iter().map(FleetTorqueConstant::from).collect(),
        pools,
        periods: robots.iter().flat_map(|robot| periods(robot, &inflation)).collect(),
        failures: Vec::new(),
        warnings: few.map(Warning::from).iter().map(Diagnosis::from).collect(),
    })
}

/// Pools of the settings, and those of torque constants by motor type.
fn pools(
    model: &FleetModel,
    settings: &FleetSettings,
    names: &[String],
    known: &[Population],
    constants: &[TorqueConstant],
) -> Result<Vec<ParameterPool>> {
    let seen = constants.iter().filter_map(|constant| Some((&constant.name, constant.population?)));
    let (kct_names, kct): (Vec<&String>, Vec<Population>) = seen.unzip();
    let names: Vec<String> = names.iter().chain(kct_names).cloned().collect();
    let population: Vec<Population> = known.iter().copied().chain(kct).collect();
    let mut groups = settings.pools.clone();
    let by_motor = motor_groups(model, constants);
    groups.extend(by_motor.into_iter().filter(|group| !settings.pools.contains(group)));
    groups.iter().map(|group| pool(group, &names, &population)).collect()
}

/// The fit with the variance of every parameter times its factor.
fn inflated(fit: &Fit, inflation: &[f64]) -> Fit {
    let n = inflation.len();
    let factor = |i: usize, j: usize| (inflation[i] * inflation[j]).sqrt();
    Fit {
        beta: fit.beta.clone(),
        variance: fit.variance.iter().zip(inflation).map(|(v, f)| v * f).collect(),
        covariance: Mat::from_fn(n, n, |i, j| factor(i, j) * fit.covariance[(i, j)]),
        ..*fit
    }
}

/// The fit of a robot whose logs leave directions open, with a prior that is too weak to matter where they do not.
fn weakly_determined(
    model: &FleetModel,
    robot: &RobotEstimate,
    population: &[Population],
    inflation: &[f64],
) -> Result<Fit> {
    let mean: Vec<f64> = population.iter().map(|p| p.mean).collect();
    let width =
        |p: &Population| WEAK * p.spread.max(1e-6 * p.mean.abs()).max(f64::MIN_POSITIVE.sqrt());
    let sigma: Vec<f64> = population.iter().map(width).collect();
    let largest = inflation.iter().copied().fold(1.0, f64::max);
    let fit = Fit::with_prior(model, &robot.evidence, &mean, &sigma)?;
    Ok(inflated(&fit, &vec![largest; inflation.len()]))
}

/// Robots against their type.
struct FleetComparison {
    population: Vec<Option<Population>>,
    /// Per robot and parameter.
    is_outlier: Vec<Vec<bool>>,
    z: Vec<Vec<Option<f64>>>,
    p: Vec<Vec<f64>>,
}

/// Leaves robots out of the population until those that are left out are the outliers of the rest.
fn compare(fits: &[Fit], n_base: usize, rate: f64) -> FleetComparison {
    let mut is_healthy = near_median(fits, n_base);
    let mut round = 0;
    loop {
        let population: Vec<Option<Population>> =
            (0..n_base).into_par_iter().map(|k| population(fits, &is_healthy, k)).collect();
        let n_healthy = is_healthy.iter().filter(|healthy| **healthy).count();
        let z: Vec<Vec<Option<f64>>> =
            fits.iter().map(|fit| deviations(fit, &population)).collect();
        let chance = |z: &Option<f64>| match z {
            Some(z) if n_healthy >= FEWEST_ROBOTS => student_exceedance(*z, n_healthy as f64 - 1.0),
            _ => 1.0,
        };
        let p: Vec<Vec<f64>> = z.par_iter().map(|z| z.iter().map(chance).collect()).collect();
        let rejected = holm(&p.concat(), rate);
        let is_outlier: Vec<Vec<bool>> =
            rejected.chunks(n_base.max(1)).map(<[bool]>::to_vec).collect();
        let next: Vec<bool> = is_outlier.iter().map(|robot| !robot.contains(&true)).collect();
        round += 1;
        if next == is_healthy || round == MOST_ROUNDS {
            return FleetComparison { population, is_outlier, z, p };
        }
        is_healthy = next;
    }
}

/// Whether no parameter of a robot is far from the median, by the median of the absolute deviations.
fn near_median(fits: &[Fit], n_base: usize) -> Vec<bool> {
    let mut is_near = vec![true; fits.len()];
    for k in 0..n_base {
        let seen = || fits.iter().filter(|fit| fit.variance[k].is_finite());
        let Some(middle) = median(seen().map(|fit| fit.beta[k])) else { continue };
        let off = |fit: &Fit| (fit.beta[k] - middle).abs();
        let spread = 1.4826 * median(seen().map(off)).unwrap_or(0.0);
        for (fit, near) in fits.iter().zip(&mut is_near).filter(|(f, _)| f.variance[k].is_finite())
        {
            *near &= off(fit) <= FAR * spread.hypot(fit.variance[k].sqrt());
        }
    }
    is_near
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

fn population(fits: &[Fit], is_healthy: &[bool], k: usize) -> Option<Population> {
    let used = fits
        .iter()
        .zip(is_healthy)
        .filter(|(fit, healthy)| **healthy && fit.variance[k].is_finite());
    let (y, v): (Vec<f64>, Vec<f64>) = used.map(|(fit, _)| (fit.beta[k], fit.variance[k])).unzip();
    Population::of(&y, &v)
}

/// `z = (β̂ − μ)/√(v + τ²)` of every parameter that the robot determines.
fn deviations(fit: &Fit, population: &[Option<Population>]) -> Vec<Option<f64>> {
    let z = |(k, population): (usize, &Option<Population>)| {
        let Population { mean, spread, .. } = (*population)?;
        let total = fit.variance[k] + spread * spread;
        (total.is_finite() && total > 0.0).then(|| (fit.beta[k] - mean) / total.sqrt())
    };
    population.iter().enumerate().map(z).collect()
}

/// The population with the values of the plan where no two robots determine a parameter.
fn with_plan(population: &[Option<Population>], beta: &[f64]) -> Vec<Population> {
    let known = |(found, beta): (&Option<Population>, &f64)| {
        let mean_interval = [f64::NEG_INFINITY, f64::INFINITY];
        let spread_interval = [0.0, f64::INFINITY];
        let plan =
            Population { mean: *beta, mean_interval, spread: 0.0, spread_interval, n_robots: 0 };
        found.unwrap_or(plan)
    };
    population.iter().zip(beta).map(known).collect()
}

fn record(
    robot: &RobotEstimate,
    inflation: &[f64],
    (shrunken, shrunken_variance): (Vec<f64>, Vec<f64>),
    z: &[Option<f64>],
    is_outlier: bool,
) -> FleetRobot {
    let root = |v: f64| Some(v.sqrt()).filter(|sigma| sigma.is_finite());
    let time = |log: Option<&super::robot::LogEstimate>| log.map_or(0.0, |log| log.started_at_s);
    FleetRobot {
        robot: robot.robot.clone(),
        n_logs: robot.logs.len(),
        span_s: [time(robot.logs.first()), time(robot.logs.last())],
        last_error_percent: robot.logs.last().map_or(0.0, |log| log.relative_percent),
        values: robot.whole.beta.clone(),
        sigma: robot.whole.variance.iter().zip(inflation).map(|(v, f)| root(v * f)).collect(),
        shrunken,
        shrunken_sigma: shrunken_variance.into_iter().map(root).collect(),
        z: z.to_vec(),
        is_outlier,
    }
}

/// Estimates per period, with the scatter between logs in their standard deviations.
fn periods<'a>(
    robot: &'a RobotEstimate,
    inflation: &'a [f64],
) -> impl Iterator<Item = FleetPeriod> + 'a {
    let inflated = |(sigma, factor): (&Option<f64>, &f64)| sigma.map(|s| s * factor.sqrt());
    robot.periods.iter().map(move |period| FleetPeriod {
        sigma: period.sigma.iter().zip(inflation).map(inflated).collect(),
        ..period.clone()
    })
}

fn parameters(
    model: &FleetModel,
    names: &[String],
    population: &[Option<Population>],
    inflation: &[f64],
) -> Vec<FleetParameter> {
    let parameter = |k: usize| FleetParameter {
        name: names[k].clone(),
        expression: model.base.expression(&model.layout, k),
        mean: population[k].map(|p| p.mean),
        mean_interval: population[k].map(|p| p.mean_interval),
        spread: population[k].map(|p| p.spread),
        spread_interval: population[k].map(|p| p.spread_interval),
        n_robots: population[k].map_or(0, |p| p.n_robots),
        inflation: inflation[k],
    };
    (0..names.len()).map(parameter).collect()
}

fn outliers(
    records: &[FleetRobot],
    names: &[String],
    population: &[Option<Population>],
    is_outlier: &[Vec<bool>],
    p: &[Vec<f64>],
) -> Vec<FleetOutlier> {
    let mut found = Vec::new();
    for (r, robot) in records.iter().enumerate() {
        for k in (0..names.len()).filter(|&k| is_outlier[r][k]) {
            let (Some(population), Some(z)) = (population[k], robot.z[k]) else { continue };
            found.push(FleetOutlier {
                robot: robot.robot.clone(),
                parameter: names[k].clone(),
                value: robot.values[k],
                mean: population.mean,
                z,
                p: p[r][k],
            });
        }
    }
    found.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()));
    found
}

/// A parameter that drifts differs from its type because it drifts: it is a drift and not an outlier as well. Such robots
/// stay out of the population.
fn leave_to_drifts(
    is_outlier: &mut [Vec<bool>],
    drifts: &[FleetDrift],
    robots: &[RobotEstimate],
    names: &[String],
) {
    for drift in drifts {
        let robot = robots.iter().position(|robot| robot.robot == drift.robot);
        let parameter = names.iter().position(|name| *name == drift.parameter);
        if let (Some(r), Some(k)) = (robot, parameter) {
            is_outlier[r][k] = false;
        }
    }
}

/// Changes over time of all robots and parameters that are significant together.
fn drifts(
    robots: &[RobotEstimate],
    names: &[String],
    inflation: &[f64],
    rate: f64,
) -> Vec<FleetDrift> {
    let tested = |robot: &RobotEstimate| -> Vec<(FleetDrift, f64)> {
        let test = |k: usize| drift(robot, &names[k], k, inflation[k]);
        (0..names.len()).filter_map(test).collect()
    };
    let all: Vec<(FleetDrift, f64)> = robots.par_iter().flat_map_iter(tested).collect();
    let rejected = holm(&all.iter().map(|(_, p)| *p).collect::<Vec<f64>>(), rate);
    let mut found: Vec<FleetDrift> = all
        .into_iter()
        .zip(rejected)
        .filter(|(_, rejected)| *rejected)
        .map(|((d, _), _)| d)
        .collect();
    found.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()));
    found
}

fn drift(robot: &RobotEstimate, name: &str, k: usize, factor: f64) -> Option<(FleetDrift, f64)> {
    let seen = || robot.logs.iter().filter(|log| log.variance[k].is_finite());
    let t_s: Vec<f64> = seen().map(|log| log.started_at_s).collect();
    let values: Vec<f64> = seen().map(|log| log.beta[k]).collect();
    let v: Vec<f64> = seen().map(|log| factor * log.variance[k]).collect();
    let DriftTest { z, p, change } = DriftTest::of(&t_s, &values, &v)?;
    let change = match change {
        ParameterChange::Step { log, before, after } => {
            FleetChange::Step { at_s: t_s[log], before, after }
        }
        ParameterChange::Slope { per_week, interval } => FleetChange::Slope { per_week, interval },
    };
    let sigma = v.iter().map(|v| v.sqrt()).collect();
    let (robot, parameter) = (robot.robot.clone(), name.to_owned());
    Some((FleetDrift { robot, parameter, change, z, p, t_s, values, sigma }, p))
}

fn lower(matrix: &Mat<f64>) -> Vec<Vec<f64>> {
    let entry = |i: usize, j: usize| (1e6 * matrix[(i, j)]).round() / 1e6;
    (0..matrix.nrows()).map(|i| (0..i).map(|j| entry(i, j)).collect()).collect()
}
