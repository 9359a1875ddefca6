//! Several samples in one SIMD register.

use super::{Real, trigonometry};
use pulp::Simd;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// Lanes of the widest register of any instruction set.
pub const WIDEST: usize = 8;

/// As many independent `f64` as the instruction set `S` holds in a register (4 with AVX2).
///
/// `S` is a zero-sized proof that the instructions exist, so the arithmetic is safe code and the
/// choice is made at run time, once per batch (see [`pulp::Arch`]).
#[derive(Clone, Copy)]
pub(crate) struct Lanes<S: Simd> {
    pub(super) simd: S,
    pub(super) x: S::f64s,
}

impl<S: Simd> Lanes<S> {
    /// The number of lanes.
    pub(crate) const N: usize = S::F64_LANES;

    /// The first `N` values of `slice`, zeros where it is shorter.
    #[inline(always)]
    pub(crate) fn load(simd: S, slice: &[f64]) -> Self {
        let x = match S::as_simd_f64s(slice).0.first() {
            Some(whole) => *whole,
            None => simd.partial_load_f64s(slice),
        };
        Self { simd, x }
    }

    /// Writes the lanes to the first places of `slice`, as many as there are.
    #[inline(always)]
    pub(crate) fn store(self, slice: &mut [f64]) {
        // A masked store costs ten times a plain one on some processors: keep it for the last samples.
        match S::as_mut_simd_f64s(slice).0.first_mut() {
            Some(whole) => *whole = self.x,
            None => self.simd.partial_store_f64s(slice, self.x),
        }
    }
}

impl<S: Simd> fmt::Debug for Lanes<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.x.fmt(f)
    }
}

macro_rules! binary {
    ($op:ident, $method:ident, $simd:ident) => {
        impl<S: Simd> $op for Lanes<S> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self { simd: self.simd, x: self.simd.$simd(self.x, other.x) }
            }
        }
    };
}
binary!(Add, add, add_f64s);
binary!(Sub, sub, sub_f64s);
binary!(Mul, mul, mul_f64s);

impl<S: Simd> Add<f64> for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, c: f64) -> Self {
        self + Self::splat(self.simd, c)
    }
}

impl<S: Simd> Mul<f64> for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, c: f64) -> Self {
        self * Self::splat(self.simd, c)
    }
}

impl<S: Simd> Neg for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { simd: self.simd, x: self.simd.neg_f64s(self.x) }
    }
}

impl<S: Simd> Real for Lanes<S> {
    type Token = S;

    #[inline(always)]
    fn splat(simd: S, x: f64) -> Self {
        Self { simd, x: simd.splat_f64s(x) }
    }

    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        Self { simd: self.simd, x: self.simd.mul_add_e_f64s(self.x, b.x, c.x) }
    }

    #[inline(always)]
    fn mul_add_const(self, b: f64, c: Self) -> Self {
        self.mul_add(Self::splat(self.simd, b), c)
    }

    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        trigonometry::sin_cos(self)
    }
}
