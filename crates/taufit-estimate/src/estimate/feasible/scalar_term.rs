//! Rotor inertias and friction coefficients: positive numbers; and offsets: any numbers.

/// Prior and positivity of a scalar parameter.
pub(super) enum ScalarKind {
    /// `x/x₀ − log(x/x₀) − 1`: the divergence of the links for a 1 × 1 matrix.
    Positive,
    /// `((x − x₀)/unit)²`.
    Free {
        /// Natural size of a change.
        unit: f64,
    },
}

/// One number.
pub(super) struct ScalarTerm {
    /// Its column.
    pub(super) column: usize,
    /// Its prior, positive for a positive number.
    pub(super) prior: f64,
    /// Which of the two.
    pub(super) kind: ScalarKind,
}

impl ScalarTerm {
    /// The divergence; `None` outside its range.
    pub(super) fn value(&self, pi: &[f64]) -> Option<f64> {
        let x = pi[self.column];
        match self.kind {
            ScalarKind::Positive => {
                let ratio = x / self.prior;
                (ratio > 0.0).then(|| ratio - ratio.ln() - 1.0)
            }
            ScalarKind::Free { unit } => Some(((x - self.prior) / unit).powi(2)),
        }
    }

    /// `w` times the first derivative, and the curvature `ζ/x`: with `ζ = w/x` the second derivative.
    pub(super) fn derivatives(&self, pi: &[f64], weight: f64, dual: f64) -> (f64, f64) {
        let x = pi[self.column];
        match self.kind {
            ScalarKind::Positive => (weight / self.prior - weight / x, dual / x),
            ScalarKind::Free { unit } => {
                let curvature = 2.0 * weight / (unit * unit);
                (curvature * (x - self.prior), curvature)
            }
        }
    }

    /// Cost that one unit of weight can add: see [`super::objective::Objective::spread`].
    pub(super) fn spread(&self, pi: &[f64]) -> f64 {
        match self.kind {
            ScalarKind::Positive => 1.0 + pi[self.column] / self.prior,
            ScalarKind::Free { .. } => self.value(pi).unwrap_or(0.0),
        }
    }

    /// Whether zero is the smallest value.
    pub(super) fn is_positive(&self) -> bool {
        matches!(self.kind, ScalarKind::Positive)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_the_value() {
        for kind in [ScalarKind::Positive, ScalarKind::Free { unit: 0.3 }] {
            let term = ScalarTerm { column: 0, prior: 0.7, kind };
            assert!(term.value(&[0.7]).unwrap().abs() < 1e-15);
            let (x, h) = (1.9, 1e-5);
            let [down, here, up] = [x - h, x, x + h].map(|x| term.value(&[x]).unwrap());
            let (first, second) = term.derivatives(&[x], 1.0, 1.0 / x);
            assert!(((up - down) / (2.0 * h) - first).abs() < 1e-8);
            assert!(((up - 2.0 * here + down) / (h * h) - second).abs() < 1e-4);
        }
        let positive = ScalarTerm { column: 0, prior: 0.7, kind: ScalarKind::Positive };
        assert!(positive.value(&[0.0]).is_none() && positive.value(&[f64::NAN]).is_none());
    }
}
