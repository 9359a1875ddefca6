//! The estimator for noisy encoders: deflections on the left.
//!
//! In the equations of Zollo et al. 2014 the deflection `θ − q`, a small difference of two large and noisy numbers, is
//! a regressor. Its noise draws `K` towards zero by `1/(1 + σ²/s²)`, with `σ` the noise and `s` the size
//! of deflections, and with `K` all that hangs on it. Here the same two lines are written so that it is
//! a measurement:
//!
//! ```text
//! whole     :  Y π + Ia θ̈ + friction(θ̇)                        = τ          (both lines added: no K)
//! deflection:  (Y π)/K − (D/K)(θ̇ − q̇) + shift + lag q̇ + hysteresis sign(q̇) = θ − q
//! ```
//!
//! The noise that is left in regressors is that of positions, velocities and accelerations against their own
//! size, not against deflections: a bias of the order of `1/SNR²`. The encoders' disagreement, a
//! constant `shift` per log and a `lag` of the link's encoder, is found along with the rest; so is the
//! `hysteresis` that dry friction behind the spring leaves.
//! The equations are bilinear in `1/K` and `π`; Gauss-Newton on the triangles finds both.

mod equations;

pub(super) use equations::whole_lines;

use super::observe::ElasticEvidence;
use super::rows::{ElasticRows, squared, times};
use super::settings::EncoderCorrection;
use super::solve::Spring;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use crate::evidence::JointEvidence;
use equations::n_extras;

/// Steps after which a fit that does not settle is given back as it is.
const MAX_STEPS: usize = 60;
/// Change of every unknown, over its standard deviation or value, that no longer matters.
const SETTLED: f64 = 1e-9;
/// Largest number of halvings of a step that increases the cost.
const HALVINGS: usize = 12;

/// Correlation times of the residuals of a joint, in rows: of its whole line and of its deflection.
pub(super) type Times = [f64; 2];

/// State of the iteration.
pub(super) struct DeflectionFit<'o> {
    observed: &'o ElasticEvidence,
    sought: EncoderCorrection,
    times: Vec<Times>,
    /// Base parameters with `1/K` and `D/K` in the places of `K` and `D`, then lag, hysteresis and a
    /// shift per log of every elastic joint.
    x: Vec<f64>,
    /// Standard deviations of the residuals of each joint: whole line \[N·m\], deflection \[rad\].
    pub(super) sigma: Vec<[f64; 2]>,
    pub(super) settled: bool,
    solution: Option<Solution>,
    /// Standard deviations of the unknowns from the scatter between blocks of the data.
    scatter: Option<Vec<f64>>,
}

impl<'o> DeflectionFit<'o> {
    /// Gauss-Newton for residuals with these correlation times, from base parameters to begin with, of
    /// which springs do not matter.
    pub(super) fn new(
        observed: &'o ElasticEvidence,
        sought: EncoderCorrection,
        times: &[Times],
        start: &[f64],
    ) -> Result<Self> {
        let n_elastic = observed.rows.iter().filter(|rows| rows.is_elastic).count();
        let mut fit = Self {
            observed,
            sought,
            times: times.to_vec(),
            x: vec![0.0; observed.n_base + n_extras(observed) * n_elastic],
            sigma: vec![[1.0; 2]; observed.rows.len()],
            settled: false,
            solution: None,
            scatter: None,
        };
        fit.start(start)?;
        for _ in 0..MAX_STEPS {
            fit.weigh();
            let step = Solution::of(&fit.linearised())?;
            fit.advance(&step.beta);
            fit.settled = fit.is_small(&step);
            fit.solution = Some(step);
            if fit.settled {
                break;
            }
        }
        fit.weigh();
        let end = Solution::of(&fit.linearised())?;
        let blocks = observed.blocks.iter().map(|triangles| fit.linearised_of(triangles));
        fit.scatter = end.block_sigma(&blocks.collect::<Vec<Stacked>>());
        fit.solution = Some(end);
        Ok(fit)
    }

    /// The base parameters; stiffness is infinite or negative where no compliance was seen.
    pub(super) fn beta(&self) -> Vec<f64> {
        let mut beta = self.x[..self.observed.n_base].to_vec();
        for rows in &self.observed.rows {
            let Some(k) = rows.stiffness else { continue };
            let compliance = self.x[k];
            beta[k] = 1.0 / compliance;
            if let Some(d) = rows.damping {
                beta[d] = self.x[d] / compliance;
            }
        }
        beta
    }

    /// Standard deviations of the base parameters, by the derivative of `1/c`.
    pub(super) fn sigma_beta(&self) -> Vec<f64> {
        let mut sigma: Vec<f64> = (0..self.observed.n_base).map(|k| self.sigma_of(k)).collect();
        for rows in &self.observed.rows {
            let Some(k) = rows.stiffness else { continue };
            let compliance = self.x[k];
            sigma[k] /= compliance * compliance;
            if let Some(d) = rows.damping {
                sigma[d] /= compliance.abs();
            }
        }
        sigma
    }

