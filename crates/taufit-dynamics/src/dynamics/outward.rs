//! The outward recursion that RNEA and the regressor share: velocity and acceleration of every link.

use crate::model::{Angle, Robot};
use crate::spatial::{Real, Transform, Vec3};

/// Motion of a link, in its own frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkMotion<R> {
    pub(super) parent_from_link: Transform<R>,
    /// Angular velocity ω.
    pub(super) omega: Vec3<R>,
    /// Angular acceleration ω̇.
    pub(super) alpha: Vec3<R>,
    /// Acceleration of the link's origin minus gravity.
    pub(super) acc: Vec3<R>,
}

impl LinkMotion<f64> {
    pub(super) const AT_REST: Self = Self {
        parent_from_link: Transform::IDENTITY,
        omega: Vec3::ZERO,
        alpha: Vec3::ZERO,
        acc: Vec3::ZERO,
    };
}

/// Angle of every joint, and velocity and acceleration of every coordinate.
pub(super) type JointMotion<'a, R> = (&'a [Angle<R>], &'a [R], &'a [R]);

/// Luh, Walker, Paul 1980, in link frames. With the joint's constant screw `[s; u]` in the link frame,
/// `R, p` = parent_from_link and `ω_p, α_p, a_p` of the parent:
///
/// ```text
/// ω = Rᵀω_p + s q̇
/// α = Rᵀα_p + (Rᵀω_p × s) q̇ + s q̈
/// a = Rᵀ(a_p + α_p × p + ω_p × (ω_p × p)) + u q̈ + (2 Rᵀω_p + s q̇) × u q̇
/// ```
///
/// The terms with `u` appear for sliding joints and for link frames off the joint axis (standard DH).
#[inline(always)]
pub(super) fn link_motion<R: Real>(
    robot: &Robot,
    token: R::Token,
    i: usize,
    before: &[LinkMotion<R>],
    (angle, qd, qdd): (Angle<R>, R, R),
) -> LinkMotion<R> {
    let joint = &robot.joints[i];
    let map = &joint.map;
    let parent_from_link = map.pose(token, angle);
    let (r, p) = (&parent_from_link.rotation, parent_from_link.translation);
    let (s, u) = (map.screw.angular, map.screw.linear);

    let Some(parent) = joint.parent.map(|k| &before[k]) else {
        let zero = Vec3::ZERO.splat(token);
        let omega = zero.add_scaled_const(s, qd);
        let mut acc = r.transpose_mul((-robot.gravity_in_world).splat(token));
        if map.moves_origin() {
            acc = acc.add_scaled_const(u, qdd) + (omega * qd).cross_const(u);
        }
        return LinkMotion { parent_from_link, omega, alpha: zero.add_scaled_const(s, qdd), acc };
    };
    let carried = r.transpose_mul(parent.omega);
    let omega = carried.add_scaled_const(s, qd);
    let turning = (carried * qd).cross_const(s).add_scaled_const(s, qdd);
    let alpha = r.transpose_mul(parent.alpha) + turning;
    let centripetal = parent.omega.cross(parent.omega.cross(p));
    let mut acc = r.transpose_mul(parent.acc + parent.alpha.cross(p) + centripetal);
    if map.moves_origin() {
        acc = acc.add_scaled_const(u, qdd) + ((carried + omega) * qd).cross_const(u);
    }
    LinkMotion { parent_from_link, omega, alpha, acc }
}
