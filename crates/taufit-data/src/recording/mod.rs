//! Recordings: named joints, one time base, positions, velocities and efforts.
//!
//! An importer makes a [`Recording`]; [`crate::signal`] conditions it. Nothing here is filtered, and
//! joints stand in the order of the robot, matched by name.

mod channels;
mod effort_shift;
mod gather;
mod log;
mod wrench;

pub(crate) use channels::keep_samples;
pub use effort_shift::EffortShift;
pub use gather::Gather;
pub use log::{Log, Windows};
pub use wrench::{WrenchComponent, WrenchRecording};

use crate::diagnostics::DataError;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::model::Robot;

/// Meaning of the effort channels of a log.
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
    /// Source of the log, for messages.
    pub source: String,
    /// Names of the joints, in the order of the channels.
    pub joints: Vec<String>,
    /// Time stamps \[s\], not necessarily uniform.
    pub t_s: Vec<f64>,
    /// Positions \[rad or m\].
    pub q: Vec<f64>,
    /// Positions of the motors seen from the joint side \[rad or m\], if the log has both encoders;
    /// `q` is then that of the links. A joint with one encoder has the same channel in both.
    #[serde(default)]
    pub q_motor: Option<Vec<f64>>,
    /// Velocities as the driver reports them \[rad/s or m/s\], if the log has them.
    pub qd: Option<Vec<f64>>,
    /// Efforts.
    pub effort: Vec<f64>,
    /// Meaning of the efforts.
    pub effort_kind: EffortKind,
}

impl Recording {
    /// Recording of arrays in memory: joint torques, one row per sample and one column per coordinate of the
    /// robot, in its order (row-major, as NumPy arrays in C order are).
    ///
    /// ```
    /// use taufit_data::recording::Recording;
    /// use taufit_dynamics::model::catalog;
    ///
    /// let robot = catalog::robot("planar2r")?;
    /// let (t_s, q) = (vec![0.0, 0.01], [[0.1, 0.2], [0.11, 0.19]]);
    /// let tau = [[140.0, 24.0], [139.0, 23.5]];
    /// let recording = Recording::from_rows(&robot, t_s, q.as_flattened(), tau.as_flattened())?;
    /// assert_eq!(recording.q(1), [0.2, 0.19]);
    /// # Ok::<(), taufit_dynamics::diagnostics::Error>(())
    /// ```
    pub fn from_rows(robot: &Robot, t_s: Vec<f64>, q: &[f64], tau: &[f64]) -> Result<Self> {
        let n_dof = robot.n_dof();
        let channels = |what, rows: &[f64]| -> Result<Vec<f64>> {
            let (expected, found) = (n_dof * t_s.len(), rows.len());
            if found != expected {
                return Err(InputError::LengthMismatch { what, expected, found }.into());
            }
            Ok((0..n_dof).flat_map(|j| rows.iter().skip(j).step_by(n_dof).copied()).collect())
        };
        let recording = Self {
            source: "arrays in memory".to_owned(),
            joints: robot.dof_joint_iter().map(|joint| joint.name.clone()).collect(),
            q: channels("positions, one row per sample", q)?,
            effort: channels("torques, one row per sample", tau)?,
            t_s,
            q_motor: None,
            qd: None,
            effort_kind: EffortKind::Torque,
        };
        recording.check()?;
        Ok(recording)
    }

    /// Number of samples.
    pub fn n_samples(&self) -> usize {
        self.t_s.len()
    }

    /// Positions of one joint.
    pub fn q(&self, joint: usize) -> &[f64] {
        self.channel(&self.q, joint)
    }

