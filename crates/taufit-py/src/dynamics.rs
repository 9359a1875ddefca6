//! The library's equations over many samples, in parallel and straight into the array that is handed out.

use crate::errors::refused;
use crate::pool::pool;
use pyo3::prelude::*;
use rayon::prelude::*;
use taufit::dynamics::{
    RegressorBlock, Samples, Scratch, forward_dynamics, frame_jacobian, frame_pose, gravity_torque,
    inverse_dynamics, mass_matrix, regressor_block, rnea,
};
use taufit::model::{Frame, Robot};
use taufit::params::Layout;
use taufit::spatial::{MotionVector, Transform};

/// Samples that one thread works on at a time.
const PIECE: usize = 256;

/// Samples of the regressor that stay in the cache together.
const BLOCK: usize = 32;

/// A function of the state of a robot.
pub(crate) enum Job<'a> {
    /// `(n,)` of `q, qd, qdd`.
    Rnea { friction: bool },
    /// `(n,)` of `q, qd, tau`.
    ForwardDynamics,
    /// `(n, n)` of `q`.
    MassMatrix,
    /// `(n,)` of `q`.
    Gravity,
    /// `(n,)` of `q, qd`.
    Coriolis,
    /// `(4, 4)` of `q`.
    Pose(&'a Frame),
    /// `(6, n)` of `q`.
    Jacobian(&'a Frame),
}

impl Job<'_> {
    /// Shape of the result of one sample.
    pub(crate) fn shape(&self, n_dof: usize) -> Vec<usize> {
        match self {
            Self::Rnea { .. } | Self::ForwardDynamics | Self::Gravity | Self::Coriolis => {
                vec![n_dof]
            }
            Self::MassMatrix => vec![n_dof, n_dof],
            Self::Pose(_) => vec![4, 4],
            Self::Jacobian(_) => vec![6, n_dof],
        }
    }

    /// The result of one sample; `x` are its rows of the inputs.
    fn of_sample(
        &self,
        robot: &Robot,
        scratch: &mut Scratch,
        x: &[&[f64]],
        out: &mut [f64],
    ) -> Result<(), taufit::Error> {
        match (self, x) {
            (Self::Rnea { friction: false }, [q, qd, qdd]) => {
                out.copy_from_slice(rnea(robot, scratch, q, qd, qdd)?);
            }
            (Self::Rnea { friction: true }, [q, qd, qdd]) => {
                out.copy_from_slice(inverse_dynamics(robot, scratch, q, qd, qdd)?);
            }
            (Self::ForwardDynamics, [q, qd, tau]) => {
                out.copy_from_slice(forward_dynamics(robot, scratch, q, qd, tau)?);
            }
            (Self::MassMatrix, [q]) => out.copy_from_slice(mass_matrix(robot, scratch, q)?),
            (Self::Gravity, [q]) => out.copy_from_slice(gravity_torque(robot, scratch, q)?),
            (Self::Coriolis, [q, qd]) => {
                let at_rest = vec![0.0; qd.len()];
                out.copy_from_slice(rnea(robot, scratch, q, qd, &at_rest)?);
            }
            (Self::Pose(frame), [q]) => put_pose(&frame_pose(robot, scratch, q, frame)?, out),
            (Self::Jacobian(frame), [q]) => {
                put_columns(frame_jacobian(robot, scratch, q, frame)?, out)
            }
            _ => {}
        }
        Ok(())
    }
}

/// A homogeneous matrix by rows.
fn put_pose(pose: &Transform, out: &mut [f64]) {
    let columns =
        [pose.rotation.cols[0], pose.rotation.cols[1], pose.rotation.cols[2], pose.translation];
    for (column, v) in columns.iter().enumerate() {
        for (row, x) in [v.x, v.y, v.z].into_iter().enumerate() {
            out[4 * row + column] = x;
        }
    }
    out[15] = 1.0;
}

