//! Result of contact detection: the content of `result.json` of the method `collisions`.

use super::{ParameterTable, StudyDocument, StudyHeader};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Logs that were watched for contacts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContactStudy {
    /// Provenance, robot, verdict on the thresholds, warnings.
    #[serde(flatten)]
    pub header: StudyHeader,
    /// The identification whose model was used.
    pub model: String,
    /// Thresholds of the residuals.
    pub thresholds: Thresholds,
    /// The logs that were watched.
    pub logs: Vec<LogContacts>,
}

impl StudyDocument for ContactStudy {
    fn header(&self) -> &StudyHeader {
        &self.header
    }

    fn parameter_tables(&self) -> Vec<ParameterTable<'_>> {
        Vec::new()
    }
}

/// A log that was watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LogContacts {
    /// Where it comes from.
    pub source: String,
    /// Its first stamp \[s\].
    pub start_s: f64,
    /// Duration \[s\].
    pub duration_s: f64,
    /// Detected contacts.
    pub contacts: Vec<DetectedContact>,
    /// The residual over time.
    pub trace: ResidualTrace,
}

/// The residual over time, reduced: of every short stretch the one that is largest in thresholds.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct ResidualTrace {
    /// When the stretches begin \[s\].
    pub t_s: Vec<f64>,
    /// Of every joint, the residual that comes nearest to its threshold or farthest above it \[N·m or N\].
    pub residual: Vec<Vec<f64>>,
    /// Of every joint, the threshold in force then, which depends on whether the joint moves \[N·m or N\]; empty in
    /// results of versions that did not record it.
    #[serde(default)]
    pub threshold: Vec<Vec<f64>>,
}

/// A contact with something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DetectedContact {
    /// When it was noticed \[s\].
    pub from_s: f64,
    /// Last time at which a residual was above its threshold \[s\].
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

/// Threshold of a joint's residual.
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
    /// Rate of false alarms \[1/h\].
    pub false_alarms_per_hour: f64,
    /// Duration of the logs without contact \[s\].
    pub learned_s: f64,
    /// With which bandwidth of the residual \[1/s\].
    pub gain_per_s: f64,
}

impl ContactStudy {
    /// Summary in a sentence.
    pub fn headline(&self) -> String {
        let n: usize = self.logs.iter().map(|log| log.contacts.len()).sum();
        let watched_s: f64 = self.logs.iter().map(|log| log.duration_s).sum();
        let found = match n {
            0 => "no contact".to_owned(),
            1 => "1 contact".to_owned(),
            n => format!("{n} contacts"),
        };
        format!("{}: {found} in {watched_s:.1} s.", self.header.robot.name)
    }

    /// Meaning of the thresholds in a sentence.
    pub fn threshold_text(&self) -> String {
        let Thresholds { false_alarms_per_hour, learned_s, gain_per_s, .. } = &self.thresholds;
        format!(
            "For {false_alarms_per_hour} false alarms per hour, learned from {:.1} min without \
             contact; the residual follows within {:.0} ms.",
            learned_s / 60.0,
            1e3 / gain_per_s
        )
    }

    /// The joint that felt a contact most, counted in its threshold, and what it felt \[N·m or N\].
    pub fn loudest(&self, contact: &DetectedContact) -> Option<(&str, f64)> {
        let loudness = |(joint, torque): &(&JointThreshold, &f64)| torque.abs() / joint.moving;
        let joints = self.thresholds.joints.iter().zip(&contact.torque);
        let (joint, torque) = joints.max_by(|a, b| loudness(a).total_cmp(&loudness(b)))?;
        Some((&joint.joint, *torque))
    }
}
