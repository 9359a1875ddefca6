//! Least squares with bounds on base parameters.

use super::f_test::student_exceedance;
use super::least_squares::{Estimate, Weighting, least_squares};
use super::reduction::Reduction;
use super::solution::Solution;
use super::stacked::{Stacked, stacked};
use crate::diagnostics::EstimateError;
use serde::{Deserialize, Serialize};
use taufit_data::evidence::Evidence;
use taufit_dynamics::diagnostics::{InputError, Result};

/// A bound that a parameter has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The lower one.
    Lower,
    /// The upper one.
    Upper,
}

/// Base parameters inside their bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundedEstimate {
    /// Base parameters. Standard deviations are those of the free ones, the others held at their
    /// bounds, where they have none.
    pub estimate: Estimate,
    /// The bound at which each base parameter lies.
    pub at: Vec<Option<Bound>>,
}

/// `min Σ_j w_j² |W_j β − τ_j|²` with `lower ≤ β ≤ upper`; infinite bounds are none, and zero below
/// with infinity above is non-negative least squares.
///
/// Active set on the small stacked problem (Lawson and Hanson 1974, chapter 23; Stark and Parker
/// 1995). Joints are weighted by what they leave unexplained without bounds.
pub fn bounded(
    evidence: &Evidence,
    weighting: Weighting,
    lower: &[f64],
    upper: &[f64],
) -> Result<BoundedEstimate> {
    check(evidence.n_base(), lower, upper)?;
    let weights = least_squares(evidence, weighting)?.weights;
    let mut search = ActiveSet::new(stacked(evidence, &weights), lower, upper);
    let solution = search.run()?;
    let variance = solution.variance(evidence, &weights);
    let at = search.at;
    Ok(BoundedEstimate { estimate: solution.into_estimate(evidence, &weights, variance), at })
}

/// Distance inside its bound within which a parameter lies with 95 % probability, if the free estimate lies
/// `distance` beyond the bound (negative: inside) with standard deviation `sigma`: the one-sided interval of
/// a normal distribution cut off at the bound.
pub fn reach_inside(distance: f64, sigma: f64) -> f64 {
    /// Degrees of freedom at which Student's distribution is the normal one to four digits.
    const MANY: f64 = 1e5;
    const OUTSIDE: f64 = 0.05;
    const FAR: f64 = 8.0;
    if !(sigma > 0.0 && sigma.is_finite()) {
        return sigma;
    }
    let tail = |x: f64| {
        let beyond = 0.5 * student_exceedance(x.abs(), MANY);
        if x < 0.0 { 1.0 - beyond } else { beyond }
    };
    let start = distance / sigma;
    if start > FAR {
        // Far out the tail falls exponentially (Mills' ratio), and below what numbers hold.
        return -OUTSIDE.ln() / start * sigma;
    }
    let (mut low, mut high) = (0.0, 2.0 + (-start).max(0.0));
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let beyond = tail(start + middle) > OUTSIDE * tail(start);
        (low, high) = if beyond { (middle, high) } else { (low, middle) };
    }
    0.5 * (low + high) * sigma
}

fn check(n_base: usize, lower: &[f64], upper: &[f64]) -> Result<()> {
    for (what, found) in [("lower bounds", lower.len()), ("upper bounds", upper.len())] {
        if found != n_base {
            return Err(InputError::LengthMismatch { what, expected: n_base, found }.into());
        }
    }
    let crossed =
        |(low, up): (&f64, &f64)| !(low <= up && *low < f64::INFINITY && *up > f64::NEG_INFINITY);
    match lower.iter().zip(upper).position(crossed) {
        None => Ok(()),
        Some(k) => {
            let (low, up) = (lower[k], upper[k]);
            let reason = format!("base parameter {k} shall lie between {low} and {up}; swap them");
            Err(EstimateError::EstimatorSettings { estimator: "bounds", reason }.into())
        }
    }
}

