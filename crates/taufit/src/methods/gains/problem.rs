//! Unknowns of the identification of drive gains.

use super::gravity::LEAST_SHARE;
use super::settings::GainsSettings;
use crate::base::Base;
use crate::evidence::JointEvidence;
use crate::params::{Layout, LinkParam, Param};

/// Unknowns: base parameters, their changes by the load, and gains.
pub(super) struct GainsProblem<'a> {
    pub(super) layout: &'a Layout,
    pub(super) base: &'a Base,
    /// The load's known part: its mass, as a change of the base parameters.
    pub(super) known_change: Vec<f64>,
    pub(super) mass_kg: f64,
    /// Changes of the base parameters by one unit of each unknown of the load.
    pub(super) changes: Vec<Vec<f64>>,
    /// Joints whose rows are used.
    pub(super) joints: Vec<usize>,
    pub(super) n_dof: usize,
}

impl<'a> GainsProblem<'a> {
    /// Rows of joints that no weight loads are left out: they hold inertia and friction only, and
    /// nothing that would fix their scale.
    pub(super) fn new(
        layout: &'a Layout,
        base: &'a Base,
        link: usize,
        mass_kg: f64,
        gravity_shares: &[f64],
        settings: &GainsSettings,
    ) -> Self {
        let change = |param: LinkParam| {
            let mut pi = vec![0.0; layout.n_params()];
            pi[layout.column(link, param)] = 1.0;
            base.combine(&pi)
        };
        let is_friction =
            |&k: &usize| matches!(layout.params()[base.independent()[k]], Param::Friction { .. });
        let friction = (0..base.rank()).filter(is_friction).map(|k| unit(base.rank(), k));
        let friction: Vec<Vec<f64>> =
            if settings.separate_friction { friction.collect() } else { Vec::new() };
        let n_dof = gravity_shares.len();
        Self {
            layout,
            base,
            known_change: change(LinkParam::M).iter().map(|c| c * mass_kg).collect(),
            mass_kg,
            changes: LinkParam::ALL[1..].iter().map(|p| change(*p)).chain(friction).collect(),
            joints: (0..n_dof).filter(|&dof| gravity_shares[dof] >= LEAST_SHARE).collect(),
            n_dof,
        }
    }

    pub(super) fn n_base(&self) -> usize {
        self.base.rank()
    }

    /// Base parameters, changes by the load, and one gain per joint in use.
    pub(super) fn n_unknowns(&self) -> usize {
        self.n_base() + self.changes.len() + self.joints.len()
    }

    /// Place of the gain of the `place`-th joint in use.
    pub(super) fn gain_column(&self, place: usize) -> usize {
        self.n_base() + self.changes.len() + place
    }

    /// Gain of every joint from a solution that holds them; 1 where its rows are not used.
    pub(super) fn gains(&self, solution: &[f64]) -> Vec<f64> {
        let mut gains = vec![1.0; self.n_dof];
        for (place, &dof) in self.joints.iter().enumerate() {
            // A motor that pulls against its sign is a wrong log, and shows in the residuals.
            gains[dof] = solution[self.gain_column(place)].abs().max(f64::MIN_POSITIVE);
        }
        gains
    }

    /// Base parameters of the robot with the load.
    pub(super) fn loaded(&self, x: &[f64]) -> Vec<f64> {
        let mut beta: Vec<f64> =
            x[..self.n_base()].iter().zip(&self.known_change).map(|(b, c)| b + c).collect();
        for (change, value) in self.changes.iter().zip(&x[self.n_base()..]) {
            beta.iter_mut().zip(change).for_each(|(b, c)| *b += c * value);
        }
        beta
    }

    /// One row of a joint's triangle over all unknowns but the gains.
    pub(super) fn spread_row(
        &self,
        joint: &JointEvidence,
        row: usize,
        is_loaded: bool,
        into: &mut [f64],
    ) {
        for (c, &column) in joint.columns().iter().enumerate() {
            let entry = joint.r(row, c);
            into[column] = entry;
            if is_loaded {
                for (to, change) in into[self.n_base()..].iter_mut().zip(&self.changes) {
                    *to += entry * change[column];
                }
            }
        }
    }
}

fn unit(n: usize, k: usize) -> Vec<f64> {
    let mut unit = vec![0.0; n];
    unit[k] = 1.0;
    unit
}
