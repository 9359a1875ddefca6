//! Joint transforms and screws with constant factors multiplied out.

use super::expr::{Expr, constant_transform, constant_vector};
use super::graph::{Graph, Input};
use taufit_dynamics::model::{Joint, Robot};
use taufit_dynamics::spatial::{Mat3, MotionVector, Real, Transform, Vec3};

/// Largest rounding error of an entry of a rotation, an axis or a lever arm that is a whole number.
const ROUNDING: f64 = 1e-15;

/// Joint with its symbolic transform.
pub(crate) struct SymbolicJoint<'r, 'g> {
    pub(crate) joint: &'r Joint,
    pub(crate) parent_from_link: Transform<Expr<'g>>,
    /// The joint's motion per unit of its coordinate, in the link frame: constant.
    pub(crate) screw: MotionVector,
    /// Number of the link in names, from 1.
    pub(crate) number: usize,
}

/// All joints at the symbolic position `q`.
pub(crate) fn symbolic_joints<'r, 'g>(
    robot: &'r Robot,
    graph: &'g Graph,
) -> Vec<SymbolicJoint<'r, 'g>> {
    let symbolic = |(i, joint)| SymbolicJoint {
        joint,
        parent_from_link: pose(joint, graph, i + 1),
        screw: screw(joint),
        number: i + 1,
    };
    robot.joints().iter().enumerate().map(symbolic).collect()
}

/// `parent_from_joint · motion(θ) · joint_from_link` with `θ = ratio · q + offset`.
///
/// A turning joint: `R = A (a aᵀ + S(a) sin θ + (1 − a aᵀ) cos θ) B`, and `p` alike.
fn pose<'g>(joint: &Joint, graph: &'g Graph, number: usize) -> Transform<Expr<'g>> {
    let (before, after) = (&joint.parent_from_joint, &joint.joint_from_link);
    let theta = Expr::input(graph, Input::Q, joint.drive.dof) * joint.drive.ratio;
    let theta = theta + joint.drive.offset;
    if joint.is_prismatic() {
        let fixed = constant_transform(graph, &clean_transform(&(*before * *after)));
        let along = clean(before.rotation * joint.axis);
        let translation = fixed.translation.add_scaled_const(along, theta);
        return Transform { translation, ..fixed };
    }
    let (sin, cos) = theta.sin_cos();
    let (sin, cos) = (sin.named(format!("s{number}")), cos.named(format!("c{number}")));
    let harmonics = Mat3::rotation_harmonics(joint.axis).map(|h| before.rotation * h);
    let [p0, p1, p2] = harmonics.map(|h| h * after.translation);
    let sum = |[constant, sine, cosine]: [Vec3; 3]| {
        constant_vector(graph, clean(constant))
            .add_scaled_const(clean(sine), sin)
            .add_scaled_const(clean(cosine), cos)
    };
    let harmonics = harmonics.map(|h| h * after.rotation);
    let column = |k: usize| sum(harmonics.map(|h| h.cols[k]));
    Transform {
        rotation: Mat3 { cols: [column(0), column(1), column(2)] },
        translation: sum([before.translation + p0, p1, p2]),
    }
}

fn screw(joint: &Joint) -> MotionVector {
    let along = joint.axis * joint.drive.ratio;
    let in_joint = if joint.is_prismatic() {
        MotionVector { angular: Vec3::ZERO, linear: along }
    } else {
        MotionVector { angular: along, linear: Vec3::ZERO }
    };
    let MotionVector { angular, linear } = joint.joint_from_link.inverse_motion(in_joint);
    MotionVector { angular: clean(angular), linear: clean(linear) }
}

fn clean_transform(t: &Transform) -> Transform {
    Transform {
        rotation: Mat3 { cols: t.rotation.cols.map(clean) },
        translation: clean(t.translation),
    }
}

/// Components rounded to a whole number where they differ from one by less than [`ROUNDING`].
fn clean(v: Vec3) -> Vec3 {
    let clean = |x: f64| {
        let whole = x.round();
        if (x - whole).abs() < ROUNDING { whole } else { x }
    };
    Vec3::new(clean(v.x), clean(v.y), clean(v.z))
}
