//! Objective: cost of the data, divergences from the prior, barriers of the bounds.

use super::coordinates::{Coordinates, Sparse};
use super::data::Data;
use super::duals::Duals;
use super::halfspace::Halfspace;
use super::link_term::LinkTerm;
use super::pseudo::DIM;
use super::scalar_term::ScalarTerm;
use faer::Mat;

/// Factors of the parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Of `|r β − z|²`: 1, or 0 while a point inside the bounds is sought.
    pub(super) data: f64,
    /// Of the links' divergences.
    pub(super) prior: f64,
    /// Of the numbers' divergences and of `−log(slack + shift)`.
    pub(super) barrier: f64,
    /// Distance by which bounds are moved outwards.
    pub(super) shift: f64,
}

/// `f(y) = |r β − z|² + prior Σ_links D(P₀, P) + barrier (Σ D(x₀, x) − Σ log(slack + shift))`.
pub(super) struct Objective {
    pub(super) data: Data,
    pub(super) coordinates: Coordinates,
    pub(super) links: Vec<LinkTerm>,
    pub(super) scalars: Vec<ScalarTerm>,
    pub(super) halfspaces: Vec<Halfspace>,
}

/// First and second derivatives with respect to `y`.
pub(super) struct Derivatives {
    pub(super) gradient: Vec<f64>,
    /// Both halves are filled.
    pub(super) hessian: Mat<f64>,
}

impl Derivatives {
    /// Adds `slope` times a row to the gradient.
    fn add_slope(&mut self, slope: f64, row: &Sparse) {
        row.iter().for_each(|(i, x)| self.gradient[*i] += slope * x);
    }

    /// Adds `curvature · a bᵀ` to the Hessian.
    fn add_curvature(&mut self, curvature: f64, a: &Sparse, b: &Sparse) {
        for (j, y) in b {
            let column = self.hessian.col_as_slice_mut(*j);
            a.iter().for_each(|(i, x)| column[*i] += curvature * x * y);
        }
    }
}

impl Objective {
    /// `|r β − z|²`.
    pub(super) fn cost(&self, y: &[f64]) -> f64 {
        self.data.cost(self.coordinates.beta(y))
    }

    /// `f(y)`; `None` outside the cone or the moved bounds.
    pub(super) fn value(&self, y: &[f64], weights: &Weights) -> Option<f64> {
        let pi = self.coordinates.to_pi(y);
        let links: f64 = self.links.iter().map(|t| t.value(&pi)).sum::<Option<f64>>()?;
        let scalars: f64 = self.scalars.iter().map(|t| t.value(&pi)).sum::<Option<f64>>()?;
        let log = |h: &Halfspace| {
            let room = h.slack(&pi) + weights.shift;
            (room > 0.0).then(|| -room.ln())
        };
        let bounds: f64 = self.halfspaces.iter().map(log).sum::<Option<f64>>()?;
        let value = weights.prior * links + weights.barrier * (scalars + bounds);
        Some(value + weights.data * self.cost(y))
    }

    /// Gradient of [`Self::value`] and its curvature, the Hessian if the dual variables are those of
    /// the central path; `None` outside.
    pub(super) fn derivatives(
        &self,
        y: &[f64],
        weights: &Weights,
        duals: &Duals,
    ) -> Option<Derivatives> {
        let pi = self.coordinates.to_pi(y);
        let mut sum = self.data_derivatives(y, weights.data);
        for (term, dual) in self.links.iter().zip(&duals.links) {
            let (gradient, hessian) = term.derivatives(&pi, dual)?;
            let row = |c: usize| self.coordinates.row(term.first + c);
            for (i, (slope, curvatures)) in gradient.iter().zip(&hessian).enumerate() {
                sum.add_slope(weights.prior * slope, row(i));
                for (j, curvature) in curvatures.iter().enumerate() {
                    sum.add_curvature(*curvature, row(i), row(j));
                }
            }
        }
        for (term, dual) in self.scalars.iter().zip(&duals.scalars) {
            let (slope, curvature) = term.derivatives(&pi, weights.barrier, *dual);
            let row = self.coordinates.row(term.column);
            sum.add_slope(slope, row);
            sum.add_curvature(curvature, row, row);
        }
        for (bound, dual) in self.halfspaces.iter().zip(&duals.halfspaces) {
            // d(−w log s) = −w/s ds; curvature ζ/s ds dsᵀ
            let room = bound.slack(&pi) + weights.shift;
            sum.add_slope(-weights.barrier / room, &bound.row);
            sum.add_curvature(dual / room, &bound.row, &bound.row);
        }
        Some(sum)
    }

    /// The part of the data, which see `β` only.
    fn data_derivatives(&self, y: &[f64], weight: f64) -> Derivatives {
        let (n, n_base) = (y.len(), self.coordinates.beta(y).len());
        let slope = self.data.gradient(self.coordinates.beta(y));
        let gradient = (0..n).map(|i| if i < n_base { weight * slope[(i, 0)] } else { 0.0 });
        let mut hessian = Mat::zeros(n, n);
        for j in 0..n_base {
            let from = self.data.hessian.col_as_slice(j);
            let to = &mut hessian.col_as_slice_mut(j)[..n_base];
            to.iter_mut().zip(from).for_each(|(to, from)| *to = weight * from);
        }
        Derivatives { gradient: gradient.collect(), hessian }
    }

