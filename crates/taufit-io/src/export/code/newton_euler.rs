//! Inverse dynamics, written down joint by joint.

use super::chain::{Placed, place};
use super::expr::{Expr, constant_vector, named};
use super::graph::Graph;
use taufit::model::Robot;
use taufit::spatial::{Force, Mat3, Vec3};

/// How a link moves, in its own frame.
#[derive(Clone, Copy)]
struct LinkMotion<'g> {
    omega: Vec3<Expr<'g>>,
    alpha: Vec3<Expr<'g>>,
    /// Acceleration of the link's origin minus gravity.
    acc: Vec3<Expr<'g>>,
    /// `U = S(α) + S(ω)S(ω)`: acceleration of the link's points relative to its origin.
    spread: Mat3<Expr<'g>>,
}

impl<'g> LinkMotion<'g> {
    /// The base stands still, and gravity is an acceleration `−g` of it.
    fn of_base(robot: &Robot, graph: &'g Graph) -> Self {
        let zero = constant_vector(graph, Vec3::ZERO);
        let acc = constant_vector(graph, -robot.gravity_in_world());
        Self { omega: zero, alpha: zero, acc, spread: Mat3 { cols: [zero; 3] } }
    }
}

/// `τ = M(q) q̈ + C(q, q̇) q̇ + g(q) + Ia q̈` by the recursive Newton–Euler algorithm (Luh, Walker, Paul
/// 1980) with the matrix `U` of Khalil and Dombre (2004, chapter 9), which the link and its children share.
///
/// Velocities and accelerations that are the number zero take all their terms with them: with both,
/// this is the gravity vector.
pub(super) fn inverse_dynamics<'g>(
    robot: &Robot,
    graph: &'g Graph,
    qd: &[Expr<'g>],
    qdd: &[Expr<'g>],
) -> Vec<Expr<'g>> {
    let links = place(robot, graph);
    let base = LinkMotion::of_base(robot, graph);
    let mut motions: Vec<LinkMotion<'g>> = Vec::new();
    let mut forces = Vec::new();
    for link in &links {
        let Placed { joint, number, .. } = link;
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
    link: &Placed<'_, 'g>,
    parent: LinkMotion<'g>,
    (qd, qdd): (Expr<'g>, Expr<'g>),
) -> LinkMotion<'g> {
    let (r, p) = (&link.parent_from_link.rotation, link.parent_from_link.translation);
    let (s, u, number) = (link.screw.angular, link.screw.linear, link.number);
    let carried = r.transpose_mul(parent.omega);
    let omega = named(carried.add_scaled_const(s, qd), &format!("w{number}"));
    let turning = (carried * qd).cross_const(s).add_scaled_const(s, qdd);
    let alpha = named(r.transpose_mul(parent.alpha) + turning, &format!("dw{number}"));
    let sliding = ((carried + omega) * qd).cross_const(u).add_scaled_const(u, qdd);
    let acc = r.transpose_mul(parent.acc + parent.spread * p);
    let acc = named(acc + sliding, &format!("a{number}"));
    LinkMotion { omega, alpha, acc, spread: spread(omega, alpha) }
}

/// `U = S(α) + ω ωᵀ − |ω|² 1`.
fn spread<'g>(omega: Vec3<Expr<'g>>, alpha: Vec3<Expr<'g>>) -> Mat3<Expr<'g>> {
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
fn wrench<'g>(link: &Placed<'_, 'g>, motion: &LinkMotion<'g>) -> Force<Expr<'g>> {
    let LinkMotion { omega, alpha, acc, spread } = *motion;
    let body = &link.joint.link.inertia;
    let (h, tensor) = (body.first_moment, &body.about_origin);
    let [x, y, z] = spread.cols;
    let force = acc.scale(body.mass_kg) + x.scale(h.x) + y.scale(h.y) + z.scale(h.z);
    let moment =
        alpha.symmetric_mul(tensor) + omega.cross(omega.symmetric_mul(tensor)) - acc.cross_const(h);
    Force { moment, force }
}
