//! A convex body: the hull of some points, swollen by a radius.

use super::segment::nearest_points;
use parry3d_f64::math::Vector;
use parry3d_f64::shape::SupportMap;
use std::f64::consts::{PI, TAU};
use taufit_dynamics::model::{Shape, Solid};
use taufit_dynamics::spatial::Vec3;

/// Sides of the prism that stands for a cylinder. It lies around the cylinder: at most 0.9 % of the radius
/// outside of it, never inside.
pub const CYLINDER_SIDES: usize = 24;

/// The hull of some points in the frame of a link, swollen by a radius.
#[derive(Clone, Debug)]
pub(super) struct Convex {
    pub(super) vertices: Vec<Vector>,
    pub(super) radius_m: f64,
    /// A capsule that holds it; itself, if it is a ball or a capsule.
    pub(super) bound: Capsule,
}

/// A capsule: all points nearer to a segment than the radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Capsule {
    pub(super) ends: [Vec3; 2],
    pub(super) radius_m: f64,
}

impl Convex {
    /// The body of a solid; `None` for a mesh that was not read.
    pub(super) fn new(solid: &Solid) -> Option<Self> {
        let (points, radius_m) = match &solid.shape {
            Shape::Sphere { radius_m } => (vec![Vec3::ZERO], *radius_m),
            Shape::Capsule { radius_m, length_m } => {
                (vec![Vec3::Z * (-0.5 * length_m), Vec3::Z * (0.5 * length_m)], *radius_m)
            }
            Shape::Cylinder { radius_m, length_m } => (prism(*radius_m, *length_m), 0.0),
            Shape::Box { size_m } => (corners(*size_m), 0.0),
            Shape::Hull { vertices_m, swell_m } => (vertices_m.clone(), *swell_m),
            Shape::Mesh { .. } => return None,
        };
        let points = points.into_iter().map(|p| solid.link_from_shape.point(p)).collect();
        Some(Self::from_points(points, radius_m))
    }

    /// The hull of these points, swollen by a radius.
    pub(super) fn from_points(points: Vec<Vec3>, radius_m: f64) -> Self {
        let bound = match points[..] {
            [] => Capsule { ends: [Vec3::ZERO; 2], radius_m },
            [a] => Capsule { ends: [a, a], radius_m },
            [a, b] => Capsule { ends: [a, b], radius_m },
            [first, ..] => {
                let slim = enclosing_capsule(first, &points);
                Capsule { radius_m: slim.radius_m + radius_m, ..slim }
            }
        };
        let vertices = points.into_iter().map(to_parry).collect();
        Self { vertices, radius_m, bound }
    }

    /// Whether it is a ball or a capsule, so that the bound is the body itself.
    pub(super) fn is_slim(&self) -> bool {
        self.vertices.len() <= 2
    }

    /// Largest distance of one of its points from the origin of its frame.
    pub(super) fn farthest_m(&self) -> f64 {
        self.vertices.iter().map(|v| v.length()).fold(0.0, f64::max) + self.radius_m
    }

    /// The vertex that lies farthest in a direction.
    pub(super) fn support(&self, direction: Vec3) -> Vec3 {
        from_parry(self.local_support_point(to_parry(direction)))
    }
}

impl SupportMap for Convex {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let mut best = (f64::NEG_INFINITY, Vector::ZERO);
        for vertex in &self.vertices {
            let along = vertex.dot(direction);
            if along > best.0 {
                best = (along, *vertex);
            }
        }
        best.1
    }
}

pub(super) fn to_parry(v: Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

pub(super) fn from_parry(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}

fn corners(size_m: [f64; 3]) -> Vec<Vec3> {
    let side = |i: usize, bit: usize| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
    let corner =
        |i| Vec3::new(side(i, 0) * size_m[0], side(i, 1) * size_m[1], side(i, 2) * size_m[2]);
    (0..8).map(corner).collect()
}

/// The regular prism whose sides touch the cylinder.
fn prism(radius_m: f64, length_m: f64) -> Vec<Vec3> {
    let sides = CYLINDER_SIDES as f64;
    let corner_m = radius_m / (PI / sides).cos();
    let rim = |z: f64| {
        (0..CYLINDER_SIDES).map(move |k| {
            let (sin, cos) = (TAU * k as f64 / sides).sin_cos();
            Vec3::new(corner_m * cos, corner_m * sin, z)
        })
    };
    rim(-0.5 * length_m).chain(rim(0.5 * length_m)).collect()
}

/// A capsule around points, along the line between two that lie far apart.
fn enclosing_capsule(first: Vec3, points: &[Vec3]) -> Capsule {
    let farthest_from =
        |p: Vec3| points.iter().copied().max_by(|a, b| (*a - p).norm().total_cmp(&(*b - p).norm()));
    let end = farthest_from(first).unwrap_or(first);
    let other = farthest_from(end).unwrap_or(first);
    let length = (other - end).norm();
    let axis = if length > 0.0 { (other - end) * (1.0 / length) } else { Vec3::Z };
    let centre = points.iter().fold(Vec3::ZERO, |sum, p| sum + *p) * (1.0 / points.len() as f64);
    let along = |p: &Vec3| axis.dot(*p - centre);
    let lowest = points.iter().map(along).fold(f64::INFINITY, f64::min);
    let highest = points.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
    let off_axis = |p: &Vec3| (*p - centre - axis * along(p)).norm();
    let radius_m = points.iter().map(off_axis).fold(0.0, f64::max);
    // Ends drawn in by the radius hold every point of a round body; the radius is then what they need.
    let inset = radius_m.min(0.5 * (highest - lowest));
    let ends = [centre + axis * (lowest + inset), centre + axis * (highest - inset)];
    let reach = |p: &Vec3| (*p - nearest_points(ends, [*p, *p]).0).norm();
    Capsule { ends, radius_m: points.iter().map(reach).fold(0.0, f64::max) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::spatial::Transform;

    #[test]
    fn the_bound_holds_every_point() {
        for shape in [
            Shape::Box { size_m: [0.3, 0.1, 0.9] },
            Shape::Cylinder { radius_m: 0.2, length_m: 0.1 },
            Shape::Cylinder { radius_m: 0.05, length_m: 0.6 },
        ] {
            let link_from_shape = Transform::from_xyz_rpy([0.4, -0.1, 0.2], [0.3, 1.1, -2.0]);
            let body = Convex::new(&Solid { shape, link_from_shape }).unwrap();
            for vertex in &body.vertices {
                let p = from_parry(*vertex);
                let (on_axis, _) = nearest_points(body.bound.ends, [p, p]);
                assert!((p - on_axis).norm() <= body.bound.radius_m + 1e-12);
            }
        }
    }

    #[test]
    fn the_prism_lies_around_the_cylinder_and_hardly_outside() {
        let (radius_m, length_m) = (0.3, 1.0);
        let solid = Solid {
            shape: Shape::Cylinder { radius_m, length_m },
            link_from_shape: Transform::IDENTITY,
        };
        let body = Convex::new(&solid).unwrap();
        for k in 0..1000 {
            let (sin, cos) = (TAU * f64::from(k) / 1000.0).sin_cos();
            let out = Vec3::new(cos, sin, 0.0);
            let reach_m = body.support(out).dot(out);
            assert!(reach_m >= radius_m - 1e-12 && reach_m <= 1.009 * radius_m, "{reach_m}");
        }
    }
}
