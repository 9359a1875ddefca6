//! The space that a link takes up, as a file describes it. Only collision checks look at it.

use crate::diagnostics::{ModelError, Result};
use crate::spatial::{Mat3, Transform, Vec3};
use serde::{Deserialize, Serialize};

/// A shape about the origin of its own frame. Lengths in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// A ball.
    Sphere {
        /// Its radius.
        radius_m: f64,
    },
    /// A cylinder with half balls on both ends, along z.
    Capsule {
        /// Its radius.
        radius_m: f64,
        /// From centre to centre of the half balls.
        length_m: f64,
    },
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius_m: f64,
        /// From end to end.
        length_m: f64,
    },
    /// A box.
    Box {
        /// Its edges along x, y, z.
        size_m: [f64; 3],
    },
    /// The convex hull of some points, and everything that is nearer to it than `swell_m`.
    Hull {
        /// The points.
        vertices_m: Vec<Vec3>,
        /// Radius by which the shape extends beyond their hull.
        #[serde(default)]
        swell_m: f64,
    },
    /// A file with triangles, not read yet.
    Mesh {
        /// As the description names it: `package://...`, `file://...`, or a path.
        file: String,
        /// Factors for its coordinates.
        #[serde(default = "unscaled")]
        scale: [f64; 3],
    },
}

/// Beyond this a length is a mistake, and its square no longer behaves \[m\].
const LARGEST_M: f64 = 1e6;

fn unscaled() -> [f64; 3] {
    [1.0; 3]
}

/// A shape on a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solid {
    /// The shape.
    pub shape: Shape,
    /// Pose.
    pub link_from_shape: Transform,
}

impl Solid {
    /// A capsule between two points; a ball if they are one.
    pub fn capsule_between(a: Vec3, b: Vec3, radius_m: f64) -> Self {
        let along = b - a;
        let length_m = along.norm();
        let translation = (a + b) * 0.5;
        if length_m == 0.0 {
            let link_from_shape = Transform::from_translation(translation);
            return Self { shape: Shape::Sphere { radius_m }, link_from_shape };
        }
        let link_from_shape = Transform { rotation: Mat3::with_z_along(along), translation };
        Self { shape: Shape::Capsule { radius_m, length_m }, link_from_shape }
    }

    /// Refuses sizes that no body has; `owner` is what it belongs to, such as `link "forearm"`.
    pub fn check(&self, owner: &str) -> Result<()> {
        match self.problem() {
            Some(reason) => Err(ModelError::BadSolid { owner: owner.to_owned(), reason }.into()),
            None => Ok(()),
        }
    }

    /// Fault of its numbers, if there is one.
    pub fn problem(&self) -> Option<&'static str> {
        const ROUNDED: f64 = 1e-6;
        let Transform { rotation, translation } = self.link_from_shape;
        if !self.link_from_shape.is_finite() || translation.norm() > LARGEST_M {
            return Some("its position is not finite, or beyond 1000 km");
        }
        if rotation.off_rotation() > ROUNDED {
            return Some("its orientation is not a rotation");
        }
        self.shape.problem()
    }
}

impl Shape {
    fn problem(&self) -> Option<&'static str> {
        let positive = |x: f64| x < LARGEST_M && x > 0.0;
        let not_negative = |x: f64| (0.0..LARGEST_M).contains(&x);
        let (fine, reason) = match self {
            Self::Sphere { radius_m } => (positive(*radius_m), "its radius is not positive"),
            Self::Capsule { radius_m, length_m } => (
                positive(*radius_m) && not_negative(*length_m),
                "its radius must be positive, its length not negative",
            ),
            Self::Cylinder { radius_m, length_m } => (
                positive(*radius_m) && positive(*length_m),
                "its radius and length must be positive",
            ),
            Self::Box { size_m } => {
                (size_m.iter().all(|x| positive(*x)), "its edges must be positive")
            }
            Self::Hull { vertices_m, swell_m } => (
                !vertices_m.is_empty()
                    && vertices_m.iter().all(|v| v.norm() < LARGEST_M)
                    && not_negative(*swell_m),
                "a hull needs at least one point, and finite ones",
            ),
            Self::Mesh { scale, .. } => (
                scale.iter().all(|s| s.is_finite() && *s != 0.0),
                "the scale of its mesh must be finite and not zero",
            ),
        };
        (!fine).then_some(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(shape: Shape) -> bool {
        let solid = Solid { shape, link_from_shape: Transform::IDENTITY };
        let error = solid.check("link \"a\"").err();
        error.is_some_and(|error| matches!(error.kind(), Some(ModelError::BadSolid { .. })))
    }

    #[test]
    fn sizes_that_no_body_has_are_refused() {
        assert!(refused(Shape::Sphere { radius_m: 0.0 }));
        assert!(refused(Shape::Capsule { radius_m: 0.1, length_m: -1.0 }));
        assert!(refused(Shape::Cylinder { radius_m: f64::NAN, length_m: 1.0 }));
        assert!(refused(Shape::Box { size_m: [1.0, 0.0, 1.0] }));
        assert!(refused(Shape::Hull { vertices_m: Vec::new(), swell_m: 0.0 }));
        assert!(refused(Shape::Mesh { file: "a.stl".into(), scale: [1.0, 0.0, 1.0] }));
        assert!(!refused(Shape::Capsule { radius_m: 0.1, length_m: 0.0 }));
    }

    #[test]
    fn a_capsule_ends_where_it_was_told_to() {
        let (a, b) = (Vec3::new(0.3, -0.2, 0.5), Vec3::new(-0.1, 0.4, 0.1));
        let solid = Solid::capsule_between(a, b, 0.05);
        let Shape::Capsule { length_m, .. } = solid.shape else { panic!("{:?}", solid.shape) };
        let end = |half: f64| solid.link_from_shape.point(Vec3::Z * (half * length_m));
        assert!((end(-0.5) - a).norm() < 1e-15);
        assert!((end(0.5) - b).norm() < 1e-15);
    }
}
