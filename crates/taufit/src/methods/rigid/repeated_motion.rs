//! Validation data that repeat the motion of the fit, and so prove little about other motions.

use crate::study::Series;

/// Shares of the range of a position and of a speed within which two of them are the same.
const SAME: [f64; 2] = [0.02, 0.05];
/// Joints from which on neighbourhood means repetition: fewer cover their whole range in any motion.
const LEAST_JOINTS: usize = 3;
/// Rows of the validation data that are looked up in the fit.
const LOOKED_UP: usize = 300;
/// Most rows of the fit that they are compared with.
const COMPARED: usize = 20_000;

/// Share of the validation rows whose positions and speeds occur in the fit as well.
/// `None` for arms of one or two joints, and where either kind of data is missing.
pub(super) fn repeated_share(series: &[Series]) -> Option<f64> {
    let n_dof = series.first().map(|s| s.q.len() / s.t_s.len().max(1))?;
    if n_dof < LEAST_JOINTS {
        return None;
    }
    let rows = |validation: bool, most: usize| {
        let of: Vec<&Series> = series.iter().filter(|s| s.validation == validation).collect();
        let n_rows: usize = of.iter().map(|s| s.t_s.len()).sum();
        let step = n_rows.div_ceil(most).max(1);
        let all = of.into_iter().flat_map(|s| (0..s.t_s.len()).map(move |k| (s, k)));
        all.step_by(step).map(|(s, k)| state(s, k)).collect::<Vec<_>>()
    };
    let (fit, validation) = (rows(false, COMPARED), rows(true, LOOKED_UP));
    if fit.is_empty() || validation.is_empty() {
        return None;
    }
    let share = |k: usize| SAME[k / n_dof];
    let tolerances: Vec<f64> = (0..2 * n_dof).map(|k| share(k) * range(&fit, k)).collect();
    let is_near = |row: &[f64], other: &[f64]| {
        let mut pairs = row.iter().zip(other).zip(&tolerances);
        pairs.all(|((a, b), tolerance)| (a - b).abs() <= *tolerance)
    };
    let occurs = |row: &&StateVector| fit.iter().any(|other| is_near(row, other));
    let n_repeated = validation.iter().filter(occurs).count();
    Some(n_repeated as f64 / validation.len() as f64)
}

/// Positions of all joints, then their speeds.
type StateVector = Vec<f64>;

fn state(series: &Series, row: usize) -> StateVector {
    let n = series.t_s.len();
    series.q.chunks(n).chain(series.qd.chunks(n)).map(|channel| channel[row]).collect()
}

fn range(rows: &[StateVector], k: usize) -> f64 {
    let wider = |(low, high): (f64, f64), row: &StateVector| (low.min(row[k]), high.max(row[k]));
    let (low, high) = rows.iter().fold((f64::INFINITY, f64::NEG_INFINITY), wider);
    high - low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three joints for two seconds at 100 Hz, at these base frequencies.
    fn motion(validation: bool, base_hz: f64, from_s: f64) -> Series {
        let t_s: Vec<f64> = (0..200).map(|k| from_s + 0.01 * f64::from(k)).collect();
        let angle = |j: usize, t: f64| std::f64::consts::TAU * base_hz * (j + 1) as f64 * t;
        let q = (0..3).flat_map(|j| t_s.iter().map(move |t| angle(j, *t).sin())).collect();
        let speed = |j: usize| std::f64::consts::TAU * base_hz * (j + 1) as f64;
        let qd = (0..3).flat_map(|j| t_s.iter().map(move |t| speed(j) * angle(j, *t).cos()));
        let qd = qd.collect();
        let none = Vec::new;
        let (measured, predicted, feasible, nominal) = (none(), none(), none(), none());
        let source = String::new();
        Series { source, validation, t_s, q, qd, measured, predicted, feasible, nominal }
    }

    #[test]
    fn the_next_period_repeats_and_another_motion_does_not() {
        let fit = motion(false, 0.5, 0.0);
        let again = repeated_share(&[fit.clone(), motion(true, 0.5, 2.0)]).unwrap();
        assert!(again > 0.95, "{again}");
        let other = repeated_share(&[fit, motion(true, 0.77, 0.3)]).unwrap();
        assert!(other < 0.2, "{other}");
    }
}
