//! Tests of many hypotheses at one family-wise error rate.

/// Which of these hypotheses are rejected at a family-wise error rate, by the step-down procedure of Holm (1979):
/// the probability of one wrong rejection or more is at most `rate`, whatever the dependence between the tests.
pub fn holm(p_values: &[f64], rate: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut is_rejected = vec![false; p_values.len()];
    for (rank, &k) in order.iter().enumerate() {
        if p_values[k] > rate / (p_values.len() - rank) as f64 {
            break;
        }
        is_rejected[k] = true;
    }
    is_rejected
}

#[cfg(test)]
mod tests {
    use super::holm;

    /// The example of Holm's procedure: thresholds 0.05/4, 0.05/3, 0.05/2, 0.05.
    #[test]
    fn thresholds_grow_step_by_step_until_one_fails() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[0.02, 0.01, 0.012, 0.05], 0.05), [true, true, true, true]);
        assert_eq!(holm(&[0.0126, 0.9, 0.9, 0.9], 0.05), [false; 4]);
        assert!(holm(&[], 0.05).is_empty());
    }
}
