//! Fewer unknowns than base parameters: some are known, some share one value.

use super::solution::Solution;
use super::stacked::Stacked;
use taufit_dynamics::diagnostics::Result;

/// `β = T x + offset`, where every base parameter takes its value from at most one unknown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reduction {
    /// The unknown of each base parameter; `None` where it is known.
    pub(super) places: Vec<Option<usize>>,
    /// Known part.
    pub(super) offset: Vec<f64>,
}

impl Reduction {
    /// Every base parameter that `is_free` its own unknown, the others at `values`.
    pub(super) fn keeping(is_free: &[bool], values: &[f64]) -> Self {
        let mut next = 0..;
        let places = is_free.iter().map(|free| if *free { next.next() } else { None }).collect();
        let known = |(free, value): (&bool, &f64)| if *free { 0.0 } else { *value };
        Self { places, offset: is_free.iter().zip(values).map(known).collect() }
    }

    fn n_free(&self) -> usize {
        self.places.iter().flatten().max().map_or(0, |last| last + 1)
    }

    /// Least squares over the unknowns, given back over all base parameters.
    pub(super) fn solve(&self, rows: &Stacked) -> Result<Solution> {
        let n_free = self.n_free();
        if n_free == 0 {
            return Ok(Solution::known(self.offset.clone()));
        }
        let z = rows.residual(&self.offset);
        let mut r = vec![0.0; z.len() * n_free];
        for ((row, _), into) in rows.rows().zip(r.chunks_exact_mut(n_free)) {
            for (entry, place) in row.iter().zip(&self.places) {
                if let Some(place) = place {
                    into[*place] += entry;
                }
            }
        }
        let mut solution = Solution::of(&Stacked::new(n_free, r, z))?;
        solution.directions = self.expand(&solution.directions, n_free);
        solution.inverse_root = self.expand(&solution.inverse_root, n_free);
        solution.beta = self.expand(&solution.beta, n_free);
        solution.beta.iter_mut().zip(&self.offset).for_each(|(b, known)| *b += known);
        Ok(solution)
    }

    /// `T x` for several `x`, one after the other.
    fn expand(&self, x: &[f64], n_free: usize) -> Vec<f64> {
        let value = |x: &[f64], place: &Option<usize>| place.map_or(0.0, |p| x[p]);
        x.chunks_exact(n_free).flat_map(|x| self.places.iter().map(|p| value(x, p))).collect()
    }
}
