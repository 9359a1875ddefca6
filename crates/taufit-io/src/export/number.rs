//! Numbers and angles as text: the shortest decimal that reads back as the same number; roll, pitch, yaw.

use taufit::spatial::Mat3;

/// One number; zero has no sign.
pub(super) fn number(x: f64) -> String {
    format!("{:?}", x + 0.0)
}

/// Numbers between spaces, as XML attributes hold them.
pub(super) fn numbers(values: &[f64]) -> String {
    values.iter().map(|x| number(*x)).collect::<Vec<_>>().join(" ")
}

/// `[roll, pitch, yaw]` with `R = Rz(yaw) Ry(pitch) Rx(roll)` \[rad\].
///
/// Yaw first, then pitch and roll of what is left, `Rz(−yaw) R = Ry(pitch) Rx(roll)`: where the pitch is
/// a right angle any yaw will do, and the roll makes up for it to the last digit.
pub(super) fn rpy(rotation: &Mat3) -> [f64; 3] {
    let [[r11, r12, r13], [r21, r22, r23], [r31, ..]] = rotation.rows();
    let yaw = r21.atan2(r11);
    let (s, c) = yaw.sin_cos();
    let pitch = (-r31).atan2(c * r11 + s * r21);
    let roll = (s * r13 - c * r23).atan2(c * r22 - s * r12);
    [roll, pitch, yaw].map(without_rounding)
}

/// Zero for values below the rounding error of the cosine of a right angle.
pub(super) fn without_rounding(x: f64) -> f64 {
    const NOTHING: f64 = 1e-15;
    if x.abs() < NOTHING { 0.0 } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn numbers_read_back_as_themselves() {
        for x in [0.1, 1.0 / 3.0, 1e-300, -6.02e23, f64::MIN_POSITIVE, 123_456_789.123_456_78] {
            assert_eq!(number(x).parse::<f64>().unwrap().to_bits(), x.to_bits());
        }
        assert_eq!(numbers(&[-0.0, 2.5, 1e-7]), "0.0 2.5 1e-7");
    }

    #[test]
    fn angles_give_the_rotation_back_even_where_they_are_not_unique() {
        let pitches = [0.0, 0.7, FRAC_PI_2, -FRAC_PI_2, FRAC_PI_2 - 1e-9, 1e-12 - FRAC_PI_2];
        for pitch in pitches {
            for (roll, yaw) in [(0.0, 0.0), (0.4, -2.0), (PI, FRAC_PI_2), (-3.0, 3.0)] {
                let expected = Mat3::from_rpy([roll, pitch, yaw]);
                let off = Mat3::from_rpy(rpy(&expected)) - expected;
                assert!(off.cols.iter().all(|c| c.norm() < 4e-15), "{roll} {pitch} {yaw}");
            }
        }
    }
}
