//! The regressor of an elastic arm, line by line.
//!
//! ```text
//! link :  Y(q, q̇, q̈) π + K (q − θ) + D (q̇ − θ̇) = 0
//! motor:  Ia θ̈ + friction(θ̇) + K (θ − q) + D (θ̇ − q̇) = τ
//! ```
//!
//! Links are the rigid regressor on their own motion. With the full coupling rotor `i`, carried by the
//! link before it, has the energy `½ Ia (θ̇ + z·ω/r)²`, and `Ia` enters the lines of all carriers.

use super::arm::{Arm, Equation};
use crate::diagnostics::Result;
use crate::dynamics::{RegressorBlock, Samples, regressor_block};
use crate::model::Robot;
use crate::params::{Layout, LayoutSettings, LinkParam, Param};

/// The six moments and products of inertia.
const TENSOR: [LinkParam; 6] = [
    LinkParam::Ixx,
    LinkParam::Ixy,
    LinkParam::Ixz,
    LinkParam::Iyy,
    LinkParam::Iyz,
    LinkParam::Izz,
];

/// Some columns of all lines over a chunk of samples.
pub(super) struct LineBlock<'a> {
    arm: &'a Arm<'a>,
    /// Columns of the layout, ascending: those of links come first.
    columns: Vec<usize>,
    inertial: Layout,
    links: RegressorBlock,
    rotors: Option<RotorBlock<'a>>,
}

impl<'a> LineBlock<'a> {
    /// Room for up to `capacity` samples of these columns of the layout.
    pub(super) fn new(arm: &'a Arm<'a>, columns: Vec<usize>, capacity: usize) -> Self {
        let inertial = Layout::new(arm.robot, &LayoutSettings::INERTIAL);
        let of_links: Vec<usize> =
            columns.iter().copied().filter(|c| *c < inertial.n_params()).collect();
        Self {
            links: RegressorBlock::new(arm.robot, &inertial, &of_links, capacity),
            rotors: arm.rotors.as_ref().map(|tree| RotorBlock::new(arm.robot, tree, capacity)),
            inertial,
            columns,
            arm,
        }
    }

    /// Takes a chunk of samples: channels of the links, then those of the motors.
    pub(super) fn evaluate(&mut self, samples: &Samples<'_>) -> Result<()> {
        regressor_block(self.arm.robot, &self.inertial, samples, &mut self.links)?;
        match &mut self.rotors {
            Some(rotors) => rotors.evaluate(samples),
            None => Ok(()),
        }
    }

    /// Channel of the motor of a coordinate.
    pub(super) fn motor(&self, dof: usize) -> usize {
        self.arm.robot.n_dof() + dof
    }

    /// Places of the columns that can enter a line.
    pub(super) fn places(&self, line: Equation) -> Vec<usize> {
        let enters =
            |place: &usize| self.arm.enters(self.arm.layout.params()[self.columns[*place]], line);
        (0..self.columns.len()).filter(enters).collect()
    }

    /// One column of a line over the chunk taken last.
    pub(super) fn column(&self, line: Equation, place: usize, samples: &Samples<'_>) -> Vec<f64> {
        let n_dof = self.arm.robot.n_dof();
        let friction = |dof: usize, term, qd: &[f64]| {
            let shape = &self.arm.layout.friction()[dof];
            qd.iter().map(|v| shape.column(term, *v)).collect()
        };
        let difference = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect();
        match (self.arm.layout.params()[self.columns[place]], line) {
            (Param::Link { .. }, Equation::Link(dof) | Equation::Whole(dof)) => {
                self.links.column(dof, place).to_vec()
            }
            (Param::RotorInertia { dof }, line) => self.rotor_column(dof, line, samples),
            (Param::Friction { dof, term }, Equation::Whole(_)) => {
                friction(dof, term, samples.qd(dof))
            }
            (Param::Friction { dof, term }, _) => friction(dof, term, samples.qd(n_dof + dof)),
            (Param::Stiffness { dof }, Equation::Link(_)) => {
                difference(samples.q(dof), samples.q(n_dof + dof))
            }
            (Param::Stiffness { dof }, _) => difference(samples.q(n_dof + dof), samples.q(dof)),
            (Param::Damping { dof }, Equation::Link(_)) => {
                difference(samples.qd(dof), samples.qd(n_dof + dof))
            }
            (Param::Damping { dof }, _) => difference(samples.qd(n_dof + dof), samples.qd(dof)),
            (Param::Link { .. }, Equation::Motor(_)) => vec![0.0; samples.n_samples()],
        }
    }

    fn rotor_column(&self, dof: usize, line: Equation, samples: &Samples<'_>) -> Vec<f64> {
        let n_dof = self.arm.robot.n_dof();
        let Some(rotors) = &self.rotors else {
            let of = if matches!(line, Equation::Whole(_)) { dof } else { n_dof + dof };
            return samples.qdd(of).to_vec();
        };
        match line {
            Equation::Link(row) => rotors.column(row, dof),
            Equation::Motor(row) => rotors.column(n_dof + row, dof),
            // Link and motor move together: their lines add up.
            Equation::Whole(row) if row == dof => {
                let both = [rotors.column(row, dof), rotors.column(n_dof + row, dof)];
                both[0].iter().zip(&both[1]).map(|(a, b)| a + b).collect()
            }
            Equation::Whole(row) => rotors.column(row, dof),
        }
    }
}

/// The columns of rotors that feel their carriers.
struct RotorBlock<'a> {
    tree: &'a Robot,
    layout: Layout,
    block: RegressorBlock,
    n_dof: usize,
}

impl<'a> RotorBlock<'a> {
    fn new(robot: &Robot, tree: &'a Robot, capacity: usize) -> Self {
        let layout = Layout::new(tree, &LayoutSettings::INERTIAL);
        let rotors = robot.n_links()..tree.n_links();
        let columns: Vec<usize> =
            rotors.flat_map(|link| TENSOR.map(|param| layout.column(link, param))).collect();
        let block = RegressorBlock::new(tree, &layout, &columns, capacity);
        Self { tree, layout, block, n_dof: robot.n_dof() }
    }

    fn evaluate(&mut self, samples: &Samples<'_>) -> Result<()> {
        regressor_block(self.tree, &self.layout, samples, &mut self.block)
    }

    /// `Ia` of a motor in the row of a coordinate of the tree: a disc about the axis `a` has the tensor
    /// `Ia/r² a aᵀ`.
    fn column(&self, row: usize, dof: usize) -> Vec<f64> {
        let rotor = self.tree.dof_joint(self.n_dof + dof);
        let (a, r) = (rotor.axis, rotor.drive.ratio);
        let tensor = [a.x * a.x, a.x * a.y, a.x * a.z, a.y * a.y, a.y * a.z, a.z * a.z];
        let mut sum = vec![0.0; self.block.n_samples()];
        for (k, share) in tensor.iter().enumerate().filter(|(_, share)| **share != 0.0) {
            let column = self.block.column(row, TENSOR.len() * dof + k);
            sum.iter_mut().zip(column).for_each(|(s, y)| *s += share / (r * r) * y);
        }
        sum
    }
}
