//! Several identifications of one robot: do they agree?

use crate::estimate::{NORMAL_95, chi_square_exceedance};
use serde::Serialize;
use taufit_data::diagnostics::DataError;
use taufit_dynamics::diagnostics::{InputError, Result};

/// One base parameter over several results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParameterSpread {
    /// Its name.
    pub name: String,
    /// The combination of parameters that it stands for.
    pub expression: String,
    /// Value of each result.
    pub values: Vec<f64>,
    /// Standard deviation that each result claims; `None` where it claims none.
    pub sigmas: Vec<Option<f64>>,
    /// Mean of the values.
    pub mean: f64,
    /// Their standard deviation.
    pub spread: f64,
    /// Root mean square of the standard deviations that the results claim.
    pub mean_sigma: f64,
    /// Whether the spread is at most twice what is claimed.
    pub repeats: bool,
    /// One value for all results; `None` where fewer than two claim a standard deviation.
    pub pooled: Option<PooledValue>,
}

/// One value for several results: the mean with weights `1/σ²`, and Cochran's test of whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PooledValue {
    /// `x̄ = Σ (x/σ²)/Σ (1/σ²)`.
    pub value: f64,
    /// 95 % interval, `±1.96/√Σ (1/σ²)`: valid where the results have one value.
    pub interval: [f64; 2],
    /// `Q = Σ (x − x̄)²/σ²` (Cochran 1954).
    pub q: f64,
    /// Probability of a larger `Q` if the results have one value: χ² with one degree of freedom less than results.
    pub p: f64,
    /// Whether `p` is at least 0.05.
    pub is_homogeneous: bool,
}

/// Base parameters over several results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repeatability {
    /// Those that all results have, in the order of the first.
    pub parameters: Vec<ParameterSpread>,
    /// Those that only some results have, as with other friction models.
    pub only_in: Vec<OnlyIn>,
}

/// A base parameter that not all results have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OnlyIn {
    /// The combination of parameters that it stands for.
    pub expression: String,
    /// Places of the results that have it, from 0.
    pub results: Vec<usize>,
}

/// A value that a result gives for a base parameter.
pub trait Claim {
    /// Name of the parameter.
    fn name(&self) -> &str;
    /// The combination of parameters that it stands for: results agree on what they call by one name only
    /// where this is the same.
    fn expression(&self) -> &str;
    /// Its value and standard deviation.
    fn value_and_sigma(&self) -> (f64, f64);
}

/// Spread of the parameters that all of two or more results have.
pub fn repeatability<C: Claim>(runs: &[&[C]]) -> Result<Repeatability> {
    let Some((first, _)) = runs.split_first().filter(|(_, others)| !others.is_empty()) else {
        let (needed, found) = (2, runs.len());
        return Err(DataError::TooFewSamples { what: "comparing results", needed, found }.into());
    };
    let claims_of = |expression: &str| -> Vec<(usize, &C)> {
        let of_run = |run: &&[C]| run.iter().position(|c| c.expression() == expression);
        let places = runs.iter().enumerate().filter_map(|(k, run)| Some((k, run, of_run(run)?)));
        places.map(|(k, run, place)| (k, &run[place])).collect()
    };
    let (mut parameters, mut only_in) = (Vec::new(), Vec::<OnlyIn>::new());
    for claim in runs.iter().copied().flatten() {
        let (expression, claims) = (claim.expression(), claims_of(claim.expression()));
        let is_known = |known: &OnlyIn| known.expression == expression;
        if claims.len() < runs.len() && !only_in.iter().any(is_known) {
            let results = claims.iter().map(|(k, _)| *k).collect();
            only_in.push(OnlyIn { expression: expression.to_owned(), results });
        }
    }
    for claim in *first {
        let claims = claims_of(claim.expression());
        if claims.len() == runs.len() {
            let claims: Vec<_> = claims.iter().map(|(_, claim)| claim.value_and_sigma()).collect();
            parameters.push(spread(claim, &claims));
        }
    }
    if parameters.is_empty() {
        let what = "base parameters that all results have";
        return Err(InputError::LengthMismatch { what, expected: first.len(), found: 0 }.into());
    }
    Ok(Repeatability { parameters, only_in })
}