    /// Spring of each joint; `None` where it is rigid.
    pub(super) fn springs(&self) -> Vec<Option<Spring>> {
        let of = |(rows, place): (&ElasticRows, Option<usize>)| {
            let (k, lag) = (rows.stiffness?, place?);
            Some(Spring {
                compliance: self.x[k],
                compliance_sigma: self.sigma_of(k),
                is_seen: self.solution.as_ref().is_some_and(|s| s.is_seen(k)),
                lag_s: self.x[lag],
                lag_sigma_s: self.sigma_of(lag),
                hysteresis: self.x[lag + 1],
                shift: self.x[lag + 2..lag + n_extras(self.observed)].to_vec(),
                deflection_sigma: self.sigma[rows.dof][1],
            })
        };
        self.observed.rows.iter().zip(self.places()).map(of).collect()
    }

    /// `Σ n ln σ` over all lines: the smaller, the likelier the data.
    pub(super) fn misfit(&self) -> f64 {
        let of = |(sigma, triangle): (&[f64; 2], &JointEvidence)| {
            triangle.n_rows() as f64 * (sigma[0].ln() + sigma[1].ln())
        };
        self.sigma.iter().zip(&self.observed.triangles).map(of).sum()
    }

    /// Condition number of the last step, columns scaled to one length.
    pub(super) fn condition(&self) -> f64 {
        self.solution.as_ref().map_or(f64::INFINITY, |s| s.condition)
    }

    /// Coefficients of what is left of the deflection of a joint; `None` where it is rigid.
    pub(super) fn left_of_deflection(&self, rows: &ElasticRows) -> Option<Vec<f64>> {
        self.places()[rows.dof].map(|lag| self.deflection_residual(rows, lag))
    }

    /// Noise gives one standard deviation, what the model misses the other: the larger one.
    fn sigma_of(&self, i: usize) -> f64 {
        let noise = self.solution.as_ref().map_or(f64::INFINITY, |s| s.inverse_diagonal(i).sqrt());
        self.scatter.as_ref().map_or(noise, |scatter| scatter[i].max(noise))
    }

    fn joints(&self) -> impl Iterator<Item = (&ElasticRows, &JointEvidence)> {
        self.observed.rows.iter().zip(&self.observed.triangles)
    }

    /// First values: the given ones, and compliances that fit the loads these make.
    fn start(&mut self, beta: &[f64]) -> Result<()> {
        self.x[..self.observed.n_base].copy_from_slice(beta);
        let places = self.places();
        for (joint, place) in places.into_iter().enumerate() {
            let rows = &self.observed.rows[joint];
            let (Some(k), Some(lag)) = (rows.stiffness, place) else { continue };
            let found = self.first_spring(rows, &self.observed.triangles[joint])?;
            self.x[k] = found[0];
            rows.damping.into_iter().for_each(|d| self.x[d] = 0.0);
            self.x[lag..][..found.len() - 1].copy_from_slice(&found[1..]);
        }
        Ok(())
    }

    /// Compliance, lag, hysteresis and shifts by least squares of the deflection on the load.
    fn first_spring(&self, rows: &ElasticRows, triangle: &JointEvidence) -> Result<Vec<f64>> {
        let (load, columns) = (rows.link_load(&self.x), self.extra_columns(rows));
        let (mut r, mut z) = (Vec::new(), Vec::new());
        for row in 0..triangle.r_rows() {
            r.push(times(triangle, row, &load));
            r.extend(columns.iter().map(|c| c.map_or(0.0, |c| triangle.r(row, c))));
            z.push(triangle.r(row, rows.deflection()));
        }
        Ok(Solution::of(&Stacked::new(1 + columns.len(), r, z))?.beta)
    }

    /// Takes the standard deviations of the residuals as they are now.
    fn weigh(&mut self) {
        let places = self.places();
        let n_unknown: usize = self.x.len();
        let n_rows: usize = self.joints().map(|(_, t)| 2 * t.n_rows()).sum();
        let freedom = (1.0 - n_unknown as f64 / n_rows.max(n_unknown + 1) as f64).max(0.1);
        let deviation = |triangle: &JointEvidence, residual: &[f64], of: usize| {
            let n = triangle.n_rows().max(1) as f64;
            let size: f64 = triangle.r_column(of).iter().map(|x| x * x).sum();
            // An exact fit would give a line infinite weight: its rounding is what is left.
            let floor = f64::EPSILON * (size / n).sqrt();
            (squared(triangle, residual) / (n * freedom)).sqrt().max(floor).max(f64::MIN_POSITIVE)
        };
        let sigma = self.joints().zip(&places).map(|((rows, triangle), place)| {
            let whole = deviation(triangle, &rows.whole_residual(&self.x), rows.torque());
            let deflection = place.map_or(1.0, |lag| {
                deviation(triangle, &self.deflection_residual(rows, lag), rows.deflection())
            });
            [whole, deflection]
        });
        self.sigma = sigma.collect();
    }

    /// Goes along a step as far as it helps.
    fn advance(&mut self, step: &[f64]) {
        let (before, from) = (self.cost(), self.x.clone());
        let mut share = 1.0;
        for _ in 0..HALVINGS {
            for ((x, from), step) in self.x.iter_mut().zip(&from).zip(step) {
                *x = from + share * step;
            }
            if self.cost() <= before * (1.0 + 1e-12) {
                return;
            }
            share *= 0.5;
        }
    }

    /// Whether a step changed nothing that matters.
    fn is_small(&self, step: &Solution) -> bool {
        let small = |(i, step): (usize, &f64)| {
            let deviation = self.solution.as_ref().map_or(0.0, |s| s.inverse_diagonal(i).sqrt());
            step.abs() <= SETTLED * (self.x[i].abs() + deviation)
        };
        step.beta.iter().enumerate().all(small)
    }
}
