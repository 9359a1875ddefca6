//! Square-root information about the base parameters: one triangular factor per joint.
//!
//! For every joint the rows `[W_j | τ_j]` are compressed to their triangular factor `R_j` (QR): it has
//! as many rows as columns, and `|W_j x − τ_j|² = |R_j [x; −1]|²` for every `x`. New rows are stacked
//! under it and triangularised again, and two evidences merge the same way, so that logs of any length
//! stream through constant memory and may be reduced in any order. `WᵀW` is never formed.

mod bytes;
mod joint;
mod observe;
mod rows;
mod spread;
mod triangle;
mod weights;

pub use bytes::EVIDENCE_VERSION;
pub use joint::JointEvidence;
pub use observe::{
    Observer, RowSettings, Stretch, observe, observe_pieces, observe_weighted, sliding_rows,
    visible_columns,
};
pub use rows::PendingRows;
pub use spread::{ResidualSpread, WeightedEvidence};
pub use weights::{Loss, RowWeights};

use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};

/// The compressed observations of all joints over the base parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    n_base: usize,
    joints: Vec<JointEvidence>,
}

impl Evidence {
    /// Rows that come in groups, each with a noise of its own, in the place of joints.
    pub fn of_groups(n_base: usize, groups: Vec<JointEvidence>) -> Self {
        Self { n_base, joints: groups }
    }

    /// Number of base parameters.
    pub fn n_base(&self) -> usize {
        self.n_base
    }

    /// The joints, in order of the coordinates.
    pub fn joints(&self) -> &[JointEvidence] {
        &self.joints
    }

    /// Number of samples of each joint.
    pub fn n_samples(&self) -> usize {
        self.joints.iter().map(|j| j.n_rows()).max().unwrap_or(0)
    }

    /// Number of rows of all joints.
    pub fn n_rows(&self) -> usize {
        self.joints.iter().map(|j| j.n_rows()).sum()
    }

    /// Adds what another log, thread or machine has seen of the same robot and base.
    pub fn merge(&mut self, other: &Self) -> Result<()> {
        let same = self.n_base == other.n_base
            && self.joints.len() == other.joints.len()
            && self.joints.iter().zip(&other.joints).all(|(a, b)| a.columns() == b.columns());
        if !same {
            let (expected, found) = (self.n_base, other.n_base);
            return Err(InputError::LengthMismatch {
                what: "base parameters of merged evidence",
                expected,
                found,
            }
            .into());
        }
        for (mine, theirs) in self.joints.iter_mut().zip(&other.joints) {
            mine.merge(theirs);
        }
        Ok(())
    }

    /// Evidence of the same rows for a model without some of the base parameters.
    pub fn keeping(&self, is_kept: &[bool]) -> Self {
        let mut next = 0..;
        let place: Vec<Option<usize>> =
            is_kept.iter().map(|kept| if *kept { next.next() } else { None }).collect();
        let joints = self.joints.iter().map(|joint| joint.keeping(&place)).collect();
        Self { n_base: next.start, joints }
    }

    /// `|W_j x − τ_j|²` of every joint, from the triangles alone.
    pub fn squared_residuals(&self, x: &[f64]) -> Vec<f64> {
        self.joints.iter().map(|j| j.squared_residual(x)).collect()
    }
}
