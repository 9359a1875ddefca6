//! Sample of a vendor's model at one pose, and its consistency checks.

use crate::diagnostics::{GravityError, InputError, Result};
use crate::dynamics::cholesky;
use crate::model::Robot;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Turning joints beyond this many turns are given in degrees.
const MOST_TURNS: f64 = 2.0;
/// Halves of a mass matrix may differ by so much of its largest entry: rounding of printed numbers.
const ASYMMETRY: f64 = 1e-2;

/// The numbers of a model at one pose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelSample {
    /// Positions \[rad or m\].
    pub q: Vec<f64>,
    /// Mass matrix by rows, `n_dof × n_dof`; `None` where it is not known.
    pub mass_matrix: Option<Vec<f64>>,
    /// Gravity vector; `None` where it is not known \[N·m or N\].
    pub gravity: Option<Vec<f64>>,
}

/// Refuses samples that no robot with these joints has; `number` is counted from 1.
pub(super) fn check(robot: &Robot, number: usize, sample: &ModelSample) -> Result<()> {
    let n = robot.n_dof();
    let lengths = [
        ("positions of a sample", n, Some(&sample.q)),
        ("entries of a mass matrix", n * n, sample.mass_matrix.as_ref()),
        ("entries of a gravity vector", n, sample.gravity.as_ref()),
    ];
    for (what, expected, values) in lengths {
        let Some(values) = values else { continue };
        if values.len() != expected {
            return Err(InputError::LengthMismatch { what, expected, found: values.len() }.into());
        }
        if values.iter().any(|x| !x.is_finite()) {
            return Err(
                InputError::NotFinite { element: format!("sample {number}"), field: what }.into()
            );
        }
    }
    check_angles(robot, number, &sample.q)?;
    sample.mass_matrix.as_ref().map_or(Ok(()), |matrix| check_matrix(n, number, matrix))
}

fn check_angles(robot: &Robot, sample: usize, q: &[f64]) -> Result<()> {
    let turning = robot.dof_joint_iter().zip(q).filter(|(joint, _)| !joint.is_prismatic());
    for (joint, &value) in turning {
        let turns = value.abs() / TAU;
        if turns > MOST_TURNS {
            let joint = joint.name.clone();
            return Err(GravityError::LooksLikeDegrees { sample, joint, value, turns }.into());
        }
    }
    Ok(())
}

fn check_matrix(n: usize, sample: usize, matrix: &[f64]) -> Result<()> {
    let largest = matrix.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (j, i))) {
        let (upper, lower) = (matrix[i * n + j], matrix[j * n + i]);
        if (upper - lower).abs() > ASYMMETRY * largest {
            let (row, column) = (i + 1, j + 1);
            return Err(GravityError::NotSymmetric { sample, row, column, upper, lower }.into());
        }
    }
    let (mut factor, mut side) = (matrix.to_vec(), vec![0.0; n]);
    cholesky::solve(&mut factor, &mut side).map_err(|_| GravityError::NotPositive { sample }.into())
}
