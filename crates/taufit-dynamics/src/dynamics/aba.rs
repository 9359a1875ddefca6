//! Forward dynamics: the articulated body algorithm.

use super::rnea::rnea_kernel;
use super::scratch::{Scratch, check_len};
use super::{cholesky, mass_matrix};
use crate::diagnostics::{Error, ModelError, Result};
use crate::model::Robot;
use crate::spatial::{Force, LinkInertia, Mat3, MotionVector, Transform, Vec3};

/// Joint accelerations from motor torques, friction and rotors included: the inverse of
/// [`inverse_dynamics`](super::inverse_dynamics).
///
/// Articulated body algorithm (Featherstone 2008, §7.3), O(n), with the rotor inertia added to the
/// joint's own, `D = sᵀ I_A s + Ia`. Where joints follow others, `M(q) q̈ = τ − h(q, q̇)` by Cholesky,
/// because the recursion assumes independent coordinates.
pub fn forward_dynamics<'s>(
    robot: &Robot,
    scratch: &'s mut Scratch,
    q: &[f64],
    qd: &[f64],
    tau: &[f64],
) -> Result<&'s [f64]> {
    check_len(robot, "q", q)?;
    check_len(robot, "qd", qd)?;
    check_len(robot, "tau", tau)?;
    if !robot.has_mimic() {
        outward_velocities(robot, scratch, q, qd);
        inward_inertias(robot, scratch, qd, tau)?;
        outward_accelerations(robot, scratch);
        return Ok(&scratch.qdd);
    }
    {
        scratch.set_angles(robot, q);
        let Scratch { angles, motions, forces, tau, qdd, .. } = &mut *scratch;
        qdd.fill(0.0);
        rnea_kernel(robot, (), (angles, qd, qdd), motions, forces, tau);
    }
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        scratch.qdd[dof] = tau[dof] - scratch.tau[dof] - joint.friction.torque(qd[dof]);
    }
    mass_matrix(robot, scratch, q)?;
    let Scratch { mass_matrix, qdd, .. } = scratch;
    match cholesky::solve(mass_matrix, qdd) {
        Ok(()) => Ok(qdd),
        Err((dof, pivot)) => Err(singular(robot, dof, pivot)),
    }
}

fn singular(robot: &Robot, dof: usize, pivot: f64) -> Error {
    ModelError::SingularMassMatrix { joint: robot.dof_joint(dof).name.clone(), pivot }.into()
}

/// Twist, velocity-product acceleration `c = v × s q̇`, bias force `p = v ×* I v` of every link.
fn outward_velocities(robot: &Robot, scratch: &mut Scratch, q: &[f64], qd: &[f64]) {
    scratch.set_angles(robot, q);
    for (i, joint) in robot.joints.iter().enumerate() {
        let map = &joint.map;
        let parent_from_link = map.pose((), scratch.angles[i]);
        let carried = joint.parent.map_or(MotionVector::ZERO, |p| scratch.velocities[p]);
        let twist = parent_from_link.inverse_motion(carried).add_scaled(map.screw, qd[map.dof]);
        let joint_twist = MotionVector::ZERO.add_scaled(map.screw, qd[map.dof]);
        let momentum = super::crba::momentum(&joint.link.inertia, twist);
        scratch.motions[i].parent_from_link = parent_from_link;
        scratch.velocities[i] = twist;
        scratch.products[i] = twist.cross(joint_twist);
        scratch.forces[i] = twist.cross_force(momentum);
        scratch.articulated[i] = joint.link.inertia.into();
    }
}

