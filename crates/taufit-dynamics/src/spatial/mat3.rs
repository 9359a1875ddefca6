//! 3 × 3 matrices: rotations and inertia tensors.

use super::{Real, Vec3};
use std::ops::{Add, Mul, Sub};

/// A 3 × 3 matrix, stored by columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mat3<R = f64> {
    /// The columns.
    pub cols: [Vec3<R>; 3],
}

impl Mat3<f64> {
    /// The zero matrix.
    pub const ZERO: Self = Self { cols: [Vec3::ZERO; 3] };
    /// The identity.
    pub const IDENTITY: Self = Self { cols: [Vec3::X, Vec3::Y, Vec3::Z] };

    /// From rows, as matrices are written on paper.
    pub const fn from_rows(r: [[f64; 3]; 3]) -> Self {
        Self {
            cols: [
                Vec3::new(r[0][0], r[1][0], r[2][0]),
                Vec3::new(r[0][1], r[1][1], r[2][1]),
                Vec3::new(r[0][2], r[1][2], r[2][2]),
            ],
        }
    }

    /// The rows.
    pub fn rows(&self) -> [[f64; 3]; 3] {
        let t = self.transpose().cols;
        t.map(Into::into)
    }

    /// The symmetric matrix with `[xx, xy, xz, yy, yz, zz]`.
    pub const fn symmetric([xx, xy, xz, yy, yz, zz]: [f64; 6]) -> Self {
        Self::from_rows([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    }

    /// `[xx, xy, xz, yy, yz, zz]` of a symmetric matrix.
    pub fn symmetric_entries(&self) -> [f64; 6] {
        let [x, y, z] = self.cols;
        [x.x, y.x, z.x, y.y, z.y, z.z]
    }

    /// The cross-product matrix `S(v)`, with `S(v) b = v × b`.
    pub fn skew(v: Vec3) -> Self {
        Self::from_rows([[0.0, -v.z, v.y], [v.z, 0.0, -v.x], [-v.y, v.x, 0.0]])
    }

    /// `a bᵀ`.
    pub fn outer(a: Vec3, b: Vec3) -> Self {
        Self { cols: [a * b.x, a * b.y, a * b.z] }
    }

    /// Rotation by `angle_rad` about the unit vector `axis` (Rodrigues).
    pub fn rotation(axis: Vec3, angle_rad: f64) -> Self {
        let (s, c) = angle_rad.sin_cos();
        let [constant, sine, cosine] = Self::rotation_harmonics(axis);
        constant + sine * s + cosine * c
    }

    /// `[P0, P1, P2]` with `Rot(axis, q) = P0 + P1 sin q + P2 cos q`:
    /// `P0 = a aᵀ`, `P1 = S(a)`, `P2 = 1 − a aᵀ`.
    pub fn rotation_harmonics(axis: Vec3) -> [Self; 3] {
        let along = Self::outer(axis, axis);
        [along, Self::skew(axis), Self::IDENTITY - along]
    }

    /// Rotation from fixed-axis roll, pitch, yaw as in URDF: `Rz(yaw) Ry(pitch) Rx(roll)`.
    pub fn from_rpy([roll, pitch, yaw]: [f64; 3]) -> Self {
        Self::rotation(Vec3::Z, yaw)
            * Self::rotation(Vec3::Y, pitch)
            * Self::rotation(Vec3::X, roll)
    }

    /// Rotation from a unit quaternion `[w, x, y, z]`.
    pub fn from_quaternion([w, x, y, z]: [f64; 4]) -> Self {
        Self::from_rows([
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ])
    }

    /// The smallest turn that takes z to a direction of any length; about x if they are opposite. NaN for a
    /// vector without length.
    pub fn with_z_along(direction: Vec3) -> Self {
        const PARALLEL: f64 = 1e-10;
        let z = direction * (1.0 / direction.norm());
        let axis = Vec3::Z.cross(z);
        let sine = axis.norm();
        let axis = if sine < PARALLEL { Vec3::X } else { axis * (1.0 / sine) };
        Self::rotation(axis, sine.atan2(z.z))
    }

    /// Distance of the matrix from a rotation: the largest entry of `RᵀR − 1`.
    pub fn off_rotation(&self) -> f64 {
        let off = self.transpose() * *self - Self::IDENTITY;
        off.rows().iter().flatten().fold(0.0, |worst: f64, x| worst.max(x.abs()))
    }

    /// Whether no entry is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.cols.iter().all(|c| c.is_finite())
    }

    /// Sum of the diagonal.
    pub fn trace(&self) -> f64 {
        self.cols[0].x + self.cols[1].y + self.cols[2].z
    }
}

impl<R: Real> Mat3<R> {
    /// The transpose.
    #[inline(always)]
    pub fn transpose(&self) -> Self {
        let [a, b, c] = self.cols;
        Self {
            cols: [Vec3::new(a.x, b.x, c.x), Vec3::new(a.y, b.y, c.y), Vec3::new(a.z, b.z, c.z)],
        }
    }

    /// `selfᵀ · v`: the inverse rotation, without forming it.
    #[inline(always)]
    pub fn transpose_mul(&self, v: Vec3<R>) -> Vec3<R> {
        Vec3::new(self.cols[0].dot(v), self.cols[1].dot(v), self.cols[2].dot(v))
    }
}

impl<R: Real> Mul<Vec3<R>> for Mat3<R> {
    type Output = Vec3<R>;
    #[inline(always)]
    fn mul(self, v: Vec3<R>) -> Vec3<R> {
        (self.cols[0] * v.x).add_scaled(self.cols[1], v.y).add_scaled(self.cols[2], v.z)
    }
}

impl<R: Real> Mul for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self { cols: b.cols.map(|c| self * c) }
    }
}

impl<R: Real> Mul<R> for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: R) -> Self {
        Self { cols: self.cols.map(|c| c * s) }
    }
}

impl<R: Real> Add for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.cols, b.cols);
        Self { cols: [a0 + b0, a1 + b1, a2 + b2] }
    }
}

impl<R: Real> Sub for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.cols, b.cols);
        Self { cols: [a0 - b0, a1 - b1, a2 - b2] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotation_keeps_its_axis_and_turns_counter_clockwise() {
        let axis = Vec3::new(0.6, 0.0, 0.8);
        assert!((Mat3::rotation(axis, 0.7) * axis - axis).norm() < 1e-15);
        let turned = Mat3::rotation(Vec3::Z, std::f64::consts::FRAC_PI_2) * Vec3::X;
        assert!((turned - Vec3::Y).norm() < 1e-15);
    }

    #[test]
    fn quaternion_and_axis_angle_agree() {
        let (axis, angle) = (Vec3::new(2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0), 1.1_f64);
        let (s, c) = (0.5 * angle).sin_cos();
        let from_q = Mat3::from_quaternion([c, s * axis.x, s * axis.y, s * axis.z]);
        let difference = from_q - Mat3::rotation(axis, angle);
        assert!(difference.cols.iter().all(|c| c.norm() < 1e-15));
    }

    #[test]
    fn rpy_applies_roll_first() {
        let r = Mat3::from_rpy([std::f64::consts::FRAC_PI_2, 0.0, std::f64::consts::FRAC_PI_2]);
        // y --roll--> z --yaw--> z ;  x --roll--> x --yaw--> y
        assert!((r * Vec3::Y - Vec3::Z).norm() < 1e-15);
        assert!((r * Vec3::X - Vec3::Y).norm() < 1e-15);
    }
}