/// The active set and where it has got to.
struct ActiveSet<'a> {
    rows: Stacked,
    /// Length of every column, the unit of its gradient.
    lengths: Vec<f64>,
    lower: &'a [f64],
    upper: &'a [f64],
    at: Vec<Option<Bound>>,
    beta: Vec<f64>,
}

impl<'a> ActiveSet<'a> {
    /// Starts at the bounds; what has none is free.
    fn new(rows: Stacked, lower: &'a [f64], upper: &'a [f64]) -> Self {
        let start = |(low, up): (&f64, &f64)| match (low.is_finite(), up.is_finite()) {
            (true, _) => Some(Bound::Lower),
            (false, true) => Some(Bound::Upper),
            (false, false) => None,
        };
        let at: Vec<Option<Bound>> = lower.iter().zip(upper).map(start).collect();
        let mut lengths = vec![0.0_f64; rows.n_base()];
        for (row, _) in rows.rows() {
            lengths.iter_mut().zip(row).for_each(|(sum, r)| *sum += r * r);
        }
        lengths.iter_mut().for_each(|l| *l = l.sqrt().max(f64::MIN_POSITIVE));
        let mut search = Self { rows, lengths, lower, upper, at, beta: Vec::new() };
        search.beta = (0..search.at.len()).map(|k| search.held(k)).collect();
        search
    }

    /// Value of a parameter at its bound; zero if it is free.
    fn held(&self, k: usize) -> f64 {
        match self.at[k] {
            Some(Bound::Lower) => self.lower[k],
            Some(Bound::Upper) => self.upper[k],
            None => 0.0,
        }
    }

    /// Frees the parameter that wants it most, until none does.
    fn run(&mut self) -> Result<Solution> {
        // Each round lowers the cost, so no active set comes twice; more rounds than this is rounding.
        let max_rounds = 10 * self.at.len() + 10;
        let mut solution = self.descend()?;
        for _ in 0..max_rounds {
            let Some(k) = self.most_wanting() else { break };
            let bound = self.at[k].take();
            solution = self.descend()?;
            if self.at[k] == bound {
                // It went straight back: its gradient was rounding.
                break;
            }
        }
        Ok(solution)
    }

    /// The parameter at a bound whose gradient points inwards most, in scaled columns.
    fn most_wanting(&self) -> Option<usize> {
        const ROUNDING: f64 = 1e-11;
        let residual = self.rows.residual(&self.beta);
        let mut pull = vec![0.0; self.at.len()];
        for ((row, _), e) in self.rows.rows().zip(&residual) {
            pull.iter_mut().zip(row).for_each(|(sum, r)| *sum += r * e);
        }
        let size = self.rows.z().iter().map(|z| z * z).sum::<f64>().sqrt();
        let inwards = |k: usize| match self.at[k] {
            _ if self.lower[k] == self.upper[k] => 0.0,
            Some(Bound::Lower) => pull[k] / self.lengths[k],
            Some(Bound::Upper) => -pull[k] / self.lengths[k],
            None => 0.0,
        };
        let most = (0..self.at.len()).max_by(|&a, &b| inwards(a).total_cmp(&inwards(b)))?;
        (inwards(most) > ROUNDING * size).then_some(most)
    }

    /// Minimises over the free parameters, stopping at every bound on the way.
    fn descend(&mut self) -> Result<Solution> {
        loop {
            let is_free: Vec<bool> = self.at.iter().map(Option::is_none).collect();
            let solution = Reduction::keeping(&is_free, &self.beta).solve(&self.rows)?;
            let Some((k, bound, share)) = self.first_bound(&solution.beta) else {
                self.beta.clone_from(&solution.beta);
                return Ok(solution);
            };
            for (now, then) in self.beta.iter_mut().zip(&solution.beta) {
                *now += share * (then - *now);
            }
            self.at[k] = Some(bound);
            self.beta[k] = self.held(k);
        }
    }

