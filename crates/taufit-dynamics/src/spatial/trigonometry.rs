//! Sine and cosine of a whole register.
//!
//! Six calls of the C library cost as much as the rest of the inverse dynamics of a six-axis arm;
//! four angles at once cost less than one of them.

use super::{Lanes, Real, WIDEST};
use pulp::{Arch, Simd, WithSimd};
use std::f64::consts::FRAC_2_PI;

/// π/2 in three parts, 33 bits each, so that the product of a part with a quadrant number is exact.
const HALF_PI: [f64; 3] =
    [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];
/// Beyond this angle a quadrant number has more than 20 bits, and the library does it.
const LARGEST: f64 = 1e6;
/// Adding this and taking it away rounds to the nearest whole number; its low bits are that number.
const ROUND: f64 = 6_755_399_441_055_744.0;

/// Chebyshev fit of `(sin(√y)/√y − 1)/y` on `0 ≤ y ≤ (π/4)²`, highest power first; error 2e-17.
const SINE: [f64; 6] = [
    1.591_807_316_292_307_4e-10,
    -2.505_113_106_573_605e-8,
    2.755_731_609_881_268_7e-6,
    -1.984_126_983_675_136_4e-4,
    8.333_333_333_330_944e-3,
    -1.666_666_666_666_666_6e-1,
];
/// Chebyshev fit of `(cos(√y) − 1 + y/2)/y²`; error 1.3e-18.
const COSINE: [f64; 6] = [
    -1.138_259_730_986_187_7e-11,
    2.087_614_578_090_354_4e-9,
    -2.755_731_726_939_027e-7,
    2.480_158_729_876_117_6e-5,
    -1.388_888_888_888_739_3e-3,
    4.166_666_666_666_666_4e-2,
];

/// `(sin, cos)` of every lane, within 1.5 units in the last place.
#[inline(always)]
pub(super) fn sin_cos<S: Simd>(angle: Lanes<S>) -> (Lanes<S>, Lanes<S>) {
    let simd = angle.simd;
    if simd.reduce_max_f64s(simd.abs_f64s(angle.x)) > LARGEST {
        return lane_by_lane(angle);
    }
    // x = n π/2 + r, |r| ≤ π/4
    let shifted = angle.mul_add_const(FRAC_2_PI, Lanes::splat(simd, ROUND));
    let n = shifted + -ROUND;
    let r = n.mul_add_const(-HALF_PI[0], angle);
    let r = n.mul_add_const(-HALF_PI[1], r);
    let r = n.mul_add_const(-HALF_PI[2], r);
    let y = r * r;
    let sin = (r * y).mul_add(polynomial(SINE, y), r);
    let cos =
        (y * y).mul_add(polynomial(COSINE, y), y.mul_add_const(-0.5, Lanes::splat(simd, 1.0)));
    by_quadrant(shifted, sin, cos)
}

#[inline(always)]
fn polynomial<S: Simd>(c: [f64; 6], y: Lanes<S>) -> Lanes<S> {
    let p = (y * c[0]) + c[1];
    let p = p.mul_add(y, Lanes::splat(y.simd, c[2]));
    let p = p.mul_add(y, Lanes::splat(y.simd, c[3]));
    let p = p.mul_add(y, Lanes::splat(y.simd, c[4]));
    p.mul_add(y, Lanes::splat(y.simd, c[5]))
}

/// Quadrants 0 to 3: sin r, cos r, −sin r, −cos r; and for the cosine one quadrant further.
#[inline(always)]
fn by_quadrant<S: Simd>(shifted: Lanes<S>, sin: Lanes<S>, cos: Lanes<S>) -> (Lanes<S>, Lanes<S>) {
    let simd = shifted.simd;
    let quadrant = simd.transmute_u64s_f64s(shifted.x);
    let bit = |number: S::u64s, value: u64| {
        let masked = simd.and_u64s(number, simd.splat_u64s(value));
        simd.greater_than_u64s(masked, simd.splat_u64s(0))
    };
    let odd = bit(quadrant, 1);
    let next = simd.add_u64s(quadrant, simd.splat_u64s(1));
    let pick = |swap: S::m64s, a: Lanes<S>, b: Lanes<S>, negative: S::m64s| {
        let x = simd.select_f64s(swap, b.x, a.x);
        Lanes { simd, x: simd.select_f64s(negative, simd.neg_f64s(x), x) }
    };
    (pick(odd, sin, cos, bit(quadrant, 2)), pick(odd, cos, sin, bit(next, 2)))
}

