//! The motion itself.

use taufit::excite::Trajectory;

/// The text that [`crate::parse_trajectory`] reads.
pub(super) fn render_toml(trajectory: &Trajectory) -> String {
    // Names and numbers always have a text.
    let body = toml::to_string(trajectory).unwrap_or_default();
    format!(
        "# A motion by taufit. Fourier series, with w = 2 pi / period_s and l = 1, 2, ..:\n\
         #   q(t) = offset + sum of (a_l sin(w l t) - b_l cos(w l t)) / (w l)\n\
         # Splines: clamped quintic B-splines with uniform knots over the period.\n\
         # Radians and metres, seconds.\n\n{body}"
    )
}
