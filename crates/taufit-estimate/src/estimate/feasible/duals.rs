//! Forces of the constraints: dual variables that make Newton steps long.

use super::halfspace::Halfspace;
use super::link_term::LinkTerm;
use super::objective::{Objective, Weights};
use super::pseudo::{Cholesky4, DIM, Mat4, combination, product};
use super::scalar_term::ScalarTerm;

/// `Z ≻ 0` of every link and `ζ > 0` of every number and bound. On the central path `Z P = prior · 1` and
/// `ζ x = barrier`.
pub(super) struct Duals {
    pub(super) links: Vec<Mat4>,
    pub(super) scalars: Vec<f64>,
    pub(super) halfspaces: Vec<f64>,
}

impl Duals {
    /// `Z = prior P⁻¹`, `ζ = barrier/x`: those of a point on the central path, inside the cone.
    pub(super) fn central(objective: &Objective, y: &[f64], weights: &Weights) -> Self {
        let pi = objective.coordinates.to_pi(y);
        let scaled = |inverse: Mat4| inverse.map(|row| row.map(|x| weights.prior * x));
        let link = |t: &LinkTerm| t.inverse(&pi).map_or([[0.0; DIM]; DIM], scaled);
        let rooms = objective.halfspaces.iter().map(|h| h.slack(&pi) + weights.shift);
        // A number that may have any sign has no constraint, and a force that never changes.
        let scalar =
            |t: &ScalarTerm| if t.is_positive() { weights.barrier / pi[t.column] } else { 1.0 };
        Self {
            links: objective.links.iter().map(link).collect(),
            scalars: objective.scalars.iter().map(scalar).collect(),
            halfspaces: rooms.map(|room| weights.barrier / room).collect(),
        }
    }

    /// Where a whole Newton step from `y` to `y + step` would bring them:
    /// `Z + dZ = prior P⁻¹ − ½(P⁻¹ dP Z + Z dP P⁻¹)` (Helmberg, Rendl, Vanderbei, Wolkowicz 1996, with the
    /// roles of primal and dual exchanged) and `ζ + dζ = barrier/x − ζ dx/x`.
    pub(super) fn targets(
        &self,
        objective: &Objective,
        y: &[f64],
        step: &[f64],
        weights: &Weights,
    ) -> Self {
        let pi = objective.coordinates.to_pi(y);
        let stepped: Vec<f64> = y.iter().zip(step).map(|(y, s)| y + s).collect();
        let next = objective.coordinates.to_pi(&stepped);
        let number = |dual: f64, x: f64, to: f64| (weights.barrier - dual * (to - x)) / x;
        let link = |(dual, term): (&Mat4, &LinkTerm)| {
            let (from, to) = (term.pseudo_inertia(&pi), term.pseudo_inertia(&next));
            let change = combination(1.0, &to, -1.0, &from);
            term.inverse(&pi).map_or(*dual, |inv| target(dual, &inv, &change, weights.prior))
        };
        let scalar = |(dual, term): (&f64, &ScalarTerm)| match term.is_positive() {
            true => number(*dual, pi[term.column], next[term.column]),
            false => *dual,
        };
        let bound = |(dual, h): (&f64, &Halfspace)| {
            number(*dual, h.slack(&pi) + weights.shift, h.slack(&next) + weights.shift)
        };
        Self {
            links: self.links.iter().zip(&objective.links).map(link).collect(),
            scalars: self.scalars.iter().zip(&objective.scalars).map(scalar).collect(),
            halfspaces: self.halfspaces.iter().zip(&objective.halfspaces).map(bound).collect(),
        }
    }

    /// Whether a share of the way to the targets leaves all of them positive.
    pub(super) fn allow(&self, targets: &Self, length: f64) -> bool {
        let matrix = |(dual, target): (&Mat4, &Mat4)| {
            Cholesky4::new(&combination(1.0 - length, dual, length, target)).is_some()
        };
        let number = |(dual, target): (&f64, &f64)| dual + length * (target - dual) > 0.0;
        self.links.iter().zip(&targets.links).all(matrix)
            && self.scalars.iter().zip(&targets.scalars).all(number)
            && self.halfspaces.iter().zip(&targets.halfspaces).all(number)
    }

    /// Moves a share of the way to the targets, each as far as it stays positive.
    pub(super) fn advance(&mut self, targets: &Self, length: f64) {
        for (dual, target) in self.links.iter_mut().zip(&targets.links) {
            *dual = moved_matrix(dual, target, length);
        }
        let numbers = self.scalars.iter_mut().zip(&targets.scalars);
        for (dual, target) in numbers.chain(self.halfspaces.iter_mut().zip(&targets.halfspaces)) {
            *dual = (*dual + length * (target - *dual)).max((1.0 - MOST) * *dual);
        }
    }
}

/// Largest share of a dual that one step may take away.
const MOST: f64 = 0.98;

/// `weight P⁻¹ − ½(P⁻¹ dP Z + Z dP P⁻¹)`.
fn target(dual: &Mat4, inverse: &Mat4, change: &Mat4, weight: f64) -> Mat4 {
    let turned = product(&product(inverse, change), dual);
    std::array::from_fn(|i| {
        std::array::from_fn(|j| weight * inverse[i][j] - 0.5 * (turned[i][j] + turned[j][i]))
    })
}

/// `Z + length (target − Z)` with the length halved until the result is positive definite.
fn moved_matrix(dual: &Mat4, target: &Mat4, length: f64) -> Mat4 {
    const HALVINGS: i32 = 20;
    let moved = |k: i32| {
        let length = length * 0.5_f64.powi(k);
        combination(1.0 - length, dual, length, target)
    };
    let inside = |m: &Mat4| Cholesky4::new(&combination(1.0, m, MOST - 1.0, dual)).is_some();
    (0..HALVINGS).map(moved).find(inside).unwrap_or(*dual)
}
