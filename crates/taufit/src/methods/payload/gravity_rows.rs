//! Gravity torques of a robot at rest per parameter.

use crate::diagnostics::Result;
use crate::dynamics::{Regressor, Scratch, joint_torque_regressor};
use crate::friction::FrictionShape;
use crate::model::Robot;
use crate::params::{Layout, LinkParam};

/// Parameters that show at rest: mass and first moments.
pub(super) const AT_REST: usize = 4;

/// Torques at rest by unit masses and moments.
pub(super) struct GravityRows<'a> {
    robot: &'a Robot,
    layout: Layout,
    scratch: Scratch,
    regressor: Regressor,
    zero: Vec<f64>,
}

impl<'a> GravityRows<'a> {
    /// Of the robot's links, and of a constant offset per joint.
    pub(super) fn new(robot: &'a Robot) -> Self {
        let friction = vec![FrictionShape::NONE.with_offset(); robot.n_dof()];
        Self::of_layout(robot, Layout::with_friction(robot, false, friction))
    }

    /// Of all parameters of a layout, at rest.
    pub(super) fn of_layout(robot: &'a Robot, layout: Layout) -> Self {
        Self {
            scratch: Scratch::new(robot),
            regressor: Regressor::new(robot, &layout),
            zero: vec![0.0; robot.n_dof()],
            layout,
            robot,
        }
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Goes to a pose.
    pub(super) fn at(&mut self, q: &[f64]) -> Result<()> {
        let state = (q, &self.zero[..], &self.zero[..]);
        joint_torque_regressor(
            self.robot,
            &self.layout,
            &mut self.scratch,
            state,
            &mut self.regressor,
        )
    }

    /// Torque of mass and first moments of a link at a joint in this pose.
    pub(super) fn link(&self, dof: usize, link: usize) -> [f64; AT_REST] {
        let row = self.regressor.row(dof);
        std::array::from_fn(|k| row[self.layout.column(link, LinkParam::ALL[k])])
    }

    /// Torque of every parameter at a joint in this pose.
    pub(super) fn row(&self, dof: usize) -> &[f64] {
        self.regressor.row(dof)
    }
}
