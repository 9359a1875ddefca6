//! The pose of a link on its parent as a function of one coordinate, ready for the recursions.

use super::{Drive, JointKind};
use crate::spatial::{Mat3, MotionVector, Real, Transform, Vec3};

/// A joint's value `θ` with its sine and cosine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Angle<R = f64> {
    pub(crate) theta: R,
    pub(crate) sin: R,
    pub(crate) cos: R,
}

impl Angle {
    pub(crate) const ZERO: Self = Self { theta: 0.0, sin: 0.0, cos: 1.0 };
}

/// `parent_from_link(q)` with everything constant multiplied out once.
///
/// A turning joint: `R = R0 + R1 sin θ + R2 cos θ`, `p = p0 + p1 sin θ + p2 cos θ`; a sliding one:
/// `R = R0`, `p = p0 + p1 θ`; with `θ = ratio · q + offset`. Any axis, any convention (URDF, both DH)
/// costs the same 18 multiplications.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointMap {
    rotation: [Mat3; 3],
    translation: [Vec3; 3],
    turns: bool,
    /// Whether the link origin lies off the axis, so that it moves on a circle.
    orbits: bool,
    /// Index of the coordinate that moves the joint.
    pub dof: usize,
    ratio: f64,
    offset: f64,
    /// The joint's motion per unit of the *coordinate*, in the link frame: constant.
    pub screw: MotionVector,
}

impl JointMap {
    /// Map of a joint from its kind, placement, axis and drive.
    pub fn new(
        kind: JointKind,
        parent_from_joint: &Transform,
        axis: Vec3,
        joint_from_link: &Transform,
        drive: Drive,
    ) -> Self {
        let turns = kind != JointKind::Prismatic;
        let (ra, rb) = (parent_from_joint.rotation, joint_from_link.rotation);
        let (pa, pb) = (parent_from_joint.translation, joint_from_link.translation);
        let (rotation, translation) = if turns {
            let harmonics = Mat3::rotation_harmonics(axis).map(|h| ra * h);
            let [p0, p1, p2] = harmonics.map(|h| h * pb);
            (harmonics.map(|h| h * rb), [pa + p0, p1, p2])
        } else {
            let fixed = [ra * rb, Mat3::ZERO, Mat3::ZERO];
            (fixed, [pa + ra * pb, ra * axis, Vec3::ZERO])
        };
        let in_joint = if turns {
            MotionVector { angular: axis * drive.ratio, linear: Vec3::ZERO }
        } else {
            MotionVector { angular: Vec3::ZERO, linear: axis * drive.ratio }
        };
        Self {
            rotation,
            translation,
            turns,
            orbits: turns && translation[1].norm() + translation[2].norm() > 0.0,
            dof: drive.dof,
            ratio: drive.ratio,
            offset: drive.offset,
            screw: joint_from_link.inverse_motion(in_joint),
        }
    }

    /// Whether the screw has a linear part: a sliding joint, or a link origin off the axis.
    #[inline(always)]
    pub(crate) fn moves_origin(&self) -> bool {
        self.orbits || !self.turns
    }

    /// The joint's own value `θ = ratio · q + offset`.
    #[inline(always)]
    pub(crate) fn theta<R: Real>(&self, q: R) -> R {
        q * self.ratio + self.offset
    }

    /// `θ` with its sine and cosine if the joint turns.
    #[inline(always)]
    pub(crate) fn angle<R: Real>(&self, token: R::Token, q: R) -> Angle<R> {
        let theta = self.theta(q);
        let (sin, cos) =
            if self.turns { theta.sin_cos() } else { (R::splat(token, 0.0), R::splat(token, 1.0)) };
        Angle { theta, sin, cos }
    }

    /// `parent_from_link` at a joint's value.
    #[inline(always)]
    pub(crate) fn pose<R: Real>(&self, token: R::Token, angle: Angle<R>) -> Transform<R> {
        let Angle { theta, sin: s, cos: c } = angle;
        let [p0, p1, p2] = self.translation;
        if !self.turns {
            let [x, y, z] = self.rotation[0].cols;
            return Transform {
                rotation: Mat3 { cols: [x.splat(token), y.splat(token), z.splat(token)] },
                translation: p0.splat(token).add_scaled_const(p1, theta),
            };
        }
        let cols =
            [self.column(token, 0, s, c), self.column(token, 1, s, c), self.column(token, 2, s, c)];
        let mut translation = p0.splat(token);
        if self.orbits {
            translation = translation.add_scaled_const(p1, s).add_scaled_const(p2, c);
        }
        Transform { rotation: Mat3 { cols }, translation }
    }

    /// Column `k` of `R0 + R1 sin θ + R2 cos θ`.
    #[inline(always)]
    fn column<R: Real>(&self, token: R::Token, k: usize, s: R, c: R) -> Vec3<R> {
        let [r0, r1, r2] = &self.rotation;
        r0.cols[k].splat(token).add_scaled_const(r1.cols[k], s).add_scaled_const(r2.cols[k], c)
    }
}
