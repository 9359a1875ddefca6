//! Distance of two bodies, with the nearest points.

use super::convex::{Capsule, Convex};
use super::gjk;
use super::scene::HalfSpace;
use super::segment::{across, nearest_points};
use serde::Serialize;
use taufit_dynamics::spatial::{Transform, Vec3};

/// Closest points of two bodies, or those of deepest overlap, in the base frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ClosestPoints {
    /// On the surface of the first body \[m\].
    pub point_a: Vec3,
    /// On the surface of the second body \[m\].
    pub point_b: Vec3,
    /// Unit vector from the first body to the second: moving the second along it parts them.
    pub normal: Vec3,
}

/// Distance of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Proximity {
    /// Negative if they overlap: how far one must move to part them \[m\].
    pub distance_m: f64,
    /// `None` if they are farther apart than [`exact_within_m`](super::CollisionSettings::exact_within_m)
    /// and `distance_m` is a lower bound.
    pub contact: Option<ClosestPoints>,
}

/// The nearest points of two hulls, before they are swollen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cores {
    pub(super) point_a: Vec3,
    pub(super) point_b: Vec3,
    pub(super) normal: Vec3,
    /// Negative if the hulls overlap.
    pub(super) distance_m: f64,
}

impl Cores {
    /// The contact of the bodies whose radii are given.
    pub(super) fn swollen(self, radius_a_m: f64, radius_b_m: f64) -> (f64, ClosestPoints) {
        let Self { point_a, point_b, normal, distance_m } = self;
        let contact = ClosestPoints {
            point_a: point_a + normal * radius_a_m,
            point_b: point_b - normal * radius_b_m,
            normal,
        };
        (distance_m - radius_a_m - radius_b_m, contact)
    }

    fn in_world(self, world_from_a: &Transform) -> Self {
        Self {
            point_a: world_from_a.point(self.point_a),
            point_b: world_from_a.point(self.point_b),
            normal: world_from_a.rotation * self.normal,
            ..self
        }
    }
}

/// A body in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub(super) body: &'a Convex,
    pub(super) world_from_link: &'a Transform,
    /// Its bound, in the base frame.
    pub(super) bound: &'a Capsule,
}

/// Lower bound of the distance, from the capsules around the bodies.
pub(super) fn least_distance(a: &Placed<'_>, b: &Placed<'_>) -> f64 {
    let (p, q) = nearest_points(a.bound.ends, b.bound.ends);
    (p - q).norm() - a.bound.radius_m - b.bound.radius_m
}

/// Signed distance and contact of two convex bodies.
pub(super) fn convex_contact(a: &Placed<'_>, b: &Placed<'_>) -> (f64, ClosestPoints) {
    let cores = if a.body.is_slim() && b.body.is_slim() {
        segment_cores(a.bound.ends, b.bound.ends)
    } else {
        let a_from_b = a.world_from_link.inverse() * *b.world_from_link;
        gjk::cores(a.body, b.body, &a_from_b).in_world(a.world_from_link)
    };
    cores.swollen(a.body.radius_m, b.body.radius_m)
}

fn segment_cores(a: [Vec3; 2], b: [Vec3; 2]) -> Cores {
    const MEETING_M: f64 = 1e-12;
    let (point_a, point_b) = nearest_points(a, b);
    let between = point_b - point_a;
    let distance_m = between.norm();
    let normal = if distance_m > MEETING_M { between * (1.0 / distance_m) } else { across(a, b) };
    Cores { point_a, point_b, normal, distance_m }
}

