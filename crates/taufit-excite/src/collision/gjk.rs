//! The bridge to GJK and EPA of `parry3d-f64`, for hulls of more than two points.

use super::contact::Cores;
use super::convex::{Convex, from_parry, to_parry};
use parry3d_f64::math::{Matrix, Pose, Rotation, Vector};
use parry3d_f64::query::epa::EPA;
use parry3d_f64::query::gjk::{CsoPoint, GJKResult, VoronoiSimplex, closest_points};
use taufit_dynamics::spatial::{Transform, Vec3};

/// The nearest points of two hulls, in the frame of `a`.
///
/// Separated hulls by GJK, overlapping ones by EPA. Where neither converges, the gap between the hulls along
/// the line of their centres is taken: never larger than the true distance.
pub(super) fn cores(a: &Convex, b: &Convex, a_from_b: &Transform) -> Cores {
    let pose = pose(a_from_b);
    let toward_b = toward(a, b, a_from_b);
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&pose, a, b, toward_b));
    let found = match closest_points(&pose, a, b, f64::MAX, true, &mut simplex) {
        GJKResult::ClosestPoints(p, q, normal) => Some((p, q, normal)),
        GJKResult::Intersection => EPA::new().closest_points(&pose, a, b, &simplex),
        GJKResult::Proximity(_) | GJKResult::NoIntersection(_) => None,
    };
    found.map_or_else(|| along(a, b, a_from_b, from_parry(toward_b)), |(p, q, n)| between(p, q, n))
}

fn pose(t: &Transform) -> Pose {
    let [x, y, z] = t.rotation.cols.map(to_parry);
    let rotation = Rotation::from_mat3(&Matrix::from_cols(x, y, z));
    Pose { rotation, translation: to_parry(t.translation) }
}

fn toward(a: &Convex, b: &Convex, a_from_b: &Transform) -> Vector {
    let middle = |c: &Convex| (c.bound.ends[0] + c.bound.ends[1]) * 0.5;
    let between = to_parry(a_from_b.point(middle(b)) - middle(a));
    between.try_normalize().unwrap_or(Vector::X)
}

/// The line between the points gives a sharper normal than the algorithm's, as long as it has a length.
fn between(p: Vector, q: Vector, normal: Vector) -> Cores {
    const MEETING_M: f64 = 1e-9;
    let gap = q - p;
    let distance_m = gap.dot(normal);
    let normal = if distance_m > MEETING_M { gap.normalize() } else { normal };
    Cores {
        point_a: from_parry(p),
        point_b: from_parry(q),
        normal: from_parry(normal),
        distance_m: gap.dot(normal),
    }
}

/// The gap between the hulls along a direction.
fn along(a: &Convex, b: &Convex, a_from_b: &Transform, normal: Vec3) -> Cores {
    let point_a = a.support(normal);
    let point_b = a_from_b.point(b.support(a_from_b.rotation.transpose_mul(-normal)));
    Cores { point_a, point_b, normal, distance_m: normal.dot(point_b - point_a) }
}
