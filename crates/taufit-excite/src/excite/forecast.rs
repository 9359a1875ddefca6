//! Forecast of the parameters' standard deviations for a motion.

use super::Forecast;
use super::information::{Information, InformationPart};
use super::instants::{InstantStates, Instants};
use super::task::Task;
use faer::{Mat, Side};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::params::Layout;

/// Most instants per period at which the finished motion is judged.
const MOST_INSTANTS: usize = 4000;

/// Numbers about a finished motion.
pub(super) struct Outlook {
    pub(super) condition_number: f64,
    pub(super) scaled_condition_number: f64,
    pub(super) criterion: f64,
    pub(super) forecast: Vec<Forecast>,
}

/// Judges a motion as an identification will see it: at the rate of the log and with real signs.
pub(super) fn outlook(task: &Task<'_>, x: &[f64]) -> Result<Outlook> {
    let n = ((task.settings.period_s * task.settings.rate_hz) as usize).clamp(10, MOST_INSTANTS);
    let states = Instants::over_period(&task.span, n).states(x);
    let information = task.information(&task.layout, n);
    let eigenvalues = information.eigenvalues(&states)?;
    let plain = plain_gram(task, &states)?;
    let lengths: Vec<f64> = (0..plain.nrows()).map(|k| plain[(k, k)].sqrt()).collect();
    let scaled = Mat::from_fn(plain.nrows(), plain.ncols(), |i, k| {
        plain[(i, k)] / (lengths[i] * lengths[k])
    });
    Ok(Outlook {
        condition_number: condition_number(&plain),
        scaled_condition_number: condition_number(&scaled),
        criterion: task.settings.criterion.value(&eigenvalues),
        forecast: forecast(task, &information, &information.matrix(&states)?),
    })
}

/// The condition number of the base observation matrix of a motion, in SI units.
pub(super) fn plain_condition(task: &Task<'_>, x: &[f64]) -> Result<f64> {
    let n = task.n_instants();
    let states = Instants::over_period(&task.span, n).states(x);
    Ok(condition_number(&plain_gram(task, &states)?))
}

/// `WᵀW` in SI units, without weights or foreknowledge, over the representatives that were asked for.
fn plain_gram(task: &Task<'_>, states: &InstantStates) -> Result<Mat<f64>> {
    let weighed = task.information(&task.layout, states.n);
    let n = weighed.columns.len();
    let units = vec![1.0; n];
    let turn = match &weighed.view {
        InformationPart::Turned(turn) => Mat::from_fn(n, n, |i, k| turn[(i, k)] * weighed.units[i]),
        InformationPart::All | InformationPart::Only(_) | InformationPart::Whitened(_) => {
            Mat::identity(n, n)
        }
    };
    let row_weights = vec![1.0; weighed.row_weights.len()];
    let plain = Information { units, row_weights, known: Mat::zeros(n, n), ..weighed };
    Ok(turn.transpose() * plain.matrix(states)? * &turn)
}

/// `cond(W)` from `WᵀW`, which costs half of the digits; infinite where none are left.
fn condition_number(gram: &Mat<f64>) -> f64 {
    match gram.self_adjoint_eigenvalues(Side::Lower).as_deref() {
        Ok([least, .., most]) if *least > 0.0 => (most / least).sqrt(),
        Ok([only]) if *only > 0.0 => 1.0,
        _ => f64::INFINITY,
    }
}

/// Standard deviations `σ_k = unit_k √(Λ⁻¹)_kk`.
fn forecast(task: &Task<'_>, information: &Information<'_>, lambda: &Mat<f64>) -> Vec<Forecast> {
    let n = lambda.nrows();
    let variances: Vec<f64> = match lambda.self_adjoint_eigen(Side::Lower) {
        Ok(eigen) => {
            let (vectors, values) = (eigen.U(), eigen.S().column_vector());
            let variance = |k: usize| {
                (0..n).map(|i| vectors[(k, i)].powi(2) / values[i].max(0.0)).sum::<f64>()
            };
            (0..n).map(variance).collect()
        }
        Err(_) => vec![f64::INFINITY; n],
    };
    let layout: &Layout = &task.layout;
    let nominal = nominal_values(task);
    let row = |k: usize| {
        let column = task.base.independent()[k];
        let param = layout.params()[column];
        let slides = param.dof().is_some_and(|dof| task.robot.dof_joint(dof).is_prismatic());
        let sigma = information.units[k] * variances[k].sqrt();
        Forecast {
            expression: task.base.expression(layout, k),
            unit: param.unit(slides).to_owned(),
            nominal: nominal[k],
            sigma,
            percent_sigma: (nominal[k] != 0.0).then(|| 100.0 * sigma / nominal[k].abs()),
        }
    };
    (0..n).map(row).collect()
}

/// Base parameters of the nominal model; what is rounding beside the largest of the same unit is zero.
fn nominal_values(task: &Task<'_>) -> Vec<f64> {
    const ROUNDING: f64 = 1e-10;
    let values = task.base.combine(&task.layout.nominal(task.robot));
    let unit = |k: usize| task.layout.params()[task.base.independent()[k]].unit(false);
    let largest = |k: usize| {
        let alike = (0..values.len()).filter(|&i| unit(i) == unit(k));
        alike.map(|i| values[i].abs()).fold(0.0, f64::max)
    };
    let value = |k: usize| if values[k].abs() > ROUNDING * largest(k) { values[k] } else { 0.0 };
    (0..values.len()).map(value).collect()
}
