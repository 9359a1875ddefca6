//! Numbers as text: the shortest that reads back as the same number.

/// One number. Zero has no sign: `-0.0` would only puzzle a reader.
pub(super) fn number(x: f64) -> String {
    format!("{:?}", x + 0.0)
}

/// Numbers between spaces, as XML attributes hold them.
pub(super) fn numbers(values: &[f64]) -> String {
    values.iter().map(|x| number(*x)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back_as_themselves() {
        for x in [0.1, 1.0 / 3.0, 1e-300, -6.02e23, f64::MIN_POSITIVE, 123_456_789.123_456_78] {
            assert_eq!(number(x).parse::<f64>().unwrap().to_bits(), x.to_bits());
        }
        assert_eq!(numbers(&[-0.0, 2.5, 1e-7]), "0.0 2.5 1e-7");
    }
}
