//! Rounded right angles in a file, such as 1.5708.
//!
//! Taken as written, axes that are parallel or at right angles by design are so only to a few millionths:
//! combinations of parameters that no torque shows then seem to be visible, barely, and the condition
//! number of the base parameters grows by orders of magnitude.

use crate::error::Result;
use crate::xml::Element;
use std::f64::consts::FRAC_PI_2;

/// Decimals with which a rounded right angle is recognised: one decimal is as good as none, and eight are
/// within the tolerance of the base parameters.
const DECIMALS: std::ops::Range<usize> = 2..8;

/// Three angles of an attribute, zero where it is missing; those that are a right angle or a multiple of
/// it to the last decimal given are taken as exact.
pub(super) fn angles(element: Element<'_, '_>, attribute: &str) -> Result<[f64; 3]> {
    let Some(found) = element.numbers::<3>(attribute)? else { return Ok([0.0; 3]) };
    let text = element.attribute(attribute).unwrap_or_default();
    let mut words = text.split_ascii_whitespace();
    Ok(found.map(|angle| exact(angle, words.next().unwrap_or_default())))
}

/// The multiple of a right angle of which a text is the rounded or truncated value; its own value if none.
fn exact(angle: f64, text: &str) -> f64 {
    let decimals = text.split_once('.').map_or("", |(_, decimals)| decimals);
    let is_plain = decimals.bytes().all(|b| b.is_ascii_digit());
    if !is_plain || !DECIMALS.contains(&decimals.len()) {
        return angle;
    }
    let right = (angle / FRAC_PI_2).round() * FRAC_PI_2;
    let unit = 10.0_f64.powi(-(decimals.len() as i32));
    // Truncation is as common as rounding.
    let short = right.abs() - angle.abs();
    if (-0.5 * unit..unit).contains(&short) { right } else { angle }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn rounded_right_angles_are_exact_and_others_are_not_touched() {
        let read = |text: &str| exact(text.parse().unwrap(), text);
        for text in ["1.57", "1.570", "1.571", "1.5708", "1.5707", "1.570796", "1.5707963"] {
            assert_eq!(read(text), FRAC_PI_2, "{text}");
            assert_eq!(read(&format!("-{text}")), -FRAC_PI_2, "{text}");
        }
        assert_eq!(read("3.1416"), PI);
        assert_eq!(read("3.1415"), PI);
        for text in [
            "0",
            "1.6",
            "1.5",
            "1.5716",
            "1.58",
            "0.7854",
            "0.01",
            "1.6208",
            "1e-3",
            "1.57e0",
            "1.5707963268",
        ] {
            assert_eq!(read(text), text.parse::<f64>().unwrap(), "{text}");
        }
    }
}
