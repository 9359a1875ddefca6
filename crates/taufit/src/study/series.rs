//! Torques over time.

use serde::{Deserialize, Serialize};

/// Measured and predicted torques of one stretch without gap. Channels are stored one after the
/// other with the sample index fastest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its log.
    pub source: String,
    /// Whether it was kept for validation.
    pub validation: bool,
    /// Time \[s\].
    pub t_s: Vec<f64>,
    /// Positions.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Measured torques.
    pub measured: Vec<f64>,
    /// Torques of the base parameters.
    pub predicted: Vec<f64>,
    /// Torques of the physically consistent parameters.
    pub feasible: Vec<f64>,
    /// Torques of the nominal model.
    pub nominal: Vec<f64>,
}

impl Series {
    /// Its first `n` samples.
    #[must_use]
    pub fn first(self, n: usize) -> Self {
        let n_samples = self.t_s.len();
        if n >= n_samples {
            return self;
        }
        let cut =
            |x: Vec<f64>| x.chunks(n_samples).flat_map(|c| &c[..n.min(c.len())]).copied().collect();
        Self {
            t_s: cut(self.t_s),
            q: cut(self.q),
            qd: cut(self.qd),
            measured: cut(self.measured),
            predicted: cut(self.predicted),
            feasible: cut(self.feasible),
            nominal: cut(self.nominal),
            ..self
        }
    }
}
