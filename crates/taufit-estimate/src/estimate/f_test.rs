//! The F and χ² distributions, for tests of one model against another.

/// Probability that an F variable with these degrees of freedom exceeds `f`.
///
/// `P(F > f) = I_x(d2/2, d1/2)` with `x = d2/(d2 + d1 f)` (Abramowitz and Stegun, 26.6.2).
pub(super) fn exceedance(f: f64, d1: f64, d2: f64) -> f64 {
    if f <= 0.0 {
        return 1.0;
    }
    incomplete_beta(d2 / (d2 + d1 * f), 0.5 * d2, 0.5 * d1)
}

/// The bound that a Student variable with so many degrees of freedom exceeds, either way, with this
/// probability: `P(|T| > t) = P(F(1, d) > t²)`.
pub fn student_bound(probability: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e6);
    // Each half of the interval settles one more binary digit.
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        let beyond = exceedance(middle * middle, 1.0, freedom) > probability;
        (low, high) = if beyond { (middle, high) } else { (low, middle) };
    }
    0.5 * (low + high)
}

/// Probability that a variable of Student's distribution lies beyond `t` on either side.
pub fn student_exceedance(t: f64, freedom: f64) -> f64 {
    exceedance(t * t, 1.0, freedom)
}

/// Probability that a χ² variable exceeds `x`: `P(χ² > x) = Q(d/2, x/2)` (Abramowitz and Stegun, 26.4.19).
pub fn chi_square_exceedance(x: f64, freedom: f64) -> f64 {
    if x <= 0.0 { 1.0 } else { upper_gamma(0.5 * freedom, 0.5 * x) }
}

/// Value that a χ² variable exceeds with this probability.
pub fn chi_square_quantile(exceedance: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, freedom.max(1.0));
    while chi_square_exceedance(high, freedom) > exceedance {
        high *= 2.0;
    }
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        let beyond = chi_square_exceedance(middle, freedom) > exceedance;
        (low, high) = if beyond { (middle, high) } else { (low, middle) };
    }
    0.5 * (low + high)
}

/// Regularised upper incomplete gamma function `Q(a, x)`: the series of Abramowitz and Stegun, 6.5.29, below the mode,
/// their continued fraction 6.5.31 above it.
fn upper_gamma(a: f64, x: f64) -> f64 {
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut k) = (1.0 / a, 1.0 / a, a);
        while term > 1e-17 * sum {
            k += 1.0;
            term *= x / k;
            sum += term;
        }
        return 1.0 - front * sum;
    }
    // 1/(x + 1 − a − 1 (1 − a)/(x + 3 − a − …)), by the method of Lentz.
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (f64::MAX, 1.0 / b);
    let mut value = d;
    for k in 1..100_000 {
        let k = f64::from(k);
        let numerator = k * (a - k);
        b += 2.0;
        d = 1.0 / (b + numerator * d);
        c = b + numerator / c;
        value *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * value
}

/// Regularised incomplete beta function `I_x(a, b)`.
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    // The continued fraction converges fast on this side only; the other follows by symmetry.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    if x <= 0.0 {
        return 0.0;
    }
    let front = ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p();
    front.exp() / (a * continued_fraction(x, a, b))
}

