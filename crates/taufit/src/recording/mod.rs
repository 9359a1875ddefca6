//! What a log says: named joints, one time base, positions, velocities and efforts.
//!
//! An importer makes a [`Recording`]; [`crate::signal`] conditions it. Nothing here is filtered, and
//! joints stand in the order of the robot, matched by name.

use crate::diagnostics::{Error, Result};
use serde::{Deserialize, Serialize};

/// What the effort channels of a log mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffortKind {
    /// Joint torque \[N·m\] or force \[N\], joint side.
    Torque,
    /// Motor current \[A\]; torque is current times the joint's torque constant.
    Current,
}

/// A log on one time base. Channels are stored one after the other with the sample index fastest:
/// channel `j` of `q` is `q[j · n_samples ..][.. n_samples]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// Where it comes from, for messages.
    pub source: String,
    /// Names of the joints, in the order of the channels.
    pub joints: Vec<String>,
    /// Time stamps \[s\], not necessarily uniform.
    pub t_s: Vec<f64>,
    /// Positions \[rad or m\].
    pub q: Vec<f64>,
    /// Velocities as the driver reports them \[rad/s or m/s\], if the log has them.
    pub qd: Option<Vec<f64>>,
    /// Efforts.
    pub effort: Vec<f64>,
    /// What the efforts mean.
    pub effort_kind: EffortKind,
}

impl Recording {
    /// Number of samples.
    pub fn n_samples(&self) -> usize {
        self.t_s.len()
    }

    /// Positions of one joint.
    pub fn q(&self, joint: usize) -> &[f64] {
        self.channel(&self.q, joint)
    }

    /// Efforts of one joint.
    pub fn effort(&self, joint: usize) -> &[f64] {
        self.channel(&self.effort, joint)
    }

    fn channel<'a>(&self, channels: &'a [f64], joint: usize) -> &'a [f64] {
        &channels[joint * self.n_samples()..(joint + 1) * self.n_samples()]
    }

    /// Refuses channels of unequal length.
    pub fn check(&self) -> Result<()> {
        let expected = self.joints.len() * self.n_samples();
        let velocities = self.qd.as_ref().map_or(expected, Vec::len);
        for (what, found) in [
            ("q of a log", self.q.len()),
            ("qd of a log", velocities),
            ("effort of a log", self.effort.len()),
        ] {
            if found != expected {
                return Err(Error::LengthMismatch { what, expected, found });
            }
        }
        Ok(())
    }
}