    /// Cost that one unit of weight can add at the optimum: `(links, the rest)`.
    ///
    /// A barrier of order `ν` with weight `w` and a linear term `T` leave the cost at most `w (ν + T)`
    /// above its infimum (Nesterov, Nemirovskii 1994): `ν` is 4 per link and 1 per number or bound,
    /// `T` is `tr(P₀⁻¹P)` or `x/x₀`.
    pub(super) fn spread(&self, y: &[f64]) -> (f64, f64) {
        let pi = self.coordinates.to_pi(y);
        let links = self.links.iter().map(|t| DIM as f64 + t.trace(&pi)).sum();
        let scalars: f64 = self.scalars.iter().map(|t| t.spread(&pi)).sum();
        (links, scalars + self.halfspaces.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::{StartingPoint, set_up};
    use super::super::{ComBox, Compressed, FeasibleSettings, ParamBound};
    use super::*;
    use taufit_dynamics::base::{Base, BaseSettings};
    use taufit_dynamics::friction::FrictionShape;
    use taufit_dynamics::model::catalog;
    use taufit_dynamics::params::{Layout, LayoutSettings};

    /// A UR5 with every kind of term, data that mean nothing, and bounds that the prior keeps.
    fn start() -> StartingPoint {
        let robot = catalog::robot("ur5").unwrap();
        let friction = FrictionShape::COULOMB_VISCOUS.with_offset();
        let layout = Layout::new(&robot, &LayoutSettings { rotor_inertia: true, friction });
        let base = Base::new(&robot, &layout, &BaseSettings::default()).unwrap();
        let b = base.rank();
        let r: Vec<f64> = (0..b * b).map(|k| (1.7 * k as f64).sin()).collect();
        let z: Vec<f64> = (0..b).map(|k| (0.9 * k as f64).cos()).collect();
        let settings = FeasibleSettings {
            bounds: vec![ParamBound { column: 0, lower: Some(1.0), upper: Some(9.0) }],
            total_mass_kg: Some((10.0, 30.0)),
            com_boxes: vec![ComBox { link: 1, lower_m: [-1.0; 3], upper_m: [1.0; 3] }],
            ..FeasibleSettings::default()
        };
        let data = Compressed { r: &r, z: &z };
        set_up((&robot, &layout, &base), &data, &layout.nominal(&robot), &settings).unwrap()
    }

    #[test]
    fn gradient_and_hessian_are_differences_of_the_value() {
        let StartingPoint { objective, y, .. } = start();
        let y: Vec<f64> =
            y.iter().enumerate().map(|(i, y)| y * (1.0 + 0.01 * (i as f64).sin())).collect();
        let weights = Weights { data: 0.3, prior: 2.0, barrier: 0.7, shift: 0.1 };
        let derivatives = |y: &[f64]| {
            let central = Duals::central(&objective, y, &weights);
            objective.derivatives(y, &weights, &central).unwrap()
        };
        let exact = derivatives(&y);
        for i in 0..y.len() {
            let moved = |h: f64| {
                let mut y = y.clone();
                y[i] += h;
                y
            };
            // A step that changes no term by more than a small share of itself.
            let h = 1e-4 / exact.hessian[(i, i)].sqrt();
            let [up, down] = [moved(h), moved(-h)].map(|y| objective.value(&y, &weights).unwrap());
            let slope = (up - down) / (2.0 * h);
            let size = exact.gradient[i].abs() + exact.hessian[(i, i)].sqrt();
            assert!((slope - exact.gradient[i]).abs() < 1e-6 * size, "gradient {i}");
            let [up, down] = [moved(h), moved(-h)].map(|y| derivatives(&y));
            for j in 0..y.len() {
                let slope = (up.gradient[j] - down.gradient[j]) / (2.0 * h);
                let size = (exact.hessian[(i, i)] * exact.hessian[(j, j)]).sqrt();
                assert!((slope - exact.hessian[(i, j)]).abs() < 1e-5 * size, "hessian {i} {j}");
            }
        }
    }

    #[test]
    fn there_is_no_value_outside() {
        let StartingPoint { objective, y, .. } = start();
        let weights = Weights { data: 1.0, prior: 1.0, barrier: 1.0, shift: 0.0 };
        assert!(objective.value(&y, &weights).is_some());
        assert!(objective.value(&y, &Weights { shift: -1e3, ..weights }).is_none());
        assert!(objective.value(&vec![0.0; y.len()], &weights).is_none());
        let duals = Duals::central(&objective, &y, &weights);
        assert!(objective.derivatives(&vec![0.0; y.len()], &weights, &duals).is_none());
    }
}
