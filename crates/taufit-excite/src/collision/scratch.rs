//! Work space of a collision model.

use super::contact::Proximity;
use super::convex::Capsule;
use taufit_dynamics::dynamics::Scratch;

/// Work space for one [`CollisionModel`](super::CollisionModel) and one thread. Results are borrowed from
/// it: the next call overwrites them.
#[derive(Clone, Debug)]
pub struct CollisionScratch {
    pub(super) dynamics: Scratch,
    /// The bound of every solid in the base frame, body after body.
    pub(super) bounds: Vec<Capsule>,
    pub(super) proximities: Vec<Proximity>,
    pub(super) gradients: Gradients,
}

/// Gradients of the distances of near pairs.
#[derive(Clone, Debug, Default)]
pub struct Gradients {
    pub(super) pairs: Vec<usize>,
    /// One row per pair, one column per coordinate.
    pub(super) rows: Vec<f64>,
    pub(super) n_dof: usize,
}

impl Gradients {
    /// Every near pair: its index in [`CollisionModel::pairs`](super::CollisionModel::pairs), and the
    /// change of its distance per unit of every coordinate \[m/rad or m/m\].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (usize, &[f64])> {
        self.pairs.iter().copied().zip(self.rows.chunks_exact(self.n_dof))
    }
}
