//! Functions that Rust's `core` lacks, as text: generated code depends on nothing.

/// Name, text, and the names of those that it calls.
const FUNCTIONS: [(&str, &str, &[&str]); 8] = [
    ("sin_cos", SIN_COS, &[]),
    ("sign", SIGN, &[]),
    ("abs", ABS, &[]),
    ("above", ABOVE, &[]),
    ("below", BELOW, &[]),
    ("tanh", TANH, &["exp"]),
    ("power", POWER, &["exp", "ln"]),
    ("exp", EXP, &[]),
];

/// The text of every function that the code calls.
pub(crate) fn core_functions(code: &str) -> String {
    let calls = |name: &str| {
        let opening = format!("{name}(");
        code.match_indices(&opening).any(|(at, _)| {
            !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.')
        })
    };
    let needed = |name: &str| {
        let by_another =
            |(caller, _, callees): &(&str, &str, &[&str])| callees.contains(&name) && calls(caller);
        calls(name) || FUNCTIONS.iter().any(by_another)
    };
    let chosen = FUNCTIONS.iter().filter(|(name, ..)| needed(name)).map(|(_, text, _)| *text);
    chosen.chain(needed("ln").then_some(LN)).collect::<Vec<&str>>().join("\n")
}

const SIN_COS: &str = "\
/// Sine and cosine by reduction to a quarter turn and polynomials; good to 2e-16 for |x| < 1e6.
#[inline(always)]
fn sin_cos(x: f64) -> (f64, f64) {
    const SINE: [f64; 6] = [
        1.5918073162923074e-10, -2.505113106573605e-8, 2.7557316098812687e-6,
        -1.9841269836751364e-4, 8.333333333330944e-3, -1.6666666666666666e-1,
    ];
    const COSINE: [f64; 6] = [
        -1.1382597309861877e-11, 2.0876145780903544e-9, -2.755731726939027e-7,
        2.4801587298761176e-5, -1.3888888888887393e-3, 4.1666666666666664e-2,
    ];
    // Adding this and taking it away rounds to a whole number; its low bits are that number.
    const ROUND: f64 = 6755399441055744.0;
    let shifted = x * core::f64::consts::FRAC_2_PI + ROUND;
    let n = shifted - ROUND;
    let r = x - n * 1.5707963267341256 - n * 6.077100506303966e-11 - n * 2.0222662487959506e-21;
    let y = r * r;
    let polynomial =
        |c: [f64; 6]| ((((c[0] * y + c[1]) * y + c[2]) * y + c[3]) * y + c[4]) * y + c[5];
    let sin = r + r * y * polynomial(SINE);
    let cos = 1.0 - 0.5 * y + y * y * polynomial(COSINE);
    match shifted.to_bits() & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}
";

const SIGN: &str = "\
/// Direction of motion; zero at rest.
fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}
";

const ABS: &str = "\
/// Absolute value.
fn abs(x: f64) -> f64 {
    if x < 0.0 { -x } else { x }
}
";

const ABOVE: &str = "\
/// The value where it is positive, else zero.
fn above(x: f64) -> f64 {
    if x < 0.0 { 0.0 } else { x }
}
";

const BELOW: &str = "\
/// The value where it is negative, else zero.
fn below(x: f64) -> f64 {
    if x > 0.0 { 0.0 } else { x }
}
";

const TANH: &str = "\
/// Hyperbolic tangent.
fn tanh(x: f64) -> f64 {
    let decay = exp(if x < 0.0 { 2.0 * x } else { -2.0 * x });
    let size = (1.0 - decay) / (1.0 + decay);
    if x < 0.0 { -size } else { size }
}
";

const EXP: &str = "\
/// Exponential function: 2^n times the series of the rest.
fn exp(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    if x > 700.0 {
        return f64::INFINITY;
    }
    let turns = x * core::f64::consts::LOG2_E;
    let n = (turns + if turns < 0.0 { -0.5 } else { 0.5 }) as i64;
    let r = x - n as f64 * 0.6931467056274414 - n as f64 * 4.7493250390316726e-7;
    let (mut sum, mut k) = (1.0, 16.0);
    while k > 0.0 {
        sum = 1.0 + sum * r / k;
        k -= 1.0;
    }
    sum * f64::from_bits(((1023 + n) as u64) << 52)
}
";

const POWER: &str = "\
/// x to the power of p, for x >= 0 and p > 0.
fn power(x: f64, p: f64) -> f64 {
    if x > 0.0 { exp(p * ln(x)) } else { x }
}
";

const LN: &str = "\
/// Natural logarithm of a positive number: the exponent, and the series of atanh for the rest.
fn ln(x: f64) -> f64 {
    let x = if x < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { x };
    let bits = x.to_bits();
    let mut n = ((bits >> 52) as i64) - 1023;
    let mut m = f64::from_bits((bits & 0x000f_ffff_ffff_ffff) | (1023 << 52));
    if m > core::f64::consts::SQRT_2 {
        m *= 0.5;
        n += 1;
    }
    let z = (m - 1.0) / (m + 1.0);
    let (y, mut sum, mut k) = (z * z, 0.0, 25.0);
    while k > 0.0 {
        sum = sum * y + 1.0 / k;
        k -= 2.0;
    }
    2.0 * z * sum + n as f64 * core::f64::consts::LN_2
}
";
