//! Vectors in three dimensions.

use super::{Mat3, Real};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Mul, Neg, Sub};

/// A vector `[x, y, z]`.
#[derive(Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "[R; 3]", into = "[R; 3]")]
#[serde(bound(serialize = "R: Serialize + Clone", deserialize = "R: Deserialize<'de>"))]
pub struct Vec3<R = f64> {
    /// First component.
    pub x: R,
    /// Second component.
    pub y: R,
    /// Third component.
    pub z: R,
}

impl<R> From<[R; 3]> for Vec3<R> {
    fn from([x, y, z]: [R; 3]) -> Self {
        Self { x, y, z }
    }
}

impl<R> From<Vec3<R>> for [R; 3] {
    fn from(v: Vec3<R>) -> Self {
        [v.x, v.y, v.z]
    }
}

impl Vec3<f64> {
    /// The zero vector.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);
    /// Unit vector along x.
    pub const X: Self = Self::new(1.0, 0.0, 0.0);
    /// Unit vector along y.
    pub const Y: Self = Self::new(0.0, 1.0, 0.0);
    /// Unit vector along z.
    pub const Z: Self = Self::new(0.0, 0.0, 1.0);

    /// Euclidean length.
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Whether no component is NaN or infinite.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }

    /// The same constant vector for every lane.
    #[inline(always)]
    pub(crate) fn splat<R: Real>(self, token: R::Token) -> Vec3<R> {
        Vec3::new(R::splat(token, self.x), R::splat(token, self.y), R::splat(token, self.z))
    }
}

impl<R> Vec3<R> {
    /// From components.
    pub const fn new(x: R, y: R, z: R) -> Self {
        Self { x, y, z }
    }
}

impl<R: Real> Vec3<R> {
    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, b: Self) -> R {
        self.x.mul_add(b.x, self.y.mul_add(b.y, self.z * b.z))
    }

    /// Scalar product with a constant vector.
    #[inline(always)]
    pub fn dot_const(self, b: Vec3) -> R {
        self.x.mul_add_const(b.x, self.y.mul_add_const(b.y, self.z * b.z))
    }

    /// Vector product `self × b`.
    #[inline(always)]
    pub fn cross(self, b: Self) -> Self {
        Self::new(
            self.y.mul_add(b.z, -(self.z * b.y)),
            self.z.mul_add(b.x, -(self.x * b.z)),
            self.x.mul_add(b.y, -(self.y * b.x)),
        )
    }

    /// Vector product with a constant, `self × b`.
    #[inline(always)]
    pub fn cross_const(self, b: Vec3) -> Self {
        Self::new(
            self.y.mul_add_const(b.z, -(self.z * b.y)),
            self.z.mul_add_const(b.x, -(self.x * b.z)),
            self.x.mul_add_const(b.y, -(self.y * b.x)),
        )
    }

    /// `matrix · self` with a constant symmetric matrix.
    #[inline(always)]
    pub fn symmetric_mul(self, matrix: &Mat3) -> Self {
        let [x, y, z] = matrix.cols;
        Self::new(self.dot_const(x), self.dot_const(y), self.dot_const(z))
    }

    /// `self · c` with a constant factor.
    #[inline(always)]
    pub fn scale(self, c: f64) -> Self {
        Self::new(self.x * c, self.y * c, self.z * c)
    }

    /// `self + b · s`.
    #[inline(always)]
    pub fn add_scaled(self, b: Self, s: R) -> Self {
        Self::new(b.x.mul_add(s, self.x), b.y.mul_add(s, self.y), b.z.mul_add(s, self.z))
    }

    /// `self + b · s` with a constant vector `b`.
    #[inline(always)]
    pub fn add_scaled_const(self, b: Vec3, s: R) -> Self {
        Self::new(
            s.mul_add_const(b.x, self.x),
            s.mul_add_const(b.y, self.y),
            s.mul_add_const(b.z, self.z),
        )
    }
}

impl<R: Real> Add for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self::new(self.x + b.x, self.y + b.y, self.z + b.z)
    }
}

impl<R: Real> Sub for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self::new(self.x - b.x, self.y - b.y, self.z - b.z)
    }
}

impl<R: Real> Neg for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl<R: Real> Mul<R> for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: R) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s)
    }
}
