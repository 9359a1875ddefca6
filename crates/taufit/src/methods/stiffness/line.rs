//! A line through torques over motor positions.

use crate::diagnostics::Result;
use crate::estimate::{NORMAL_95, Solution, Stacked, student_bound};
use crate::methods::common::CorrelationMean;
use crate::study::{LineFit, OffsetRecord};

/// One observation of one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// Which record.
    pub(super) clamp: usize,
    /// Which stretch of all records: neighbours within one are neighbours in time.
    pub(super) stretch: usize,
    pub(super) t_s: f64,
    pub(super) q: f64,
    pub(super) tau: f64,
    pub(super) branch: i8,
}

/// A column beside slope and offsets.
pub(super) type Extra<'a> = &'a dyn Fn(&Point) -> f64;

/// The line with everything that is said about it.
pub(super) struct StiffnessLine {
    pub(super) fit: LineFit,
    /// Value and standard deviation of every extra column.
    pub(super) extras: Vec<(f64, f64)>,
    pub(super) squared_residual: f64,
}

/// Least squares `τ = k q + off_record + Σ x · extra`.
///
/// The variance of the residual is multiplied by its correlation time: so many rows make one
/// observation. 1.96 standard deviations are the half width of a 95 % interval by Student's distribution. Noise slower than the loading cycle cannot be separated from the
/// load, and no standard deviation shows it. `None` where the rows do not determine the slope.
pub(super) fn fit_line(points: &[Point], extras: &[Extra<'_>]) -> Result<Option<StiffnessLine>> {
    let mut clamps: Vec<usize> = points.iter().map(|p| p.clamp).collect();
    clamps.sort_unstable();
    clamps.dedup();
    let first_offset = 1 + extras.len();
    let n_columns = first_offset + clamps.len();
    if points.len() <= n_columns {
        return Ok(None);
    }
    let row = |p: &Point| {
        let offsets = clamps.iter().map(|c| f64::from(u8::from(*c == p.clamp)));
        let extras = extras.iter().map(|extra| extra(p));
        std::iter::once(p.q).chain(extras).chain(offsets).collect::<Vec<f64>>()
    };
    let rows: Vec<f64> = points.iter().flat_map(row).collect();
    let torques: Vec<f64> = points.iter().map(|p| p.tau).collect();
    let solution = Solution::of(&Stacked::new(n_columns, rows.clone(), torques))?;
    if solution.rank < n_columns {
        return Ok(None);
    }
    let x = &solution.beta;
    let predicted = rows.chunks(n_columns).map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum());
    let residual: Vec<f64> =
        points.iter().zip(predicted).map(|(p, tau): (_, f64)| p.tau - tau).collect();
    let noise = ResidualNoise::of(points, &residual, n_columns);
    let sigma = |i: usize| {
        noise.wider * (noise.variance * noise.time * solution.inverse_diagonal(i)).sqrt()
    };
    let offset = |(i, &clamp): (usize, &usize)| {
        let value = x[first_offset + i];
        OffsetRecord { clamp, value, percent_sigma: percent(sigma(first_offset + i), value) }
    };
    let white = (noise.white_variance * solution.inverse_diagonal(0)).sqrt();
    let length = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>();
    let squared_residual = length(&mut residual.iter().copied());
    let squared_torque = length(&mut points.iter().map(|p| p.tau));
    let fit = LineFit {
        stiffness: x[0],
        sigma: sigma(0),
        percent_sigma: percent(sigma(0), x[0]),
        white_percent_sigma: percent(white, x[0]),
        offsets: clamps.iter().enumerate().map(offset).collect(),
        friction: None,
        friction_sigma: None,
        relative_error_percent: 100.0 * (squared_residual / squared_torque).sqrt(),
        rms: (squared_residual / points.len() as f64).sqrt(),
        n_rows: points.len(),
        correlation_time: noise.time,
    };
    let extras = (1..first_offset).map(|i| (x[i], sigma(i))).collect();
    Ok(Some(StiffnessLine { fit, extras, squared_residual }))
}

/// `100 σ/|x|`; infinite for zero.
fn percent(sigma: f64, x: f64) -> f64 {
    if x == 0.0 { f64::INFINITY } else { 100.0 * sigma / x.abs() }
}

/// Statistics of the residual.
struct ResidualNoise {
    /// Rows that make one observation.
    time: f64,
    /// Variance with the freedom that so few observations leave.
    variance: f64,
    /// The same with all rows counted as observations.
    white_variance: f64,
    /// Half width of a 95 % interval by Student's distribution over that of the normal one.
    wider: f64,
}

impl ResidualNoise {
    fn of(points: &[Point], residual: &[f64], n_columns: usize) -> Self {
        let n = points.len() as f64;
        let squared: f64 = residual.iter().map(|e| e * e).sum();
        let (mut mean, mut start) = (CorrelationMean::default(), 0);
        for stretch in points.chunk_by(|a, b| a.stretch == b.stretch) {
            let part = &residual[start..start + stretch.len()];
            mean.push(part);
            start += part.len();
        }
        let seen = mean.rows();
        // Every column takes its share of the slow part out of the residual: each of its covariances is
        // short by T/n, and the window over which they are summed is 10 T long.
        let time = seen * (1.0 + n_columns as f64 * (10.0 * seen + 1.0) / n);
        // Fewer observations than twice the columns would leave nothing to judge by.
        let time = time.min((n / (2 * n_columns) as f64).max(1.0));
        let free = |used: f64| (n - used).max(1.0);
        let freedom = (n / time - n_columns as f64).max(1.0);
        Self {
            time,
            wider: student_bound(0.05, freedom) / NORMAL_95,
            variance: squared / free(n_columns as f64 * time),
            white_variance: squared / free(n_columns as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(n: usize, tau: impl Fn(f64, usize) -> f64) -> Vec<Point> {
        let point = |k: usize| {
            let (clamp, q) = (k % 2, 1.6 + 1e-3 * (0.7 * k as f64).sin());
            Point { clamp, stretch: 0, t_s: k as f64, q, tau: tau(q, clamp), branch: 1 }
        };
        (0..n).map(point).collect()
    }

    #[test]
    fn one_slope_and_an_offset_per_record() {
        let exact = points(60, |q, clamp| 6e6 * q - [9.6e6, 9.5e6][clamp]);
        let fit = fit_line(&exact, &[]).unwrap().unwrap().fit;
        assert!((fit.stiffness / 6e6 - 1.0).abs() < 1e-9, "{}", fit.stiffness);
        assert!((fit.offsets[1].value + 9.5e6).abs() < 1.0, "{:?}", fit.offsets);
        assert!(fit.relative_error_percent < 1e-6 && fit.percent_sigma < 1e-6);
    }

    #[test]
    fn a_motor_that_never_moves_has_no_slope() {
        let mut still = points(60, |_, _| 5.0);
        still.iter_mut().for_each(|p| p.q = 1.6);
        assert!(fit_line(&still, &[]).unwrap().is_none());
        assert!(fit_line(&still[..2], &[]).unwrap().is_none());
    }
}
