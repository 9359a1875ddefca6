//! One row per joint and moment that holds both of its lines: every estimator reads its own equations
//! from the same triangle.
//!
//! ```text
//! [ link columns | motor columns | θ − q | θ̇ − q̇ | q̇ | sign(q̇) | 1 per log | τ ]
//! ```

use super::arm::{Arm, Equation};
use super::equations::LineBlock;
use crate::base::Base;
use crate::dynamics::Samples;
use crate::evidence::JointEvidence;
use crate::friction::{FrictionShape, FrictionTerm};
use crate::params::Param;

/// Columns of a joint's rows, the torque last.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ElasticRows {
    pub(super) dof: usize,
    pub(super) is_elastic: bool,
    /// Base parameters that enter the line of the link, springs excluded.
    pub(super) link: Vec<usize>,
    /// Base parameters that enter the line of the motor, springs excluded.
    pub(super) motor: Vec<usize>,
    /// Base parameter that is the stiffness; `None` for a rigid joint.
    pub(super) stiffness: Option<usize>,
    /// Base parameter that is the damping, if it is sought.
    pub(super) damping: Option<usize>,
    /// Logs: encoders are set to zero anew before each, so that every log has its own shift.
    pub(super) n_logs: usize,
}

/// Columns of an elastic joint behind those of link and motor, without the constants.
const EXTRA: usize = 4;

impl ElasticRows {
    /// One per coordinate.
    pub(super) fn of(
        arm: &Arm<'_>,
        base: &Base,
        block: &LineBlock<'_>,
        n_logs: usize,
    ) -> Vec<Self> {
        let place = |param: Param| {
            let column = arm.layout.column_of(param)?;
            base.independent().binary_search(&column).ok()
        };
        let is_spring = |k: &usize| {
            let param = arm.layout.params()[base.independent()[*k]];
            matches!(param, Param::Stiffness { .. } | Param::Damping { .. })
        };
        let inert = |line| block.places(line).into_iter().filter(|k| !is_spring(k)).collect();
        let joint = |dof: usize| match arm.is_elastic[dof] {
            true => Self {
                dof,
                is_elastic: true,
                link: inert(Equation::Link(dof)),
                motor: inert(Equation::Motor(dof)),
                stiffness: place(Param::Stiffness { dof }),
                damping: place(Param::Damping { dof }),
                n_logs,
            },
            false => Self {
                dof,
                is_elastic: false,
                link: inert(Equation::Whole(dof)),
                motor: Vec::new(),
                stiffness: None,
                damping: None,
                n_logs,
            },
        };
        (0..arm.robot.n_dof()).map(joint).collect()
    }

    /// Columns without the torque.
    fn n_columns(&self) -> usize {
        self.link.len() + self.motor.len() + if self.is_elastic { EXTRA + self.n_logs } else { 0 }
    }

    /// Place of the deflection `θ − q`.
    pub(super) fn deflection(&self) -> usize {
        self.link.len() + self.motor.len()
    }

    /// Place of its rate.
    pub(super) fn deflection_rate(&self) -> usize {
        self.deflection() + 1
    }

    /// Place of the link's velocity.
    pub(super) fn speed(&self) -> usize {
        self.deflection() + 2
    }

    /// Place of its sign.
    pub(super) fn direction(&self) -> usize {
        self.deflection() + 3
    }

    /// Place of the constant of a log.
    pub(super) fn one(&self, log: usize) -> usize {
        self.deflection() + EXTRA + log
    }

    /// Place of the motor torque.
    pub(super) fn torque(&self) -> usize {
        self.n_columns()
    }

    /// No rows yet.
    pub(super) fn nothing(&self) -> JointEvidence {
        JointEvidence::new((0..self.n_columns()).collect())
    }

    /// All columns over a chunk of a log, the torque last.
    pub(super) fn columns(
        &self,
        block: &LineBlock<'_>,
        samples: &Samples<'_>,
        log: usize,
        tau: &[f64],
    ) -> Vec<Vec<f64>> {
        let dof = self.dof;
        let line = if self.is_elastic { Equation::Link(dof) } else { Equation::Whole(dof) };
        let mut columns: Vec<Vec<f64>> =
            self.link.iter().map(|&k| block.column(line, k, samples)).collect();
        let of_motor = self.motor.iter().map(|&k| block.column(Equation::Motor(dof), k, samples));
        columns.extend(of_motor);
        if self.is_elastic {
            columns.extend(self.extra_columns(samples, block.motor(dof), log));
        }
        columns.push(tau.to_vec());
        columns
    }

    /// Deflection, its rate, velocity of the link and its sign, and the constants.
    fn extra_columns(&self, samples: &Samples<'_>, motor: usize, log: usize) -> Vec<Vec<f64>> {
        let difference =
            |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<f64>>();
        let qd = samples.qd(self.dof);
        let sign = |v: &f64| FrictionShape::COULOMB_VISCOUS.column(FrictionTerm::Coulomb, *v);
        let mut columns = vec![
            difference(samples.q(motor), samples.q(self.dof)),
            difference(samples.qd(motor), qd),
            qd.to_vec(),
            qd.iter().map(sign).collect(),
        ];
        let one = |other: usize| if other == log { 1.0 } else { 0.0 };
        columns.extend((0..self.n_logs).map(|other| vec![one(other); samples.n_samples()]));
        columns
    }

    /// Coefficients on the columns: values of the base parameters of the link's line.
    pub(super) fn link_load(&self, beta: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.n_columns() + 1];
        self.link.iter().enumerate().for_each(|(c, &k)| x[c] = beta[k]);
        x
    }

    /// `Y π + K (q − θ) + D (q̇ − θ̇)`: what is left of the link's line.
    pub(super) fn link_residual(&self, beta: &[f64]) -> Vec<f64> {
        let mut x = self.link_load(beta);
        self.add_spring(beta, -1.0, &mut x);
        x
    }

    /// `Ia θ̈ + … + K (θ − q) + D (θ̇ − q̇) − τ`: what is left of the motor's line.
    pub(super) fn motor_residual(&self, beta: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; self.n_columns() + 1];
        self.motor.iter().enumerate().for_each(|(c, &k)| x[self.link.len() + c] = beta[k]);
        self.add_spring(beta, 1.0, &mut x);
        x[self.torque()] = -1.0;
        x
    }

    /// Sum of both lines, in which the spring cancels; the only line of a rigid joint.
    pub(super) fn whole_residual(&self, beta: &[f64]) -> Vec<f64> {
        let mut x = self.link_load(beta);
        self.motor.iter().enumerate().for_each(|(c, &k)| x[self.link.len() + c] = beta[k]);
        x[self.torque()] = -1.0;
        x
    }

    fn add_spring(&self, beta: &[f64], sign: f64, x: &mut [f64]) {
        if let Some(k) = self.stiffness {
            x[self.deflection()] += sign * beta[k];
        }
        if let Some(k) = self.damping {
            x[self.deflection_rate()] += sign * beta[k];
        }
    }
}

/// `|rows · x|²` from a triangle.
pub(super) fn squared(triangle: &JointEvidence, x: &[f64]) -> f64 {
    (0..triangle.r_rows()).map(|row| times(triangle, row, x).powi(2)).sum()
}

/// A row of a triangle times coefficients on all its columns, the torque's included.
pub(super) fn times(triangle: &JointEvidence, row: usize, x: &[f64]) -> f64 {
    x.iter().enumerate().skip(row).map(|(c, x)| triangle.r(row, c) * x).sum()
}
