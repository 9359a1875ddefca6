//! Gradient of a weighted sum of regressor entries with respect to the state, for excitation design.

use super::scratch::{Chain, Scratch, check_state};
use crate::diagnostics::{InputError, Result};
use crate::model::{Angle, Robot};
use crate::params::{Layout, LinkParam};
use crate::spatial::{Force, LinkInertia, MotionVector, Transform, Vec3};

/// Gradient of `f = Σ weights_jc · Y_jc(q, q̇, q̈)`, with its work space.
#[derive(Clone, Debug)]
pub struct RegressorGradient {
    /// `∂f/∂q`.
    pub q: Vec<f64>,
    /// `∂f/∂q̇`.
    pub qd: Vec<f64>,
    /// `∂f/∂q̈`.
    pub qdd: Vec<f64>,
    links: Vec<LinkSweep>,
    /// Adjoints of the screws in the scratch's chain.
    screw_bars: Vec<Force>,
}

/// State of a link on the way out, and adjoints on the way back.
#[derive(Clone, Copy, Debug)]
struct LinkSweep {
    parent_from_link: Transform,
    twist: MotionVector,
    /// Spatial acceleration minus gravity.
    acc: MotionVector,
    twist_bar: Force,
    acc_bar: Force,
}

impl RegressorGradient {
    /// Work space for this robot.
    pub fn new(robot: &Robot) -> Self {
        let zeros = vec![0.0; robot.n_dof()];
        let link = LinkSweep {
            parent_from_link: Transform::IDENTITY,
            twist: MotionVector::ZERO,
            acc: MotionVector::ZERO,
            twist_bar: Force::ZERO,
            acc_bar: Force::ZERO,
        };
        let n_screws = (0..robot.n_links()).map(|i| robot.path(i).len()).sum();
        Self {
            q: zeros.clone(),
            qd: zeros.clone(),
            qdd: zeros,
            links: vec![link; robot.n_links()],
            screw_bars: vec![Force::ZERO; n_screws],
        }
    }
}

/// `∂/∂(q, q̇, q̈)` of `Σ weights_jc Y_jc`, by one sweep out and one back (reverse mode): the cost of a
/// few regressors, whatever the number of weights. `weights` is `n_dof × n_params` by rows, as in
/// [`Regressor`](super::Regressor).
///
/// Row `j` of link `i` is `s_jᵀ A_i`: the power, on the screw of joint `j`, of the wrench that moves a
/// body with those weights for parameters. The sign of an exact Coulomb term counts as constant.
pub fn regressor_gradient(
    robot: &Robot,
    layout: &Layout,
    scratch: &mut Scratch,
    (q, qd, qdd): (&[f64], &[f64], &[f64]),
    weights: &[f64],
    gradient: &mut RegressorGradient,
) -> Result<()> {
    check_state(robot, q, qd, qdd)?;
    let expected = robot.n_dof() * layout.n_params();
    if weights.len() != expected || gradient.links.len() != robot.n_links() {
        return Err(
            InputError::LengthMismatch { what: "weights", expected, found: weights.len() }.into()
        );
    }
    gradient.q.fill(0.0);
    gradient.qd.fill(0.0);
    gradient.qdd.fill(0.0);
    gradient.screw_bars.fill(Force::ZERO);
    scratch.set_angles(robot, q);
    let Scratch { angles, chain, .. } = &mut *scratch;
    sweep_out(robot, chain, (angles, qd, qdd), &mut gradient.links);
    let row = |dof: usize| &weights[dof * layout.n_params()..(dof + 1) * layout.n_params()];
    for i in 0..robot.n_links() {
        let screws = &scratch.chain.screws[scratch.chain.first[i]..];
        let bars = &mut gradient.screw_bars[scratch.chain.first[i]..];
        let link = &mut gradient.links[i];
        for (k, &ancestor) in robot.path(i).iter().enumerate() {
            let first = layout.link_block(i);
            let ten = &row(robot.joints[ancestor].map.dof)[first..first + LinkParam::COUNT];
            bars[k] = body_adjoint(link, screws[k], ten);
        }
    }
    sweep_back(robot, &scratch.chain, (qd, qdd), gradient);
    for dof in 0..robot.n_dof() {
        gradient.qdd[dof] += layout.rotor_column(dof).map_or(0.0, |column| row(dof)[column]);
    }
    for (column, dof, term, shape) in layout.friction_columns() {
        gradient.qd[dof] += row(dof)[column] * shape.column_slope(term, qd[dof]);
    }
    Ok(())
}

