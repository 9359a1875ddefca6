//! Prior of payloads, for parameters that the motion does not show.

use super::problem::TEN;
use crate::spatial::{Inertial, LinkInertia, Vec3};
use std::f64::consts::PI;

/// Mass per volume of the ball that stands for an unknown load \[kg/m³\].
pub(super) const DENSITY_KG_PER_M3: f64 = 2000.0;
/// Expected distance of a centre of mass from the link's origin, one standard deviation \[m\].
const REACH_M: f64 = 0.5;
/// Loads lighter than this have the prior of this \[kg\].
const LIGHTEST_KG: f64 = 0.05;

/// A ball of the mass and the centre that the data give, and how far loads differ from it.
///
/// `h = 0 ± m·0.5 m` for the first moments and `I_com = 2/5 m r² ± m k²` for the moments about the centre,
/// `0 ± m k²` for the products, with `k` the largest radius of gyration that is expected.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyPrior {
    mass_kg: f64,
    com_m: Vec3,
    gyration_radius_m: f64,
}

impl BodyPrior {
    /// For a load about which nothing is known yet.
    pub(super) fn first(gyration_radius_m: f64) -> Self {
        Self { mass_kg: 1.0, com_m: Vec3::ZERO, gyration_radius_m }
    }

    /// For a load of which the first four parameters are known better by now.
    pub(super) fn around(self, ten: &[f64]) -> Self {
        let mass_kg = ten[0].abs().max(LIGHTEST_KG);
        let com = Vec3::new(ten[1], ten[2], ten[3]) * (1.0 / mass_kg);
        // A centre far outside is a mistake of data that say little; it must not blow up the prior.
        let com_m = if com.norm() < REACH_M { com } else { Vec3::ZERO };
        Self { mass_kg, com_m, ..self }
    }

    /// Standard deviation of an inertia \[kg m²\].
    pub(super) fn inertia_sigma(&self) -> f64 {
        self.mass_kg * self.gyration_radius_m.powi(2)
    }

    /// The ball: where everything is that data do not show.
    pub(super) fn ball(&self) -> LinkInertia {
        let moment = self.ball_moment();
        Inertial {
            mass_kg: self.mass_kg,
            com_in_link_m: self.com_m,
            inertia_about_com_in_link: [moment, 0.0, 0.0, moment, 0.0, moment],
        }
        .into()
    }

    fn ball_moment(&self) -> f64 {
        let radius_m = (self.mass_kg / DENSITY_KG_PER_M3 * 3.0 / (4.0 * PI)).cbrt();
        0.4 * self.mass_kg * radius_m * radius_m
    }

    /// Rows over the load's ten, in units of their standard deviation.
    pub(super) fn rows(&self) -> Vec<([f64; TEN], f64)> {
        let mut rows = Vec::new();
        for k in 1..4 {
            let mut row = [0.0; TEN];
            row[k] = 1.0 / (self.mass_kg * REACH_M);
            rows.push((row, 0.0));
        }
        // I_o = I_com + m (|c|² 1 − c cᵀ), linear in m for the centre that is known by now.
        let point = Inertial {
            mass_kg: 1.0,
            com_in_link_m: self.com_m,
            inertia_about_com_in_link: [0.0; 6],
        };
        let steiner = LinkInertia::from(point).to_params();
        let moment = self.ball_moment();
        let central = [moment, 0.0, 0.0, moment, 0.0, moment];
        let sigma = self.inertia_sigma();
        for (k, expected) in central.iter().enumerate() {
            let mut row = [0.0; TEN];
            row[4 + k] = 1.0 / sigma;
            row[0] = -steiner[4 + k] / sigma;
            rows.push((row, expected / sigma));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ball_satisfies_its_own_rows_but_for_the_reach() {
        let prior = BodyPrior::first(0.15).around(&[2.0, 0.1, -0.2, 0.3]);
        let ball = prior.ball().to_params();
        for (row, z) in prior.rows().iter().skip(3) {
            let left: f64 = row.iter().zip(ball).map(|(a, x)| a * x).sum();
            assert!((left - z).abs() < 1e-12, "{left} against {z}");
        }
        // 2 kg at 2000 kg/m³ is a litre: a ball of 6.2 cm.
        assert!((prior.ball_moment() / (0.4 * 2.0) - 0.0620_f64.powi(2)).abs() < 2e-5);
    }
}
