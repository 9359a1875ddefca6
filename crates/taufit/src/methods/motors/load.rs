//! Load of a joint by the robot's model.

use crate::diagnostics::Result;
use crate::dynamics::{Samples, rnea_block};
use crate::model::Robot;
use crate::signal::Segment;
use std::ops::Range;

/// Whether accelerations count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inertia {
    /// `g(q) + C(q, q̇) q̇` (Ulici et al., eq. 6).
    Left,
    /// `M(q) q̈ + C(q, q̇) q̇ + g(q)` (Ulici et al., eq. 5).
    Counted,
}

/// Load of one joint, from the states of all joints \[N·m or N\].
pub(super) fn load(
    robot: &Robot,
    segment: &Segment,
    samples: &Range<usize>,
    dof: usize,
    inertia: Inertia,
) -> Result<Vec<f64>> {
    let part = segment.range(samples.start, samples.end);
    let n = part.n_samples;
    let still = vec![0.0; part.qdd.len()];
    let qdd = if inertia == Inertia::Counted { &part.qdd } else { &still };
    let mut tau = vec![0.0; robot.n_dof() * n];
    rnea_block(robot, &Samples::new(n, &part.q, &part.qd, qdd), &mut tau)?;
    Ok(tau[dof * n..(dof + 1) * n].to_vec())
}

/// Largest less smallest of one value or more.
pub(super) fn range(values: &[f64]) -> f64 {
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    high - low
}
