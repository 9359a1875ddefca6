//! Statements of the user about a log.

use super::interrupt::Interrupt;
use super::table::memory::MemoryLogs;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use taufit::recording::EffortKind;

/// The unit of time stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeUnit {
    /// s.
    Seconds,
    /// 10⁻³ s.
    Milliseconds,
    /// 10⁻⁶ s.
    Microseconds,
    /// 10⁻⁹ s.
    Nanoseconds,
}

impl TimeUnit {
    /// Length \[s\].
    pub fn length_s(self) -> f64 {
        match self {
            Self::Seconds => 1.0,
            Self::Milliseconds => 1e-3,
            Self::Microseconds => 1e-6,
            Self::Nanoseconds => 1e-9,
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Milliseconds => "milliseconds",
            Self::Microseconds => "microseconds",
            Self::Nanoseconds => "nanoseconds",
        }
    }
}

/// The unit of positions of revolute joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AngleUnit {
    /// rad.
    Radians,
    /// π/180 rad.
    Degrees,
}

impl AngleUnit {
    /// Its size \[rad\].
    pub fn size_rad(self) -> f64 {
        match self {
            Self::Radians => 1.0,
            Self::Degrees => 1.0_f64.to_radians(),
        }
    }
}

/// The unit of velocities of revolute joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VelocityUnit {
    /// rad/s.
    RadiansPerSecond,
    /// π/180 rad/s.
    DegreesPerSecond,
    /// Turns per minute, 2π/60 rad/s.
    Rpm,
}

impl VelocityUnit {
    /// Its size \[rad/s\].
    pub fn size_rad_s(self) -> f64 {
        match self {
            Self::RadiansPerSecond => 1.0,
            Self::DegreesPerSecond => 1.0_f64.to_radians(),
            Self::Rpm => std::f64::consts::TAU / 60.0,
        }
    }
}

/// Joints whose efforts have the opposite sign in the log.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Negate {
    /// None of them.
    #[default]
    None,
    /// All of them.
    All,
    /// Those with these names in the robot, or these numbers counted from 1.
    Joints(Vec<String>),
}

/// Statements about a log that its header lacks, or that override it.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogOptions {
    /// Column map: (`tau`, `tau_J`) takes torques from `tau_J[0]`, `tau_J[1]`, ...;
    /// (`q`, `2..7`) positions from these columns, counted from 1, (`tau`, `motor1..motor7`) by name;
    /// (`q.elbow`, `enc3`) one joint.
    /// Left are `t`, `q`, `qm`, `qd`, `tau`, `i`, `effort`, right are names or numbers of columns.
    /// For joint states in a bag: (`elbow`, `left_elbow_joint`), a joint and its name in the log.
    pub map: Vec<(String, String)>,
    /// Kind of the efforts, where the header does not state it or has both.
    pub effort: Option<EffortKind>,
    /// The unit of the time stamps, against the header.
    pub time_unit: Option<TimeUnit>,
    /// The unit of positions of revolute joints, against the header.
    pub angle_unit: Option<AngleUnit>,
    /// The unit of velocities of revolute joints, against the header.
    pub velocity_unit: Option<VelocityUnit>,
    /// Efforts whose sign is reversed.
    pub negate: Negate,
    /// Delay of the efforts behind the positions, which is taken out; negative where they are ahead \[s\].
    pub effort_delay_s: f64,
    /// Samples per second of a log without time stamps \[Hz\]; stamps that it has are not used.
    pub rate_hz: Option<f64>,
    /// The topic of a bag that holds the joint states, where several do.
    pub topic: Option<String>,
    /// Whether motor-side positions are read too: columns `qm`, or `<joint>` in a bag that has
    /// `<joint>.link` for the link. Where a joint has one encoder only, both are the same.
    pub both_encoders: bool,
    /// Logs in memory, by the names that stand for them where a path is expected.
    #[serde(skip)]
    pub memory: MemoryLogs,
    /// Early end of the reading.
    #[serde(skip)]
    pub interrupt: Interrupt,
}

impl LogOptions {
    /// Adds an entry to the map, written as `tau=tau_J`.
    pub fn with_map(mut self, entry: &str) -> Result<Self> {
        let Some((what, from)) = entry.split_once('=') else {
            return Err(Error::BadMap {
                entry: entry.to_owned(),
                reason: "there is no \"=\"; an example is tau=tau_J".to_owned(),
            });
        };
        self.map.push((what.trim().to_owned(), from.trim().to_owned()));
        Ok(self)
    }
}
