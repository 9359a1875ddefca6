//! Evidence of one robot: merged over its logs, and the estimate of every log.

use super::observe::LogValidation;
use super::plan::FleetModel;
use super::torque_constants::{EffortScale, effort_scales};
use crate::diagnostics::{FleetError, Result};
use crate::estimate::{Solution, Stacked, stacked};
use crate::evidence::Evidence;
use crate::study::FleetPeriod;
use faer::Mat;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// One log of a fleet, as a store holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct FleetLog {
    /// The robot that was logged.
    pub robot: String,
    /// Name of the log.
    pub log: String,
    /// Start of the log, Unix time \[s\].
    pub started_at_s: f64,
    /// Hash of the base parameters that the evidence belongs to.
    pub base_hash: String,
    /// Hash of the settings that shaped its rows.
    pub settings_hash: String,
    /// Evidence over the base parameters of the plan.
    pub evidence: Evidence,
    /// Errors of the model of the plan.
    pub validation: LogValidation,
}

/// Estimates of one robot from all its logs and from each of them.
#[derive(Clone, Debug)]
pub struct RobotEstimate {
    /// The robot.
    pub robot: String,
    /// Evidence of all its logs.
    pub evidence: Evidence,
    /// Estimate from all logs.
    pub whole: Fit,
    /// Scale of the efforts of every joint by the weights of the description, in logs of currents.
    pub effort_scales: Vec<EffortScale>,
    /// Its logs by time, with the estimate of each.
    pub logs: Vec<LogEstimate>,
    /// Estimates per period by [`estimate_periods`], where wanted.
    pub periods: Vec<FleetPeriod>,
}

/// Estimate from one log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEstimate {
    /// Name of the log.
    pub log: String,
    /// Start of the log, Unix time \[s\].
    pub started_at_s: f64,
    /// Base parameters.
    pub beta: Vec<f64>,
    /// Their variances, infinite where the log leaves one free.
    pub variance: Vec<f64>,
    /// Scale of the efforts of every joint by the weights of the description, in logs of currents.
    pub effort_scales: Vec<EffortScale>,
    /// Relative error of the model of the plan on this log \[%\].
    pub relative_percent: f64,
}

/// Weighted least squares of some evidence with the noise of the plan, which is the same for all logs of a type.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Base parameters; of smallest scaled norm where the evidence leaves directions open.
    pub beta: Vec<f64>,
    /// Their variances, infinite where the evidence leaves one free.
    pub variance: Vec<f64>,
    /// Covariance of the estimate over the directions that the evidence determines, `n_base × n_base`.
    pub covariance: Mat<f64>,
    /// Variance of the residuals over that of the plan.
    pub scale: f64,
    /// Whether the evidence determines every base parameter.
    pub is_determined: bool,
}

impl Fit {
    /// `min Σ_j |W_j β − τ_j|²/(σ_j² T_j)`. Residuals come from the whole triangles, so that columns without rank do
    /// not matter: the last entry of an unpivoted factor is not the norm of the residual.
    pub fn new(model: &FleetModel, evidence: &Evidence) -> Result<Self> {
        Self::of_rows(model, evidence, &stacked(evidence, &weights(model)))
    }

    /// The same with rows of a normal prior with independent parameters.
    pub(super) fn with_prior(
        model: &FleetModel,
        evidence: &Evidence,
        mean: &[f64],
        sigma: &[f64],
    ) -> Result<Self> {
        let n = mean.len();
        let rows = stacked(evidence, &weights(model));
        let (mut r, mut z): (Vec<f64>, Vec<f64>) = (Vec::new(), Vec::new());
        rows.rows().for_each(|(row, right)| {
            r.extend_from_slice(row);
            z.push(right);
        });
        for k in 0..n {
            r.extend((0..n).map(|i| if i == k { 1.0 / sigma[k] } else { 0.0 }));
            z.push(mean[k] / sigma[k]);
        }
        Self::of_rows(model, evidence, &Stacked::new(n, r, z))
    }

    fn of_rows(model: &FleetModel, evidence: &Evidence, rows: &Stacked) -> Result<Self> {
        let solution = Solution::of(rows)?;
        let n = solution.beta.len();
        let squared = evidence.squared_residuals(&solution.beta);
        let sigma = &model.plan.residual_sigma;
        let relative: f64 = squared.iter().zip(sigma).map(|(s, sigma)| s / sigma.powi(2)).sum();
        let scale = relative / evidence.n_rows().saturating_sub(solution.rank).max(1) as f64;
        let root = solution.inverse_root();
        let h = Mat::from_fn(n, root.len() / n.max(1), |i, k| root[k * n + i]);
        let covariance = faer::Scale(scale) * (&h * h.transpose());
        let variance =
            |k: usize| if solution.is_seen(k) { covariance[(k, k)] } else { f64::INFINITY };
        let variance = (0..n).map(variance).collect();
        let is_determined = solution.rank == n;
        Ok(Self { beta: solution.beta, variance, covariance, scale, is_determined })
    }
}

