//! Information matrix of the base parameters for a motion, and the gradient of a function of its
//! eigenvalues with respect to the design variables.

use super::criterion::Criterion;
use super::instants::{InstantStates, Instants};
use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, Par, Side};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::dynamics::{
    RegressorBlock, RegressorGradient, Scratch, regressor_block, regressor_gradient,
};
use taufit_dynamics::model::Robot;
use taufit_dynamics::params::Layout;

/// Information to be gathered, and its weights.
#[derive(Clone, Debug)]
pub(super) struct Information<'a> {
    pub(super) robot: &'a Robot,
    pub(super) layout: &'a Layout,
    /// Columns of the layout that stand for the base parameters.
    pub(super) columns: Vec<usize>,
    /// Unit in which each base parameter is counted.
    pub(super) units: Vec<f64>,
    /// Weight of every joint's rows: how many rows a sample stands for, over the variance of their noise.
    pub(super) row_weights: Vec<f64>,
    /// Information known already, in the units above.
    pub(super) known: Mat<f64>,
    /// Part of the information that the criterion uses.
    pub(super) view: InformationPart,
}

/// Part of the information that the criterion uses.
#[derive(Clone, Debug)]
pub(super) enum InformationPart {
    /// All base parameters, in the units above.
    All,
    /// Some of them, while the others are unknown too.
    Only(Vec<usize>),
    /// All, through other representatives: `β = T θ`, so that `Λ_θ = Tᵀ Λ T`.
    Turned(Mat<f64>),
    /// All, in coordinates of equal effect on torques: `β = T θ` likewise.
    Whitened(Mat<f64>),
}

/// Rows of one joint over the base parameters it can see.
struct InformationRows {
    /// Base parameters, ascending.
    visible: Vec<usize>,
    rows: Mat<f64>,
}

/// A criterion at a motion.
pub(super) struct Judgement {
    /// Its value.
    pub(super) value: f64,
    /// Its slopes by the variables.
    pub(super) slopes: Vec<f64>,
}

impl Information<'_> {
    /// `Λ = Λ_known + Σ_j w_j W_jᵀ W_j`.
    pub(super) fn matrix(&self, states: &InstantStates) -> Result<Mat<f64>> {
        Ok(self.gather(&self.joint_rows(states)?))
    }

    /// Eigenvalues of the information about the parameters that matter, ascending.
    pub(super) fn eigenvalues(&self, states: &InstantStates) -> Result<Vec<f64>> {
        let lambda = self.matrix(states)?;
        let Some(projection) = Projection::new(&lambda, &self.view) else {
            return Ok(vec![0.0]);
        };
        Ok(projection.lambda.self_adjoint_eigenvalues(Side::Lower).unwrap_or_else(|_| vec![0.0]))
    }

    /// A criterion, smoothed by the exponent `p`.
    pub(super) fn value(
        &self,
        criterion: &Criterion,
        p: f64,
        states: &InstantStates,
    ) -> Result<f64> {
        Ok(criterion.smooth(&self.eigenvalues(states)?, p).0)
    }

    /// The criterion and its gradient: `df = tr(G dΛ) = 2 Σ_j w_j tr(G W_jᵀ dW_j)`, so that `2 w_j W_j G`
    /// weighs the entries of the regressor, whose reverse sweep gives slopes by the state.
    pub(super) fn judge(
        &self,
        criterion: &Criterion,
        p: f64,
        instants: &Instants,
        states: &InstantStates,
    ) -> Result<Judgement> {
        let blocks = self.joint_rows(states)?;
        let lambda = self.gather(&blocks);
        let flat = Judgement { value: f64::INFINITY, slopes: vec![0.0; instants.n_vars()] };
        let Some(projection) = Projection::new(&lambda, &self.view) else { return Ok(flat) };
        let Ok(eigen) = projection.lambda.self_adjoint_eigen(Side::Lower) else { return Ok(flat) };
        let eigenvalues: Vec<f64> = eigen.S().column_vector().iter().copied().collect();
        let (value, slopes) = criterion.smooth(&eigenvalues, p);
        let vectors = eigen.U();
        let scaled =
            Mat::from_fn(vectors.nrows(), vectors.ncols(), |i, k| vectors[(i, k)] * slopes[k]);
        let by_lambda = projection.pull_back(&(scaled * vectors.transpose()));
        let by_states = self.slopes_by_states(states, &blocks, &by_lambda)?;
        Ok(Judgement { value, slopes: instants.pull_back(&by_states) })
    }

    fn joint_rows(&self, states: &InstantStates) -> Result<Vec<InformationRows>> {
        let mut block = RegressorBlock::new(self.robot, self.layout, &self.columns, states.n);
        regressor_block(self.robot, self.layout, &states.samples(), &mut block)?;
        let joint = |dof: usize| {
            let params = self.layout.params();
            let visible: Vec<usize> = (0..self.columns.len())
                .filter(|&k| params[self.columns[k]].acts_on(self.robot, dof))
                .collect();
            let mut rows = Mat::zeros(states.n, visible.len());
            for (c, &k) in visible.iter().enumerate() {
                let unit = self.units[k];
                let column = block.column(dof, k);
                rows.col_mut(c).iter_mut().zip(column).for_each(|(to, from)| *to = from * unit);
            }
            InformationRows { visible, rows }
        };
        Ok((0..self.robot.n_dof()).map(joint).collect())
    }

    fn gather(&self, blocks: &[InformationRows]) -> Mat<f64> {
        let mut lambda = self.known.clone();
        for (InformationRows { visible, rows }, weight) in blocks.iter().zip(&self.row_weights) {
            let mut gram = Mat::zeros(visible.len(), visible.len());
            matmul(
                gram.as_mut(),
                Accum::Replace,
                rows.transpose(),
                rows.as_ref(),
                *weight,
                Par::Seq,
            );
            for (c, &k) in visible.iter().enumerate() {
                for (r, &i) in visible.iter().enumerate() {
                    lambda[(i, k)] += gram[(r, c)];
                }
            }
        }
        lambda
    }

    fn slopes_by_states(
        &self,
        states: &InstantStates,
        blocks: &[InformationRows],
        by_lambda: &Mat<f64>,
    ) -> Result<[Vec<f64>; 3]> {
        let (n_dof, n_params) = (self.robot.n_dof(), self.layout.n_params());
        let weights: Vec<Mat<f64>> = blocks
            .iter()
            .zip(&self.row_weights)
            .map(|(InformationRows { visible, rows }, weight)| {
                let seen = Mat::from_fn(visible.len(), visible.len(), |r, c| {
                    by_lambda[(visible[r], visible[c])]
                });
                let mut out = Mat::zeros(states.n, visible.len());
                matmul(out.as_mut(), Accum::Replace, rows.as_ref(), &seen, 2.0 * weight, Par::Seq);
                out
            })
            .collect();
        let mut scratch = Scratch::new(self.robot);
        let mut gradient = RegressorGradient::new(self.robot);
        let mut entries = vec![0.0; n_dof * n_params];
        let mut by_states = [(); 3].map(|()| vec![0.0; n_dof * states.n]);
        for instant in 0..states.n {
            for (dof, block) in blocks.iter().enumerate() {
                for (c, &k) in block.visible.iter().enumerate() {
                    entries[dof * n_params + self.columns[k]] =
                        weights[dof][(instant, c)] * self.units[k];
                }
            }
            let [q, qd, qdd] = [0, 1, 2].map(|channel| states.at(channel, instant));
            let state = (&q[..], &qd[..], &qdd[..]);
            regressor_gradient(
                self.robot,
                self.layout,
                &mut scratch,
                state,
                &entries,
                &mut gradient,
            )?;
            let slopes = [&gradient.q, &gradient.qd, &gradient.qdd];
            for (out, slopes) in by_states.iter_mut().zip(slopes) {
                for (dof, slope) in slopes.iter().enumerate() {
                    out[dof * states.n + instant] = *slope;
                }
            }
        }
        Ok(by_states)
    }
}

