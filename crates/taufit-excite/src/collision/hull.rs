//! From the points of a mesh to a hull of few points that holds them all.

use super::contact::Cores;
use super::convex::Convex;
use super::gjk;
use std::f64::consts::PI;
use taufit_dynamics::diagnostics::{ModelError, Result};
use taufit_dynamics::model::Shape;
use taufit_dynamics::spatial::{Transform, Vec3};

/// In how many directions extreme points are looked for.
const DIRECTIONS: usize = 256;

/// A [`Shape::Hull`] around all the points: their extreme points in `DIRECTIONS` evenly spread directions,
/// swollen by the distance of the farthest point that these leave outside.
///
/// Exact for boxes, prisms and the like; at most half a millimetre too large for an arm link of 6 cm
/// radius, and never too small. `owner` is what the points belong to, for errors.
pub fn hull_of(points: &[Vec3], owner: &str) -> Result<Shape> {
    let fail = |reason| ModelError::BadSolid { owner: owner.to_owned(), reason };
    if points.is_empty() {
        return Err(fail("its mesh has no points").into());
    }
    if !points.iter().all(|p| p.is_finite()) {
        return Err(fail("its mesh has points that are not finite").into());
    }
    let mut vertices_m: Vec<Vec3> = Vec::new();
    for direction in directions() {
        let extreme = points.iter().max_by(|a, b| a.dot(direction).total_cmp(&b.dot(direction)));
        let known = |p: &Vec3| vertices_m.contains(p);
        vertices_m.extend(extreme.copied().filter(|p| !known(p)));
    }
    let core = Convex::from_points(vertices_m.clone(), 0.0);
    let outside = |p: &Vec3| distance(&core, *p).max(0.0);
    let swell_m = points.iter().map(outside).fold(0.0, f64::max);
    Ok(Shape::Hull { vertices_m, swell_m })
}

/// Distance of a point from a hull; zero or less inside.
fn distance(hull: &Convex, p: Vec3) -> f64 {
    let point = Convex::from_points(vec![p], 0.0);
    let Cores { distance_m, .. } = gjk::cores(hull, &point, &Transform::IDENTITY);
    distance_m
}

/// Directions spread evenly over the sphere, on a spiral that turns by the golden angle, and the six axes,
/// along which most boxes lie.
fn directions() -> impl Iterator<Item = Vec3> {
    let golden = PI * (3.0 - 5_f64.sqrt());
    let spiral = (0..DIRECTIONS).map(move |k| {
        let z = 1.0 - (2.0 * k as f64 + 1.0) / DIRECTIONS as f64;
        let (sin, cos) = (golden * k as f64).sin_cos();
        let ring = (1.0 - z * z).sqrt();
        Vec3::new(ring * cos, ring * sin, z)
    });
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    spiral.chain(axes).chain(axes.map(|a| -a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    fn hull(points: &[Vec3]) -> (Vec<Vec3>, f64) {
        match hull_of(points, "test").unwrap() {
            Shape::Hull { vertices_m, swell_m } => (vertices_m, swell_m),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_box_full_of_points_is_its_corners() {
        let mut dice = Pcg64::seed_from_u64(1);
        let mut points: Vec<Vec3> = (0..8)
            .map(|i| {
                let side = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
                Vec3::new(0.1 * side(0), 0.2 * side(1), 0.3 * side(2))
            })
            .collect();
        let mut inside = |half: f64| dice.random_range(-half..half);
        points.extend((0..1000).map(|_| Vec3::new(inside(0.1), inside(0.2), inside(0.3))));
        let (vertices_m, swell_m) = hull(&points);
        assert_eq!(vertices_m.len(), 8);
        assert_eq!(swell_m, 0.0);
    }

    #[test]
    fn a_fine_tube_is_held_with_little_to_spare() {
        let points: Vec<Vec3> = (0..20_000)
            .map(|k| {
                let (sin, cos) = (0.1 * f64::from(k)).sin_cos();
                Vec3::new(0.06 * cos, 0.06 * sin, 0.4 * f64::from(k) / 20_000.0)
            })
            .collect();
        let (vertices_m, swell_m) = hull(&points);
        assert!(vertices_m.len() <= DIRECTIONS + 6);
        assert!(swell_m > 0.0 && swell_m < 5e-4, "{swell_m}");
    }

    #[test]
    fn flat_and_single_points_are_hulls_too() {
        let plate = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X + Vec3::Y];
        assert_eq!(hull(&plate).0.len(), 4);
        assert_eq!(hull(&[Vec3::Z]), (vec![Vec3::Z], 0.0));
    }

    #[test]
    fn nothing_and_nan_are_refused() {
        let nan = Vec3::new(0.0, f64::NAN, 0.0);
        assert!(matches!(hull_of(&[], "a").unwrap_err().kind(), Some(ModelError::BadSolid { .. })));
        assert!(matches!(
            hull_of(&[Vec3::X, nan], "a").unwrap_err().kind(),
            Some(ModelError::BadSolid { .. })
        ));
    }
}
