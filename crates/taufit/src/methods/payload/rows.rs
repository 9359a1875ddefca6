//! The weighing as one small least-squares problem.

use super::prior::BodyPrior;
use super::problem::{PayloadProblem, TEN};
use crate::estimate::Stacked;
use crate::evidence::{Evidence, JointEvidence};
use crate::methods::pair::EvidencePair;

/// Rows `A x = z` in units of their noise.
pub(super) struct WhitenedRows {
    pub(super) n_unknowns: usize,
    /// By rows.
    pub(super) a: Vec<f64>,
    pub(super) z: Vec<f64>,
    /// The joint that each row was measured at; none for what was known before.
    pub(super) joint: Vec<Option<usize>>,
    /// The first rows, those of the runs with the load, over the robot's base parameters, by rows: what a
    /// mistake in these does to `z`.
    pub(super) over_base: Vec<f64>,
}

impl WhitenedRows {
    /// Runs, identified robot and what loads are like; rows of every joint times its weight.
    pub(super) fn new(
        problem: &PayloadProblem<'_>,
        pair: &EvidencePair,
        weights: &[f64],
        prior: &BodyPrior,
    ) -> Self {
        let mut rows = Self {
            n_unknowns: problem.n_unknowns(),
            a: Vec::new(),
            z: Vec::new(),
            joint: Vec::new(),
            over_base: Vec::new(),
        };
        rows.push_loaded(problem, &pair.loaded, weights);
        if problem.has_free_runs {
            rows.push_free(problem, &pair.unloaded, weights);
            rows.push_known(problem);
        }
        for (entries, z) in prior.rows() {
            rows.push(&[], z, None, |a| a[..TEN].copy_from_slice(&entries));
        }
        rows
    }

    fn push(
        &mut self,
        over_base: &[f64],
        z: f64,
        joint: Option<usize>,
        fill: impl FnOnce(&mut [f64]),
    ) {
        let mut a = vec![0.0; self.n_unknowns];
        fill(&mut a);
        self.a.extend(a);
        self.z.push(z);
        self.joint.push(joint);
        self.over_base.extend(over_base);
    }

    /// `R_j (β + B π_L + F δ) = z_j`.
    fn push_loaded(&mut self, problem: &PayloadProblem<'_>, evidence: &Evidence, weights: &[f64]) {
        let first = problem.first_base();
        for &dof in &problem.joints {
            let joint = &evidence.joints()[dof];
            for row in 0..joint.r_rows() {
                let r = dense(joint, row, problem.n_base(), weights[dof]);
                let effort = weights[dof] * joint.r(row, joint.columns().len());
                let known = match &problem.known {
                    Some(known) if !problem.has_free_runs => dot(&r, &known.beta),
                    _ => 0.0,
                };
                self.push(&r, effort - known, Some(dof), |a| {
                    let changes = problem.changes.iter().map(|change| dot(&r, change));
                    a.iter_mut().zip(changes).for_each(|(a, x)| *a = x);
                    problem.friction.iter().zip(&mut a[TEN..]).for_each(|(&k, a)| *a = r[k]);
                    if problem.has_free_runs {
                        a[first..].copy_from_slice(&r);
                    }
                });
            }
        }
    }

    /// `R_j β = z_j`.
    fn push_free(&mut self, problem: &PayloadProblem<'_>, evidence: &Evidence, weights: &[f64]) {
        for &dof in &problem.joints {
            let joint = &evidence.joints()[dof];
            for row in 0..joint.r_rows() {
                let r = dense(joint, row, problem.n_base(), weights[dof]);
                let effort = weights[dof] * joint.r(row, joint.columns().len());
                self.push(&[], effort, Some(dof), |a| {
                    a[problem.first_base()..].copy_from_slice(&r);
                });
            }
        }
    }

    /// `β_k/σ_k` of an identified robot, beside runs without the load: errors taken as independent.
    fn push_known(&mut self, problem: &PayloadProblem<'_>) {
        let Some(known) = &problem.known else { return };
        let Some(sigma) = &known.sigma else { return };
        for (k, (beta, sigma)) in known.beta.iter().zip(sigma).enumerate() {
            let weight = 1.0 / sigma;
            if weight.is_finite() {
                self.push(&[], weight * beta, None, |a| a[problem.first_base() + k] = weight);
            }
        }
    }

    pub(super) fn stacked(&self) -> Stacked {
        Stacked::new(self.n_unknowns, self.a.clone(), self.z.clone())
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &[f64]> {
        self.a.chunks_exact(self.n_unknowns)
    }
}

/// A row of a joint's triangle over all base parameters, times a weight.
fn dense(joint: &JointEvidence, row: usize, n_base: usize, weight: f64) -> Vec<f64> {
    let mut dense = vec![0.0; n_base];
    for (c, &column) in joint.columns().iter().enumerate() {
        dense[column] = weight * joint.r(row, c);
    }
    dense
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
