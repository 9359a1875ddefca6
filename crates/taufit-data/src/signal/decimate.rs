//! Cuts the edges and keeps every k-th sample of filtered signals.

use crate::recording::keep_samples;
use std::ops::Range;

/// Samples kept of a stretch: `trim, trim + every, …`, none of the last `trim`.
///
/// Nothing is filtered here: neighbours that the low pass made alike add no information.
/// `every` of zero counts as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimation {
    pub(super) trim: usize,
    pub(super) every: usize,
}

impl Decimation {
    fn kept(&self, n_samples: usize) -> Range<usize> {
        let first = self.trim.min(n_samples);
        first..n_samples.saturating_sub(self.trim).max(first)
    }

    /// Number of samples kept.
    pub(super) fn n_kept(&self, n_samples: usize) -> usize {
        self.kept(n_samples).len().div_ceil(self.every.max(1))
    }

    /// Cuts channels in their place; each has `n_samples`.
    pub(super) fn cut(&self, channels: &mut Vec<f64>, n_samples: usize) {
        keep_samples(channels, n_samples, self.kept(n_samples), self.every.max(1));
    }

    /// Writes what is left of a signal to another place.
    pub(super) fn copy(&self, x: &[f64], to: &mut [f64]) {
        let kept = x[self.kept(x.len())].iter().step_by(self.every.max(1));
        to.iter_mut().zip(kept).for_each(|(to, x)| *to = *x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways of cutting, which must agree.
    fn cut(x: &[f64], trim: usize, every: usize) -> Vec<f64> {
        let decimation = Decimation { trim, every };
        let (mut in_place, mut copied) = (x.to_vec(), vec![0.0; decimation.n_kept(x.len())]);
        decimation.cut(&mut in_place, x.len());
        decimation.copy(x, &mut copied);
        assert_eq!(in_place, copied);
        copied
    }

    #[test]
    fn edges_are_cut_at_both_ends_and_every_kth_is_kept() {
        let x: Vec<f64> = (0..10).map(f64::from).collect();
        assert_eq!(cut(&x, 0, 1), x);
        assert_eq!(cut(&x, 2, 1), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        assert_eq!(cut(&x, 2, 3), [2.0, 5.0]);
        assert_eq!(cut(&x, 1, 0).len(), 8);
    }

    #[test]
    fn nothing_is_left_of_a_signal_that_is_all_edge() {
        assert!(cut(&[1.0, 2.0, 3.0], 2, 1).is_empty());
        assert!(cut(&[1.0, 2.0, 3.0], 9, 1).is_empty());
        assert!(cut(&[], 0, 1).is_empty());
    }
}
