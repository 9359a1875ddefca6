//! Gains, robot and load together.

use super::problem::GainsProblem;
use crate::diagnostics::Result;
use crate::estimate::{Solution, Stacked};
use crate::evidence::{Evidence, JointEvidence};
use crate::methods::pair::EvidencePair;
use crate::params::LinkParam;

/// Steps after which a fit that does not settle is given back as it is.
const MAX_STEPS: usize = 100;
/// Change of a gain's logarithm that no longer matters.
const SETTLED: f64 = 1e-9;
/// Longest step of a gain's logarithm: beyond, the linearisation means nothing.
const LONGEST: f64 = 0.5;

/// State of the iteration.
pub(super) struct GainsFit {
    /// Base parameters without the load.
    pub(super) beta: Vec<f64>,
    /// Base parameters with the load.
    pub(super) loaded_beta: Vec<f64>,
    /// The load's ten parameters in the frame of its link.
    pub(super) payload: [f64; LinkParam::COUNT],
    /// Gain of every joint; 1 where its rows are not used \[N·m/A\].
    pub(super) gains: Vec<f64>,
    /// Gains with the currents as regressors.
    pub(super) regressor_gains: Vec<f64>,
    /// Standard deviation of each gain over the gain; infinite where its rows are not used.
    pub(super) relative_sigma: Vec<f64>,
    /// Whether the data fix each gain at all.
    pub(super) is_seen: Vec<bool>,
    /// Standard deviation of the residual of each joint \[A\].
    pub(super) residual_sigma: Vec<f64>,
    pub(super) settled: bool,
}

impl GainsFit {
    /// Gauss-Newton on the triangles, for residuals with these correlation times.
    pub(super) fn new(
        problem: &GainsProblem<'_>,
        pair: &EvidencePair,
        times: &[f64],
    ) -> Result<Self> {
        let (mut fit, mut x) = Self::start(problem, pair, times)?;
        for _ in 0..MAX_STEPS {
            let rows = fit.linearised(problem, pair, &x, times);
            let step = Solution::of(&rows)?;
            let gain_steps = &step.beta[problem.gain_column(0)..];
            let longest = gain_steps.iter().fold(0.0_f64, |a, s| a.max(s.abs()));
            let share = (LONGEST / longest).min(1.0);
            x.iter_mut().zip(&step.beta).for_each(|(x, s)| *x += share * s);
            for (place, &dof) in problem.joints.iter().enumerate() {
                fit.gains[dof] *= (share * gain_steps[place]).exp();
            }
            fit.settled = longest < SETTLED;
            fit.note(problem, pair, &x, &step, times);
            if fit.settled {
                break;
            }
        }
        let noise = fit.gains.iter().zip(&fit.residual_sigma).map(|(gain, sigma)| gain * sigma);
        let weights: Vec<f64> = noise.map(|nm| 1.0 / nm.max(f64::MIN_POSITIVE)).collect();
        fit.regressor_gains = problem.gains(&regressed(problem, pair, &weights)?.beta);
        Ok(fit)
    }

    /// Starts from currents as regressors: near enough.
    fn start(
        problem: &GainsProblem<'_>,
        pair: &EvidencePair,
        times: &[f64],
    ) -> Result<(Self, Vec<f64>)> {
        let solution = regressed(problem, pair, &vec![1.0; problem.n_dof])?;
        let gains = problem.gains(&solution.beta);
        let x = solution.beta[..problem.gain_column(0)].to_vec();
        let mut fit = Self {
            beta: Vec::new(),
            loaded_beta: Vec::new(),
            payload: [0.0; LinkParam::COUNT],
            regressor_gains: gains.clone(),
            gains,
            relative_sigma: vec![f64::INFINITY; problem.n_dof],
            is_seen: vec![false; problem.n_dof],
            residual_sigma: vec![0.0; problem.n_dof],
            settled: false,
        };
        fit.note(problem, pair, &x, &solution, times);
        Ok((fit, x))
    }

