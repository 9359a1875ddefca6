//! Unknowns of the identification of a payload.

use super::knowledge::KnownBase;
use super::settings::FrictionUse;
use crate::base::Base;
use crate::params::{Layout, LinkParam, Param};

/// Number of the load's parameters.
pub(super) const TEN: usize = LinkParam::COUNT;

/// The unknowns, in this order: the load's ten, changes of friction, and the robot's base parameters
/// where runs without the load show them.
#[derive(Clone)]
pub(super) struct PayloadProblem<'a> {
    pub(super) layout: &'a Layout,
    pub(super) base: &'a Base,
    /// Changes of the base parameters by one unit of each of the load's ten: `B` column by column.
    pub(super) changes: Vec<Vec<f64>>,
    /// Base parameters of friction that may differ under load.
    pub(super) friction: Vec<usize>,
    /// Whether there are runs without the load.
    pub(super) has_free_runs: bool,
    /// An identified robot.
    pub(super) known: Option<KnownBase>,
    /// Joints whose rows are used.
    pub(super) joints: Vec<usize>,
}

impl<'a> PayloadProblem<'a> {
    pub(super) fn new(
        layout: &'a Layout,
        base: &'a Base,
        link: usize,
        joints: Vec<usize>,
        has_free_runs: bool,
        known: Option<KnownBase>,
    ) -> Self {
        let changes = changes(layout, base, link);
        Self { layout, base, changes, friction: Vec::new(), has_free_runs, known, joints }
    }

    /// The same with another treatment of friction.
    pub(super) fn with_friction(&self, friction_use: FrictionUse) -> Self {
        let friction = match friction_use {
            FrictionUse::Keep => Vec::new(),
            FrictionUse::Refit => (0..self.base.rank()).filter(|&k| self.is_friction(k)).collect(),
        };
        Self { friction, ..self.clone() }
    }

    /// The same with the load on another link.
    pub(super) fn on_link(&self, link: usize) -> Self {
        Self { changes: changes(self.layout, self.base, link), ..self.clone() }
    }

    /// Whether a base parameter is the friction of a joint in use.
    fn is_friction(&self, k: usize) -> bool {
        match self.layout.params()[self.base.independent()[k]] {
            Param::Friction { dof, .. } => self.joints.contains(&dof),
            _ => false,
        }
    }

    pub(super) fn n_base(&self) -> usize {
        self.base.rank()
    }

    /// Where the robot's base parameters begin among the unknowns.
    pub(super) fn first_base(&self) -> usize {
        TEN + self.friction.len()
    }

    pub(super) fn n_unknowns(&self) -> usize {
        self.first_base() + if self.has_free_runs { self.n_base() } else { 0 }
    }

    /// Base parameters without the load.
    pub(super) fn unloaded(&self, x: &[f64]) -> Vec<f64> {
        match &self.known {
            Some(known) if !self.has_free_runs => known.beta.clone(),
            _ => x[self.first_base()..].to_vec(),
        }
    }

    /// Base parameters with the load `ten` and changes of friction.
    pub(super) fn loaded(&self, unloaded: &[f64], ten: &[f64], friction: &[f64]) -> Vec<f64> {
        let mut beta = unloaded.to_vec();
        for (change, value) in self.changes.iter().zip(ten) {
            beta.iter_mut().zip(change).for_each(|(b, c)| *b += c * value);
        }
        self.friction.iter().zip(friction).for_each(|(&k, change)| beta[k] += change);
        beta
    }
}

/// Change of the base parameters per parameter of a link.
fn changes(layout: &Layout, base: &Base, link: usize) -> Vec<Vec<f64>> {
    let change = |param: &LinkParam| {
        let mut pi = vec![0.0; layout.n_params()];
        pi[layout.column(link, *param)] = 1.0;
        base.combine(&pi)
    };
    LinkParam::ALL.iter().map(change).collect()
}
