//! Generalized momentum and what changes it.

use super::crba::momentum;
use super::kinematics::forward_kinematics;
use super::rnea::gravity_torque;
use super::scratch::{Scratch, check_len};
use crate::diagnostics::Result;
use crate::model::Robot;
use crate::spatial::{Force, MotionVector};

/// Generalized momentum `p = M(q) q̇` and its drift, `Cᵀ(q, q̇) q̇ − g(q)`: with torques `τ` at the
/// joints, friction taken off, and torques `τ_ext` from outside,
///
/// ```text
/// ṗ = τ + τ_ext + Cᵀ q̇ − g
/// ```
///
/// Both come from one recursion, without matrices. With `H_i` the momentum of everything that joint
/// `i` carries, about the origin of its link, `v_i` that link's twist and `s_i` the joint's screw,
///
/// ```text
/// p_i = s_i · H_i + Ia q̇_i        (Cᵀ q̇)_i = ∂/∂q_i (½ q̇ᵀ M q̇) = (v_i × s_i) · H_i
/// ```
///
/// The second follows from `∂v_k/∂q_i = s_i × (v_k − v_i)` for every link `k` beyond joint `i`.
pub fn momentum_and_drift(
    robot: &Robot,
    scratch: &mut Scratch,
    q: &[f64],
    qd: &[f64],
    p: &mut [f64],
    drift: &mut [f64],
) -> Result<()> {
    for (what, x) in [("qd", qd), ("p", &*p), ("drift", &*drift)] {
        check_len(robot, what, x)?;
    }
    forward_kinematics(robot, scratch, q)?;
    for (i, joint) in robot.joints.iter().enumerate() {
        let carried = joint.parent.map_or(MotionVector::ZERO, |parent| scratch.velocities[parent]);
        let carried = scratch.motions[i].parent_from_link.inverse_motion(carried);
        let twist = carried.add_scaled(joint.map.screw, qd[joint.map.dof]);
        scratch.velocities[i] = twist;
        scratch.forces[i] = momentum(&joint.link.inertia, twist);
    }
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        p[dof] = joint.motor.rotor_inertia_kg_m2 * qd[dof];
        drift[dof] = 0.0;
    }
    for (i, joint) in robot.joints.iter().enumerate().rev() {
        let (carried, map): (Force, _) = (scratch.forces[i], &joint.map);
        p[map.dof] += map.screw.dot(carried);
        drift[map.dof] += scratch.velocities[i].cross(map.screw).dot(carried);
        if let Some(parent) = joint.parent {
            let shifted = scratch.motions[i].parent_from_link.force(carried);
            scratch.forces[parent] = scratch.forces[parent] + shifted;
        }
    }
    let gravity = gravity_torque(robot, scratch, q)?;
    drift.iter_mut().zip(gravity).for_each(|(d, g)| *d -= g);
    Ok(())
}
