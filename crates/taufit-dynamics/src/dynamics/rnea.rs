//! Inverse dynamics: the recursive Newton–Euler algorithm.

use super::outward::{JointMotion, LinkMotion, link_motion};
use super::scratch::{Scratch, check_len, check_state};
use crate::diagnostics::Result;
use crate::model::Robot;
use crate::spatial::{Force, LinkInertia, Real};

/// Joint torques of the rigid links and rotors, `τ = M(q) q̈ + C(q, q̇) q̇ + g(q) + Ia q̈` \[N·m, N\].
///
/// Friction is left out: see [`inverse_dynamics`]. Luh, Walker, Paul 1980; O(n).
pub fn rnea<'s>(
    robot: &Robot,
    scratch: &'s mut Scratch,
    q: &[f64],
    qd: &[f64],
    qdd: &[f64],
) -> Result<&'s [f64]> {
    check_state(robot, q, qd, qdd)?;
    scratch.set_angles(robot, q);
    let Scratch { angles, motions, forces, tau, .. } = scratch;
    rnea_kernel(robot, (), (angles, qd, qdd), motions, forces, tau);
    Ok(tau)
}

/// Motor torques seen at the joints: [`rnea`] plus friction and offset, `τ + τ_f(q̇)`.
pub fn inverse_dynamics<'s>(
    robot: &Robot,
    scratch: &'s mut Scratch,
    q: &[f64],
    qd: &[f64],
    qdd: &[f64],
) -> Result<&'s [f64]> {
    rnea(robot, scratch, q, qd, qdd)?;
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        scratch.tau[dof] += joint.friction.torque(qd[dof]);
    }
    Ok(&scratch.tau)
}

/// Torques that hold the links against gravity, `g(q)`: [`rnea`] at rest.
pub fn gravity_torque<'s>(robot: &Robot, scratch: &'s mut Scratch, q: &[f64]) -> Result<&'s [f64]> {
    check_len(robot, "q", q)?;
    scratch.set_angles(robot, q);
    let Scratch { angles, motions, forces, tau, qdd, .. } = scratch;
    qdd.fill(0.0);
    rnea_kernel(robot, (), (angles, qdd, qdd), motions, forces, tau);
    Ok(tau)
}

#[inline(always)]
pub(super) fn rnea_kernel<R: Real>(
    robot: &Robot,
    token: R::Token,
    (angles, qd, qdd): JointMotion<'_, R>,
    motions: &mut [LinkMotion<R>],
    forces: &mut [Force<R>],
    tau: &mut [R],
) {
    for (i, joint) in robot.joints.iter().enumerate() {
        let dof = joint.map.dof;
        motions[i] = link_motion(robot, token, i, motions, (angles[i], qd[dof], qdd[dof]));
        forces[i] = wrench(&joint.link.inertia, &motions[i]);
    }
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        tau[dof] = qdd[dof] * joint.motor.rotor_inertia_kg_m2;
    }
    for (i, joint) in robot.joints.iter().enumerate().rev() {
        let (force, map) = (forces[i], &joint.map);
        let mut along = force.moment.dot_const(map.screw.angular);
        if map.moves_origin() {
            along = along + force.force.dot_const(map.screw.linear);
        }
        tau[map.dof] = tau[map.dof] + along;
        if let Some(parent) = joint.parent {
            forces[parent] = forces[parent] + motions[i].parent_from_link.force(force);
        }
    }
}

/// The wrench that moves a body, about its frame's origin (Newton and Euler), with `h = m c`:
///
/// ```text
/// f = m a + α × h + ω × (ω × h)
/// n = h × a + I α + ω × (I ω)
/// ```
#[inline(always)]
pub(super) fn wrench<R: Real>(body: &LinkInertia, motion: &LinkMotion<R>) -> Force<R> {
    let LinkMotion { omega, alpha, acc, .. } = *motion;
    let h = body.first_moment;
    let tensor = &body.about_origin;
    let force = acc.scale(body.mass_kg) + alpha.cross_const(h) + omega.cross(omega.cross_const(h));
    let moment =
        alpha.symmetric_mul(tensor) + omega.cross(omega.symmetric_mul(tensor)) - acc.cross_const(h);
    Force { moment, force }
}
