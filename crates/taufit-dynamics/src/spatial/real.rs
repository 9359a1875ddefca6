//! The number type of the recursions: one sample, or several side by side.

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

/// A real number, or a short vector of independent real numbers.
///
/// Everything in [`crate::dynamics`] is a fixed sequence of additions, multiplications and one
/// sine/cosine per joint, without a branch on a value. So the same code runs on one sample (`f64`)
/// and on the samples of a whole SIMD register.
pub trait Real:
    Copy
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Add<f64, Output = Self>
    + Mul<f64, Output = Self>
{
    /// Token needed to make a constant: `()` for `f64`, the instruction set for lanes.
    type Token: Copy;

    /// `x` in every lane.
    fn splat(token: Self::Token, x: f64) -> Self;

    /// `self · b + c`, fused where the hardware does that for free.
    fn mul_add(self, b: Self, c: Self) -> Self;

    /// `self · b + c` with a constant factor.
    fn mul_add_const(self, b: f64, c: Self) -> Self;

    /// Sine and cosine.
    fn sin_cos(self) -> (Self, Self);
}

impl Real for f64 {
    type Token = ();

    #[inline(always)]
    fn splat(_: (), x: f64) -> Self {
        x
    }

    // `f64::mul_add` is a library call on machines without FMA at compile time: a hundred times slower.
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }

    #[inline(always)]
    fn mul_add_const(self, b: f64, c: Self) -> Self {
        self * b + c
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }
}