/// A Jacobian by rows, angular part first.
fn put_columns(jacobian: &[MotionVector], out: &mut [f64]) {
    let n = jacobian.len();
    for (column, MotionVector { angular, linear }) in jacobian.iter().enumerate() {
        let entries = [angular.x, angular.y, angular.z, linear.x, linear.y, linear.z];
        for (row, x) in entries.into_iter().enumerate() {
            out[n * row + column] = x;
        }
    }
}

/// Results of all samples, one after the other, into zeros. Every input has `n_dof` numbers per sample.
pub(crate) fn evaluate(
    py: Python<'_>,
    robot: &Robot,
    inputs: &[&[f64]],
    job: &Job<'_>,
    out: &mut [f64],
) -> PyResult<()> {
    let (n, size) = (robot.n_dof(), job.shape(robot.n_dof()).iter().product::<usize>());
    let pieces = |(piece, out): (usize, &mut [f64])| {
        let mut scratch = Scratch::new(robot);
        for (k, out) in out.chunks_mut(size).enumerate() {
            let at = (piece * PIECE + k) * n;
            let x: Vec<&[f64]> = inputs.iter().map(|x| &x[at..at + n]).collect();
            job.of_sample(robot, &mut scratch, &x, out)?;
        }
        Ok(())
    };
    let pool = pool()?;
    let work = || out.par_chunks_mut(PIECE * size).enumerate().try_for_each(pieces);
    let done: Result<(), taufit::Error> = py.detach(|| pool.install(work));
    done.map_err(|error| refused(py, &error))
}

/// Columns of every row of the regressor that are not zero by structure.
pub(crate) fn columns_of(robot: &Robot, layout: &Layout) -> Vec<Vec<usize>> {
    let acts = |dof: usize| {
        let params = layout.params().iter().enumerate();
        params.filter(|(_, param)| param.acts_on(robot, dof)).map(|(column, _)| column).collect()
    };
    (0..robot.n_dof()).map(acts).collect()
}

/// Regressors of all samples, one after the other, each by rows. `columns` are those of every row that may differ from zero; the
/// others are written only where the memory is not `zeroed`.
pub(crate) fn regressors(
    py: Python<'_>,
    robot: &Robot,
    layout: &Layout,
    states: [&[f64]; 3],
    columns: &[Vec<usize>],
    zeroed: bool,
    out: &mut [f64],
) -> PyResult<()> {
    let (n, n_params) = (robot.n_dof(), layout.n_params());
    let all: Vec<usize> = (0..n_params).collect();
    let pieces = |(piece, out): (usize, &mut [f64])| {
        let mut block = RegressorBlock::new(robot, layout, &all, BLOCK);
        for (k, out) in out.chunks_mut(BLOCK * n * n_params).enumerate() {
            let n_samples = out.len() / (n * n_params);
            let from = (piece * PIECE + k * BLOCK) * n;
            let [q, qd, qdd] = states.map(|x| channels(&x[from..from + n_samples * n], n));
            regressor_block(robot, layout, &Samples::new(n_samples, &q, &qd, &qdd), &mut block)?;
            if !zeroed {
                out.fill(0.0);
            }
            for (dof, columns) in columns.iter().enumerate() {
                for &column in columns {
                    let values = block.column(dof, column);
                    let to = out[dof * n_params + column..].iter_mut().step_by(n * n_params);
                    to.zip(values).for_each(|(to, value)| *to = *value);
                }
            }
        }
        Ok(())
    };
    let pool = pool()?;
    let work = || out.par_chunks_mut(PIECE * n * n_params).enumerate().try_for_each(pieces);
    let done: Result<(), taufit::Error> = py.detach(|| pool.install(work));
    done.map_err(|error| refused(py, &error))
}

/// Rows of samples as channels, the sample index fastest.
fn channels(rows: &[f64], n: usize) -> Vec<f64> {
    (0..n).flat_map(|dof| rows.iter().skip(dof).step_by(n).copied()).collect()
}
