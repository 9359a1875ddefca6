//! The logs of a study.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Use of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LogRole {
    /// Identification only.
    Identification,
    /// Its beginning for identification, its end for validation.
    Split,
    /// Validation only.
    Validation,
}

/// A log and what was done to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LogRecord {
    /// Its file.
    pub source: String,
    /// Use of the log.
    pub role: LogRole,
    /// Samples in the file.
    pub n_samples: usize,
    /// First stamp \[s\].
    pub start_s: f64,
    /// From the first to the last stamp \[s\].
    pub duration_s: f64,
    /// Samples per second \[Hz\].
    pub rate_hz: f64,
    /// Root mean square deviation of the time steps from their median \[s\].
    pub jitter_rms_s: f64,
    /// Stamps that equal the one before.
    pub n_duplicates: usize,
    /// Begin and length of every gap \[s\].
    pub gaps_s: Vec<[f64; 2]>,
    /// Stretches without gap that were used.
    pub n_segments: usize,
    /// Low pass of the positions \[Hz\].
    pub motion_cutoff_hz: f64,
    /// Common low pass of torques and model \[Hz\]; `None` where there is none.
    pub torque_cutoff_hz: Option<f64>,
    /// Reason for these cut-offs.
    pub cutoff_reason: String,
    /// Samples per second of the rows that were fitted \[Hz\].
    pub row_rate_hz: f64,
    /// Time cut off at either end of a segment \[s\].
    pub edge_trim_s: f64,
    /// Rows per joint that were used.
    pub n_rows: usize,
    /// Removed samples.
    #[serde(default)]
    pub mending: Mending,
}

/// Samples removed from a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Mending {
    /// Samples of single channels that were spikes and were replaced.
    pub n_spikes: usize,
    /// Stops that were cut out of the data of the fit \[s\].
    pub standstill_s: f64,
}
