//! Long channels made short without hiding a peak.

use std::ops::Range;

/// Spans of samples of which each keeps two values.
pub(super) struct Spans {
    spans: Vec<Range<usize>>,
}

impl Spans {
    /// As many spans as fit `n_kept` values; `None` where everything fits.
    pub(super) fn new(n_samples: usize, n_kept: usize) -> Option<Self> {
        if n_samples <= n_kept {
            return None;
        }
        let n_spans = (n_kept / 2).max(1);
        let edge = |k: usize| k * n_samples / n_spans;
        Some(Self { spans: (0..n_spans).map(|k| edge(k)..edge(k + 1)).collect() })
    }

    /// Times of the kept values: the first and the middle sample of every span.
    pub(super) fn times(&self, t_s: &[f64]) -> Vec<f64> {
        let two = |span: &Range<usize>| [t_s[span.start], t_s[span.start + span.len() / 2]];
        self.spans.iter().flat_map(two).collect()
    }

    /// The smallest and the largest value of every span, in the order in which they occur.
    pub(super) fn extremes(&self, values: &[f64]) -> Vec<f64> {
        self.spans.iter().flat_map(|span| extremes(&values[span.clone()])).collect()
    }
}

fn extremes(values: &[f64]) -> [f64; 2] {
    let (mut low, mut high) = ((0, f64::INFINITY), (0, f64::NEG_INFINITY));
    for (k, &x) in values.iter().enumerate() {
        if x < low.1 {
            low = (k, x);
        }
        if x > high.1 {
            high = (k, x);
        }
    }
    match low.1 <= high.1 {
        true if low.0 <= high.0 => [low.1, high.1],
        true => [high.1, low.1],
        // No value of the span is a number.
        false => [f64::NAN; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_spike_survives() {
        let n_samples = 123_457;
        let mut values = vec![0.0; n_samples];
        values[77_777] = 5.0;
        let spans = Spans::new(n_samples, 1000).unwrap();
        let kept = spans.extremes(&values);
        assert_eq!(kept.len(), 1000);
        assert_eq!(kept.iter().filter(|x| **x == 5.0).count(), 1);
        let t_s: Vec<f64> = (0..n_samples).map(|k| k as f64).collect();
        let times = spans.times(&t_s);
        assert!(times.windows(2).all(|w| w[0] < w[1]));
        let at = kept.iter().position(|x| *x == 5.0).unwrap();
        assert!((times[at] - 77_777.0).abs() < 2.0 * n_samples as f64 / 500.0);
    }

    #[test]
    fn extremes_keep_their_order_and_spans_without_numbers_stay_without() {
        assert_eq!(extremes(&[1.0, 3.0, -2.0]), [3.0, -2.0]);
        assert_eq!(extremes(&[f64::NAN, 3.0, f64::NAN, 4.0]), [3.0, 4.0]);
        assert!(extremes(&[f64::NAN]).iter().all(|x| x.is_nan()));
        assert!(Spans::new(10, 10).is_none());
    }
}
