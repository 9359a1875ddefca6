//! Signals with the share of others taken out of them, and how two of them go together.

/// Lengths below this share of the original are rounding: the column depends on those before it.
const DEPENDENT: f64 = 1e-9;

/// An orthonormal basis of signals whose share is not of interest, such as offset and friction.
#[derive(Clone, Debug, Default)]
pub struct Nuisance {
    basis: Vec<Vec<f64>>,
}

impl Nuisance {
    /// The space of these signals.
    pub fn new(columns: &[&[f64]]) -> Self {
        columns.iter().fold(Self::default(), |space, column| space.with(column))
    }

    /// With one more signal.
    #[must_use]
    pub fn with(&self, column: &[f64]) -> Self {
        let mut basis = self.basis.clone();
        let rest = self.without(column);
        let length = dot(&rest, &rest).sqrt();
        if length > DEPENDENT * dot(column, column).sqrt() {
            basis.push(rest.iter().map(|x| x / length).collect());
        }
        Self { basis }
    }

    /// `x` without its share in this space.
    pub fn without(&self, x: &[f64]) -> Vec<f64> {
        let mut rest = x.to_vec();
        // Twice is enough: what rounding leaves of the share the first time goes the second time.
        for direction in self.basis.iter().chain(&self.basis) {
            let share = dot(direction, &rest);
            rest.iter_mut().zip(direction).for_each(|(x, d)| *x -= share * d);
        }
        rest
    }
}

/// Regression of one signal on another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follow {
    /// Factor from the one to the other.
    pub gain: f64,
    /// Cosine of the angle between them, −1 to 1; 0 if one of them is nothing.
    pub correlation: f64,
}

impl Follow {
    /// `y ≈ gain · x`, both given without their nuisance.
    pub fn of(x: &[f64], y: &[f64]) -> Self {
        let (xx, yy, xy) = (dot(x, x), dot(y, y), dot(x, y));
        let both = (xx * yy).sqrt();
        if both > 0.0 {
            Self { gain: xy / xx, correlation: xy / both }
        } else {
            Self { gain: 0.0, correlation: 0.0 }
        }
    }
}

/// `Σ x y`.
pub(crate) fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// `√(mean x²)`.
pub fn rms(x: &[f64]) -> f64 {
    (dot(x, x) / x.len().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_out_leaves_no_trace_and_the_rest_is_found() {
        let n = 200;
        let wave = |w: f64| (0..n).map(|k| (w * f64::from(k)).sin()).collect::<Vec<f64>>();
        let (one, a, b) = (vec![1.0; n as usize], wave(0.1), wave(0.37));
        let y: Vec<f64> = (0..n as usize).map(|k| 3.0 - 5.0 * a[k] + 2.0 * b[k]).collect();
        let space = Nuisance::new(&[&one, &a, &one]);
        assert_eq!(space.basis.len(), 2);
        let found = Follow::of(&space.without(&b), &space.without(&y));
        assert!((found.gain - 2.0).abs() < 1e-12 && (found.correlation - 1.0).abs() < 1e-12);
        assert!(rms(&space.with(&b).without(&y)) < 1e-13);
    }

    #[test]
    fn nothing_follows_nothing() {
        assert_eq!(Follow::of(&[0.0, 0.0], &[1.0, 2.0]), Follow { gain: 0.0, correlation: 0.0 });
    }
}
