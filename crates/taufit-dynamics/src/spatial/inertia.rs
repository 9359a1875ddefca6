//! Mass, centre of mass and inertia tensor of a rigid body.

use super::{Mat3, Transform, Vec3};
use crate::diagnostics::{InputError, Result};
use serde::{Deserialize, Serialize};
use std::ops::Add;

/// Rows of the pseudo-inertia matrix.
pub const PSEUDO_INERTIA_DIM: usize = 4;

/// A body as CAD programs, URDF and DH tables give it: the tensor about the centre of mass.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inertial {
    /// Mass \[kg\].
    pub mass_kg: f64,
    /// Centre of mass in the link frame \[m\].
    pub com_in_link_m: Vec3,
    /// Inertia about the centre of mass, axes parallel to the link frame \[kg m²\]:
    /// `Ixx Ixy Ixz Iyy Iyz Izz`, products with the sign of the tensor's entries.
    pub inertia_about_com_in_link: [f64; 6],
}

impl Inertial {
    /// Refuses numbers that are not finite, here or about the link's origin, and negative mass.
    pub fn check(&self, element: &str) -> Result<()> {
        let finite = LinkInertia::from(*self).to_params().iter().all(|x| x.is_finite());
        if !finite || !self.com_in_link_m.is_finite() {
            let field = "mass, centre of mass or inertia";
            return Err(InputError::NotFinite { element: element.to_owned(), field }.into());
        }
        if self.mass_kg < 0.0 {
            let (field, value) = ("mass", self.mass_kg);
            return Err(InputError::Negative { element: element.to_owned(), field, value }.into());
        }
        Ok(())
    }
}

/// The parameters in which the dynamics is linear: mass, first moment, and the tensor about the
/// *origin* of the link frame.
///
/// `I = I_com + m (|c|² 1 − c cᵀ)`. Sums of rigidly joined bodies are sums of these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkInertia {
    /// Mass \[kg\].
    pub mass_kg: f64,
    /// First moment `m c` in the link frame \[kg m\].
    pub first_moment: Vec3,
    /// Inertia about the link origin \[kg m²\].
    pub about_origin: Mat3,
}

impl From<Inertial> for LinkInertia {
    fn from(body: Inertial) -> Self {
        let (m, c) = (body.mass_kg, body.com_in_link_m);
        Self {
            mass_kg: m,
            first_moment: c * m,
            about_origin: Mat3::symmetric(body.inertia_about_com_in_link) + steiner(m, c),
        }
    }
}

/// `m (|c|² 1 − c cᵀ)`: what the tensor gains when its reference point moves by `c` off the centre.
fn steiner(mass_kg: f64, c: Vec3) -> Mat3 {
    (Mat3::IDENTITY * c.dot(c) - Mat3::outer(c, c)) * mass_kg
}

impl LinkInertia {
    /// No mass at all.
    pub const ZERO: Self =
        Self { mass_kg: 0.0, first_moment: Vec3::ZERO, about_origin: Mat3::ZERO };

    /// `m mx my mz Ixx Ixy Ixz Iyy Iyz Izz`, see [`crate::params::LinkParam`].
    pub fn to_params(&self) -> [f64; 10] {
        let h = self.first_moment;
        let [xx, xy, xz, yy, yz, zz] = self.about_origin.symmetric_entries();
        [self.mass_kg, h.x, h.y, h.z, xx, xy, xz, yy, yz, zz]
    }

    /// From `m mx my mz Ixx Ixy Ixz Iyy Iyz Izz`.
    pub fn from_params([m, mx, my, mz, xx, xy, xz, yy, yz, zz]: [f64; 10]) -> Self {
        Self {
            mass_kg: m,
            first_moment: Vec3::new(mx, my, mz),
            about_origin: Mat3::symmetric([xx, xy, xz, yy, yz, zz]),
        }
    }

    /// Mass, centre of mass and central tensor; `None` without mass, where there is no centre.
    pub fn to_inertial(&self) -> Option<Inertial> {
        if self.mass_kg == 0.0 {
            return None;
        }
        let com = self.first_moment * (1.0 / self.mass_kg);
        let central = self.about_origin - steiner(self.mass_kg, com);
        Some(Inertial {
            mass_kg: self.mass_kg,
            com_in_link_m: com,
            inertia_about_com_in_link: central.symmetric_entries(),
        })
    }

    /// The same body written in another frame: `to_from` maps this frame to the new one.
    ///
    /// `c' = R c + p`, `I' = R I Rᵀ + m(|p|² 1 − p pᵀ) + 2 (p·Rh) 1 − p (Rh)ᵀ − (Rh) pᵀ`, `h = m c`.
    pub fn expressed_in(&self, to_from: &Transform) -> Self {
        let (r, p) = (to_from.rotation, to_from.translation);
        let turned_moment = r * self.first_moment;
        let cross = Mat3::outer(p, turned_moment);
        Self {
            mass_kg: self.mass_kg,
            first_moment: turned_moment + p * self.mass_kg,
            about_origin: r * self.about_origin * r.transpose()
                + steiner(self.mass_kg, p)
                + Mat3::IDENTITY * (2.0 * p.dot(turned_moment))
                - cross
                - cross.transpose(),
        }
    }

