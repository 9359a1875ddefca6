//! Digits of printed numbers, and the errors of rounding.

/// Standard deviation of a number that is rounded to a step of one.
const ROUNDED: f64 = 0.288_675_134_594_812_9;
/// Numbers with more digits are taken as exact: their rounding is that of the arithmetic behind them.
const MOST_DIGITS: i32 = 14;
/// Distance to a whole number of steps that a number of few digits may have.
const WHOLE: f64 = 1e-6;
/// Numbers below this share of the largest are zeros that the arithmetic has left, and have no digits.
const ZERO: f64 = 1e-12;

/// Form in which numbers were printed, found from the numbers themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Printed {
    /// With all their digits.
    Exactly,
    /// Rounded to so many digits behind the point.
    Decimals(i32),
    /// Rounded to so many significant digits.
    Significant(i32),
}

impl Printed {
    /// The coarsest form that all numbers have: of decimals and significant digits the one with the
    /// larger steps in the geometric mean.
    pub(super) fn of(values: &[f64]) -> Self {
        let least = ZERO * values.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let values: Vec<f64> = values.iter().copied().filter(|x| x.abs() > least).collect();
        let fewest = |form: fn(i32) -> Self, least: i32| {
            let forms = (least..=MOST_DIGITS).map(form);
            forms.into_iter().find(|form| values.iter().all(|x| form.has(*x)))
        };
        let size = |form: &Self| values.iter().map(|x| form.step(*x).log10()).sum::<f64>();
        let forms = [fewest(Self::Significant, 1), fewest(Self::Decimals, 0)];
        let coarsest = forms.into_iter().flatten().max_by(|a, b| size(a).total_cmp(&size(b)));
        coarsest.unwrap_or(Self::Exactly)
    }

    /// Standard deviation of the rounding of a number; zero where numbers have all their digits.
    pub(super) fn rounding_sigma(self, x: f64) -> f64 {
        ROUNDED * self.step(x)
    }

    /// Distance to the next number of this form.
    fn step(self, x: f64) -> f64 {
        match self {
            Self::Exactly => 0.0,
            Self::Decimals(decimals) => 10.0_f64.powi(-decimals),
            Self::Significant(_) if x == 0.0 => 0.0,
            Self::Significant(digits) => 10.0_f64.powi(exponent(x) + 1 - digits),
        }
    }

    /// Whether a number is a whole multiple of the step.
    fn has(self, x: f64) -> bool {
        let steps = x / self.step(x);
        let beyond = 10.0_f64.powi(MOST_DIGITS);
        // The number itself, the step and their quotient are rounded.
        let whole = WHOLE.max(2.0 * f64::EPSILON * steps.abs());
        steps.abs() <= beyond && (steps - steps.round()).abs() < whole
    }
}

/// Power of ten of the first digit.
fn exponent(x: f64) -> i32 {
    x.abs().log10().floor() as i32
}

/// Number of different values: one that is the same in every pose is rounded only once.
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
    fn the_form_is_found_from_the_numbers() {
        assert_eq!(Printed::of(&[1.25, -0.5, 3.0, 0.0]), Printed::Decimals(2));
        assert_eq!(Printed::of(&[1.0 / 3.0, 0.5]), Printed::Exactly);
        assert_eq!(Printed::of(&[4.0, 2.0, 17.0]), Printed::Decimals(0));
        // As many digits each, over four powers of ten.
        let four_digits = [12.34, -0.001_234, 0.1507, 1.1e-2, 3.271, 1.7763e-15];
        assert_eq!(Printed::of(&four_digits), Printed::Significant(4));
        let in_fixed_form = [12.3456, -0.0012, 0.1507, 0.011, 3.2716];
        assert_eq!(Printed::of(&in_fixed_form), Printed::Decimals(4));
        for digits in 10..=14_usize {
            let after_first = digits - 1;
            let printed = |x: f64| format!("{x:.after_first$e}").parse::<f64>().unwrap();
            let numbers: Vec<f64> = (1..40).map(|k| printed(f64::from(k).powi(3) / 7.0)).collect();
            assert_eq!(Printed::of(&numbers), Printed::Significant(digits as i32));
        }
        let whole: Vec<f64> = (1..40).map(|k| f64::from(k).powi(3) / 7.0).collect();
        assert_eq!(Printed::of(&whole), Printed::Exactly);
        assert_eq!(Printed::of(&[]), Printed::Decimals(0));
        assert_eq!(n_distinct([0.5, 1.5, 0.5].into_iter()), 2);
    }

    #[test]
    fn rounding_has_the_deviation_of_a_uniform_distribution() {
        assert!((ROUNDED - 12.0_f64.sqrt().recip()).abs() < 1e-15);
        let sigma = Printed::Significant(4).rounding_sigma(-0.01234);
        assert!((sigma / (1e-5 * ROUNDED) - 1.0).abs() < 1e-12);
        assert_eq!(Printed::Exactly.rounding_sigma(0.1), 0.0);
    }
}
