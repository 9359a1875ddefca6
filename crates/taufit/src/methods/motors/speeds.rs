//! Velocities that count as one.

/// Velocities closer than this share, or this far, are the same.
const SAME_SHARE: f64 = 0.05;
const SAME_RAD_S: f64 = 0.01;

/// Velocities, directions counted separately, from which on they are the units of the jackknife: what ripple or
/// a friction model that is not quite true do to a record, they do to all records of that velocity.
const LEAST_VELOCITIES: usize = 6;

/// Velocities in groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SpeedGroups {
    /// Mean velocity of every group, ascending.
    pub(super) speeds: Vec<f64>,
    /// Group of every velocity, in the order in which they were given.
    pub(super) of: Vec<usize>,
}

impl SpeedGroups {
    /// Groups velocities that lie close together.
    pub(super) fn new(velocities: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..velocities.len()).collect();
        order.sort_by(|a, b| velocities[*a].total_cmp(&velocities[*b]));
        let same = |a: &usize, b: &usize| {
            let (a, b) = (velocities[*a], velocities[*b]);
            a * b > 0.0 && b - a < (SAME_SHARE * a.abs().min(b.abs())).max(SAME_RAD_S)
        };
        let mut groups = Self { speeds: Vec::new(), of: vec![0; velocities.len()] };
        for members in order.chunk_by(same) {
            members.iter().for_each(|k| groups.of[*k] = groups.speeds.len());
            let sum: f64 = members.iter().map(|k| velocities[*k]).sum();
            groups.speeds.push(sum / members.len() as f64);
        }
        groups
    }

    /// Unit of the jackknife that each record belongs to: its velocity where there are enough of them,
    /// else itself.
    pub(super) fn units(&self) -> Vec<usize> {
        match self.speeds.len() >= LEAST_VELOCITIES {
            true => self.of.clone(),
            false => (0..self.of.len()).collect(),
        }
    }

    /// Number of different speeds, whatever the direction.
    pub(super) fn n_magnitudes(&self) -> usize {
        let magnitudes: Vec<f64> = self.speeds.iter().map(|v| v.abs()).collect();
        if magnitudes.is_empty() { 0 } else { Self::new(&magnitudes).speeds.len() }
    }

    /// Whether there are velocities of both signs.
    pub(super) fn has_both_directions(&self) -> bool {
        self.speeds.iter().any(|v| *v > 0.0) && self.speeds.iter().any(|v| *v < 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocities_are_grouped_by_sign_and_size() {
        let groups = SpeedGroups::new(&[0.5, -0.5, 0.505, 1.0, -0.2, 0.204]);
        assert_eq!(groups.of, [3, 0, 3, 4, 1, 2]);
        assert_eq!((groups.speeds.len(), groups.n_magnitudes()), (5, 3));
        assert!(groups.has_both_directions());
        assert!(!SpeedGroups::new(&[0.1, 0.3]).has_both_directions());
        assert_eq!(SpeedGroups::new(&[]).n_magnitudes(), 0);
    }
}
