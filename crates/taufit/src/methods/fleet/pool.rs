//! One value for a parameter of several joints, such as those with motors of one size.

use super::population::Population;
use crate::diagnostics::{EstimateError, InputError, Result};
use crate::estimate::{NORMAL_95, chi_square_exceedance};
use crate::study::ParameterPool;

/// Probability below which the parameters do not have one mean.
const LEVEL: f64 = 0.05;

/// Pools `fc1=fc2=fc3`: the mean of the population means with weights `1/s²` of their standard errors, and Cochran's
/// `Q = Σ (μ_k − μ̄)²/s_k²`, χ² with one degree of freedom less than parameters if all have one mean (Cochran 1954).
pub(super) fn pool(
    group: &str,
    names: &[String],
    population: &[Population],
) -> Result<ParameterPool> {
    let place = |name: &str| {
        let found = names.iter().position(|other| other == name);
        found.ok_or_else(|| {
            InputError::unknown_name("base parameter", name, names.iter().map(String::as_str))
        })
    };
    let members = group.split('=').map(place).collect::<Result<Vec<usize>>>()?;
    if members.len() < 2 {
        let reason = format!("{group:?} names one parameter; name two or more, such as fv1=fv2");
        return Err(EstimateError::EstimatorSettings { estimator: "pools", reason }.into());
    }
    let error = |p: &Population| (p.mean_interval[1] - p.mean_interval[0]) / (2.0 * NORMAL_95);
    let terms = || members.iter().map(|&k| (population[k].mean, error(&population[k]).powi(-2)));
    let weight: f64 = terms().map(|(_, w)| w).sum();
    let value = terms().map(|(mean, w)| w * mean).sum::<f64>() / weight;
    let q: f64 = terms().map(|(mean, w)| w * (mean - value).powi(2)).sum();
    let p = chi_square_exceedance(q, members.len() as f64 - 1.0);
    let reach = NORMAL_95 / weight.sqrt();
    Ok(ParameterPool {
        parameters: members.iter().map(|&k| names[k].clone()).collect(),
        value,
        interval: [value - reach, value + reach],
        q,
        p,
        is_homogeneous: p >= LEVEL,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn population(mean: f64, error: f64) -> Population {
        let reach = NORMAL_95 * error;
        let mean_interval = [mean - reach, mean + reach];
        Population { mean, mean_interval, spread: 1.0, spread_interval: [0.5, 2.0], n_robots: 9 }
    }

    #[test]
    fn equal_means_are_pooled_and_others_are_not() {
        let names: Vec<String> = ["fc1", "fc2", "fc3"].map(String::from).to_vec();
        let found = [population(2.0, 0.1), population(2.1, 0.1), population(3.0, 0.1)];
        let alike = pool("fc1=fc2", &names, &found).unwrap();
        // Q = 2 (0.05/0.1)²
        assert!((alike.value - 2.05).abs() < 1e-12 && (alike.q - 0.5).abs() < 1e-9);
        // P(χ²₁ > 0.5), by the tables.
        assert!(alike.is_homogeneous && (alike.p - 0.4795).abs() < 5e-5, "{}", alike.p);
        let other = pool("fc1=fc2=fc3", &names, &found).unwrap();
        assert!(!other.is_homogeneous && other.p < 1e-6);
        assert_eq!(pool("fc1=fc9", &names, &found).unwrap_err().code(), "E021");
        assert_eq!(pool("fc1", &names, &found).unwrap_err().code(), "E123");
    }
}