/// The information that the criterion looks at, `Λ_v` with `dΛ_v = Pᵀ dΛ P`.
///
/// About some parameters while the others are unknown too it is `Λ_S = (Sᵀ Λ⁻¹ S)⁻¹`, and
/// `P = Λ⁻¹ S Λ_S`.
struct Projection {
    lambda: Mat<f64>,
    p: Option<Mat<f64>>,
}

impl Projection {
    /// `None` where the information is singular.
    fn new(lambda: &Mat<f64>, view: &InformationPart) -> Option<Self> {
        match view {
            InformationPart::All => Some(Self { lambda: lambda.clone(), p: None }),
            InformationPart::Turned(turn) | InformationPart::Whitened(turn) => {
                let seen = turn.transpose() * lambda * turn;
                Some(Self { lambda: seen, p: Some(turn.clone()) })
            }
            InformationPart::Only(only) => Self::of_some(lambda, only),
        }
    }

    fn of_some(lambda: &Mat<f64>, only: &[usize]) -> Option<Self> {
        let select = Mat::from_fn(lambda.nrows(), only.len(), |i, k| f64::from(i == only[k]));
        let solved = solve_positive(lambda, &select)?;
        let covariance = Mat::from_fn(only.len(), only.len(), |i, k| solved[(only[i], k)]);
        let inverse = solve_positive(&covariance, &Mat::identity(only.len(), only.len()))?;
        let p = &solved * &inverse;
        Some(Self { lambda: inverse, p: Some(p) })
    }

    /// From slopes by what the criterion looks at to slopes by `Λ`.
    fn pull_back(&self, by_seen: &Mat<f64>) -> Mat<f64> {
        match &self.p {
            None => by_seen.clone(),
            Some(p) => p * by_seen * p.transpose(),
        }
    }
}

fn solve_positive(matrix: &Mat<f64>, right: &Mat<f64>) -> Option<Mat<f64>> {
    use faer::linalg::solvers::Solve;
    matrix.llt(Side::Lower).ok().map(|factor| factor.solve(right))
}