    /// The pseudo-inertia `[[½ tr(I) 1 − I, h], [hᵀ, m]]`, by rows. A body of positive density
    /// exists if and only if it is positive definite (Wensing, Kim, Slotine 2018).
    pub fn pseudo_inertia(&self) -> [[f64; PSEUDO_INERTIA_DIM]; PSEUDO_INERTIA_DIM] {
        let second_moment = Mat3::IDENTITY * (0.5 * self.about_origin.trace()) - self.about_origin;
        let [x, y, z] = second_moment.rows();
        let h = self.first_moment;
        [
            [x[0], x[1], x[2], h.x],
            [y[0], y[1], y[2], h.y],
            [z[0], z[1], z[2], h.z],
            [h.x, h.y, h.z, self.mass_kg],
        ]
    }
}

impl Add for LinkInertia {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self {
            mass_kg: self.mass_kg + b.mass_kg,
            first_moment: self.first_moment + b.first_moment,
            about_origin: self.about_origin + b.about_origin,
        }
    }
}

/// Eigenvalues of a symmetric 3 × 3 matrix, ascending (trigonometric solution of the characteristic
/// cubic, Smith 1961). Accurate to about 1e-8 of the largest: enough to judge, not to compute with.
pub fn principal_moments(tensor: &Mat3) -> [f64; 3] {
    let mean = tensor.trace() / 3.0;
    let deviator = *tensor - Mat3::IDENTITY * mean;
    let [xx, xy, xz, yy, yz, zz] = deviator.symmetric_entries();
    let spread = ((xx * xx + yy * yy + zz * zz + 2.0 * (xy * xy + xz * xz + yz * yz)) / 6.0).sqrt();
    if spread == 0.0 {
        return [mean; 3];
    }
    let b = deviator * (1.0 / spread);
    let half_det = 0.5 * b.cols[0].dot(b.cols[1].cross(b.cols[2]));
    let phi = half_det.clamp(-1.0, 1.0).acos() / 3.0;
    let third = 2.0 * std::f64::consts::FRAC_PI_3;
    let largest = mean + 2.0 * spread * phi.cos();
    let smallest = mean + 2.0 * spread * (phi + third).cos();
    [smallest, 3.0 * mean - largest - smallest, largest]
}

/// Eigenvalues of a symmetric matrix, ascending, and its eigenvectors as a right-handed frame.
pub fn principal_axes(tensor: &Mat3) -> ([f64; 3], [Vec3; 3]) {
    let rows = tensor.rows();
    let matrix = faer::Mat::from_fn(3, 3, |i, j| rows[i][j]);
    let Ok(eigen) = matrix.self_adjoint_eigen(faer::Side::Lower) else {
        return ([f64::NAN; 3], [Vec3::X, Vec3::Y, Vec3::Z]);
    };
    let values = eigen.S().column_vector();
    let axis = |k: usize| Vec3::new(eigen.U()[(0, k)], eigen.U()[(1, k)], eigen.U()[(2, k)]);
    let (x, y) = (axis(0), axis(1));
    ([values[0], values[1], values[2]], [x, y, x.cross(y)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brick() -> Inertial {
        Inertial {
            mass_kg: 3.0,
            com_in_link_m: Vec3::new(0.1, -0.2, 0.3),
            inertia_about_com_in_link: [0.05, 0.003, -0.004, 0.06, 0.002, 0.04],
        }
    }

    #[test]
    fn central_and_origin_forms_round_trip() {
        let back = LinkInertia::from(brick()).to_inertial().unwrap();
        for (a, b) in brick().inertia_about_com_in_link.iter().zip(back.inertia_about_com_in_link) {
            assert!((a - b).abs() < 1e-15);
        }
        let inertia = LinkInertia::from(brick());
        assert_eq!(LinkInertia::from_params(inertia.to_params()), inertia);
    }

    #[test]
    fn moving_the_frame_moves_the_centre_and_turns_the_central_tensor() {
        let to_from = Transform::from_xyz_rpy([0.4, 0.5, -0.6], [0.3, -0.7, 1.1]);
        let moved = LinkInertia::from(brick()).expressed_in(&to_from).to_inertial().unwrap();
        let r = to_from.rotation;
        let central = Mat3::symmetric(brick().inertia_about_com_in_link);
        let expected = (r * central * r.transpose()).symmetric_entries();
        assert!((moved.com_in_link_m - to_from.point(brick().com_in_link_m)).norm() < 1e-15);
        for (a, b) in expected.iter().zip(moved.inertia_about_com_in_link) {
            assert!((a - b).abs() < 1e-14);
        }
    }

    #[test]
    fn principal_moments_of_a_turned_diagonal_tensor() {
        let r = Mat3::from_rpy([0.4, 1.2, -2.0]);
        let tensor = r * Mat3::symmetric([3.0, 0.0, 0.0, 1.0, 0.0, 2.0]) * r.transpose();
        for (found, expected) in principal_moments(&tensor).iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
        assert_eq!(principal_moments(&Mat3::IDENTITY), [1.0; 3]);
        let (values, axes) = principal_axes(&tensor);
        for (value, axis) in values.iter().zip(axes) {
            assert!((tensor * axis - axis * *value).norm() < 1e-12);
        }
        assert!((axes[0].cross(axes[1]) - axes[2]).norm() < 1e-15);
    }
}
