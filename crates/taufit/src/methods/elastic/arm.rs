//! The arm as its equations see it: which joints are elastic, and what turns with what.

use crate::diagnostics::Result;
use crate::model::RotorCoupling;
use crate::model::{Motor, Robot};
use crate::params::{Layout, Param};
use crate::sim::Flexibility;

/// One line of the equations of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Equation {
    /// A rigid joint: link and motor move together.
    Whole(usize),
    /// The link of an elastic joint.
    Link(usize),
    /// The motor of an elastic joint.
    Motor(usize),
}

/// A robot with elastic joints, and the unknowns of its equations.
#[derive(Clone, Debug)]
pub(super) struct Arm<'a> {
    pub(super) robot: &'a Robot,
    pub(super) layout: Layout,
    pub(super) is_elastic: Vec<bool>,
    /// Links and rotors as one tree, where rotors feel their carriers.
    pub(super) rotors: Option<Robot>,
}

impl<'a> Arm<'a> {
    pub(super) fn new(
        robot: &'a Robot,
        layout: Layout,
        is_elastic: Vec<bool>,
        coupling: RotorCoupling,
    ) -> Result<Self> {
        let rotors = match coupling {
            RotorCoupling::Reduced => None,
            RotorCoupling::Full => Some(rotor_tree(robot)?),
        };
        Ok(Self { robot, layout, is_elastic, rotors })
    }

    /// The lines, links and rigid joints first.
    pub(super) fn lines(&self) -> Vec<Equation> {
        let dofs = 0..self.robot.n_dof();
        let first = dofs
            .clone()
            .map(|i| if self.is_elastic[i] { Equation::Link(i) } else { Equation::Whole(i) });
        first.chain(self.elastic().map(Equation::Motor)).collect()
    }

    /// The elastic coordinates.
    pub(super) fn elastic(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.robot.n_dof()).filter(|&dof| self.is_elastic[dof])
    }

    /// Whether a parameter can enter a line.
    pub(super) fn enters(&self, param: Param, line: Equation) -> bool {
        match (param, line) {
            (Param::Link { .. }, Equation::Link(dof) | Equation::Whole(dof)) => {
                param.acts_on(self.robot, dof)
            }
            (Param::Link { .. }, Equation::Motor(_)) => false,
            (Param::RotorInertia { dof: own }, Equation::Link(dof)) => {
                self.rotors.is_some() && own != dof && self.carries(dof, own)
            }
            (Param::RotorInertia { dof: own }, Equation::Whole(dof)) => {
                own == dof || (self.rotors.is_some() && self.carries(dof, own))
            }
            (Param::Friction { dof: own, .. }, Equation::Motor(dof) | Equation::Whole(dof)) => {
                own == dof
            }
            (Param::RotorInertia { dof: own }, Equation::Motor(dof)) => own == dof,
            (Param::Friction { .. }, Equation::Link(_)) => false,
            (Param::Stiffness { dof: own } | Param::Damping { dof: own }, line) => match line {
                Equation::Link(dof) | Equation::Motor(dof) => own == dof,
                Equation::Whole(_) => false,
            },
        }
    }

    /// Whether coordinate `dof` moves the carrier of the motor of `other`.
    fn carries(&self, dof: usize, other: usize) -> bool {
        let path = self.robot.path(self.robot.dof_joint_index(other));
        let carriers = &path[..path.len() - 1];
        carriers.iter().any(|&joint| self.robot.joints()[joint].drive.dof == dof)
    }
}

/// Links and rotors as one tree. What the rotors weigh does not matter to a regressor.
fn rotor_tree(robot: &Robot) -> Result<Robot> {
    let mut with_rotors = robot.clone();
    for dof in 0..robot.n_dof() {
        let motor = robot.dof_joint(dof).motor.clone();
        with_rotors = with_rotors.with_motor(dof, Motor { rotor_inertia_kg_m2: 1.0, ..motor });
    }
    let springs = Flexibility { rotors: RotorCoupling::Full, ..Flexibility::uniform(1.0) };
    springs.tree(&with_rotors)
}
