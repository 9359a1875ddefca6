//! Symbolic mass matrix by the composite-rigid-body algorithm.

use super::chain::{SymbolicJoint, symbolic_joints};
use super::expr::{Expr, constant_vector, named};
use super::graph::Graph;
use taufit_dynamics::model::Robot;
use taufit_dynamics::spatial::{Force, LinkInertia, Mat3, MotionVector, Real, Transform, Vec3};

/// Composite inertia of a link and all links it carries, in the frame of the link.
#[derive(Clone, Copy)]
struct Composite<'g> {
    mass_kg: f64,
    first_moment: Vec3<Expr<'g>>,
    /// About the origin of the frame.
    tensor: Mat3<Expr<'g>>,
}

/// `M(q)` by rows, rotor inertias on the diagonal: composite rigid bodies (Featherstone 2008, §6.2).
pub(crate) fn mass_matrix<'g>(robot: &Robot, graph: &'g Graph) -> Vec<Expr<'g>> {
    let links = symbolic_joints(robot, graph);
    let n = robot.n_dof();
    let mut matrix = vec![Expr::splat(graph, 0.0); n * n];
    for (dof, joint) in robot.dof_joint_iter().enumerate() {
        matrix[dof * n + dof] = Expr::splat(graph, joint.motor.rotor_inertia_kg_m2);
    }
    let own = |link: &SymbolicJoint<'_, 'g>| Composite::of(graph, &link.joint.link.inertia);
    let mut carried: Vec<Composite<'g>> = links.iter().map(own).collect();
    for (i, link) in links.iter().enumerate().rev() {
        let name = &link.joint.name;
        graph.heading(format!(
            "joint {} ({name}): composite inertia and matrix entries",
            link.number
        ));
        let row = link.joint.drive.dof;
        let mut force = carried[i].momentum(graph, link.screw);
        matrix[row * n + row] = matrix[row * n + row] + along(force, link.screw);
        let mut at = link;
        while let Some(parent) = at.joint.parent {
            force = at.parent_from_link.force(force);
            at = &links[parent];
            let (column, entry) = (at.joint.drive.dof, along(force, at.screw));
            matrix[row * n + column] = matrix[row * n + column] + entry;
            matrix[column * n + row] = matrix[column * n + row] + entry;
        }
        if let Some(parent) = link.joint.parent {
            let more = carried[i].expressed_in(&link.parent_from_link);
            carried[parent] = carried[parent].joined_by(more).named(parent + 1);
        }
    }
    matrix
}

/// Power of a wrench on a joint's motion.
fn along<'g>(force: Force<Expr<'g>>, screw: MotionVector) -> Expr<'g> {
    force.moment.dot_const(screw.angular) + force.force.dot_const(screw.linear)
}

impl<'g> Composite<'g> {
    fn of(graph: &'g Graph, body: &LinkInertia) -> Self {
        Self {
            mass_kg: body.mass_kg,
            first_moment: constant_vector(graph, body.first_moment),
            tensor: Mat3 { cols: body.about_origin.cols.map(|c| constant_vector(graph, c)) },
        }
    }

    /// Momentum about the origin when it moves with the twist `[ω; v]`: `n = I ω + h × v`,
    /// `f = m v + ω × h`.
    fn momentum(&self, graph: &'g Graph, screw: MotionVector) -> Force<Expr<'g>> {
        let MotionVector { angular, linear } = screw;
        let (h, [x, y, z]) = (self.first_moment, self.tensor.cols);
        let spin = x.scale(angular.x) + y.scale(angular.y) + z.scale(angular.z);
        let shift = constant_vector(graph, linear * self.mass_kg);
        Force { moment: spin + h.cross_const(linear), force: shift - h.cross_const(angular) }
    }

    /// `h' = R h + m p`, `I' = R I Rᵀ + m (|p|² 1 − p pᵀ) + 2 (p·Rh) 1 − p (Rh)ᵀ − (Rh) pᵀ`.
    fn expressed_in(&self, to_from: &Transform<Expr<'g>>) -> Self {
        let (r, p, mass_kg) = (to_from.rotation, to_from.translation, self.mass_kg);
        let turned = r * self.first_moment;
        // p·(m p + 2 Rh) on the diagonal, and −(p (m p/2 + Rh)ᵀ + its transpose).
        let half = turned + p.scale(0.5 * mass_kg);
        let (h, d) = ([half.x, half.y, half.z], [p.x, p.y, p.z]);
        let trace = (p.dot(half)) * 2.0;
        let half_turned = r * self.tensor;
        let rows = r.transpose().cols;
        let entry = |i: usize, j: usize| {
            let column = half_turned.transpose().cols[i];
            let own = column.dot(rows[j]) - (d[i] * h[j] + h[i] * d[j]);
            if i == j { own + trace } else { own }
        };
        let (xy, xz, yz) = (entry(0, 1), entry(0, 2), entry(1, 2));
        let cols = [
            Vec3::new(entry(0, 0), xy, xz),
            Vec3::new(xy, entry(1, 1), yz),
            Vec3::new(xz, yz, entry(2, 2)),
        ];
        Self { mass_kg, first_moment: turned + p.scale(mass_kg), tensor: Mat3 { cols } }
    }

    fn joined_by(&self, more: Self) -> Self {
        let [a, b] = [self.tensor.cols, more.tensor.cols];
        Self {
            mass_kg: self.mass_kg + more.mass_kg,
            first_moment: self.first_moment + more.first_moment,
            tensor: Mat3 { cols: [a[0] + b[0], a[1] + b[1], a[2] + b[2]] },
        }
    }

    fn named(self, number: usize) -> Self {
        let [x, y, z] = self.tensor.cols;
        Self {
            first_moment: named(self.first_moment, &format!("h{number}")),
            tensor: Mat3 {
                cols: [
                    named(x, &format!("i{number}x")),
                    named(y, &format!("i{number}y")),
                    named(z, &format!("i{number}z")),
                ],
            },
            ..self
        }
    }
}
