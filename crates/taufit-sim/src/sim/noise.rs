//! Seeded chance: every sensor has its own, so that one setting does not change the noise of another.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::f64::consts::TAU;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Noise(Pcg64);

impl Noise {
    /// Stream number `stream` of a seed.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        // Far apart: an odd constant with its bits evenly spread (golden ratio).
        Self(Pcg64::seed_from_u64(seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// Standard normal (Box, Muller 1958).
    pub(super) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.0.random_range(f64::MIN_POSITIVE..1.0).ln()).sqrt();
        radius * (TAU * self.0.random_range(0.0..1.0)).cos()
    }

    /// Between −1 and 1, all alike.
    pub(super) fn uniform(&mut self) -> f64 {
        self.0.random_range(-1.0..1.0)
    }

    /// True with this probability.
    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.0.random_range(0.0..1.0) < probability
    }
}
