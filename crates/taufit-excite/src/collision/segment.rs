//! Two segments: where they are nearest to each other.

use taufit_dynamics::spatial::Vec3;

/// The nearest points of segments `a` and `b`; a segment may be a point.
///
/// With `a(s) = a0 + s u` and `b(t) = b0 + t v` the squared distance is a convex quadratic in `(s, t)`. Its
/// minimum on the unit square: solve for `s` and clamp, take the best `t` for it and clamp, take the best
/// `s` for that and clamp (Ericson 2005, §5.1.9).
pub(super) fn nearest_points(a: [Vec3; 2], b: [Vec3; 2]) -> (Vec3, Vec3) {
    const PARALLEL: f64 = 1e-14;
    let (u, v, w) = (a[1] - a[0], b[1] - b[0], a[0] - b[0]);
    let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
    let determinant = uu * vv - uv * uv;
    let share = |numerator: f64, denominator: f64| {
        if denominator > 0.0 { (numerator / denominator).clamp(0.0, 1.0) } else { 0.0 }
    };
    let s =
        if determinant > PARALLEL * uu * vv { share(uv * vw - vv * uw, determinant) } else { 0.0 };
    let t = share(uv * s + vw, vv);
    let s = share(uv * t - uw, uu);
    (a[0] + u * s, b[0] + v * t)
}

/// Some unit vector across both segments, for when they meet and the line between them has no direction.
pub(super) fn across(a: [Vec3; 2], b: [Vec3; 2]) -> Vec3 {
    let (u, v) = (a[1] - a[0], b[1] - b[0]);
    let along = if u.norm() >= v.norm() { u } else { v };
    let candidates = [u.cross(v), along.cross(Vec3::X), along.cross(Vec3::Y)];
    let scale = along.dot(along);
    let found = candidates.into_iter().find(|c| c.norm() > 1e-6 * scale);
    found.map_or(Vec3::Z, |c| c * (1.0 / c.norm()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn no_pair_on_a_fine_grid_is_nearer() {
        let mut dice = Pcg64::seed_from_u64(3);
        let mut point = || {
            let mut x = || dice.random_range(-1.0..1.0);
            Vec3::new(x(), x(), x())
        };
        const STEPS: usize = 60;
        for round in 0..300 {
            let a = [point(), point()];
            // Parallel segments and points are among them.
            let b = match round % 4 {
                0 => [point(), point()],
                1 => {
                    let p = point();
                    [p, p]
                }
                2 => {
                    let p = point();
                    [p, p + (a[1] - a[0]) * 0.7]
                }
                _ => [a[0] + (a[1] - a[0]) * 0.3, point()],
            };
            let (p, q) = nearest_points(a, b);
            let at = |s: [Vec3; 2], k: usize| s[0] + (s[1] - s[0]) * (k as f64 / STEPS as f64);
            let pairs = (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |k| (i, k)));
            let sampled = pairs.map(|(i, k)| (at(a, i) - at(b, k)).norm()).fold(f64::MAX, f64::min);
            let found = (p - q).norm();
            assert!(found <= sampled + 1e-12, "round {round}: {found} > {sampled}");
            let step = ((a[1] - a[0]).norm() + (b[1] - b[0]).norm()) / STEPS as f64;
            assert!(found >= sampled - step, "round {round}: {found} too small for {sampled}");
        }
    }

    #[test]
    fn across_is_a_unit_vector_even_for_points() {
        let p = Vec3::new(0.1, 0.2, 0.3);
        for b in [[p, p], [p, p + Vec3::X], [p, p + Vec3::Y]] {
            assert!((across([p, p], b).norm() - 1.0).abs() < 1e-12);
        }
    }
}