    /// The first bound on the way to `target`, and how far it is as a share of the way.
    fn first_bound(&self, target: &[f64]) -> Option<(usize, Bound, f64)> {
        let hit = |k: usize| {
            let (bound, limit) = match (target[k] < self.lower[k], target[k] > self.upper[k]) {
                (true, _) => (Bound::Lower, self.lower[k]),
                (_, true) => (Bound::Upper, self.upper[k]),
                _ => return None,
            };
            let way = target[k] - self.beta[k];
            Some((k, bound, ((limit - self.beta[k]) / way).clamp(0.0, 1.0)))
        };
        let free = (0..target.len()).filter(|&k| self.at[k].is_none());
        free.filter_map(hit).min_by(|a, b| a.2.total_cmp(&b.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    /// The best of all active sets whose free parameters stay inside: a second route.
    fn brute_force(rows: &Stacked, lower: &[f64], upper: &[f64]) -> (f64, Vec<f64>) {
        let n = lower.len();
        let mut best = (f64::INFINITY, Vec::new());
        for mut code in 0..3_usize.pow(n as u32) {
            let (mut is_free, mut values) = (vec![true; n], vec![0.0; n]);
            for k in 0..n {
                is_free[k] = code % 3 == 0;
                values[k] = if code % 3 == 1 { lower[k] } else { upper[k] };
                code /= 3;
            }
            let beta = Reduction::keeping(&is_free, &values).solve(rows).unwrap().beta;
            let inside = (0..n).all(|k| (lower[k]..=upper[k]).contains(&beta[k]));
            let cost = rows.residual(&beta).iter().map(|e| e * e).sum::<f64>();
            if inside && cost < best.0 {
                best = (cost, beta);
            }
        }
        best
    }

    #[test]
    fn the_active_set_is_the_best_of_all() {
        let mut dice = rand_pcg::Pcg64::seed_from_u64(3);
        for _ in 0..200 {
            let (n, m) = (dice.random_range(1..=5_usize), 8);
            let mut draw =
                |n: usize| -> Vec<f64> { (0..n).map(|_| dice.random_range(-1.0..1.0)).collect() };
            let rows = Stacked::new(n, draw(n * m), draw(m));
            let (a, b) = (draw(n), draw(n));
            let lower: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 0.4 * a.min(*b)).collect();
            let upper: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 0.4 * a.max(*b)).collect();
            let mut search = ActiveSet::new(rows.clone(), &lower, &upper);
            let found = search.run().unwrap().beta;
            let (_, expected) = brute_force(&rows, &lower, &upper);
            for (x, y) in found.iter().zip(&expected) {
                assert!((x - y).abs() < 1e-9, "{found:?} against {expected:?}");
            }
        }
    }

    #[test]
    fn intervals_at_a_bound_are_those_of_a_truncated_normal() {
        // At the bound: half a normal distribution, 1.96 of which hold 95 %.
        assert!((reach_inside(0.0, 2.0) - 3.92).abs() < 1e-3);
        // Three standard deviations beyond: P(X > 3) = 0.00135, of which 5 % lie above 3.8157.
        assert!((reach_inside(3.0, 1.0) - 0.8157).abs() < 2e-3, "{}", reach_inside(3.0, 1.0));
        // Far inside it is the one-sided quantile.
        assert!((reach_inside(-6.0, 1.0) - 7.645).abs() < 2e-3, "{}", reach_inside(-6.0, 1.0));
        assert!(reach_inside(0.0, f64::INFINITY).is_infinite());
    }

    #[test]
    fn contradictions_are_refused() {
        assert_eq!(check(1, &[1.0], &[0.0]).unwrap_err().code(), "E123");
        assert_eq!(check(1, &[f64::NAN], &[0.0]).unwrap_err().code(), "E123");
        assert_eq!(check(2, &[1.0], &[0.0]).unwrap_err().code(), "E020");
        assert!(check(1, &[f64::NEG_INFINITY], &[f64::INFINITY]).is_ok());
    }
}
