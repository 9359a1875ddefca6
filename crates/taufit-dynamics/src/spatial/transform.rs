//! Rigid displacements.

use super::{Force, Mat3, MotionVector, Real, Vec3};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Mul;

/// A rigid transform `to_from`: a point's coordinates in `to` from those in `from`,
/// `x_to = rotation · x_from + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform<R = f64> {
    /// Axes of `from`, expressed in `to`, as columns.
    pub rotation: Mat3<R>,
    /// Origin of `from`, expressed in `to` \[m\].
    pub translation: Vec3<R>,
}

impl Transform<f64> {
    /// No displacement.
    pub const IDENTITY: Self = Self { rotation: Mat3::IDENTITY, translation: Vec3::ZERO };

    /// A pure rotation about a unit axis.
    pub fn from_rotation(axis: Vec3, angle_rad: f64) -> Self {
        Self { rotation: Mat3::rotation(axis, angle_rad), translation: Vec3::ZERO }
    }

    /// A pure translation.
    pub const fn from_translation(translation: Vec3) -> Self {
        Self { rotation: Mat3::IDENTITY, translation }
    }

    /// URDF's `<origin xyz rpy>`.
    pub fn from_xyz_rpy(xyz_m: [f64; 3], rpy_rad: [f64; 3]) -> Self {
        Self { rotation: Mat3::from_rpy(rpy_rad), translation: xyz_m.into() }
    }

    /// The same constant transform for every lane.
    #[inline(always)]
    pub(crate) fn splat<R: Real>(self, token: R::Token) -> Transform<R> {
        let [x, y, z] = self.rotation.cols;
        let rotation = Mat3 { cols: [x.splat(token), y.splat(token), z.splat(token)] };
        Transform { rotation, translation: self.translation.splat(token) }
    }

    /// Whether no entry is NaN or infinite.
    pub fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.translation.is_finite()
    }
}

impl From<Transform> for [f64; 12] {
    /// The upper 3 × 4 part of the homogeneous matrix, by rows.
    fn from(t: Transform) -> Self {
        let [x, y, z] = t.rotation.rows();
        let p = t.translation;
        [x[0], x[1], x[2], p.x, y[0], y[1], y[2], p.y, z[0], z[1], z[2], p.z]
    }
}

impl From<[f64; 12]> for Transform {
    fn from(m: [f64; 12]) -> Self {
        Self {
            rotation: Mat3::from_rows([
                [m[0], m[1], m[2]],
                [m[4], m[5], m[6]],
                [m[8], m[9], m[10]],
            ]),
            translation: Vec3::new(m[3], m[7], m[11]),
        }
    }
}

impl Serialize for Transform {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        <[f64; 12]>::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Transform {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <[f64; 12]>::deserialize(deserializer).map(Self::from)
    }
}

impl<R: Real> Transform<R> {
    /// `from_to` from `to_from`.
    #[inline(always)]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        Self { rotation, translation: -(rotation * self.translation) }
    }

    /// Coordinates in `to` of a point given in `from`.
    #[inline(always)]
    pub fn point(&self, p: Vec3<R>) -> Vec3<R> {
        self.rotation * p + self.translation
    }

    /// A motion vector given in `to`, written in `from` (Featherstone 2008, chapter 2):
    /// `ω' = Rᵀ ω`, `v' = Rᵀ (v + ω × p)`.
    #[inline(always)]
    pub fn inverse_motion(&self, m: MotionVector<R>) -> MotionVector<R> {
        MotionVector {
            angular: self.rotation.transpose_mul(m.angular),
            linear: self.rotation.transpose_mul(m.linear + m.angular.cross(self.translation)),
        }
    }

    /// A motion vector given in `from`, written in `to`.
    #[inline(always)]
    pub fn motion(&self, m: MotionVector<R>) -> MotionVector<R> {
        let angular = self.rotation * m.angular;
        MotionVector { angular, linear: self.rotation * m.linear + self.translation.cross(angular) }
    }

    /// A force vector given in `from`, written in `to`; the transpose of [`Self::inverse_motion`].
    #[inline(always)]
    pub fn force(&self, f: Force<R>) -> Force<R> {
        let force = self.rotation * f.force;
        Force { moment: self.rotation * f.moment + self.translation.cross(force), force }
    }
}

impl<R: Real> Mul for Transform<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self { rotation: self.rotation * b.rotation, translation: self.point(b.translation) }
    }
}
