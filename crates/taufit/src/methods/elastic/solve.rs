//! The estimators on the same triangles.

use super::arm::Arm;
use super::deflection::{DeflectionFit, Times, whole_lines};
use super::motion::ElasticMotion;
use super::observe::{ElasticEvidence, observe, series};
use super::rows::ElasticRows;
use super::settings::ElasticSettings;
use crate::base::Base;
use crate::diagnostics::{EstimateError, Result};
use crate::estimate::feasible::{FeasibleFit, FeasibleSettings, feasible_fit};
use crate::estimate::{Stacked, Weighting, least_squares, stacked};
use crate::methods::common::{CorrelationMean, PRIOR_WEIGHT};
use crate::params::Param;
use crate::study::{ElasticEstimator, StiffnessStatus};

/// Rounds in which lag and shift of the encoders are found and taken off.
const ALIGNMENTS: usize = 3;

/// Solution of an estimator.
pub(super) struct ElasticSolution {
    pub(super) beta: Vec<f64>,
    pub(super) sigma: Vec<f64>,
    /// Standard deviation of what is left of each line, in the order of [`Arm::lines`] \[N·m or N\].
    pub(super) line_sigma: Vec<f64>,
    /// Springs with deflections as measurements, lag and shift in total.
    pub(super) springs: Vec<Option<Spring>>,
    /// Stiffness of each elastic joint by weighted least squares on the lines.
    pub(super) wls_stiffness: Vec<Option<f64>>,
    pub(super) condition: f64,
    pub(super) n_rows: usize,
    pub(super) settled: bool,
    /// The problem around the solution, rows in units of their noise.
    rows: Stacked,
    /// The motion with encoders that agree.
    pub(super) aligned: ElasticMotion,
}

/// Aligns the encoders and estimates the base parameters.
pub(super) fn solve(
    arm: &Arm<'_>,
    base: &Base,
    motion: &ElasticMotion,
    settings: &ElasticSettings,
) -> Result<ElasticSolution> {
    let problem = ElasticProblem { arm, base, settings };
    let (aligned, totals) = problem.align(motion)?;
    let observed = problem.observe(&aligned)?;
    let fit = problem.deflection_fit(&observed, &aligned)?;
    let springs = added(fit.springs(), &totals);
    let lines = observed.lines();
    let weighted = least_squares(&lines, Weighting::PerJointOnce)?;
    let stiffness = |rows: &ElasticRows| rows.stiffness.map(|k| weighted.beta[k]);
    let wls_stiffness = observed.rows.iter().map(stiffness).collect();
    let n_rows = lines.n_rows();
    let (beta, sigma, rows, condition, settled) = match settings.estimator {
        ElasticEstimator::Deflection => {
            (fit.beta(), fit.sigma_beta(), fit.rows_over_beta(), fit.condition(), fit.settled)
        }
        ElasticEstimator::Ols | ElasticEstimator::Wls => {
            let estimate = match settings.estimator {
                ElasticEstimator::Ols => least_squares(&lines, Weighting::Equal)?,
                _ => weighted,
            };
            let times = problem.line_times(&aligned, &estimate.beta)?;
            let mut sigma = estimate.correlated_sigma(&lines, &times);
            if let Some(scatter) = estimate.block_sigma(&observed.block_lines()) {
                sigma.iter_mut().zip(scatter).for_each(|(s, scatter)| *s = s.max(scatter));
            }
            let weight = |(w, t): (&f64, &f64)| w / t.sqrt();
            let weights: Vec<f64> = estimate.weights.iter().zip(&times).map(weight).collect();
            let rows = stacked(&lines, &weights);
            (estimate.beta, sigma, rows, estimate.condition, true)
        }
    };
    let squared = lines.squared_residuals(&finite(&beta));
    let line_sigma =
        squared.iter().zip(lines.joints()).map(|(s, l)| (s / l.n_rows().max(1) as f64).sqrt());
    let line_sigma = line_sigma.collect();
    Ok(ElasticSolution {
        beta,
        sigma,
        line_sigma,
        wls_stiffness,
        condition,
        n_rows,
        settled,
        rows,
        aligned: motion.aligned(&springs)?,
        springs,
    })
}

