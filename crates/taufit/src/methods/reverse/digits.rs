//! How many digits numbers have, and what rounding does to them.

/// Standard deviation of a number that is rounded to a step of one.
const ROUNDED: f64 = 0.288_675_134_594_812_9;

/// Standard deviation of the rounding of these numbers; zero where they have all digits.
pub(super) fn rounding_sigma(values: &[f64]) -> f64 {
    decimal_step(values) * ROUNDED
}

/// The power of ten that all numbers are whole multiples of; zero where they have all digits.
fn decimal_step(values: &[f64]) -> f64 {
    const MOST_DECIMALS: i32 = 12;
    let fits = |decimals: &i32| {
        let scale = 10.0_f64.powi(*decimals);
        values.iter().all(|x| (x * scale - (x * scale).round()).abs() < 1e-6)
    };
    (0..MOST_DECIMALS).find(fits).map_or(0.0, |decimals| 10.0_f64.powi(-decimals))
}

/// How many different numbers there are: one that is the same in every pose is rounded only once.
pub(super) fn n_distinct(values: impl Iterator<Item = f64>) -> usize {
    let mut bits: Vec<u64> = values.map(f64::to_bits).collect();
    bits.sort_unstable();
    bits.dedup();
    bits.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted() {
        assert_eq!(decimal_step(&[1.25, -0.5, 3.0]), 0.01);
        assert_eq!(decimal_step(&[1.0 / 3.0, 0.5]), 0.0);
        assert_eq!(decimal_step(&[4.0, 2.0]), 1.0);
        assert_eq!(n_distinct([0.5, 1.5, 0.5].into_iter()), 2);
    }

    #[test]
    fn rounding_has_the_deviation_of_a_uniform_distribution() {
        assert!((ROUNDED - 12.0_f64.sqrt().recip()).abs() < 1e-15);
    }
}