/// `1 + d_1/(1 + d_2/(1 + …))` of Abramowitz and Stegun, 26.5.8, by the method of Lentz.
fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let coefficient = |k: u32| {
        let m = f64::from(k / 2);
        if k.is_multiple_of(2) {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        }
    };
    let away_from_zero = |y: f64| if y.abs() < TINY { TINY } else { y };
    let (mut value, mut c, mut d) = (1.0, 1.0, 0.0);
    for k in 1..10_000 {
        d = 1.0 / away_from_zero(1.0 + coefficient(k) * d);
        c = away_from_zero(1.0 + coefficient(k) / c);
        value *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

/// Logarithm of the gamma function for positive arguments: Stirling's series (Abramowitz and Stegun,
/// 6.1.41), after a recursion to where it is exact to rounding.
fn ln_gamma(x: f64) -> f64 {
    const SERIES: [f64; 5] = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0];
    let (mut y, mut shift) = (x, 0.0);
    while y < 15.0 {
        shift += y.ln();
        y += 1.0;
    }
    let tail: f64 = SERIES.iter().enumerate().map(|(k, c)| c / y.powi(2 * k as i32 + 1)).sum();
    (y - 0.5) * y.ln() - y + 0.5 * std::f64::consts::TAU.ln() + tail - shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_forms_for_one_or_two_degrees_of_freedom() {
        for (f, d) in [(0.3_f64, 4.0_f64), (2.0, 7.0), (5.0, 1000.0), (30.0, 24_000.0)] {
            // d1 = 2: (1 + 2 f/d)^(−d/2).
            let expected = (-0.5 * d * (2.0 * f / d).ln_1p()).exp();
            assert!((exceedance(f, 2.0, d) / expected - 1.0).abs() < 1e-10, "{f}, {d}");
        }
        // d1 = d2 = 1: the square of a Cauchy variable.
        let expected = 1.0 - 2.0 / std::f64::consts::PI * 3.0_f64.sqrt().atan();
        assert!((exceedance(3.0, 1.0, 1.0) - expected).abs() < 1e-12);
    }

    #[test]
    fn the_usual_table_is_met() {
        // Upper 5 % points.
        for (f, d1, d2) in [(4.965, 1.0, 10.0), (3.708, 3.0, 10.0), (2.348, 10.0, 20.0)] {
            assert!((exceedance(f, d1, d2) - 0.05).abs() < 5e-5, "F({d1}, {d2}) > {f}");
        }
    }

    #[test]
    fn bounds_of_student_are_those_of_the_table() {
        for (t, freedom) in [(12.706, 1.0), (2.571, 5.0), (2.042, 30.0), (1.960, 1e6)] {
            assert!((student_bound(0.05, freedom) - t).abs() < 6e-4, "{freedom}");
        }
    }

    #[test]
    fn chi_square_has_its_closed_forms_and_tables() {
        // Two degrees of freedom: e^(−x/2); four: e^(−x/2) (1 + x/2).
        for x in [0.1_f64, 1.9, 2.1, 7.0, 60.0] {
            let half = (-0.5 * x).exp();
            assert!((chi_square_exceedance(x, 2.0) / half - 1.0).abs() < 1e-13, "{x}");
            let four = half * (1.0 + 0.5 * x);
            assert!((chi_square_exceedance(x, 4.0) / four - 1.0).abs() < 1e-13, "{x}");
        }
        // Square of a normal variable: a Student variable with many degrees of freedom.
        assert!(
            (chi_square_exceedance(3.0, 1.0) - student_exceedance(3.0_f64.sqrt(), 1e7)).abs()
                < 1e-6
        );
        for (x, exceedance, freedom) in [
            (18.307, 0.05, 10.0),
            (124.342, 0.05, 100.0),
            (3.247, 0.975, 10.0),
            (20.483, 0.025, 10.0),
            (0.000_982, 0.975, 1.0),
        ] {
            // Half a unit of the last digit of the table.
            let digit = if x < 0.1 { 5e-7 } else { 5e-4 };
            let found = chi_square_quantile(exceedance, freedom);
            assert!((found - x).abs() <= digit, "{found} {x}");
        }
    }

    #[test]
    fn gamma_of_whole_and_half_numbers() {
        assert!(ln_gamma(1.0).abs() < 1e-13);
        assert!((ln_gamma(0.5) - 0.5 * std::f64::consts::PI.ln()).abs() < 1e-13);
        assert!((ln_gamma(11.0) - 3_628_800.0_f64.ln()).abs() < 1e-12);
    }
}
