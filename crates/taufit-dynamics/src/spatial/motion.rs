//! Spatial motion and force vectors, angular part first.

use super::{Real, Vec3};
use std::ops::{Add, Sub};

/// A twist, a joint's screw, or a spatial acceleration: `[ω; v]` at a frame's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotionVector<R = f64> {
    /// Angular part.
    pub angular: Vec3<R>,
    /// Linear part, of the point at the frame's origin.
    pub linear: Vec3<R>,
}

/// A wrench: `[n; f]`, the moment about a frame's origin first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Force<R = f64> {
    /// Moment about the origin.
    pub moment: Vec3<R>,
    /// Force.
    pub force: Vec3<R>,
}

impl MotionVector<f64> {
    /// No motion.
    pub const ZERO: Self = Self { angular: Vec3::ZERO, linear: Vec3::ZERO };

    /// The same constant vector for every lane.
    #[inline(always)]
    pub(crate) fn splat<R: Real>(self, token: R::Token) -> MotionVector<R> {
        MotionVector { angular: self.angular.splat(token), linear: self.linear.splat(token) }
    }
}

impl Force<f64> {
    /// No force.
    pub const ZERO: Self = Self { moment: Vec3::ZERO, force: Vec3::ZERO };

    /// The same constant vector for every lane.
    #[inline(always)]
    pub(crate) fn splat<R: Real>(self, token: R::Token) -> Force<R> {
        Force { moment: self.moment.splat(token), force: self.force.splat(token) }
    }
}

impl<R: Real> MotionVector<R> {
    /// Power of a wrench on this motion, `n·ω + f·v`.
    #[inline(always)]
    pub fn dot(self, f: Force<R>) -> R {
        self.angular.dot(f.moment) + self.linear.dot(f.force)
    }

    /// Spatial cross product of motions, `self × b` (Featherstone 2008, chapter 2).
    #[inline(always)]
    pub fn cross(self, b: Self) -> Self {
        Self {
            angular: self.angular.cross(b.angular),
            linear: self.angular.cross(b.linear) + self.linear.cross(b.angular),
        }
    }

    /// Spatial cross product with a force, `self ×* f` (Featherstone 2008, chapter 2):
    /// `[ω × n + v × f; ω × f]`, the negative transpose of [`Self::cross`].
    #[inline(always)]
    pub fn cross_force(self, f: Force<R>) -> Force<R> {
        Force {
            moment: self.angular.cross(f.moment) + self.linear.cross(f.force),
            force: self.angular.cross(f.force),
        }
    }

    /// `self + b · s`.
    #[inline(always)]
    pub fn add_scaled(self, b: Self, s: R) -> Self {
        Self {
            angular: self.angular.add_scaled(b.angular, s),
            linear: self.linear.add_scaled(b.linear, s),
        }
    }
}

impl<R: Real> Force<R> {
    /// `self · s`.
    #[inline(always)]
    pub fn scale(self, s: R) -> Self {
        Self { moment: self.moment * s, force: self.force * s }
    }
}

impl<R: Real> Add for MotionVector<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self { angular: self.angular + b.angular, linear: self.linear + b.linear }
    }
}

impl<R: Real> Add for Force<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self { moment: self.moment + b.moment, force: self.force + b.force }
    }
}

impl<R: Real> Sub for Force<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, b: Self) -> Self {
        Self { moment: self.moment - b.moment, force: self.force - b.force }
    }
}
