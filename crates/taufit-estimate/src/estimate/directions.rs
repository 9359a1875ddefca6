//! Poorly determined directions of the base parameters.

use super::{Estimate, EstimateStatus};

/// A direction of base-parameter space, columns of the observation matrix scaled to one length.
#[derive(Clone, Debug, PartialEq)]
pub struct WeakDirection {
    /// Its singular value as a share of the largest.
    pub relative_singular_value: f64,
    /// Base parameters that move along it, the largest first, with their share.
    pub components: Vec<(usize, f64)>,
}

impl Estimate {
    /// Directions that the data determine.
    pub fn rank(&self) -> usize {
        match self.status {
            EstimateStatus::Determined => self.singular_values.len(),
            EstimateStatus::RankDeficient { rank, .. } => rank,
        }
    }

    /// The three directions that the data determine worst, the worst first.
    pub fn worst_directions(&self) -> Vec<WeakDirection> {
        const WORST: usize = 3;
        const COMPONENTS: usize = 4;
        const NEGLIGIBLE: f64 = 0.2;
        let n = self.beta.len();
        let largest = self.singular_values.first().copied().unwrap_or(0.0);
        let of = |k: usize| {
            let along = &self.directions[k * n..(k + 1) * n];
            let mut components: Vec<(usize, f64)> = along.iter().copied().enumerate().collect();
            components.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
            let leading = components.first().map_or(0.0, |c| c.1);
            components.retain(|c| c.1.abs() > NEGLIGIBLE * leading.abs());
            components.truncate(COMPONENTS);
            // A direction has no sign of its own: the leading component is written positive.
            components.iter_mut().for_each(|c| c.1 *= leading.signum());
            let relative_singular_value = self.singular_values[k] / largest;
            WeakDirection { relative_singular_value, components }
        };
        let n_directions = self.singular_values.len();
        (n_directions.saturating_sub(WORST)..n_directions).rev().map(of).collect()
    }
}