/// `v = X v_p + s q̇`, `a = X a_p + v × s q̇ + s q̈`, and the screws of the path in every link.
fn sweep_out(
    robot: &Robot,
    chain: &mut Chain<f64>,
    (angles, qd, qdd): (&[Angle], &[f64], &[f64]),
    links: &mut [LinkSweep],
) {
    let base = MotionVector { angular: Vec3::ZERO, linear: -robot.gravity_in_world };
    for (i, joint) in robot.joints.iter().enumerate() {
        let (map, dof) = (&joint.map, joint.map.dof);
        let parent_from_link = map.pose((), angles[i]);
        let (twist_p, acc_p) =
            joint.parent.map_or((MotionVector::ZERO, base), |p| (links[p].twist, links[p].acc));
        let twist = parent_from_link.inverse_motion(twist_p).add_scaled(map.screw, qd[dof]);
        let acc = parent_from_link
            .inverse_motion(acc_p)
            .add_scaled(twist.cross(map.screw), qd[dof])
            .add_scaled(map.screw, qdd[dof]);
        links[i] = LinkSweep {
            parent_from_link,
            twist,
            acc,
            twist_bar: Force::ZERO,
            acc_bar: Force::ZERO,
        };
        let (own, depth) = (chain.first[i], robot.path(i).len() - 1);
        let parents = joint.parent.map_or(0, |p| chain.first[p]);
        for k in 0..depth {
            chain.screws[own + k] = parent_from_link.inverse_motion(chain.screws[parents + k]);
        }
        chain.screws[own + depth] = map.screw;
    }
}

/// Adds `∂/∂(twist, acc)` of `g = s·wrench(m, h, J)` to the link and gives `∂g/∂s`, the wrench itself.
///
/// With `s = [w; u]` and the acceleration `a = a_o + ω × v` of the link's origin,
/// `g = u·(m a + α×h + ω×(ω×h)) + w·(h×a + Jα + ω×Jω)`, so that
///
/// ```text
/// ∂g/∂a = m u + w × h
/// ∂g/∂α = h × u + J w
/// ∂g/∂ω = u (ω·h) + h (u·ω) − 2 ω (u·h) + J (w × ω) + (J ω) × w
/// ```
fn body_adjoint(link: &mut LinkSweep, screw: MotionVector, ten: &[f64]) -> Force {
    let mut params = [0.0; LinkParam::COUNT];
    params.copy_from_slice(ten);
    let body = LinkInertia::from_params(params);
    let (m, h, j) = (body.mass_kg, body.first_moment, body.about_origin);
    let MotionVector { angular: w, linear: u } = screw;
    let (omega, velocity, alpha) = (link.twist.angular, link.twist.linear, link.acc.angular);
    let acc = link.acc.linear + omega.cross(velocity);

    let acc_bar = u * m + w.cross(h);
    let alpha_bar = h.cross(u) + j * w;
    let omega_bar = u * omega.dot(h) + h * u.dot(omega) - omega * (2.0 * u.dot(h))
        + j * w.cross(omega)
        + (j * omega).cross(w);
    // a = a_o + ω × v:  ∂/∂ω = v × ā,  ∂/∂v = ā × ω.
    link.acc_bar = link.acc_bar + Force { moment: alpha_bar, force: acc_bar };
    link.twist_bar = link.twist_bar
        + Force { moment: omega_bar + velocity.cross(acc_bar), force: acc_bar.cross(omega) };

    Force {
        moment: h.cross(acc) + j * alpha + omega.cross(j * omega),
        force: acc * m + alpha.cross(h) + omega.cross(omega.cross(h)),
    }
}

/// From the last link to the base: `∂(X m)/∂q = (X m) × s`, and a motion's adjoint travels like a force.
fn sweep_back(
    robot: &Robot,
    chain: &Chain<f64>,
    (qd, qdd): (&[f64], &[f64]),
    gradient: &mut RegressorGradient,
) {
    for (i, joint) in robot.joints.iter().enumerate().rev() {
        let (s, dof) = (joint.map.screw, joint.map.dof);
        let mut link = gradient.links[i];
        let product = link.twist.cross(s);
        // a = X a_p + (v × s) q̇ + s q̈
        gradient.qdd[dof] += s.dot(link.acc_bar);
        gradient.qd[dof] += product.dot(link.acc_bar);
        link.twist_bar = link.twist_bar + s.cross_force(link.acc_bar).scale(qd[dof]);
        let carried = link.acc.add_scaled(product, -qd[dof]).add_scaled(s, -qdd[dof]);
        gradient.q[dof] += carried.cross(s).dot(link.acc_bar);
        // v = X v_p + s q̇
        gradient.qd[dof] += s.dot(link.twist_bar);
        gradient.q[dof] += product.dot(link.twist_bar);
        // s_k = X s_k of the parent, for every joint k before this one
        let (own, depth) = (chain.first[i], robot.path(i).len() - 1);
        for k in 0..depth {
            let bar = gradient.screw_bars[own + k];
            gradient.q[dof] += chain.screws[own + k].cross(s).dot(bar);
        }
        let Some(parent) = joint.parent else { continue };
        let above = &mut gradient.links[parent];
        above.twist_bar = above.twist_bar + link.parent_from_link.force(link.twist_bar);
        above.acc_bar = above.acc_bar + link.parent_from_link.force(link.acc_bar);
        for k in 0..depth {
            let to_parent = link.parent_from_link.force(gradient.screw_bars[own + k]);
            let place = &mut gradient.screw_bars[chain.first[parent] + k];
            *place = *place + to_parent;
        }
    }
}