fn lane_by_lane<S: Simd>(angle: Lanes<S>) -> (Lanes<S>, Lanes<S>) {
    let (mut x, mut sin, mut cos) = ([0.0; WIDEST], [0.0; WIDEST], [0.0; WIDEST]);
    let n = Lanes::<S>::N;
    angle.store(&mut x[..n]);
    for lane in 0..n {
        (sin[lane], cos[lane]) = x[lane].sin_cos();
    }
    (Lanes::load(angle.simd, &sin[..n]), Lanes::load(angle.simd, &cos[..n]))
}

/// Sine and cosine of many angles; the three slices have one length.
pub(crate) fn sin_cos_slice(angles: &[f64], sin: &mut [f64], cos: &mut [f64]) {
    Arch::new().dispatch(SliceJob { angles, sin, cos });
}

struct SliceJob<'a> {
    angles: &'a [f64],
    sin: &'a mut [f64],
    cos: &'a mut [f64],
}

impl WithSimd for SliceJob<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let width = Lanes::<S>::N;
        let out = self.sin.chunks_mut(width).zip(self.cos.chunks_mut(width));
        for (angle, (sin, cos)) in self.angles.chunks(width).zip(out) {
            let (s, c) = sin_cos(Lanes::load(simd, angle));
            s.store(sin);
            c.store(cos);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct All<'a>(&'a [f64], &'a mut [(f64, f64)]);

    impl WithSimd for All<'_> {
        type Output = ();
        fn with_simd<S: Simd>(self, simd: S) {
            for (x, out) in self.0.iter().zip(self.1) {
                let (sin, cos) = sin_cos(Lanes::splat(simd, *x));
                let mut lanes = [0.0; WIDEST];
                sin.store(&mut lanes[..Lanes::<S>::N]);
                out.0 = lanes[0];
                cos.store(&mut lanes[..Lanes::<S>::N]);
                out.1 = lanes[0];
            }
        }
    }

    fn largest_error(angles: &[f64], arch: impl FnOnce(All<'_>)) -> f64 {
        let mut found = vec![(0.0, 0.0); angles.len()];
        arch(All(angles, &mut found));
        let error = |(x, (sin, cos)): (&f64, &(f64, f64))| {
            let ulp = |found: f64, exact: f64| (found - exact).abs() / (exact.abs() * f64::EPSILON);
            ulp(*sin, x.sin()).max(ulp(*cos, x.cos()))
        };
        angles.iter().zip(&found).map(error).fold(0.0, f64::max)
    }

    /// Angles over many turns, near every quadrant's ends, tiny ones.
    fn angles() -> Vec<f64> {
        let turns = (0..20_000).map(|k| 0.001_234_5 * f64::from(k) - 12.0);
        let corners = (-400..400).map(|k| f64::from(k) * std::f64::consts::FRAC_PI_4 + 1e-7);
        let far = (0..2_000).map(|k| 487.654_321 * f64::from(k));
        turns.chain(corners).chain(far).chain([1e-300, -1e-9, 0.3]).collect()
    }

    #[test]
    fn agrees_with_the_library_to_two_units_in_the_last_place() {
        let found = largest_error(&angles(), |all| Arch::new().dispatch(all));
        assert!(found <= 2.0, "{found} ulp with the best instruction set");
        let found = largest_error(&angles(), |all| Arch::Scalar.dispatch(all));
        assert!(found <= 2.0, "{found} ulp without SIMD");
    }

    #[test]
    fn huge_angles_and_nonsense_go_through() {
        assert_eq!(largest_error(&[3e9, -1e22], |all| Arch::new().dispatch(all)), 0.0);
        let mut found = [(0.0, 0.0); 3];
        let nonsense = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        Arch::new().dispatch(All(&nonsense, &mut found));
        assert!(found.iter().all(|(s, c)| s.is_nan() && c.is_nan()));
        let mut zero = [(1.0, 0.0)];
        Arch::new().dispatch(All(&[0.0], &mut zero));
        assert_eq!(zero, [(0.0, 1.0)]);
    }
}