/// Springs with what was taken off their encoders before.
fn added(found: Vec<Option<Spring>>, before: &[Option<Spring>]) -> Vec<Option<Spring>> {
    let both = |(found, before): (Option<Spring>, &Option<Spring>)| match (found, before) {
        (Some(found), Some(before)) => Some(found.after(before)),
        (found, _) => found,
    };
    found.into_iter().zip(before).map(both).collect()
}

/// A stiffness without number (no compliance at all) counts as none.
fn finite(beta: &[f64]) -> Vec<f64> {
    beta.iter().map(|b| if b.is_finite() { *b } else { 0.0 }).collect()
}

struct ElasticProblem<'a> {
    arm: &'a Arm<'a>,
    base: &'a Base,
    settings: &'a ElasticSettings,
}

impl ElasticProblem<'_> {
    fn observe(&self, motion: &ElasticMotion) -> Result<ElasticEvidence> {
        let observed = observe(self.arm, self.base, motion)?;
        let found: usize = observed.triangles.iter().map(|t| t.n_rows()).sum();
        let needed = observed.n_base + 1;
        if found < needed {
            return Err(EstimateError::Underdetermined { found, needed }.into());
        }
        Ok(observed)
    }

    /// Takes lag and shift off the links until nothing is left of them; what was taken off in total.
    fn align(&self, motion: &ElasticMotion) -> Result<(ElasticMotion, Vec<Option<Spring>>)> {
        let mut aligned = motion.clone();
        let mut totals: Vec<Option<Spring>> = vec![None; self.arm.robot.n_dof()];
        let encoders = self.settings.encoders;
        if !(encoders.lag || encoders.shift) {
            return Ok((aligned, totals));
        }
        for _ in 0..ALIGNMENTS {
            let observed = self.observe(&aligned)?;
            let found = self.white_fit(&observed)?.springs();
            totals = added(found, &totals);
            aligned = motion.aligned(&totals)?;
        }
        Ok((aligned, totals))
    }

    fn white_fit<'o>(&self, observed: &'o ElasticEvidence) -> Result<DeflectionFit<'o>> {
        let white: Vec<Times> = vec![[1.0; 2]; observed.rows.len()];
        self.best_fit(observed, &white)
    }

    /// The fit with rows that count by how far their residuals are independent.
    fn deflection_fit<'o>(
        &self,
        observed: &'o ElasticEvidence,
        motion: &ElasticMotion,
    ) -> Result<DeflectionFit<'o>> {
        let white = self.white_fit(observed)?;
        let times = self.times(motion, |rows| {
            let mut sets = vec![rows.whole_residual(&white.beta())];
            sets.extend(white.left_of_deflection(rows));
            sets
        })?;
        let pair = |of_joint: &Vec<f64>| [of_joint[0], of_joint.get(1).copied().unwrap_or(1.0)];
        let times: Vec<Times> = times.iter().map(pair).collect();
        self.best_fit(observed, &times)
    }

    /// The better end of two beginnings: links that carry their rotors' inertia, which stiff or noisy
    /// joints leave no choice but to begin with, and the solution of the lines, which is near where
    /// deflections are sharp.
    fn best_fit<'o>(
        &self,
        observed: &'o ElasticEvidence,
        times: &[Times],
    ) -> Result<DeflectionFit<'o>> {
        let lines = least_squares(&observed.lines(), Weighting::PerJointOnce)?.beta;
        let loaded = whole_lines(observed, &self.rotors())?;
        let fit =
            |start: &[f64]| DeflectionFit::new(observed, self.settings.encoders, times, start);
        let (a, b) = (fit(&loaded)?, fit(&lines)?);
        Ok(if a.misfit() <= b.misfit() { a } else { b })
    }

    /// Correlation times of the lines, in their order.
    fn line_times(&self, motion: &ElasticMotion, beta: &[f64]) -> Result<Vec<f64>> {
        let times = self.times(motion, |rows| match rows.is_elastic {
            true => vec![rows.link_residual(beta), rows.motor_residual(beta)],
            false => vec![rows.whole_residual(beta)],
        })?;
        let motors = times.iter().filter_map(|of_joint| of_joint.get(1));
        Ok(times.iter().map(|of_joint| of_joint[0]).chain(motors.copied()).collect())
    }

    /// Correlation times of series of every joint over the rows that are fitted, mean over all stretches,
    /// in rows.
    fn times(
        &self,
        motion: &ElasticMotion,
        coefficients: impl Fn(&ElasticRows) -> Vec<Vec<f64>>,
    ) -> Result<Vec<Vec<f64>>> {
        let n_dof = self.arm.robot.n_dof();
        let mut means: Vec<Vec<CorrelationMean>> = vec![Vec::new(); n_dof];
        let slides: Vec<Vec<Vec<bool>>> = (0..n_dof).map(|dof| motion.sliding_rows(dof)).collect();
        for stretch in 0..motion.segments.len() {
            let found = series(self.arm, self.base, motion, stretch, &coefficients)?;
            for (dof, (means, found)) in means.iter_mut().zip(&found).enumerate() {
                means.resize(found.len(), CorrelationMean::default());
                for (mean, series) in means.iter_mut().zip(found) {
                    let rows = series.iter().zip(&slides[dof][stretch]);
                    let fitted: Vec<f64> =
                        rows.filter(|(_, slides)| **slides).map(|(x, _)| *x).collect();
                    mean.push(&fitted);
                }
            }
        }
        Ok(means.iter().map(|means| means.iter().map(CorrelationMean::rows).collect()).collect())
    }

    /// Base parameters that are rotor inertias.
    fn rotors(&self) -> Vec<usize> {
        let params = self.arm.layout.params();
        let is_rotor =
            |k: &usize| matches!(params[self.base.independent()[*k]], Param::RotorInertia { .. });
        (0..self.base.rank()).filter(is_rotor).collect()
    }
}

