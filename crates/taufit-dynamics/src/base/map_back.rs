//! From base parameters back to standard ones.

use super::Base;
use crate::diagnostics::{InputError, Result};
use faer::Mat;
use faer::linalg::solvers::Solve;

impl Base {
    /// Standard parameters that reproduce the base values `beta` and lie as near to `prior` as possible.
    ///
    /// `π = π₀ + U² Mᵀ (M U² Mᵀ)⁻¹ (β − M π₀)` with `M = [1 K]` and `U` the robot's natural units, so that
    /// a change of a mass and a change of a moment of inertia that move the arm alike count alike.
    /// Dropped parameters keep their prior, fixed ones take their value; torques do not see either.
    pub fn to_standard(&self, beta: &[f64], prior: &[f64]) -> Result<Vec<f64>> {
        let check = |what, expected: usize, found: usize| {
            if expected == found {
                Ok(())
            } else {
                Err(InputError::LengthMismatch { what, expected, found })
            }
        };
        check("base parameter values", self.rank(), beta.len())?;
        check("prior parameter values", self.units.len(), prior.len())?;
        let mut pi = prior.to_vec();
        self.fixed().iter().for_each(|(column, value)| pi[*column] = *value);

        let missing: Vec<f64> =
            beta.iter().zip(self.combine(&pi)).map(|(b, have)| b - have).collect();
        let step =
            self.gram().partial_piv_lu().solve(Mat::from_fn(self.rank(), 1, |k, _| missing[k]));
        for (k, &column) in self.independent.iter().enumerate() {
            pi[column] += self.units[column].powi(2) * step[(k, 0)];
        }
        for (column, row) in &self.dependent {
            let pull: f64 = row.iter().enumerate().map(|(k, c)| c * step[(k, 0)]).sum();
            pi[*column] += self.units[*column].powi(2) * pull;
        }
        Ok(pi)
    }

    /// `M U² Mᵀ = U_ind² + K U_dep² Kᵀ`.
    fn gram(&self) -> Mat<f64> {
        Mat::from_fn(self.rank(), self.rank(), |i, j| {
            let own = if i == j { self.units[self.independent[i]].powi(2) } else { 0.0 };
            let shared =
                self.dependent.iter().map(|(c, row)| row[i] * row[j] * self.units[*c].powi(2));
            own + shared.sum::<f64>()
        })
    }
}
