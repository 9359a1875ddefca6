//! Scatter of single results.

use crate::signal::quantile;
use crate::study::Spread;

/// Count, mean, deviation and quartiles; `None` of nothing.
pub(super) fn spread(values: &[f64]) -> Option<Spread> {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(values, share));
    let [Some(least), Some(low), Some(middle), Some(high), Some(most)] = shares else {
        return None;
    };
    Some(Spread {
        count: values.len(),
        mean,
        deviation: (squares / (n - 1.0).max(1.0)).sqrt(),
        five_numbers: [least, low, middle, high, most],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_values_are_their_own_five_numbers() {
        let found = spread(&[3.0, 1.0, 5.0, 2.0, 4.0]).unwrap();
        assert_eq!(found.five_numbers, [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!((found.count, found.mean), (5, 3.0));
        assert!((found.deviation - 2.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(spread(&[]), None);
        assert_eq!(spread(&[7.0]).unwrap().deviation, 0.0);
    }
}
