//! Cuts the edges and keeps every k-th sample of a filtered signal.

/// Samples `trim, trim + every, …` of `x`, none of the last `trim`.
///
/// Nothing is filtered here: neighbours that the low pass made alike add no information.
/// `every` of zero counts as one.
pub(super) fn trim_and_decimate(x: &[f64], trim: usize, every: usize) -> Vec<f64> {
    let end = x.len().saturating_sub(trim);
    x.get(trim..end).unwrap_or_default().iter().step_by(every.max(1)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_cut_at_both_ends_and_every_kth_is_kept() {
        let x: Vec<f64> = (0..10).map(f64::from).collect();
        assert_eq!(trim_and_decimate(&x, 0, 1), x);
        assert_eq!(trim_and_decimate(&x, 2, 1), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        assert_eq!(trim_and_decimate(&x, 2, 3), [2.0, 5.0]);
        assert_eq!(trim_and_decimate(&x, 1, 0).len(), 8);
    }

    #[test]
    fn nothing_is_left_of_a_signal_that_is_all_edge() {
        assert!(trim_and_decimate(&[1.0, 2.0, 3.0], 2, 1).is_empty());
        assert!(trim_and_decimate(&[], 0, 1).is_empty());
    }
}
