//! The search of Ulici et al.: the line of a record by the simplex of Nelder and Mead (1965).

use super::stage1::Moments;
use crate::diagnostics::{InputError, Result};
use argmin::core::{CostFunction, Executor, State};
use argmin::solver::neldermead::NelderMead;

/// Steps after which the search is over.
const MAX_STEPS: u64 = 2000;
/// Spread of the cost over the simplex that ends the search, as a share of the currents' variance.
const SETTLED: f64 = 1e-15;

/// Result of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineMinimum {
    pub(super) slope: f64,
    pub(super) centre_a: f64,
}

/// Mean square of `i − centre − slope · load`, over the variance of the current. Both unknowns are in
/// units of the current's standard deviation, loads are centred and of unit size, so that the simplex
/// starts in proportion.
struct Cost {
    loads: Vec<f64>,
    currents: Vec<f64>,
}

impl CostFunction for Cost {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, line: &Vec<f64>) -> std::result::Result<f64, argmin::core::Error> {
        let [centre, slope] = line[..] else { return Ok(f64::INFINITY) };
        let pairs = self.loads.iter().zip(&self.currents);
        let squares: f64 = pairs.map(|(load, i)| (i - centre - slope * load).powi(2)).sum();
        Ok(squares / self.loads.len() as f64)
    }
}

/// The line with the smallest mean square, found step by step.
pub(super) fn simplex_line(
    load_nm: &[f64],
    current_a: &[f64],
    moments: &Moments,
) -> Result<LineMinimum> {
    let size = |square: f64| if square > 0.0 { (square / moments.weight).sqrt() } else { 1.0 };
    let (load_size, current_size) = (size(moments.load_square), size(moments.current_square));
    let cost = Cost {
        loads: load_nm.iter().map(|x| (x - moments.mean_load) / load_size).collect(),
        currents: current_a.iter().map(|x| (x - moments.mean_current) / current_size).collect(),
    };
    let is_seen = moments.load_square > 0.0;
    let simplex = vec![vec![0.5, 0.5], vec![1.5, 0.5], vec![0.5, 1.5]];
    let failed =
        |_| InputError::NotFinite { element: "a record".to_owned(), field: "current or load" };
    let solver = NelderMead::new(simplex).with_sd_tolerance(SETTLED).map_err(failed)?;
    let search = Executor::new(cost, solver).configure(|state| state.max_iters(MAX_STEPS));
    let result = search.run().map_err(failed)?;
    let best = result.state().get_best_param().cloned().unwrap_or_default();
    let [centre, slope] = best[..] else { return Err(failed(argmin::core::Error::msg("")).into()) };
    Ok(LineMinimum {
        slope: if is_seen { slope * current_size / load_size } else { 0.0 },
        centre_a: moments.mean_current + centre * current_size,
    })
}
