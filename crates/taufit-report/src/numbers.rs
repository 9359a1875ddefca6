//! Numbers on the page: a few significant digits, a true minus sign, a dash where there is none.

/// Shown in place of a number that does not exist.
const NONE: &str = "–";
const MINUS: &str = "\u{2212}";
/// Keeps a number and its unit on one line.
const NARROW_SPACE: char = '\u{202f}';

/// Four significant digits without trailing zeros: settings, rates, lengths.
pub(crate) fn number(x: f64) -> String {
    let text = rounded(x, 4);
    let (digits, power) = text.split_once('×').map_or((&text[..], ""), |(d, p)| (d, p));
    let trimmed = if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    };
    if power.is_empty() { trimmed.to_owned() } else { format!("{trimmed}×{power}") }
}

/// So many significant digits, zeros kept, so that columns of results compare.
pub(crate) fn rounded(x: f64, digits: usize) -> String {
    if !x.is_finite() {
        return not_finite(x);
    }
    if x == 0.0 {
        return "0".to_owned();
    }
    let after_first = digits.saturating_sub(1);
    let scientific = format!("{x:.after_first$e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-3..6).contains(&exponent) {
        let decimals = usize::try_from(after_first as i32 - exponent).unwrap_or(0);
        signed(&format!("{x:.decimals$}"))
    } else {
        format!("{}×10{}", signed(mantissa), superscript(exponent))
    }
}

/// So many digits after the point.
pub(crate) fn fixed(x: f64, decimals: usize) -> String {
    if x.is_finite() { signed(&format!("{x:.decimals$}")) } else { not_finite(x) }
}

fn not_finite(x: f64) -> String {
    match x {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => format!("{MINUS}∞"),
        _ => NONE.to_owned(),
    }
}

/// With a true minus sign, and without one before zero.
fn signed(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(zero) if zero.chars().all(|c| matches!(c, '0' | '.')) => zero.to_owned(),
        Some(digits) => format!("{MINUS}{digits}"),
        None => text.to_owned(),
    }
}

/// `−12` as a raised exponent.
pub(crate) fn superscript(exponent: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).map_or('⁻', |d| DIGITS[d as usize]);
    exponent.to_string().chars().map(raised).collect()
}

/// `3.14 %`.
pub(crate) fn percent(x: f64) -> String {
    if x.is_finite() { format!("{}{NARROW_SPACE}%", rounded(x, 3)) } else { not_finite(x) }
}

/// A share as percentage, to a tenth: `99.4 %`.
pub(crate) fn share(x: f64) -> String {
    let percent = 100.0 * x;
    if x.is_finite() { format!("{}{NARROW_SPACE}%", fixed(percent, 1)) } else { not_finite(x) }
}

/// A setting with its unit.
pub(crate) fn quantity(x: f64, unit: &str) -> String {
    format!("{}{NARROW_SPACE}{unit}", number(x))
}

/// A result with its unit.
pub(crate) fn measure(x: f64, unit: &str) -> String {
    format!("{}{NARROW_SPACE}{unit}", rounded(x, 3))
}

/// A value and its standard deviation: one digit of the latter, two if it begins with 1 or 2, and no more of
/// the former than that.
pub(crate) fn with_sigma(value: f64, sigma: f64) -> (String, String) {
    const LONGEST: i32 = 6;
    if !(value.is_finite() && sigma.is_finite() && sigma > 0.0) {
        return (rounded(value, 4), rounded(sigma, 2));
    }
    // From 2.95 on a first digit stands for 3.
    let decimals = 1 - (sigma / 2.95).log10().ceil() as i32;
    if decimals > LONGEST || value.abs() >= 1e6 || sigma >= 1e6 {
        return (rounded(value, 4), rounded(sigma, 2));
    }
    let decimals = usize::try_from(decimals).unwrap_or(0);
    (fixed(value, decimals), fixed(sigma, decimals))
}

/// A whole number in groups of three.
pub(crate) fn whole(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(NARROW_SPACE);
        }
        text.push(digit);
    }
    text
}

/// `1 joint`, `6 joints`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", whole(n)) }
}

/// A length of a file.
pub(crate) fn bytes(n: u64) -> String {
    let x = n as f64;
    match x {
        x if x < 1e3 => quantity(x, "B"),
        x if x < 1e6 => measure(x / 1e3, "kB"),
        x => measure(x / 1e6, "MB"),
    }
}

/// Length of a bar for the style sheet \[% of the longest\]; what is no number fills the row.
pub(crate) fn bar_length(x: f64, longest: f64) -> String {
    let share = x.abs() / longest;
    format!("{:.1}", if share.is_finite() { (100.0 * share).min(100.0) } else { 100.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_few_digits_and_a_true_minus() {
        let shown = [0.0, 3.7, -0.02561, 123456.0, 1234567.0, 1.23456e-5, 100.0, -0.0];
        let expected = ["0", "3.7", "−0.02561", "123456", "1.235×10⁶", "1.235×10⁻⁵", "100", "0"];
        assert_eq!(shown.map(number), expected);
        assert_eq!(rounded(3.7, 3), "3.70");
        assert_eq!(rounded(99.96, 3), "100");
        assert_eq!(fixed(-0.001, 2), "0.00");
    }

    #[test]
    fn what_is_no_number_is_a_dash_or_infinity() {
        let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        assert_eq!(odd.map(number), ["–", "∞", "−∞"]);
        assert_eq!(percent(f64::NAN), "–");
        assert_eq!(with_sigma(f64::NAN, 1.0).0, "–");
    }

    #[test]
    fn a_value_has_no_more_digits_than_its_sigma_allows() {
        let pair = |v, s| {
            let (value, sigma) = with_sigma(v, s);
            format!("{value} ± {sigma}")
        };
        assert_eq!(pair(0.123456, 0.00213), "0.1235 ± 0.0021");
        assert_eq!(pair(-12.3456, 3.4), "−12 ± 3");
        assert_eq!(pair(2.508_123, 0.030), "2.51 ± 0.03");
        assert_eq!(pair(1234.5, 120.0), "1234 ± 120");
        assert_eq!(pair(1.5e-5, 2.0e-7), "1.500×10⁻⁵ ± 2.0×10⁻⁷");
        assert_eq!(pair(2.0, 0.0), "2.000 ± 0");
    }

    #[test]
    fn bars_stay_inside_their_row() {
        let lengths = [(1.0, 4.0), (-5.0, 4.0), (f64::NAN, 4.0), (1.0, 0.0)];
        assert_eq!(
            lengths.map(|(x, longest)| bar_length(x, longest)),
            ["25.0", "100.0", "100.0", "100.0"]
        );
    }

    #[test]
    fn counts_are_grouped_and_nouns_agree() {
        assert_eq!(whole(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(whole(999), "999");
        assert_eq!(count(1, "gap"), "1 gap");
        assert_eq!(bytes(1_530_000), "1.53\u{202f}MB");
        assert_eq!(bytes(12), "12\u{202f}B");
    }
}
