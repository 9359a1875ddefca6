//! Base parameters as a person writes them: `Izz1 + 0.01285 m2 + 0.2267 my2 + Izz2`.

use super::Base;
use crate::params::Layout;

impl Base {
    /// Base parameter `k` as a sum, with short names.
    pub fn expression(&self, layout: &Layout, k: usize) -> String {
        render(&self.group(k), |column| layout.name(column))
    }

    /// Base parameter `k` as a sum, with the names of links and joints.
    pub fn long_expression(&self, layout: &Layout, k: usize) -> String {
        render(&self.group(k), |column| layout.long_name(column))
    }
}

fn render(group: &[(usize, f64)], name: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for (column, coefficient) in group {
        text += match (text.is_empty(), *coefficient < 0.0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        if coefficient.abs() != 1.0 {
            text += &format!("{} ", four_digits(coefficient.abs()));
        }
        text += &name(*column);
    }
    text
}

/// Four significant digits, without trailing zeros: 0.425, 0.01285, 1.2e-6.
fn four_digits(x: f64) -> String {
    const DIGITS: i32 = 4;
    // 0.10915 is a tie that the last bit of a computation would decide: ties go up.
    let x = x * (1.0 + 1e-12);
    let exponent = x.log10().floor() as i32;
    if !(-4..6).contains(&exponent) {
        return format!("{x:.3e}");
    }
    let decimals = (DIGITS - 1 - exponent).max(0) as usize;
    let text = format!("{x:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_read_like_on_paper() {
        let group = [(0, 1.0), (1, -0.425), (2, 1.0), (3, 0.012850489), (4, -1.0)];
        assert_eq!(render(&group, |c| format!("p{c}")), "p0 - 0.425 p1 + p2 + 0.01285 p3 - p4");
    }

    #[test]
    fn four_digits_are_enough_and_never_padded() {
        for (x, text) in [
            (0.1806, "0.1806"),
            (12345.6, "12346"),
            (2.0, "2"),
            (0.10915, "0.1092"),
            (0.00178891, "0.001789"),
            (3.2e-7, "3.200e-7"),
        ] {
            assert_eq!(four_digits(x), text);
        }
    }
}