    /// Motor-side positions of one joint, if the log has them.
    pub fn q_motor(&self, joint: usize) -> Option<&[f64]> {
        self.q_motor.as_ref().map(|q| self.channel(q, joint))
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
            channels.chunks(n).map(|x| &x[from..to]).collect::<Vec<&[f64]>>().concat()
        };
        Self {
            source: self.source.clone(),
            joints: self.joints.clone(),
            t_s: self.t_s[from..to].to_vec(),
            q: cut(&self.q),
            q_motor: self.q_motor.as_deref().map(cut),
            qd: self.qd.as_deref().map(cut),
            effort: cut(&self.effort),
            effort_kind: self.effort_kind,
        }
    }

    /// The samples with these indices.
    #[must_use]
    pub fn picked(&self, samples: &[usize]) -> Self {
        let n = self.n_samples().max(1);
        let pick = |channels: &[f64]| -> Vec<f64> {
            channels.chunks(n).flat_map(|x| samples.iter().map(|&k| x[k])).collect()
        };
        Self {
            source: self.source.clone(),
            joints: self.joints.clone(),
            t_s: pick(&self.t_s),
            q: pick(&self.q),
            q_motor: self.q_motor.as_deref().map(pick),
            qd: self.qd.as_deref().map(pick),
            effort: pick(&self.effort),
            effort_kind: self.effort_kind,
        }
    }

    /// The recording without velocities, to save memory.
    #[must_use]
    pub fn without_velocities(&self) -> Self {
        Self {
            source: self.source.clone(),
            joints: self.joints.clone(),
            t_s: self.t_s.clone(),
            q: self.q.clone(),
            q_motor: self.q_motor.clone(),
            qd: None,
            effort: self.effort.clone(),
            effort_kind: self.effort_kind,
        }
    }

    /// Consecutive pieces of one log, one at least, as one; with velocities and motor-side positions if
    /// all of them have them.
    pub fn joined(pieces: &[Self]) -> Result<Self> {
        let mut whole = Gather::new(pieces.iter().map(Self::n_samples).sum());
        pieces.iter().try_for_each(|piece| whole.push(piece))?;
        whole.finish()
    }

    /// Refuses joints that are not those of the robot, in its order: channels are taken by place.
    pub fn check_joints(&self, robot: &Robot) -> Result<()> {
        check_joint_names(&self.joints, robot)
    }

    /// Refuses channels of unequal length.
    pub fn check(&self) -> Result<()> {
        let expected = self.joints.len() * self.n_samples();
        let optional = |channels: &Option<Vec<f64>>| channels.as_ref().map_or(expected, Vec::len);
        for (what, found) in [
            ("q of a log", self.q.len()),
            ("q_motor of a log", optional(&self.q_motor)),
            ("qd of a log", optional(&self.qd)),
            ("effort of a log", self.effort.len()),
        ] {
            if found != expected {
                return Err(InputError::LengthMismatch { what, expected, found }.into());
            }
        }
        Ok(())
    }
}

/// Refuses names that are not those of the robot's joints, in its order.
pub(crate) fn check_joint_names(names: &[String], robot: &Robot) -> Result<()> {
    let (expected, found) = (robot.n_dof(), names.len());
    if expected != found {
        return Err(InputError::LengthMismatch { what: "joints of a log", expected, found }.into());
    }
    let mut pairs = names.iter().zip(robot.dof_joint_iter()).enumerate();
    match pairs.find(|(_, (name, joint))| **name != joint.name) {
        Some((place, (name, joint))) => Err(DataError::JointsDiffer {
            number: place + 1,
            found: name.clone(),
            expected: joint.name.clone(),
        }
        .into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(n: usize) -> Recording {
        let x = |shift: usize| (0..2 * n).map(move |k| (k + shift) as f64);
        Recording {
            source: "two".into(),
            joints: vec!["a".into(), "b".into()],
            t_s: (0..n).map(|k| k as f64).collect(),
            q: x(0).collect(),
            q_motor: Some(x(300).collect()),
            qd: Some(x(100).collect()),
            effort: x(200).collect(),
            effort_kind: EffortKind::Torque,
        }
    }

    #[test]
    fn pieces_make_the_whole_again() {
        let whole = recording(10);
        let pieces = [whole.range(0, 3), whole.range(3, 3), whole.range(3, 10)];
        assert_eq!(Recording::joined(&pieces), Ok(whole.clone()));
        let mixed = [pieces[0].clone(), pieces[2].without_velocities()];
        assert_eq!(Recording::joined(&mixed), Ok(whole.without_velocities()));
    }

    #[test]
    fn pieces_that_do_not_fit_are_refused() {
        assert_eq!(Recording::joined(&[]).unwrap_err().code(), "E107");
        let mut other = recording(4);
        other.joints.pop();
        assert_eq!(Recording::joined(&[recording(4), other.clone()]).unwrap_err().code(), "E020");
        other.q.truncate(4);
        other.effort.truncate(4);
        other.qd = None;
        assert_eq!(Recording::joined(&[recording(4), other]).unwrap_err().code(), "E020");
    }
}
