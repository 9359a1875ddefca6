//! Kinetic and potential energy.

use super::crba::momentum;
use super::kinematics::forward_kinematics;
use super::scratch::{Scratch, check_len};
use crate::diagnostics::Result;
use crate::model::Robot;
use crate::spatial::MotionVector;

/// Kinetic energy of the links and rotors \[J\], link by link: `½ Σ v·(I v) + ½ Σ Ia q̇²`.
pub fn kinetic_energy(robot: &Robot, scratch: &mut Scratch, q: &[f64], qd: &[f64]) -> Result<f64> {
    check_len(robot, "qd", qd)?;
    forward_kinematics(robot, scratch, q)?;
    let rotors = robot.dof_joint_iter().zip(qd).map(|(j, v)| j.motor.rotor_inertia_kg_m2 * v * v);
    let mut energy = 0.5 * rotors.sum::<f64>();
    for (i, joint) in robot.joints.iter().enumerate() {
        let carried = joint.parent.map_or(MotionVector::ZERO, |p| scratch.velocities[p]);
        let carried = scratch.motions[i].parent_from_link.inverse_motion(carried);
        let twist = carried.add_scaled(joint.map.screw, qd[joint.map.dof]);
        scratch.velocities[i] = twist;
        energy += 0.5 * twist.dot(momentum(&joint.link.inertia, twist));
    }
    Ok(energy)
}

/// Potential energy of the links in gravity \[J\], zero at the height of the base: `−Σ m g·c`.
pub fn potential_energy(robot: &Robot, scratch: &mut Scratch, q: &[f64]) -> Result<f64> {
    let world_from_link = forward_kinematics(robot, scratch, q)?;
    let g = robot.gravity_in_world;
    let of_link = |(pose, joint): (&crate::spatial::Transform, &crate::model::Joint)| {
        let body = &joint.link.inertia;
        -g.dot(pose.rotation * body.first_moment + pose.translation * body.mass_kg)
    };
    Ok(world_from_link.iter().zip(&robot.joints).map(of_link).sum())
}