/// Signed distance and contact of a convex body `a` and a half-space `b`: its deepest vertex decides.
pub(super) fn half_space_contact(a: &Placed<'_>, b: &HalfSpace) -> (f64, ClosestPoints) {
    let down = -b.normal;
    let deepest = a.body.support(a.world_from_link.rotation.transpose_mul(down));
    let point_a = a.world_from_link.point(deepest);
    let distance_m = b.normal.dot(point_a) - b.offset_m;
    let point_b = point_a + down * distance_m;
    Cores { point_a, point_b, normal: down, distance_m }.swollen(a.body.radius_m, 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;
    use taufit_dynamics::model::{Shape, Solid};

    struct Dice(Pcg64);

    impl Dice {
        fn between(&mut self, low: f64, high: f64) -> f64 {
            self.0.random_range(low..high)
        }

        fn vec3(&mut self, scale: f64) -> Vec3 {
            let mut x = || self.between(-scale, scale);
            Vec3::new(x(), x(), x())
        }

        fn shape(&mut self, kind: usize) -> Shape {
            let (radius_m, length_m) = (self.between(0.02, 0.2), self.between(0.05, 0.6));
            match kind {
                0 => Shape::Sphere { radius_m },
                1 => Shape::Capsule { radius_m, length_m },
                2 => Shape::Cylinder { radius_m, length_m },
                3 => Shape::Box { size_m: [radius_m, length_m, self.between(0.05, 0.4)] },
                _ => {
                    let vertices_m = (0..30).map(|_| self.vec3(0.2)).collect();
                    Shape::Hull { vertices_m, swell_m: 0.5 * radius_m }
                }
            }
        }

        fn pose(&mut self, reach_m: f64) -> Transform {
            let rpy = self.vec3(3.0);
            Transform::from_xyz_rpy(self.vec3(reach_m).into(), rpy.into())
        }
    }

    fn extent(body: &Convex, world_from_link: &Transform, n: Vec3) -> f64 {
        let deepest = body.support(world_from_link.rotation.transpose_mul(n));
        n.dot(world_from_link.point(deepest)) + body.radius_m
    }

    /// The largest gap between two convex bodies over all directions is their signed distance, whether they
    /// are apart or overlap: no direction may show a larger one than was found, and the normal shows exactly
    /// that.
    #[test]
    fn no_direction_parts_two_bodies_better_than_the_normal() {
        let mut dice = Dice(Pcg64::seed_from_u64(11));
        let (mut n_apart, mut n_overlapping) = (0, 0);
        for round in 0..600 {
            let shapes = [dice.shape(round % 5), dice.shape(round / 5 % 5)];
            let solids = shapes.map(|shape| Solid { shape, link_from_shape: dice.pose(0.1) });
            let [a, b] = solids.map(|solid| Convex::new(&solid).unwrap());
            let poses = [dice.pose(0.2), dice.pose(0.2)];
            let bound = |c: &Convex, pose: &Transform| Capsule {
                ends: c.bound.ends.map(|p| pose.point(p)),
                ..c.bound
            };
            let bounds = [bound(&a, &poses[0]), bound(&b, &poses[1])];
            let [one, two] = [(&a, 0), (&b, 1)].map(|(body, i)| Placed {
                body,
                world_from_link: &poses[i],
                bound: &bounds[i],
            });
            let (distance_m, contact) = convex_contact(&one, &two);
            let gap = |n: Vec3| -extent(&b, &poses[1], -n) - extent(&a, &poses[0], n);
            let found = gap(contact.normal);
            assert!((found - distance_m).abs() < 1e-7, "round {round}: {found} {distance_m}");
            let points = contact.normal.dot(contact.point_b - contact.point_a);
            assert!((points - distance_m).abs() < 1e-9, "round {round}: {points} {distance_m}");
            for _ in 0..300 {
                let n = contact.normal + dice.vec3(0.3);
                let m = dice.vec3(1.0);
                for n in [n, m] {
                    let gap = gap(n * (1.0 / n.norm()));
                    assert!(gap <= distance_m + 1e-7, "round {round}: {gap} {distance_m}");
                }
            }
            assert!(least_distance(&one, &two) <= distance_m + 1e-12, "round {round}");
            n_apart += usize::from(distance_m > 0.0);
            n_overlapping += usize::from(distance_m < 0.0);
        }
        assert!(n_apart > 100 && n_overlapping > 100, "{n_apart} {n_overlapping}");
    }

    /// Bodies that are apart: the points lie on them, so that no distance can be smaller than found.
    #[test]
    fn points_sampled_on_two_boxes_are_never_nearer() {
        let mut dice = Dice(Pcg64::seed_from_u64(5));
        let identity = Transform::IDENTITY;
        for _ in 0..40 {
            let solid = |dice: &mut Dice, x: f64| Solid {
                shape: Shape::Box { size_m: [0.2, 0.3, 0.4] },
                link_from_shape: Transform::from_translation(Vec3::X * x) * dice.pose(0.1),
            };
            let solids = [solid(&mut dice, 0.0), solid(&mut dice, 0.7)];
            let [a, b] = [0, 1].map(|i| Convex::new(&solids[i]).unwrap());
            let [one, two] = [&a, &b].map(|body| Placed {
                body,
                world_from_link: &identity,
                bound: &body.bound,
            });
            let (distance_m, _) = convex_contact(&one, &two);
            let mut inside = |i: usize| {
                let mut x = |edge: f64| dice.between(-0.5 * edge, 0.5 * edge);
                solids[i].link_from_shape.point(Vec3::new(x(0.2), x(0.3), x(0.4)))
            };
            let sampled =
                (0..20_000).map(|_| (inside(0) - inside(1)).norm()).fold(f64::MAX, f64::min);
            assert!(distance_m <= sampled, "{distance_m} {sampled}");
            assert!(distance_m > sampled - 0.15, "{distance_m} {sampled}");
        }
    }

    #[test]
    fn the_deepest_corner_decides_above_a_half_space() {
        let mut dice = Dice(Pcg64::seed_from_u64(8));
        let identity = Transform::IDENTITY;
        for round in 0..50 {
            let solid = Solid { shape: dice.shape(round % 5), link_from_shape: dice.pose(0.3) };
            let body = Convex::new(&solid).unwrap();
            let normal = dice.vec3(1.0);
            let normal = normal * (1.0 / normal.norm());
            let half_space = HalfSpace { normal, offset_m: 0.1 };
            let one = Placed { body: &body, world_from_link: &identity, bound: &body.bound };
            let (distance_m, contact) = half_space_contact(&one, &half_space);
            let heights = body
                .vertices
                .iter()
                .map(|v| normal.x * v.x + normal.y * v.y + normal.z * v.z - 0.1 - body.radius_m);
            assert!((distance_m - heights.fold(f64::MAX, f64::min)).abs() < 1e-12);
            assert!((normal.dot(contact.point_b) - 0.1).abs() < 1e-12);
        }
    }
}