/// One over the standard deviation of an independent observation of each joint.
fn weights(model: &FleetModel) -> Vec<f64> {
    model.noise().iter().map(|noise| 1.0 / noise).collect()
}

impl RobotEstimate {
    /// Merges the logs of one robot and estimates from all and from each.
    pub fn new(model: &FleetModel, robot: &str, mut logs: Vec<FleetLog>) -> Result<Self> {
        logs.iter().try_for_each(|log| check_evidence(model, log))?;
        logs.sort_by(|a, b| a.started_at_s.total_cmp(&b.started_at_s).then(a.log.cmp(&b.log)));
        let evidence = merge_all(&logs.iter().map(|log| &log.evidence).collect::<Vec<_>>())?;
        let estimate = |log: &FleetLog| -> Result<LogEstimate> {
            let Fit { beta, variance, .. } = Fit::new(model, &log.evidence)?;
            Ok(LogEstimate {
                log: log.log.clone(),
                started_at_s: log.started_at_s,
                beta,
                variance,
                effort_scales: effort_scales(model, &log.evidence)?,
                relative_percent: log.validation.relative_percent,
            })
        };
        Ok(Self {
            robot: robot.to_owned(),
            whole: Fit::new(model, &evidence)?,
            effort_scales: effort_scales(model, &evidence)?,
            logs: logs.iter().map(estimate).collect::<Result<Vec<_>>>()?,
            evidence,
            periods: Vec::new(),
        })
    }
}

/// Refuses evidence of another robot type, base or conditioning.
pub fn check_evidence(model: &FleetModel, log: &FleetLog) -> Result<()> {
    let other = |what, found: &str, expected: &str| {
        let short = |hash: &str| hash.chars().take(12).collect::<String>();
        let (found, expected) = (short(found), short(expected));
        Err(FleetError::OtherPlan { log: log.log.clone(), what, found, expected }.into())
    };
    if log.base_hash != model.base_hash {
        return other("base parameters", &log.base_hash, &model.base_hash);
    }
    if log.settings_hash != model.settings_hash {
        return other("settings", &log.settings_hash, &model.settings_hash);
    }
    Ok(())
}

/// Merges evidences as a tree, on the threads of the caller's pool. Any order gives the same estimates up to
/// rounding.
pub fn merge_all(evidences: &[&Evidence]) -> Result<Evidence> {
    match evidences {
        [] => Err(FleetError::NothingToMerge.into()),
        [one] => Ok((*one).clone()),
        [one, other] => {
            let mut merged = (*one).clone();
            merged.merge(other)?;
            Ok(merged)
        }
        many => {
            let (left, right) = many.split_at(many.len() / 2);
            let (left, right) = rayon::join(|| merge_all(left), || merge_all(right));
            merge_all(&[&left?, &right?])
        }
    }
}

/// Estimates from the logs of one robot in every period, which `period` names by the start of a log in Unix time \[s\].
/// Standard deviations are those of correlated noise.
pub fn estimate_periods(
    model: &FleetModel,
    logs: &[FleetLog],
    period: impl Fn(f64) -> String,
) -> Result<Vec<FleetPeriod>> {
    let key = |log: &FleetLog| (log.robot.clone(), period(log.started_at_s));
    let estimate = |(key, evidence): ((String, String), Evidence)| {
        let Fit { beta, variance, .. } = Fit::new(model, &evidence)?;
        let sigma = |v: &f64| Some(v.sqrt()).filter(|sigma| sigma.is_finite());
        Ok(FleetPeriod {
            n_logs: logs
                .iter()
                .filter(|log| key.0 == log.robot && key.1 == period(log.started_at_s))
                .count(),
            robot: key.0,
            period: key.1,
            values: beta,
            sigma: variance.iter().map(sigma).collect(),
        })
    };
    merge_by(logs, key)?.into_iter().map(estimate).collect()
}

/// Merged evidence of every group of logs, such as robot and month.
pub fn merge_by<K: Ord + Send + Sync>(
    logs: &[FleetLog],
    key: impl Fn(&FleetLog) -> K,
) -> Result<BTreeMap<K, Evidence>> {
    let mut groups: BTreeMap<K, Vec<&Evidence>> = BTreeMap::new();
    logs.iter().for_each(|log| groups.entry(key(log)).or_default().push(&log.evidence));
    groups.into_par_iter().map(|(key, group)| Ok((key, merge_all(&group)?))).collect()
}
