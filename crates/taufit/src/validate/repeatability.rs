//! Several identifications of one robot: do they agree?

use crate::diagnostics::{Error, Result};
use serde::Serialize;

/// One base parameter over several results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Its name.
    pub name: String,
    /// Mean of the values.
    pub mean: f64,
    /// Their standard deviation.
    pub spread: f64,
    /// Root mean square of the standard deviations that the results claim.
    pub mean_sigma: f64,
    /// Whether the spread is at most twice what is claimed.
    pub repeats: bool,
}

/// All base parameters over several results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repeatability {
    /// In the order of the base parameters.
    pub parameters: Vec<Spread>,
}

/// A value that a result gives for a named parameter.
pub trait Claim {
    /// The parameter.
    fn name(&self) -> &str;
    /// Its value and standard deviation.
    fn value_and_sigma(&self) -> (f64, f64);
}

/// Spread of every parameter over two or more results with the same parameters.
pub fn repeatability<C: Claim>(runs: &[&[C]]) -> Result<Repeatability> {
    let Some((first, others)) = runs.split_first().filter(|(_, others)| !others.is_empty()) else {
        let (needed, found) = (2, runs.len());
        return Err(Error::TooFewSamples { what: "comparing results", needed, found });
    };
    for other in others {
        let same = first.iter().zip(*other).filter(|(a, b)| a.name() == b.name()).count();
        let expected = first.len().max(other.len());
        if same != expected {
            let what = "base parameters of one name in all results";
            return Err(Error::LengthMismatch { what, expected, found: same });
        }
    }
    Ok(Repeatability { parameters: (0..first.len()).map(|k| spread(runs, k)).collect() })
}

fn spread<C: Claim>(runs: &[&[C]], k: usize) -> Spread {
    const LIMIT: f64 = 2.0;
    let n = runs.len() as f64;
    let claims: Vec<(f64, f64)> = runs.iter().map(|run| run[k].value_and_sigma()).collect();
    let mean = claims.iter().map(|c| c.0).sum::<f64>() / n;
    let variance = claims.iter().map(|c| (c.0 - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let mean_sigma = (claims.iter().map(|c| c.1 * c.1).sum::<f64>() / n).sqrt();
    let spread = variance.sqrt();
    let name = runs[0][k].name().to_owned();
    Spread { name, mean, spread, mean_sigma, repeats: spread <= LIMIT * mean_sigma }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Claim for (&str, f64, f64) {
        fn name(&self) -> &str {
            self.0
        }

        fn value_and_sigma(&self) -> (f64, f64) {
            (self.1, self.2)
        }
    }

    #[test]
    fn spread_is_judged_by_what_is_claimed() {
        let (a, b) = ([("m", 1.0, 0.1), ("fc", 1.0, 0.1)], [("m", 1.2, 0.1), ("fc", 2.0, 0.1)]);
        let found = repeatability(&[&a[..], &b[..]]).unwrap().parameters;
        assert!((found[0].mean - 1.1).abs() < 1e-15);
        assert!((found[0].spread - 0.02_f64.sqrt()).abs() < 1e-15);
        assert_eq!((found[0].repeats, found[1].repeats), (true, false));
    }

    #[test]
    fn other_parameters_or_a_single_result_are_refused() {
        let (a, b) = ([("m", 1.0, 0.1)], [("fc", 1.0, 0.1)]);
        assert_eq!(repeatability(&[&a[..], &b[..]]).unwrap_err().code(), "E020");
        assert_eq!(repeatability(&[&a[..]]).unwrap_err().code(), "E107");
    }
}