/// Parameters of an arm that can exist: bodies, and no negative stiffness, inertia or friction.
pub(super) fn feasible(
    arm: &Arm<'_>,
    base: &Base,
    solved: &ElasticSolution,
    settings: &FeasibleSettings,
) -> Result<FeasibleFit> {
    let mut prior = arm.layout.nominal(arm.robot);
    // Descriptions have no springs: what was found is where the search begins.
    for (k, &column) in base.independent().iter().enumerate() {
        let found = solved.beta[k];
        let is_spring =
            matches!(arm.layout.params()[column], Param::Stiffness { .. } | Param::Damping { .. });
        if is_spring && found.is_finite() {
            prior[column] = found.max(0.0);
        }
    }
    let settings = FeasibleSettings {
        prior_weight: settings.prior_weight.or(Some(PRIOR_WEIGHT)),
        ..settings.clone()
    };
    feasible_fit(arm.robot, &arm.layout, base, &solved.rows.compressed(), &prior, &settings)
}

/// A spring by its compliance `1/K`, which data determine with symmetric errors.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spring {
    pub(super) compliance: f64,
    pub(super) compliance_sigma: f64,
    /// Whether the data fix the compliance at all.
    pub(super) is_seen: bool,
    /// Delay of the link's encoder \[s\].
    pub(super) lag_s: f64,
    pub(super) lag_sigma_s: f64,
    /// Deflection that the encoders show without load, per log \[rad or m\].
    pub(super) shift: Vec<f64>,
    /// Half the jump of deflections at reversals \[rad or m\].
    pub(super) hysteresis: f64,
    /// Standard deviation of what is left of deflections \[rad or m\].
    pub(super) deflection_sigma: f64,
}

impl Spring {
    /// With what was taken off the encoders before.
    #[must_use]
    pub(super) fn after(mut self, before: &Self) -> Self {
        self.lag_s += before.lag_s;
        self.shift.iter_mut().zip(&before.shift).for_each(|(s, more)| *s += more);
        self
    }

    /// Whether this is enough, if standard deviations up to `max_relative_sigma` of the value are.
    pub(super) fn status(&self, max_relative_sigma: f64) -> StiffnessStatus {
        let relative = self.compliance_sigma / self.compliance.abs();
        if !self.is_seen || !relative.is_finite() {
            StiffnessStatus::NotLoaded
        } else if self.compliance <= 0.0 || relative > max_relative_sigma {
            StiffnessStatus::TooUncertain { percent_sigma: 100.0 * relative }
        } else {
            StiffnessStatus::Determined
        }
    }
}
