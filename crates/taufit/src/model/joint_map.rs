//! The pose of a link on its parent as a function of one coordinate, ready for the recursions.

use super::{Drive, JointKind};
use crate::spatial::{Mat3, Motion, Real, Transform, Vec3};

/// `parent_from_link(q)` with everything constant multiplied out once.
///
/// A turning joint: `R = R0 + R1 sin θ + R2 cos θ`, `p = p0 + p1 sin θ + p2 cos θ`; a sliding one:
/// `R = R0`, `p = p0 + p1 θ`; with `θ = ratio · q + offset`. Any axis, any convention (URDF, both DH)
/// costs the same 18 multiplications.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JointMap {
    rotation: [Mat3; 3],
    translation: [Vec3; 3],
    turns: bool,
    /// Whether the link origin lies off the axis, so that it moves on a circle.
    orbits: bool,
    pub(crate) dof: usize,
    ratio: f64,
    offset: f64,
    /// The joint's motion per unit of the *coordinate*, in the link frame: constant.
    pub(crate) screw: Motion,
}

impl JointMap {
    pub(crate) fn new(
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
            Motion { angular: axis * drive.ratio, linear: Vec3::ZERO }
        } else {
            Motion { angular: Vec3::ZERO, linear: axis * drive.ratio }
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

    /// `parent_from_link` at the coordinate's value.
    #[inline(always)]
    pub(crate) fn pose<R: Real>(&self, token: R::Token, q: R) -> Transform<R> {
        let theta = q * self.ratio + self.offset;
        let [p0, p1, p2] = self.translation;
        if !self.turns {
            return Transform {
                rotation: Mat3 { cols: self.rotation[0].cols.map(|c| c.splat(token)) },
                translation: p0.splat(token).add_scaled_const(p1, theta),
            };
        }
        let (s, c) = theta.sin_cos();
        let [r0, r1, r2] = &self.rotation;
        let column = |k: usize| {
            r0.cols[k].splat(token).add_scaled_const(r1.cols[k], s).add_scaled_const(r2.cols[k], c)
        };
        let mut translation = p0.splat(token);
        if self.orbits {
            translation = translation.add_scaled_const(p1, s).add_scaled_const(p2, c);
        }
        Transform { rotation: Mat3 { cols: [column(0), column(1), column(2)] }, translation }
    }
}
