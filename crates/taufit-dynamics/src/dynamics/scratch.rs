//! Work space of the algorithms, allocated once per robot.

use super::aba::{ArticulatedInertia, Gain};
use super::outward::LinkMotion;
use crate::diagnostics::{InputError, Result};
use crate::model::{Angle, Robot};
use crate::spatial::{Force, LinkInertia, MotionVector, Transform, WIDEST, sin_cos_slice};

/// Work space for one robot and one thread. Results are borrowed from it: the next call overwrites them.
#[derive(Clone, Debug)]
pub struct Scratch {
    pub(super) angles: Vec<Angle>,
    /// Angles, sines, cosines, filled up to whole registers.
    padded: [Vec<f64>; 3],
    pub(super) motions: Vec<LinkMotion<f64>>,
    pub(super) forces: Vec<Force>,
    pub(super) velocities: Vec<MotionVector>,
    pub(super) world_from_link: Vec<Transform>,
    pub(super) jacobian: Vec<MotionVector>,
    pub(super) composite: Vec<LinkInertia>,
    pub(super) articulated: Vec<ArticulatedInertia>,
    pub(super) products: Vec<MotionVector>,
    pub(super) gains: Vec<Gain>,
    pub(super) mass_matrix: Vec<f64>,
    pub(super) tau: Vec<f64>,
    pub(super) qdd: Vec<f64>,
    pub(super) chain: Chain<f64>,
}

impl Scratch {
    /// Work space for this robot.
    pub fn new(robot: &Robot) -> Self {
        let (n_dof, n_links) = (robot.n_dof(), robot.n_links());
        Self {
            angles: vec![Angle::ZERO; n_links],
            padded: [0, 1, 2].map(|_| vec![0.0; n_links.next_multiple_of(WIDEST)]),
            motions: vec![LinkMotion::AT_REST; n_links],
            forces: vec![Force::ZERO; n_links],
            velocities: vec![MotionVector::ZERO; n_links],
            world_from_link: vec![Transform::IDENTITY; n_links],
            jacobian: vec![MotionVector::ZERO; n_dof],
            composite: vec![LinkInertia::ZERO; n_links],
            articulated: vec![ArticulatedInertia::ZERO; n_links],
            products: vec![MotionVector::ZERO; n_links],
            gains: vec![Gain::ZERO; n_links],
            mass_matrix: vec![0.0; n_dof * n_dof],
            tau: vec![0.0; n_dof],
            qdd: vec![0.0; n_dof],
            chain: Chain::new(robot, ()),
        }
    }

    /// Poses of the links, as the last call of an algorithm that needs them left them.
    pub fn world_from_link(&self) -> &[Transform] {
        &self.world_from_link
    }

    /// Sine and cosine of every joint, several joints at once.
    pub(super) fn set_angles(&mut self, robot: &Robot, q: &[f64]) {
        let Self { angles, padded: [theta, sin, cos], .. } = self;
        for (theta, joint) in theta.iter_mut().zip(&robot.joints) {
            *theta = joint.map.theta(q[joint.map.dof]);
        }
        sin_cos_slice(theta, sin, cos);
        for (i, angle) in angles.iter_mut().enumerate() {
            *angle = Angle { theta: theta[i], sin: sin[i], cos: cos[i] };
        }
    }
}

/// The screws of all joints from the base to a link, expressed in that link, for every link.
#[derive(Clone, Debug)]
pub(super) struct Chain<R> {
    pub(super) screws: Vec<MotionVector<R>>,
    /// Where the screws of each link begin.
    pub(super) first: Vec<usize>,
}

impl<R: crate::spatial::Real> Chain<R> {
    pub(super) fn new(robot: &Robot, token: R::Token) -> Self {
        let mut first = Vec::with_capacity(robot.n_links());
        let mut total = 0;
        for i in 0..robot.n_links() {
            first.push(total);
            total += robot.path(i).len();
        }
        Self { screws: vec![MotionVector::ZERO.splat(token); total], first }
    }
}

/// Refuses a joint vector of the wrong length.
pub(super) fn check_len(robot: &Robot, what: &'static str, x: &[f64]) -> Result<()> {
    let expected = robot.n_dof();
    if x.len() == expected {
        return Ok(());
    }
    Err(InputError::LengthMismatch { what, expected, found: x.len() }.into())
}

/// Refuses states of the wrong length.
pub(super) fn check_state(robot: &Robot, q: &[f64], qd: &[f64], qdd: &[f64]) -> Result<()> {
    check_len(robot, "q", q)?;
    check_len(robot, "qd", qd)?;
    check_len(robot, "qdd", qdd)
}
