//! Numbers on the screen: four significant digits, degrees, no clutter.

use taufit::study::ParameterRecord;

/// Four significant digits, without trailing zeros.
pub(crate) fn number(x: f64) -> String {
    significant(x, 4)
}

/// So many significant digits, without trailing zeros.
pub(crate) fn significant(x: f64, digits: u8) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if !x.is_finite() {
        return x.to_string();
    }
    let after_first = usize::from(digits.saturating_sub(1));
    let rounded = format!("{x:.after_first$e}");
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-3..6).contains(&exponent) {
        let decimals = usize::try_from(i32::from(digits) - 1 - exponent).unwrap_or(0);
        trimmed(&format!("{x:.decimals$}")).to_owned()
    } else {
        format!("{}e{exponent}", trimmed(mantissa))
    }
}

/// A number with the digits that its standard deviation justifies: down to the first digit of the latter,
/// or the second if it begins with 1 or 2. Four significant digits where that is none.
pub(crate) fn known_to(x: f64, sigma: f64) -> String {
    const LONGEST: i32 = 6;
    // From 2.95 on a first digit stands for 3.
    let decimals = 1 - (sigma / 2.95).log10().ceil() as i32;
    if !(x.is_finite() && sigma.is_finite() && sigma > 0.0) || decimals > LONGEST || x.abs() >= 1e6
    {
        return number(x);
    }
    let decimals = usize::try_from(decimals).unwrap_or(0);
    let text = format!("{x:.decimals$}");
    let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if is_zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// A value and half of its 95 % interval, with the digits that the latter justifies; the value alone where there is none.
pub(crate) fn with_half(value: f64, half: f64) -> String {
    match half.is_finite() && half > 0.0 {
        true => format!("{} ± {}", known_to(value, half), known_to(half, half)),
        false => number(value),
    }
}

/// Half of the 95 % interval of a parameter; `None` where it has none.
pub(crate) fn half_interval(parameter: &ParameterRecord) -> Option<f64> {
    parameter.interval.map(|[low, high]| 0.5 * (high - low))
}

/// `3.70` → `3.7`, `12.` → `12`, `100` stays.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// Several numbers in a row.
pub(crate) fn numbers(xs: impl IntoIterator<Item = f64>) -> String {
    xs.into_iter().map(number).collect::<Vec<_>>().join(" ")
}

/// An angle in degrees, to a tenth.
pub(crate) fn degrees(angle_rad: f64) -> String {
    trimmed(&format!("{:.1}", angle_rad.to_degrees())).to_owned()
}

/// `1 joint`, `6 joints`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_and_no_clutter() {
        let shown = [0.0, 3.7, -0.02561, 8.393, 123456.0, 1234567.0, 1.23456e-5, 0.00193, 100.0];
        let expected = "0 3.7 -0.02561 8.393 123456 1.235e6 1.235e-5 0.00193 100";
        assert_eq!(numbers(shown), expected);
        assert_eq!(number(f64::INFINITY), "inf");
        assert_eq!(number(99.9996), "100");
        assert_eq!(significant(0.0014567, 3), "0.00146");
    }

    #[test]
    fn a_value_has_no_more_digits_than_its_sigma_allows() {
        let shown = |x: f64, sigma: f64| [x, sigma].map(|x| known_to(x, sigma)).join(" ");
        assert_eq!(shown(2.508_123, 0.030), "2.51 0.03");
        assert_eq!(shown(2.508_123, 0.012), "2.508 0.012");
        assert_eq!(shown(62.46, 1.1), "62.5 1.1");
        assert_eq!(shown(-3.143e-4, 5.6e-4), "-0.0003 0.0006");
        assert_eq!(shown(-0.001, 0.9), "0.0 0.9");
        assert_eq!(shown(1234.5, 120.0), "1234 120");
        assert_eq!(shown(2.0, 0.0), "2 0");
    }

    #[test]
    fn a_value_stands_with_half_of_its_interval() {
        assert_eq!(with_half(2.508_123, 0.030), "2.51 ± 0.03");
        assert_eq!(with_half(2.508_123, f64::INFINITY), "2.508");
    }

    #[test]
    fn angles_are_shown_in_degrees() {
        assert_eq!(degrees(std::f64::consts::TAU), "360");
        assert_eq!(degrees(-2.8973), "-166");
    }

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(count(1, "joint"), "1 joint");
        assert_eq!(count(0, "warning"), "0 warnings");
    }
}