fn spread(parameter: &impl Claim, claims: &[(f64, f64)]) -> ParameterSpread {
    const LIMIT: f64 = 2.0;
    let n = claims.len() as f64;
    let mean = claims.iter().map(|c| c.0).sum::<f64>() / n;
    let variance = claims.iter().map(|c| (c.0 - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let mean_sigma = (claims.iter().map(|c| c.1 * c.1).sum::<f64>() / n).sqrt();
    let spread = variance.sqrt();
    ParameterSpread {
        name: parameter.name().to_owned(),
        expression: parameter.expression().to_owned(),
        values: claims.iter().map(|c| c.0).collect(),
        sigmas: claims.iter().map(|c| Some(c.1).filter(|sigma| sigma.is_finite())).collect(),
        mean,
        spread,
        mean_sigma,
        repeats: spread <= LIMIT * mean_sigma,
        pooled: pooled(claims),
    }
}

/// Weighted mean of the values with a standard deviation; a value without any has no weight.
fn pooled(claims: &[(f64, f64)]) -> Option<PooledValue> {
    const LEVEL: f64 = 0.05;
    let has_weight = |(_, sigma): &(f64, f64)| sigma.is_finite() && *sigma > 0.0;
    let weighted: Vec<(f64, f64)> =
        claims.iter().copied().filter(has_weight).map(|(x, sigma)| (x, sigma.powi(-2))).collect();
    if weighted.len() < 2 {
        return None;
    }
    let weight: f64 = weighted.iter().map(|(_, w)| w).sum();
    let value = weighted.iter().map(|(x, w)| w * x).sum::<f64>() / weight;
    let q: f64 = weighted.iter().map(|(x, w)| w * (x - value).powi(2)).sum();
    let p = chi_square_exceedance(q, weighted.len() as f64 - 1.0);
    let half = NORMAL_95 / weight.sqrt();
    let interval = [value - half, value + half];
    Some(PooledValue { value, interval, q, p, is_homogeneous: p >= LEVEL })
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Claim for (&str, f64, f64) {
        fn name(&self) -> &str {
            self.0
        }

        fn expression(&self) -> &str {
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
    fn results_are_pooled_by_their_variances_and_tested_for_one_value() {
        let (a, b) = ([("m", 1.0, 0.1), ("fc", 1.0, 0.1)], [("m", 1.3, 0.2), ("fc", 2.0, 0.1)]);
        let found = repeatability(&[&a[..], &b[..]]).unwrap().parameters;
        let [m, fc] = [0, 1].map(|k| found[k].pooled.unwrap());
        // Weights 100 and 25; 1/√125.
        assert!((m.value - 1.06).abs() < 1e-12, "{m:?}");
        assert!((m.interval[1] - 1.06 - 1.96 / 125.0_f64.sqrt()).abs() < 1e-12, "{m:?}");
        // Q = 100·0.06² + 25·0.24²; P(χ²₁ > 1.8) by the tables.
        assert!((m.q - 1.8).abs() < 1e-9 && (m.p - 0.1797).abs() < 5e-5, "{m:?}");
        assert!(m.is_homogeneous && !fc.is_homogeneous, "{fc:?}");
        let free = [("m", 5.0, f64::INFINITY), ("fc", 1.0, 0.1)];
        let found = repeatability(&[&a[..], &free[..]]).unwrap().parameters;
        assert_eq!((found[0].pooled, found[0].sigmas[1]), (None, None));
    }

    #[test]
    fn parameters_of_other_friction_models_are_named_beside_the_common_ones() {
        let a = [("m", 1.0, 0.1), ("fc", 1.0, 0.1)];
        let b = [("fs", 0.3, 0.1), ("fc", 1.1, 0.1), ("m", 1.2, 0.1)];
        let found = repeatability(&[&a[..], &b[..], &b[..]]).unwrap();
        let names: Vec<&str> = found.parameters.iter().map(|p| &p.name[..]).collect();
        assert_eq!(names, ["m", "fc"]);
        assert_eq!(found.only_in, [OnlyIn { expression: "fs".to_owned(), results: vec![1, 2] }]);
    }

    #[test]
    fn nothing_in_common_or_a_single_result_is_refused() {
        let (a, b) = ([("m", 1.0, 0.1)], [("fc", 1.0, 0.1)]);
        assert_eq!(repeatability(&[&a[..], &b[..]]).unwrap_err().code(), "E020");
        assert_eq!(repeatability(&[&a[..]]).unwrap_err().code(), "E107");
    }
}
