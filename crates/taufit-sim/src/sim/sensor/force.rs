//! A force sensor with its own rate and with gaps.

use super::super::noise::Noise;
use super::ForceSettings;
use serde::{Deserialize, Serialize};
use taufit_dynamics::spatial::{Force, Vec3};

/// Sample of a force sensor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrenchSample {
    /// When \[s\].
    pub t_s: f64,
    /// Force of the arm on its environment, world axes \[N\].
    pub force_n: Vec3,
    /// Moment of the arm on its environment about the clamped frame, world axes \[N·m\].
    pub moment_nm: Vec3,
}

/// A force sensor at work.
#[derive(Clone, Debug)]
pub(super) struct ForceSensor {
    settings: ForceSettings,
    noise: Noise,
    count: u64,
    silent: bool,
    newest: Option<WrenchSample>,
}

impl ForceSensor {
    pub(super) fn new(settings: ForceSettings, noise: Noise) -> Self {
        Self { settings, noise, count: 0, silent: false, newest: None }
    }

    /// When it samples next \[s\].
    pub(super) fn next_s(&self) -> f64 {
        self.count as f64 / self.settings.rate_hz
    }

    /// Samples; `wrench` is that of the environment on the arm.
    pub(super) fn sample(&mut self, wrench: Force) {
        let t_s = self.next_s();
        self.count += 1;
        self.change_silence();
        if self.silent {
            return;
        }
        let noisy = |v: Vec3, sigma: f64, noise: &mut Noise| {
            Vec3::new(
                sigma * noise.normal() - v.x,
                sigma * noise.normal() - v.y,
                sigma * noise.normal() - v.z,
            )
        };
        self.newest = Some(WrenchSample {
            t_s,
            force_n: noisy(wrench.force, self.settings.force_noise_n, &mut self.noise),
            moment_nm: noisy(wrench.moment, self.settings.moment_noise_nm, &mut self.noise),
        });
    }

    /// Gaps begin and end by chance, with the share and the mean length that are set.
    fn change_silence(&mut self) {
        let ForceSettings { gap_share, gap_s, rate_hz, .. } = self.settings;
        let samples_per_gap = (gap_s * rate_hz).max(1.0);
        let ends = 1.0 / samples_per_gap;
        let begins = ends * gap_share / (1.0 - gap_share);
        self.silent ^= self.noise.happens(if self.silent { ends } else { begins });
    }

    /// The newest sample that was not taken yet.
    pub(super) fn take(&mut self) -> Option<WrenchSample> {
        self.newest.take()
    }
}