    /// Rows of `J Δ = e` with `e = i − W b/K`, each in units of its noise.
    fn linearised(
        &self,
        problem: &GainsProblem<'_>,
        pair: &EvidencePair,
        x: &[f64],
        times: &[f64],
    ) -> Stacked {
        let n = problem.n_unknowns();
        let (unloaded, loaded) = (&x[..problem.n_base()], problem.loaded(x));
        let (mut r, mut z) = (Vec::new(), Vec::new());
        for_each_row(problem, pair, |place, joint, row, is_loaded| {
            let dof = problem.joints[place];
            let weight =
                1.0 / (self.residual_sigma[dof] * times[dof].sqrt()).max(f64::MIN_POSITIVE);
            let beta = if is_loaded { &loaded } else { unloaded };
            let torque = torque(joint, row, beta);
            let mut entries = vec![0.0; n];
            problem.spread_row(joint, row, is_loaded, &mut entries);
            entries.iter_mut().for_each(|e| *e *= weight / self.gains[dof]);
            // ∂(W b/K)/∂ ln K
            entries[problem.gain_column(place)] = -weight * torque / self.gains[dof];
            r.extend(entries);
            let current = joint.r(row, joint.columns().len());
            z.push(weight * (current - torque / self.gains[dof]));
        });
        Stacked::new(n, r, z)
    }

    /// Takes over what a step has found.
    fn note(
        &mut self,
        problem: &GainsProblem<'_>,
        pair: &EvidencePair,
        x: &[f64],
        step: &Solution,
        times: &[f64],
    ) {
        self.beta = x[..problem.n_base()].to_vec();
        self.loaded_beta = problem.loaded(x);
        self.payload[0] = problem.mass_kg;
        self.payload[1..].copy_from_slice(&x[problem.n_base()..][..LinkParam::COUNT - 1]);
        let freedom = pair.freedom(&problem.joints, times, step.rank);
        for (place, &dof) in problem.joints.iter().enumerate() {
            let column = problem.gain_column(place);
            self.relative_sigma[dof] = step.inverse_diagonal(column).sqrt();
            self.is_seen[dof] = step.is_seen(column);
            let squared = self.squared_residual(&pair.unloaded, dof, &self.beta)
                + self.squared_residual(&pair.loaded, dof, &self.loaded_beta);
            self.residual_sigma[dof] =
                (squared / (pair.n_rows(dof) as f64 * freedom)).sqrt().max(f64::MIN_POSITIVE);
        }
    }

    /// `|i_j − W_j b/K_j|²`
    fn squared_residual(&self, evidence: &Evidence, dof: usize, beta: &[f64]) -> f64 {
        let in_amperes: Vec<f64> = beta.iter().map(|b| b / self.gains[dof]).collect();
        evidence.joints()[dof].squared_residual(&in_amperes)
    }
}

/// Least squares with the currents as regressors and the torque of the known mass as the right-hand
/// side, rows of every joint times its weight. Drawn to zero by the noise of the currents.
fn regressed(problem: &GainsProblem<'_>, pair: &EvidencePair, weights: &[f64]) -> Result<Solution> {
    let n = problem.n_unknowns();
    let (mut r, mut z) = (Vec::new(), Vec::new());
    for_each_row(problem, pair, |place, joint, row, is_loaded| {
        let weight = weights[problem.joints[place]];
        let mut entries = vec![0.0; n];
        problem.spread_row(joint, row, is_loaded, &mut entries);
        entries[problem.gain_column(place)] = -joint.r(row, joint.columns().len());
        r.extend(entries.iter().map(|e| weight * e));
        let known = if is_loaded { torque(joint, row, &problem.known_change) } else { 0.0 };
        z.push(-weight * known);
    });
    Solution::of(&Stacked::new(n, r, z))
}

/// A row of a joint's triangle times base parameters.
fn torque(joint: &JointEvidence, row: usize, beta: &[f64]) -> f64 {
    joint.columns().iter().enumerate().map(|(c, &k)| joint.r(row, c) * beta[k]).sum()
}

/// Every row of the triangles of the joints in use: place of the joint, triangle, row, loaded or not.
fn for_each_row(
    problem: &GainsProblem<'_>,
    pair: &EvidencePair,
    mut take: impl FnMut(usize, &JointEvidence, usize, bool),
) {
    for (evidence, is_loaded) in [(&pair.unloaded, false), (&pair.loaded, true)] {
        for (place, &dof) in problem.joints.iter().enumerate() {
            let joint = &evidence.joints()[dof];
            (0..joint.r_rows()).for_each(|row| take(place, joint, row, is_loaded));
        }
    }
}
