//! What a log says: named joints, one time base, positions, velocities and efforts.
//!
//! An importer makes a [`Recording`]; [`crate::signal`] conditions it. Nothing here is filtered, and
//! joints stand in the order of the robot, matched by name.

mod log;

pub use log::{Log, Windows};

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

    /// Velocities of one joint, if the log has them.
    pub fn qd(&self, joint: usize) -> Option<&[f64]> {
        self.qd.as_ref().map(|qd| self.channel(qd, joint))
    }

    /// Efforts of one joint.
    pub fn effort(&self, joint: usize) -> &[f64] {
        self.channel(&self.effort, joint)
    }

    fn channel<'a>(&self, channels: &'a [f64], joint: usize) -> &'a [f64] {
        &channels[joint * self.n_samples()..(joint + 1) * self.n_samples()]
    }

    /// Samples `from .. to`.
    #[must_use]
    pub fn range(&self, from: usize, to: usize) -> Self {
        let n = self.n_samples().max(1);
        let cut = |channels: &[f64]| -> Vec<f64> {
            channels.chunks(n).flat_map(|channel| &channel[from..to]).copied().collect()
        };
        Self {
            source: self.source.clone(),
            joints: self.joints.clone(),
            t_s: self.t_s[from..to].to_vec(),
            q: cut(&self.q),
            qd: self.qd.as_deref().map(cut),
            effort: cut(&self.effort),
            effort_kind: self.effort_kind,
        }
    }

    /// Adds the samples of a later piece of the same log.
    pub fn append(&mut self, later: &Self) {
        let (n, more) = (self.n_samples().max(1), later.n_samples().max(1));
        let join = |a: &[f64], b: &[f64]| -> Vec<f64> {
            let mut joined = Vec::with_capacity(a.len() + b.len());
            for (a, b) in a.chunks(n).zip(b.chunks(more)) {
                joined.extend_from_slice(a);
                joined.extend_from_slice(b);
            }
            joined
        };
        self.q = join(&self.q, &later.q);
        self.effort = join(&self.effort, &later.effort);
        self.qd = match (&self.qd, &later.qd) {
            (Some(a), Some(b)) => Some(join(a, b)),
            _ => None,
        };
        self.t_s.extend_from_slice(&later.t_s);
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
