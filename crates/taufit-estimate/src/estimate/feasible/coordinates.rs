//! Coordinates in which the data see only the first few.

use taufit_dynamics::base::{Base, IdentifiabilityClass};

/// A sparse row: (index, coefficient).
pub(super) type Sparse = Vec<(usize, f64)>;

/// Whether the fit may change the parameter of this column.
pub(super) fn is_unknown(base: &Base, column: usize) -> bool {
    use IdentifiabilityClass::{Dropped, Fixed};
    !matches!(base.class(column), Dropped | Fixed)
}

/// `y = (β, π_dep)` with `π_ind = β − K π_dep`: the cost depends on `β` alone, and exactly so, whatever
/// rounding does. Parameters that were dropped or fixed are constants.
pub(super) struct Coordinates {
    /// `π` where `y` is zero.
    constant: Vec<f64>,
    /// Each parameter's dependence on `y`; empty for constants.
    rows: Vec<Sparse>,
    n_base: usize,
    /// Columns of `π_dep`.
    dependent: Vec<usize>,
}

impl Coordinates {
    /// `pi` gives the values of the constants.
    pub(super) fn new(base: &Base, pi: &[f64]) -> Self {
        let is_constant = |c: usize| !is_unknown(base, c);
        let is_independent = |c: usize| base.independent().binary_search(&c).is_ok();
        let n_base = base.rank();
        let dependent: Vec<usize> =
            (0..pi.len()).filter(|&c| !is_constant(c) && !is_independent(c)).collect();
        let mut rows = vec![Sparse::new(); pi.len()];
        let mut places = vec![0; pi.len()];
        for (place, &column) in dependent.iter().enumerate() {
            places[column] = n_base + place;
            rows[column].push((n_base + place, 1.0));
        }
        for (k, &column) in base.independent().iter().enumerate() {
            // π_ind = β − K π_dep
            rows[column].push((k, 1.0));
            rows[column].extend(base.group(k).into_iter().skip(1).map(|(c, x)| (places[c], -x)));
        }
        let constant = (0..pi.len()).map(|c| if is_constant(c) { pi[c] } else { 0.0 }).collect();
        Self { constant, rows, n_base, dependent }
    }

    /// Number of coordinates.
    pub(super) fn len(&self) -> usize {
        self.n_base + self.dependent.len()
    }

    /// The part of `y` that is `β`.
    pub(super) fn beta<'a>(&self, y: &'a [f64]) -> &'a [f64] {
        &y[..self.n_base]
    }

    /// Dependence of a parameter on `y`.
    pub(super) fn row(&self, column: usize) -> &Sparse {
        &self.rows[column]
    }

    /// `Σ a_c row_c` for a sum of parameters `Σ a_c π_c`.
    pub(super) fn row_of_sum(&self, sum: &[(usize, f64)]) -> Sparse {
        let mut dense = vec![0.0; self.len()];
        for (column, a) in sum {
            self.rows[*column].iter().for_each(|(i, x)| dense[*i] += a * x);
        }
        dense.into_iter().enumerate().filter(|(_, x)| *x != 0.0).collect()
    }

    /// `π(y)`.
    pub(super) fn to_pi(&self, y: &[f64]) -> Vec<f64> {
        let value = |(constant, row): (&f64, &Sparse)| {
            constant + row.iter().map(|(i, x)| x * y[*i]).sum::<f64>()
        };
        self.constant.iter().zip(&self.rows).map(value).collect()
    }

    /// `y` of parameters.
    pub(super) fn to_y(&self, base: &Base, pi: &[f64]) -> Vec<f64> {
        let mut y = base.combine(pi);
        y.extend(self.dependent.iter().map(|&c| pi[c]));
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::base::BaseSettings;
    use taufit_dynamics::model::catalog;
    use taufit_dynamics::params::{Layout, LayoutSettings};

    #[test]
    fn parameters_come_back_and_the_first_coordinates_are_the_base() {
        let robot = catalog::robot("ur5").unwrap();
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let settings =
            BaseSettings { drop: vec![5], fix: vec![(20, 2.0)], ..BaseSettings::default() };
        let base = Base::new(&robot, &layout, &settings).unwrap();
        let pi: Vec<f64> = (0..layout.n_params()).map(|c| 1.0 + 0.1 * c as f64).collect();
        let coordinates = Coordinates::new(&base, &pi);
        let y = coordinates.to_y(&base, &pi);
        assert_eq!(y.len(), layout.n_params() - 2);
        assert_eq!(coordinates.beta(&y), base.combine(&pi));
        for (c, (a, b)) in coordinates.to_pi(&y).iter().zip(&pi).enumerate() {
            assert!((a - b).abs() < 1e-12, "column {c}: {a} != {b}");
        }
        assert!(coordinates.row(5).is_empty() && !coordinates.row(6).is_empty());
    }
}
