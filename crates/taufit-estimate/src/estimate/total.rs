//! Total least squares: errors in the columns as well as in the torques.

use super::least_squares::{Estimate, Weighting, least_squares};
use super::reduction::Reduction;
use super::solution::{Solution, not_finite};
use super::stacked::{Stacked, stacked};
use crate::diagnostics::EstimateError;
use faer::Mat;
use taufit_data::evidence::Evidence;
use taufit_dynamics::diagnostics::{InputError, Result};

/// Assumed errors in the columns of the observation matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnErrors {
    /// Every column and the torque have errors in proportion to their length.
    Proportional,
    /// Standard deviation of the errors of each column's entries over that of the torque, both in
    /// weighted rows; zero for a column that is known exactly, such as that of an offset.
    Ratios(Vec<f64>),
}

/// `min Σ (|ΔW|² + |Δτ|²)` with `(W + ΔW) β = τ + Δτ`, in columns scaled to errors of one size.
///
/// Unbiased where least squares is drawn towards zero by noisy columns, provided that the errors are
/// as assumed: independent from row to row and column to column, and of the given ratios. Errors of
/// the columns of one motion are neither, as all columns come from the same positions; with wrong
/// ratios the bias can be larger than that of least squares. Filter first, and compare the two.
///
/// The standard deviations are those of least squares for residuals of the size found, a first-order
/// result for small errors in the columns.
pub fn total_least_squares(
    evidence: &Evidence,
    weighting: Weighting,
    errors: &ColumnErrors,
) -> Result<Estimate> {
    let weights = least_squares(evidence, weighting)?.weights;
    let rows = stacked(evidence, &weights);
    let ratios = ratios(&rows, errors)?;
    let mut solution = Solution::of(&rows)?;
    solution.beta = solve(&rows, &ratios)?;
    let variance = solution.variance(evidence, &weights);
    Ok(solution.into_estimate(evidence, &weights, variance))
}

/// Error of every column's entries over that of the torque.
fn ratios(rows: &Stacked, errors: &ColumnErrors) -> Result<Vec<f64>> {
    match errors {
        ColumnErrors::Proportional => {
            let w = rows.matrix();
            let torque = rows.z().iter().map(|z| z * z).sum::<f64>().sqrt();
            Ok((0..w.ncols()).map(|c| w.col(c).norm_l2() / torque).collect())
        }
        ColumnErrors::Ratios(ratios) => {
            let (expected, found) = (rows.n_base(), ratios.len());
            if expected != found {
                return Err(InputError::LengthMismatch {
                    what: "ratios of errors",
                    expected,
                    found,
                }
                .into());
            }
            match ratios.iter().find(|r| !(**r >= 0.0 && r.is_finite())) {
                None => Ok(ratios.clone()),
                Some(&value) => {
                    let (setting, expected) = ("ratio of a column's errors", "zero or more");
                    Err(InputError::OutOfRange { setting, value, expected }.into())
                }
            }
        }
    }
}

/// Noisy columns by the smallest right singular vector, then exact ones by least squares (Golub,
/// Hoffman and Stewart 1987).
fn solve(rows: &Stacked, ratios: &[f64]) -> Result<Vec<f64>> {
    let (exact, noisy): (Vec<usize>, Vec<usize>) =
        (0..ratios.len()).partition(|&k| ratios[k] == 0.0);
    let w = rows.matrix();
    let n = ratios.len() + 1;
    let ordered = Mat::from_fn(w.nrows().max(n), n, |i, c| match (i < w.nrows(), c) {
        (false, _) => 0.0,
        (true, c) if c < exact.len() => w[(i, exact[c])],
        (true, c) if c < n - 1 => w[(i, noisy[c - exact.len()])] / ratios[noisy[c - exact.len()]],
        _ => rows.z()[i],
    });
    // Below the rows of the exact columns stands what these leave of the others.
    let qr = ordered.qr();
    let (r, first) = (qr.thin_R(), exact.len());
    let rest =
        Mat::from_fn(
            n - first,
            n - first,
            |i, j| {
                if j >= i { r[(first + i, first + j)] } else { 0.0 }
            },
        );
    let svd = rest.thin_svd().map_err(|_| not_finite())?;
    let smallest = svd.V().col(n - first - 1);
    let torque = smallest[n - first - 1];
    if torque.abs() < f64::EPSILON.sqrt() {
        return Err(EstimateError::NoTotalSolution.into());
    }
    let mut beta = vec![0.0; ratios.len()];
    for (place, &k) in noisy.iter().enumerate() {
        beta[k] = -smallest[place] / torque / ratios[k];
    }
    let is_exact: Vec<bool> = ratios.iter().map(|r| *r == 0.0).collect();
    Ok(Reduction::keeping(&is_exact, &beta).solve(rows)?.beta)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    const TRUTH: [f64; 3] = [2.0, -1.0, 0.5];

    /// Two noisy columns and an exact one of ones.
    fn noisy_rows(seed: u64, column_noise: f64, torque_noise: f64) -> Stacked {
        let mut dice = rand_pcg::Pcg64::seed_from_u64(seed);
        let (mut r, mut z) = (Vec::new(), Vec::new());
        for _ in 0..20_000 {
            let mut draw = || dice.random_range(-1.0..1.0);
            let row = [draw(), draw(), 1.0];
            z.push(row.iter().zip(TRUTH).map(|(a, b)| a * b).sum::<f64>() + torque_noise * draw());
            r.extend([row[0] + column_noise * draw(), row[1] + column_noise * draw(), 1.0]);
        }
        Stacked::new(3, r, z)
    }

    #[test]
    fn known_ratios_take_the_bias_off() {
        let rows = noisy_rows(1, 0.4, 0.2);
        let plain = Solution::of(&rows).unwrap().beta;
        let total = solve(&rows, &[2.0, 2.0, 0.0]).unwrap();
        // Noise of 0.16 of the columns' variance shrinks least squares to 1/1.16 of the truth.
        assert!((plain[0] - TRUTH[0] / 1.16).abs() < 0.03, "{plain:?}");
        for (found, truth) in total.iter().zip(TRUTH) {
            assert!((found - truth).abs() < 0.03, "{total:?}");
        }
    }

    #[test]
    fn exact_data_are_solved_exactly_and_exact_columns_by_least_squares() {
        let rows = noisy_rows(2, 0.0, 0.0);
        for (found, truth) in solve(&rows, &[1.0, 3.0, 0.0]).unwrap().iter().zip(TRUTH) {
            assert!((found - truth).abs() < 1e-10);
        }
        let rows = noisy_rows(3, 0.0, 0.5);
        let plain = Solution::of(&rows).unwrap().beta;
        for (found, plain) in solve(&rows, &[0.0; 3]).unwrap().iter().zip(plain) {
            assert!((found - plain).abs() < 1e-10);
        }
    }

    #[test]
    fn ratios_without_meaning_are_refused() {
        let rows = noisy_rows(4, 0.0, 0.1);
        let refused = |r: Vec<f64>| ratios(&rows, &ColumnErrors::Ratios(r)).unwrap_err().code();
        assert_eq!(refused(vec![1.0]), "E020");
        assert_eq!(refused(vec![1.0, -1.0, 0.0]), "E100");
    }

    #[test]
    fn a_torque_that_nothing_explains_has_no_total_solution() {
        // Equal columns: their difference fits exactly, without the torque.
        let rows = Stacked::new(2, vec![1.0, 1.0, 2.0, 2.0, 3.0, 3.0], vec![1.0, -1.0, 1.0]);
        assert_eq!(solve(&rows, &[1.0, 1.0]).unwrap_err().code(), "E124");
    }
}