/// `U = I_A s`, `D = sᵀU + Ia`, `u = τ − τ_f − sᵀp`, and what the parent feels:
/// `I_A − U Uᵀ/D` and `p + (I_A − U Uᵀ/D) c + U u/D`.
fn inward_inertias(robot: &Robot, scratch: &mut Scratch, qd: &[f64], tau: &[f64]) -> Result<()> {
    for (i, joint) in robot.joints.iter().enumerate().rev() {
        let (s, dof) = (joint.map.screw, joint.map.dof);
        let (inertia, bias) = (scratch.articulated[i], scratch.forces[i]);
        let u = inertia.force(s);
        let d = s.dot(u) + joint.motor.rotor_inertia_kg_m2;
        if d.is_nan() || d <= 0.0 {
            return Err(singular(robot, dof, d));
        }
        let free = tau[dof] - joint.friction.torque(qd[dof]) - s.dot(bias);
        scratch.gains[i] = Gain { u, d, free };
        if let Some(parent) = joint.parent {
            let felt = inertia.without(u, d);
            let force = bias + felt.force(scratch.products[i]) + u.scale(free / d);
            let to_parent = scratch.motions[i].parent_from_link;
            scratch.articulated[parent] =
                scratch.articulated[parent].plus(&felt.carried(&to_parent));
            scratch.forces[parent] = scratch.forces[parent] + to_parent.force(force);
        }
    }
    Ok(())
}

/// `q̈ = (u − Uᵀ a)/D` with `a = X a_parent + c`.
fn outward_accelerations(robot: &Robot, scratch: &mut Scratch) {
    let base = MotionVector { angular: Vec3::ZERO, linear: -robot.gravity_in_world };
    for (i, joint) in robot.joints.iter().enumerate() {
        let before = joint.parent.map_or(base, |p| scratch.velocities[p]);
        let carried =
            scratch.motions[i].parent_from_link.inverse_motion(before) + scratch.products[i];
        let Gain { u, d, free } = scratch.gains[i];
        let qdd = (free - carried.dot(u)) / d;
        scratch.qdd[joint.map.dof] = qdd;
        // The twists are no longer needed: their place takes the accelerations.
        scratch.velocities[i] = carried.add_scaled(joint.map.screw, qdd);
    }
}

/// Factors that the inward pass hands to the outward one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gain {
    u: Force,
    d: f64,
    free: f64,
}

impl Gain {
    pub(super) const ZERO: Self = Self { u: Force::ZERO, d: 0.0, free: 0.0 };
}

/// Inertia of a body with free joints behind it: a symmetric 6 × 6 matrix
/// `[n; f] = [[A, H], [Hᵀ, M]] [ω; v]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArticulatedInertia {
    a: Mat3,
    h: Mat3,
    m: Mat3,
}

impl ArticulatedInertia {
    pub(super) const ZERO: Self = Self { a: Mat3::ZERO, h: Mat3::ZERO, m: Mat3::ZERO };

    fn force(&self, v: MotionVector) -> Force {
        Force {
            moment: self.a * v.angular + self.h * v.linear,
            force: self.h.transpose_mul(v.angular) + self.m * v.linear,
        }
    }

    fn plus(&self, b: &Self) -> Self {
        Self { a: self.a + b.a, h: self.h + b.h, m: self.m + b.m }
    }

    /// `I − U Uᵀ/D`.
    fn without(&self, u: Force, d: f64) -> Self {
        let over = 1.0 / d;
        Self {
            a: self.a - Mat3::outer(u.moment, u.moment * over),
            h: self.h - Mat3::outer(u.moment, u.force * over),
            m: self.m - Mat3::outer(u.force, u.force * over),
        }
    }

    /// The same inertia in the parent's frame. With `P = S(p)` and everything turned by `R`:
    /// `M' = M`, `H' = H + P M`, `A' = A + P Hᵀ − H P − P M P`.
    fn carried(&self, parent_from_link: &Transform) -> Self {
        let r = parent_from_link.rotation;
        let turned = |x: Mat3| r * x * r.transpose();
        let (a, h, m) = (turned(self.a), turned(self.h), turned(self.m));
        let p = Mat3::skew(parent_from_link.translation);
        let pm = p * m;
        Self { a: a + p * h.transpose() - h * p - pm * p, h: h + pm, m }
    }
}

impl From<LinkInertia> for ArticulatedInertia {
    fn from(body: LinkInertia) -> Self {
        Self {
            a: body.about_origin,
            h: Mat3::skew(body.first_moment),
            m: Mat3::IDENTITY * body.mass_kg,
        }
    }
}
