//! The mass matrix.

use super::kinematics::forward_kinematics;
use super::scratch::Scratch;
use crate::diagnostics::Result;
use crate::model::Robot;
use crate::spatial::{Force, LinkInertia, MotionVector, Vec3};

/// Joint-space mass matrix `M(q)`, `n_dof × n_dof` by rows, rotor inertias on the diagonal.
///
/// Composite rigid body algorithm (Featherstone 2008, §6.2): with `I_c` the inertia of everything that
/// joint `i` carries, `M_ij = s_jᵀ (I_c s_i)` for every joint `j` on the way to the base.
pub fn mass_matrix<'s>(robot: &Robot, scratch: &'s mut Scratch, q: &[f64]) -> Result<&'s [f64]> {
    forward_kinematics(robot, scratch, q)?;
    let Scratch { motions, composite, mass_matrix, .. } = scratch;
    let n = robot.n_dof();
    mass_matrix.fill(0.0);
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        mass_matrix[dof * n + dof] = joint.motor.rotor_inertia_kg_m2;
    }
    for (body, joint) in composite.iter_mut().zip(&robot.joints) {
        *body = joint.link.inertia;
    }
    for (i, joint) in robot.joints.iter().enumerate().rev() {
        let row = joint.map.dof;
        let mut force = momentum(&composite[i], joint.map.screw);
        mass_matrix[row * n + row] += joint.map.screw.dot(force);
        let mut at = i;
        while let Some(parent) = robot.joints[at].parent {
            force = motions[at].parent_from_link.force(force);
            let map = &robot.joints[parent].map;
            let entry = map.screw.dot(force);
            mass_matrix[row * n + map.dof] += entry;
            mass_matrix[map.dof * n + row] += entry;
            at = parent;
        }
        if let Some(parent) = joint.parent {
            let carried = composite[i].expressed_in(&motions[i].parent_from_link);
            composite[parent] = composite[parent] + carried;
        }
    }
    Ok(mass_matrix)
}

/// Momentum of a body that moves with the twist `[ω; v]`, about its frame's origin:
/// `n = I ω + h × v`, `f = m v + ω × h`.
pub(super) fn momentum(body: &LinkInertia, twist: MotionVector) -> Force {
    let MotionVector { angular, linear } = twist;
    let h: Vec3 = body.first_moment;
    Force {
        moment: body.about_origin * angular + h.cross(linear),
        force: linear * body.mass_kg + angular.cross(h),
    }
}
