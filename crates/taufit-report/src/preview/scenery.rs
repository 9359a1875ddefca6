//! Solids of the 3D view. Every solid is the convex hull of a few points, swollen by a radius: one point
//! is a ball, two are a capsule, eight a box.

use serde::Serialize;
use taufit::collision::{BodyGeometry, BoxObstacle, Geometry, Scene};
use taufit::model::{Shape, Solid};
use taufit::spatial::{Transform, Vec3};

/// A solid on a link, or around the robot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnSolid {
    /// The link that carries it; `None` for what does not move.
    pub link: Option<usize>,
    /// Points in the frame of the link, or of the base \[m\].
    #[serde(serialize_with = "triples")]
    pub points_m: Vec<Vec3>,
    /// Radius by which the solid extends beyond its points \[m\].
    pub radius_m: f64,
}

/// Surroundings of the robot, and its own shape where that is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenery {
    /// Shapes of links; capsules between the joints are drawn where there are none.
    pub links: Vec<DrawnSolid>,
    /// Tables, walls, and what else does not move.
    pub obstacles: Vec<DrawnSolid>,
    /// Height of the floor in the base frame \[m\].
    pub floor_m: Option<f64>,
    /// Times \[s\] and the smallest distance between any two bodies at them \[m\].
    pub clearance: Vec<(f64, f64)>,
}

fn triples<S: serde::Serializer>(points: &[Vec3], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(points.iter().map(|p| <[f64; 3]>::from(*p)))
}

impl Scenery {
    /// The shapes of a robot and what stands around it. Walls without end are not drawn.
    pub fn new(geometry: &Geometry, scene: &Scene) -> Self {
        let of_link = |(i, body): (usize, &BodyGeometry)| drawn(Some(i), body);
        let mut links = drawn(None, &geometry.base);
        links.extend(geometry.links.iter().enumerate().flat_map(of_link));
        Self {
            links,
            obstacles: scene.boxes.iter().map(obstacle).collect(),
            floor_m: scene.floor_m,
            clearance: Vec::new(),
        }
    }
}

fn drawn(link: Option<usize>, body: &BodyGeometry) -> Vec<DrawnSolid> {
    body.solids.iter().map(|solid| DrawnSolid::new(link, solid)).collect()
}

fn obstacle(b: &BoxObstacle) -> DrawnSolid {
    let link_from_shape = Transform::from_xyz_rpy(b.position_m, b.rpy_rad);
    DrawnSolid::new(None, &Solid { shape: Shape::Box { size_m: b.size_m }, link_from_shape })
}

impl DrawnSolid {
    /// A solid on a link; a mesh that was not read is not drawn.
    fn new(link: Option<usize>, solid: &Solid) -> Self {
        let (points_m, radius_m) = match &solid.shape {
            Shape::Sphere { radius_m } => (vec![Vec3::ZERO], *radius_m),
            Shape::Capsule { radius_m, length_m } => {
                (ends(*length_m).map(|z| Vec3::new(0.0, 0.0, z)).to_vec(), *radius_m)
            }
            Shape::Cylinder { radius_m, length_m } => (prism(*radius_m, *length_m), 0.0),
            Shape::Box { size_m } => (corners(size_m), 0.0),
            Shape::Hull { vertices_m, swell_m } => (vertices_m.clone(), *swell_m),
            Shape::Mesh { .. } => (Vec::new(), 0.0),
        };
        let placed = points_m.into_iter().map(|p| solid.link_from_shape.point(p));
        Self { link, points_m: placed.collect(), radius_m }
    }
}

fn ends(length_m: f64) -> [f64; 2] {
    [-0.5 * length_m, 0.5 * length_m]
}

fn prism(radius_m: f64, length_m: f64) -> Vec<Vec3> {
    const SIDES: usize = 16;
    let angle = |k: usize| std::f64::consts::TAU * k as f64 / SIDES as f64;
    let ring = |z: f64| {
        (0..SIDES).map(move |k| {
            let (sin, cos) = angle(k).sin_cos();
            Vec3::new(radius_m * cos, radius_m * sin, z)
        })
    };
    ends(length_m).into_iter().flat_map(ring).collect()
}

fn corners([x, y, z]: &[f64; 3]) -> Vec<Vec3> {
    let [x, y, z] = [x, y, z].map(|size_m| ends(*size_m));
    (0..8).map(|k| Vec3::new(x[k & 1], y[k >> 1 & 1], z[k >> 2])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solids_become_points_with_a_radius() {
        let at = |shape| Solid {
            shape,
            link_from_shape: Transform::from_xyz_rpy([1.0, 0.0, 0.0], [0.0; 3]),
        };
        let of = |shape| DrawnSolid::new(Some(2), &at(shape));
        let capsule = of(Shape::Capsule { radius_m: 0.1, length_m: 0.4 });
        assert_eq!(capsule.points_m, [Vec3::new(1.0, 0.0, -0.2), Vec3::new(1.0, 0.0, 0.2)]);
        assert_eq!((capsule.radius_m, capsule.link), (0.1, Some(2)));
        let cuboid = of(Shape::Box { size_m: [2.0, 4.0, 6.0] });
        assert_eq!((cuboid.points_m.len(), cuboid.radius_m), (8, 0.0));
        assert_eq!(cuboid.points_m[0], Vec3::new(0.0, -2.0, -3.0));
        assert_eq!(cuboid.points_m[7], Vec3::new(2.0, 2.0, 3.0));
        assert_eq!(of(Shape::Sphere { radius_m: 0.3 }).points_m.len(), 1);
    }
}
