//! Numbers of a load, out of and into text.

use super::super::number::number;

/// Number with five digits, more than any identification resolves.
pub(super) fn digits(x: f64) -> String {
    let rounded = format!("{x:.4e}").parse().unwrap_or(x);
    // Controllers read decimals; what is smaller than a billionth is nothing.
    let text = format!("{:.12}", if f64::abs(rounded) < 1e-9 { 0.0 } else { rounded });
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short.is_empty() || short == "-0" { number(0.0) } else { short.to_owned() }
}

/// Several, between commas.
pub(super) fn list(values: &[f64]) -> String {
    values.iter().map(|x| digits(*x)).collect::<Vec<_>>().join(", ")
}

/// All numbers in a text between brackets, braces and commas.
pub(super) fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let is_gap = |c: char| c.is_whitespace() || "[](){},;".contains(c);
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|_| format!("{word:?} is no number"))).collect()
}

/// Text after a mark.
pub(super) fn after<'t>(text: &'t str, mark: &str) -> Result<&'t str, String> {
    text.split_once(mark).map(|(_, rest)| rest).ok_or_else(|| format!("there is no {mark:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimals_of_five_digits() {
        let shown = [2.805, -0.0, 0.1 + 0.2, 1.0 / 3.0, 155.600_004_9, 1e-12, 0.000_123_456_789];
        assert_eq!(list(&shown), "2.805, 0, 0.3, 0.33333, 155.6, 0, 0.00012346");
        assert_eq!(numbers("1, [2,-3e-2]; "), Ok(vec![1.0, 2.0, -0.03]));
        assert!(numbers("1, two").is_err());
    }
}
