//! Symbolic inverse dynamics by the recursive Newton–Euler algorithm.

use super::chain::{SymbolicJoint, symbolic_joints};
use super::expr::{Expr, constant_vector, named};
use super::graph::Graph;
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::{Force, Mat3, Vec3};

/// Velocity and acceleration of a link, in its own frame.
#[derive(Clone, Copy)]
struct SymbolicMotion<'g> {
    omega: Vec3<Expr<'g>>,
    alpha: Vec3<Expr<'g>>,
    /// Acceleration of the link's origin minus gravity.
    acc: Vec3<Expr<'g>>,
    /// `U = S(α) + S(ω)S(ω)`: acceleration of the link's points relative to its origin.
    acc_gradient: Mat3<Expr<'g>>,
}

impl<'g> SymbolicMotion<'g> {
    /// Motion of the fixed base, with gravity as an acceleration `−g`.
    fn of_base(robot: &Robot, graph: &'g Graph) -> Self {
        let zero = constant_vector(graph, Vec3::ZERO);
        let acc = constant_vector(graph, -robot.gravity_in_world());
        Self { omega: zero, alpha: zero, acc, acc_gradient: Mat3 { cols: [zero; 3] } }
    }
}

/// `τ = M(q) q̈ + C(q, q̇) q̇ + g(q) + Ia q̈` by the recursive Newton–Euler algorithm (Luh, Walker, Paul
/// 1980) with the matrix `U` of Khalil and Dombre (2004, chapter 9), which the link and its children share.
///
/// Velocities and accelerations that are the number zero take all their terms with them: with both,
/// this is the gravity vector.
pub(crate) fn inverse_dynamics<'g>(
    robot: &Robot,
    graph: &'g Graph,
    qd: &[Expr<'g>],
    qdd: &[Expr<'g>],
) -> Vec<Expr<'g>> {
    let links = symbolic_joints(robot, graph);
    let base = SymbolicMotion::of_base(robot, graph);
    let mut motions: Vec<SymbolicMotion<'g>> = Vec::new();
    let mut forces = Vec::new();
    for link in &links {
        let SymbolicJoint { joint, number, .. } = link;
        graph.heading(format!("joint {number} ({}), link {:?}", joint.name, joint.link.name));
        let dof = joint.drive.dof;
        let parent = joint.parent.map_or(base, |p| motions[p]);
        let motion = link_motion(link, parent, (qd[dof], qdd[dof]));
        forces.push(wrench(link, &motion));
        motions.push(motion);
    }
    graph.heading("from the last link back to the base".to_owned());
    let rotors = robot.dof_joint_iter().zip(qdd);
    let mut tau: Vec<Expr<'g>> =
        rotors.map(|(joint, qdd)| *qdd * joint.motor.rotor_inertia_kg_m2).collect();
    for (i, link) in links.iter().enumerate().rev() {
        let Force { moment, force } = forces[i];
        let dof = link.joint.drive.dof;
        let along = moment.dot_const(link.screw.angular) + force.dot_const(link.screw.linear);
        tau[dof] = tau[dof] + along;
        if let Some(parent) = link.joint.parent {
            let number = parent + 1;
            let Force { moment, force } =
                forces[parent] + link.parent_from_link.force(Force { moment, force });
            let moment = named(moment, &format!("n{number}"));
            forces[parent] = Force { moment, force: named(force, &format!("f{number}")) };
        }
    }
    tau
}

/// With the constant screw `[s; u]` of the joint, `R, p` = parent_from_link:
///
/// ```text
/// ω = Rᵀω_p + s q̇
/// α = Rᵀα_p + (Rᵀω_p × s) q̇ + s q̈
/// a = Rᵀ(a_p + U_p p) + u q̈ + (2 Rᵀω_p + s q̇) × u q̇
/// ```
fn link_motion<'g>(
    link: &SymbolicJoint<'_, 'g>,
    parent: SymbolicMotion<'g>,
    (qd, qdd): (Expr<'g>, Expr<'g>),
) -> SymbolicMotion<'g> {
    let (r, p) = (&link.parent_from_link.rotation, link.parent_from_link.translation);
    let (s, u, number) = (link.screw.angular, link.screw.linear, link.number);
    let carried = r.transpose_mul(parent.omega);
    let omega = named(carried.add_scaled_const(s, qd), &format!("w{number}"));
    let turning = (carried * qd).cross_const(s).add_scaled_const(s, qdd);
    let alpha = named(r.transpose_mul(parent.alpha) + turning, &format!("dw{number}"));
    let sliding = ((carried + omega) * qd).cross_const(u).add_scaled_const(u, qdd);
    let acc = r.transpose_mul(parent.acc + parent.acc_gradient * p);
    let acc = named(acc + sliding, &format!("a{number}"));
    SymbolicMotion { omega, alpha, acc, acc_gradient: acc_gradient(omega, alpha) }
}

/// `U = S(α) + ω ωᵀ − |ω|² 1`.
fn acc_gradient<'g>(omega: Vec3<Expr<'g>>, alpha: Vec3<Expr<'g>>) -> Mat3<Expr<'g>> {
    let Vec3 { x, y, z } = omega;
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    Mat3 {
        cols: [
            Vec3::new(-(yy + zz), xy + alpha.z, xz - alpha.y),
            Vec3::new(xy - alpha.z, -(xx + zz), yz + alpha.x),
            Vec3::new(xz + alpha.y, yz - alpha.x, -(xx + yy)),
        ],
    }
}

/// `f = m a + U h`, `n = I α + ω × (I ω) − a × h`, with `h = m c`.
fn wrench<'g>(link: &SymbolicJoint<'_, 'g>, motion: &SymbolicMotion<'g>) -> Force<Expr<'g>> {
    let SymbolicMotion { omega, alpha, acc, acc_gradient } = *motion;
    let body = &link.joint.link.inertia;
    let (h, tensor) = (body.first_moment, &body.about_origin);
    let [x, y, z] = acc_gradient.cols;
    let force = acc.scale(body.mass_kg) + x.scale(h.x) + y.scale(h.y) + z.scale(h.z);
    let moment =
        alpha.symmetric_mul(tensor) + omega.cross(omega.symmetric_mul(tensor)) - acc.cross_const(h);
    Force { moment, force }
}
