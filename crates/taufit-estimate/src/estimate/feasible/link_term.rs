//! The entropic divergence of a link from its prior: metric and barrier in one.

use super::pseudo::{Cholesky4, DIM, Mat4, TEN, basis, product, pseudo_inertia, trace_of_product};

/// `tr(P₀⁻¹P) − log det(P₀⁻¹P) − 4`: zero at `P = P₀`, infinite on the boundary of the cone
/// (Lee, Wensing, Park 2020: Bregman divergence of `−log det`).
pub(super) struct LinkTerm {
    /// First of its ten columns.
    pub(super) first: usize,
    inverse_prior: Mat4,
    log_det_prior: f64,
    basis: [Mat4; TEN],
}

impl LinkTerm {
    /// `None` if the prior is not a body that can exist.
    pub(super) fn new(first: usize, prior: &[f64; TEN]) -> Option<Self> {
        let factor = Cholesky4::new(&pseudo_inertia(prior))?;
        let (inverse_prior, log_det_prior) = (factor.inverse(), factor.log_det());
        Some(Self { first, inverse_prior, log_det_prior, basis: basis() })
    }

    /// Its ten among all parameters.
    fn ten(&self, pi: &[f64]) -> [f64; TEN] {
        std::array::from_fn(|c| pi[self.first + c])
    }

    /// Its pseudo-inertia.
    pub(super) fn pseudo_inertia(&self, pi: &[f64]) -> Mat4 {
        pseudo_inertia(&self.ten(pi))
    }

    /// `tr(P₀⁻¹P)`.
    pub(super) fn trace(&self, pi: &[f64]) -> f64 {
        trace_of_product(&self.inverse_prior, &self.pseudo_inertia(pi))
    }

    /// The divergence; `None` outside the cone.
    pub(super) fn value(&self, pi: &[f64]) -> Option<f64> {
        let log_det = Cholesky4::new(&self.pseudo_inertia(pi))?.log_det();
        Some(self.trace(pi) - log_det + self.log_det_prior - DIM as f64)
    }

    /// `P⁻¹`; `None` outside the cone.
    pub(super) fn inverse(&self, pi: &[f64]) -> Option<Mat4> {
        Some(Cholesky4::new(&self.pseudo_inertia(pi))?.inverse())
    }

    /// Gradient `tr(P₀⁻¹E_i) − tr(P⁻¹E_i)` and curvature `tr(P⁻¹E_i Z E_j)`.
    ///
    /// With `Z = P⁻¹` the curvature is the Hessian; with a dual variable it is that of the primal-dual
    /// Newton step.
    pub(super) fn derivatives(
        &self,
        pi: &[f64],
        dual: &Mat4,
    ) -> Option<([f64; TEN], [[f64; TEN]; TEN])> {
        let inverse = self.inverse(pi)?;
        let turn =
            |m: &Mat4| -> [Mat4; TEN] { std::array::from_fn(|i| product(m, &self.basis[i])) };
        let (turned, dual_turned) = (turn(&inverse), turn(dual));
        let gradient = std::array::from_fn(|i| {
            trace_of_product(&self.inverse_prior, &self.basis[i])
                - trace_of_product(&inverse, &self.basis[i])
        });
        let hessian = std::array::from_fn(|i| {
            std::array::from_fn(|j| trace_of_product(&turned[i], &dual_turned[j]))
        });
        Some((gradient, hessian))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: [f64; TEN] = [3.0, 0.3, -0.6, 0.9, 0.5, 0.1, -0.05, 0.6, 0.2, 0.4];
    const OTHER: [f64; TEN] = [2.0, 0.1, 0.2, -0.3, 0.3, 0.01, 0.02, 0.3, 0.03, 0.3];

    #[test]
    fn zero_at_the_prior_and_positive_elsewhere() {
        let term = LinkTerm::new(0, &BODY).unwrap();
        assert!(term.value(&BODY).unwrap().abs() < 1e-12);
        assert!(term.value(&OTHER).unwrap() > 0.1);
        assert!(term.value(&[0.0; TEN]).is_none());
        assert!(LinkTerm::new(0, &[1.0; TEN]).is_none());
    }

    #[test]
    fn derivatives_are_those_of_the_value() {
        let term = LinkTerm::new(0, &BODY).unwrap();
        let moved = |c: usize, h: f64| {
            let mut pi = OTHER;
            pi[c] += h;
            pi
        };
        let exact = |pi: &[f64; TEN]| term.derivatives(pi, &term.inverse(pi).unwrap()).unwrap();
        let h = 1e-6;
        let (gradient, hessian) = exact(&OTHER);
        for i in 0..TEN {
            let (up, down) = (moved(i, h), moved(i, -h));
            let slope = (term.value(&up).unwrap() - term.value(&down).unwrap()) / (2.0 * h);
            assert!((slope - gradient[i]).abs() < 1e-6 * (1.0 + slope.abs()), "gradient {i}");
            let (above, below) = (exact(&up).0, exact(&down).0);
            for j in 0..TEN {
                let slope = (above[j] - below[j]) / (2.0 * h);
                let close = (slope - hessian[i][j]).abs() < 1e-5 * (1.0 + slope.abs());
                assert!(close, "hessian {i} {j}: {slope} != {}", hessian[i][j]);
            }
        }
    }
}
