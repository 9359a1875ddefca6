//! What watching for contacts found: what `result.json` of `taufit collisions` holds.

use super::{Diagnosis, Provenance, StudyKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Logs that were watched for contacts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContactStudy {
    /// Version of this schema.
    pub schema_version: u32,
    /// The method.
    pub kind: StudyKind,
    /// How to make it again.
    pub provenance: Provenance,
    /// Name of the robot.
    pub robot: String,
    /// The identification whose model was used.
    pub model: String,
    /// What residuals must pass.
    pub thresholds: Thresholds,
    /// The logs that were watched.
    pub logs: Vec<WatchedLog>,
    /// Doubts.
    pub warnings: Vec<Diagnosis>,
}

/// A log that was watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WatchedLog {
    /// Where it comes from.
    pub source: String,
    /// Its first stamp \[s\].
    pub start_s: f64,
    /// How long it was watched \[s\].
    pub duration_s: f64,
    /// What was found.
    pub contacts: Vec<Contact>,
    /// The residual over time.
    pub trace: ResidualTrace,
}

/// The residual over time, reduced: of every short stretch the largest.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ResidualTrace {
    /// When the stretches begin \[s\].
    pub t_s: Vec<f64>,
    /// Of every joint, the residual that is farthest from zero \[N·m or N\].
    pub residual: Vec<Vec<f64>>,
}

/// A contact with something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Contact {
    /// When it was noticed \[s\].
    pub from_s: f64,
    /// When a residual was above its threshold for the last time \[s\].
    pub until_s: f64,
    /// The joints whose residual passed its threshold, in the order in which they did.
    pub joints: Vec<String>,
    /// When the residual was largest, counted in thresholds \[s\].
    pub peak_s: f64,
    /// External torque then, of every joint \[N·m or N\].
    pub torque: Vec<f64>,
    /// The force that explains it, if the pose allows to tell.
    pub force: Option<ContactForce>,
}

/// A force at the origin of a frame that explains external torques.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContactForce {
    /// The frame.
    pub frame: String,
    /// In world axes \[N\].
    pub force_n: [f64; 3],
    /// Share of the squared torques, each over its threshold, that it explains; far below 1 if the
    /// contact was elsewhere.
    pub explained: f64,
}

/// What the residual of a joint must pass to count as a contact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct JointThreshold {
    /// The joint.
    pub joint: String,
    /// While it moves \[N·m or N\].
    pub moving: f64,
    /// While it is slow or has just been slow, and may stick \[N·m or N\].
    pub slow: f64,
    /// Largest residual seen without contact, moving and slow \[N·m or N\].
    pub largest_seen: [f64; 2],
    /// Blocks of one second that it was learned from, moving and slow.
    pub n_blocks: [usize; 2],
}

/// Thresholds of all joints, and what they were learned from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Thresholds {
    /// The joints, in the order of the coordinates.
    pub joints: Vec<JointThreshold>,
    /// How often they may be passed without a contact \[1/h\].
    pub false_alarms_per_hour: f64,
    /// How long the logs without contact were \[s\].
    pub learned_s: f64,
    /// With which bandwidth of the residual \[1/s\].
    pub gain_per_s: f64,
}

impl ContactStudy {
    /// What was found, in a sentence.
    pub fn headline(&self) -> String {
        let n: usize = self.logs.iter().map(|log| log.contacts.len()).sum();
        let watched_s: f64 = self.logs.iter().map(|log| log.duration_s).sum();
        let found = match n {
            0 => "no contact".to_owned(),
            1 => "1 contact".to_owned(),
            n => format!("{n} contacts"),
        };
        format!("{}: {found} in {watched_s:.1} s.", self.robot)
    }

    /// What thresholds promise, in a sentence.
    pub fn threshold_words(&self) -> String {
        let Thresholds { false_alarms_per_hour, learned_s, gain_per_s, .. } = &self.thresholds;
        format!(
            "For {false_alarms_per_hour} false alarms per hour, learned from {:.1} min without \
             contact; the residual follows within {:.0} ms.",
            learned_s / 60.0,
            1e3 / gain_per_s
        )
    }

    /// The joint that felt a contact most, counted in its threshold, and what it felt \[N·m or N\].
    pub fn loudest(&self, contact: &Contact) -> Option<(&str, f64)> {
        let loudness = |(joint, torque): &(&JointThreshold, &f64)| torque.abs() / joint.moving;
        let joints = self.thresholds.joints.iter().zip(&contact.torque);
        let (joint, torque) = joints.max_by(|a, b| loudness(a).total_cmp(&loudness(b)))?;
        Some((&joint.joint, *torque))
    }
}
