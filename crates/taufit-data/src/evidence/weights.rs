//! Rows that count by how far they lie off a first estimate.

use super::spread::ResidualSpread;
use serde::{Deserialize, Serialize};

/// Loss function of a robust estimator. `u` is the residual over its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    /// Squared up to `k`, linear beyond (Huber 1964): outliers pull with a bounded force.
    Huber {
        /// Where outliers begin.
        k: f64,
    },
    /// Constant beyond `c` (Beaton and Tukey 1974): gross outliers do not pull at all.
    Tukey {
        /// From where on rows count for nothing.
        c: f64,
    },
}

impl Loss {
    /// Huber's loss at 95 % of the efficiency of least squares on normal residuals.
    pub const HUBER: Self = Self::Huber { k: 1.345 };
    /// Tukey's biweight at the same efficiency.
    pub const TUKEY: Self = Self::Tukey { c: 4.685 };

    /// `w(u) = ψ(u)/u`, between 0 and 1.
    pub fn weight(self, u: f64) -> f64 {
        match self {
            Self::Huber { k } => (k / u.abs()).min(1.0),
            Self::Tukey { c } => (1.0 - (u / c).powi(2)).max(0.0).powi(2),
        }
    }

    /// `ψ'(u)`.
    pub(super) fn curvature(self, u: f64) -> f64 {
        match self {
            Self::Huber { k } => f64::from(u8::from(u.abs() <= k)),
            Self::Tukey { c } => {
                let inside = (1.0 - (u / c).powi(2)).max(0.0);
                inside * (inside - 4.0 * (u / c).powi(2))
            }
        }
    }

    /// Tuning constant: residual in standard deviations from which on weights fall below one; positive.
    pub fn tuning(self) -> f64 {
        match self {
            Self::Huber { k } => k,
            Self::Tukey { c } => c,
        }
    }
}

/// Against what residuals are taken, and how they count.
#[derive(Clone, Debug, PartialEq)]
pub struct RowWeights {
    /// Base parameters of the estimate before.
    pub beta: Vec<f64>,
    /// Standard deviation of the residual of each joint \[N·m or N\].
    pub sigma: Vec<f64>,
    /// Loss function.
    pub loss: Loss,
}

impl RowWeights {
    /// Multiplies every row of a joint by `√w`. The rows come by columns, the torque last.
    pub(super) fn weigh(
        &self,
        dof: usize,
        columns: &[usize],
        rows: &mut [Vec<f64>],
        spread: &mut ResidualSpread,
    ) {
        let Some((torque, model)) = rows.split_last() else { return };
        let mut residual = torque.clone();
        for (values, &column) in model.iter().zip(columns) {
            let beta = self.beta[column];
            residual.iter_mut().zip(values).for_each(|(r, y)| *r -= y * beta);
        }
        let roots: Vec<f64> = residual
            .iter()
            .map(|r| {
                let u = r / self.sigma[dof];
                spread.note(u, self.loss);
                self.loss.weight(u).sqrt()
            })
            .collect();
        for column in rows {
            column.iter_mut().zip(&roots).for_each(|(x, root)| *x *= root);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curvature_is_the_derivative_of_the_pull() {
        let pull = |loss: Loss, u: f64| u * loss.weight(u);
        for loss in [Loss::HUBER, Loss::TUKEY] {
            for u in [-6.0, -2.0, -0.4, 0.3, 1.2, 3.7, 5.0] {
                let slope = (pull(loss, u + 1e-6) - pull(loss, u - 1e-6)) / 2e-6;
                assert!((loss.curvature(u) - slope).abs() < 1e-8, "{loss:?} at {u}");
            }
        }
    }
}
