//! Velocities as a driver reports them: filtered and late.

use super::VelocitySettings;
use std::collections::VecDeque;
use std::f64::consts::TAU;

/// Filter and delay line of all joints, run once per period of the controller.
#[derive(Clone, Debug)]
pub(super) struct VelocitySensor {
    /// Share of the way to the new value that the filter goes in one period.
    gain: f64,
    filtered: Vec<f64>,
    /// Filtered velocities, the oldest first.
    line: VecDeque<Vec<f64>>,
}

impl VelocitySensor {
    pub(super) fn new(settings: &VelocitySettings, period_s: f64, n_dof: usize) -> Self {
        // Exact for a velocity that is constant over the period.
        let gain = settings.cutoff_hz.map_or(1.0, |hz| 1.0 - (-TAU * hz * period_s).exp());
        let n_late = (settings.delay_s / period_s).round() as usize;
        let still = vec![0.0; n_dof];
        Self { gain, filtered: still.clone(), line: vec![still; n_late + 1].into() }
    }

    /// Takes the velocities of the motors at a tick.
    pub(super) fn take(&mut self, qd: &[f64]) {
        for (filtered, v) in self.filtered.iter_mut().zip(qd) {
            *filtered += self.gain * (v - *filtered);
        }
        // The oldest entry leaves the line; its place takes the newest.
        if let Some(mut entry) = self.line.pop_front() {
            entry.copy_from_slice(&self.filtered);
            self.line.push_back(entry);
        }
    }

    /// Velocities that the driver reports now.
    pub(super) fn reading(&self) -> &[f64] {
        self.line.front().map_or(&self.filtered, |oldest| oldest)
    }
}
