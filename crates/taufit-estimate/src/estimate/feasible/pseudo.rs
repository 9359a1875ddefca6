//! 4 × 4 symmetric matrices: the pseudo-inertia and what its barrier needs.

use faer::{Mat, Side};
use taufit_dynamics::params::LinkParam;
use taufit_dynamics::spatial::{LinkInertia, PSEUDO_INERTIA_DIM};

pub(super) const DIM: usize = PSEUDO_INERTIA_DIM;
pub(super) const TEN: usize = LinkParam::COUNT;
pub(super) type Mat4 = [[f64; DIM]; DIM];

/// `P(π) = Σ_c π_c E_c` of the ten parameters of a link.
pub(super) fn pseudo_inertia(ten: &[f64; TEN]) -> Mat4 {
    LinkInertia::from_params(*ten).pseudo_inertia()
}

/// The matrices `E_c`.
pub(super) fn basis() -> [Mat4; TEN] {
    std::array::from_fn(|c| pseudo_inertia(&std::array::from_fn(|d| f64::from(u8::from(c == d)))))
}

/// `A B`.
pub(super) fn product(a: &Mat4, b: &Mat4) -> Mat4 {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..DIM).map(|k| a[i][k] * b[k][j]).sum()))
}

/// `a A + b B`.
pub(super) fn combination(a: f64, left: &Mat4, b: f64, right: &Mat4) -> Mat4 {
    std::array::from_fn(|i| std::array::from_fn(|j| a * left[i][j] + b * right[i][j]))
}

/// `tr(A B)`.
pub(super) fn trace_of_product(a: &Mat4, b: &Mat4) -> f64 {
    (0..DIM).flat_map(|i| (0..DIM).map(move |k| a[i][k] * b[k][i])).sum()
}

/// The factor `L` of `P = L Lᵀ`: there is one if and only if `P` is positive definite.
pub(super) struct Cholesky4(Mat4);

impl Cholesky4 {
    pub(super) fn new(p: &Mat4) -> Option<Self> {
        let mut l = [[0.0; DIM]; DIM];
        for i in 0..DIM {
            for j in 0..=i {
                let rest = p[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
                if i != j {
                    l[i][j] = rest / l[j][j];
                } else if rest > 0.0 && rest.is_finite() {
                    l[i][i] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        Some(Self(l))
    }

    /// `log det P = 2 Σ log L_ii`.
    pub(super) fn log_det(&self) -> f64 {
        2.0 * (0..DIM).map(|i| self.0[i][i].ln()).sum::<f64>()
    }

    /// Smallest share of a diagonal entry of `P` that no other row explains: 1 for a diagonal matrix,
    /// near 0 for a singular one, whatever the units of the rows.
    pub(super) fn margin(&self, p: &Mat4) -> f64 {
        (0..DIM).map(|i| self.0[i][i].powi(2) / p[i][i]).fold(1.0, f64::min)
    }

    /// `P⁻¹ = L⁻ᵀ L⁻¹`.
    pub(super) fn inverse(&self) -> Mat4 {
        let l = &self.0;
        let mut inv = [[0.0; DIM]; DIM];
        for j in 0..DIM {
            inv[j][j] = 1.0 / l[j][j];
            for i in j + 1..DIM {
                inv[i][j] = -(j..i).map(|k| l[i][k] * inv[k][j]).sum::<f64>() / l[i][i];
            }
        }
        std::array::from_fn(|i| {
            std::array::from_fn(|j| (i.max(j)..DIM).map(|k| inv[k][i] * inv[k][j]).sum())
        })
    }
}

/// Smallest eigenvalue of a link's pseudo-inertia: positive for a body that can exist.
pub fn smallest_pseudo_eigenvalue(inertia: &LinkInertia) -> f64 {
    smallest_eigenvalue(&pseudo_inertia(&inertia.to_params()))
}

/// Smallest eigenvalue; NaN where there is none to be found.
pub(super) fn smallest_eigenvalue(p: &Mat4) -> f64 {
    let matrix = Mat::from_fn(DIM, DIM, |i, j| p[i][j]);
    matrix.self_adjoint_eigenvalues(Side::Lower).map_or(f64::NAN, |ascending| ascending[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: [f64; TEN] = [3.0, 0.3, -0.6, 0.9, 0.5, 0.1, -0.05, 0.6, 0.2, 0.4];

    #[test]
    fn inverse_determinant_and_eigenvalue_belong_together() {
        let p = pseudo_inertia(&BODY);
        let factor = Cholesky4::new(&p).unwrap();
        let one = product(&p, &factor.inverse());
        for (i, row) in one.iter().enumerate() {
            for (j, x) in row.iter().enumerate() {
                assert!((x - f64::from(u8::from(i == j))).abs() < 1e-12, "{i} {j}: {x}");
            }
        }
        let smallest = smallest_eigenvalue(&p);
        let shifted = |by: f64| {
            let mut shifted = p;
            (0..DIM).for_each(|i| shifted[i][i] -= by);
            Cholesky4::new(&shifted).is_some()
        };
        assert!(smallest > 0.0 && shifted(0.999 * smallest) && !shifted(1.001 * smallest));
    }

    #[test]
    fn the_basis_rebuilds_the_matrix() {
        let rebuilt: Mat4 = std::array::from_fn(|i| {
            std::array::from_fn(|j| basis().iter().zip(BODY).map(|(e, x)| e[i][j] * x).sum())
        });
        let difference = |i: usize, j: usize| rebuilt[i][j] - pseudo_inertia(&BODY)[i][j];
        assert!((0..DIM).all(|i| (0..DIM).all(|j| difference(i, j).abs() < 1e-15)));
    }

    #[test]
    fn a_body_that_cannot_exist_has_no_factor() {
        assert!(Cholesky4::new(&pseudo_inertia(&[0.0; TEN])).is_none());
        assert!(Cholesky4::new(&[[f64::NAN; DIM]; DIM]).is_none());
    }
}
