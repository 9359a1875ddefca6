//! Recordings of a force sensor, with stamps of its own.

use crate::diagnostics::DataError;
use serde::{Deserialize, Serialize};
use std::fmt;
use taufit_dynamics::diagnostics::{InputError, Result};

/// A component of a wrench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrenchComponent {
    /// Force along x \[N\].
    Fx,
    /// Force along y \[N\].
    Fy,
    /// Force along z \[N\].
    Fz,
    /// Moment about x \[N·m\].
    Mx,
    /// Moment about y \[N·m\].
    My,
    /// Moment about z \[N·m\].
    Mz,
}

impl WrenchComponent {
    /// All components, in the order of the channels.
    pub const ALL: [Self; 6] = [Self::Fx, Self::Fy, Self::Fz, Self::Mx, Self::My, Self::Mz];

    /// Its name in files and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fx => "fx",
            Self::Fy => "fy",
            Self::Fz => "fz",
            Self::Mx => "mx",
            Self::My => "my",
            Self::Mz => "mz",
        }
    }
}

impl fmt::Display for WrenchComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The record of a force sensor. It need not have the stamps of any joint log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WrenchRecording {
    /// Source of the record, for messages.
    pub source: String,
    /// The frame whose axes and origin the numbers refer to, if the record says so.
    pub frame: Option<String>,
    /// Time stamps \[s\].
    pub t_s: Vec<f64>,
    /// `fx fy fz mx my mz` \[N, N·m\]; `None` where a component is not measured.
    pub channels: [Option<Vec<f64>>; 6],
}

impl WrenchRecording {
    /// The components that are measured, with their numbers.
    pub fn measured(&self) -> impl Iterator<Item = (WrenchComponent, &[f64])> {
        let pairs = WrenchComponent::ALL.into_iter().zip(&self.channels);
        pairs.filter_map(|(component, x)| x.as_deref().map(|x| (component, x)))
    }

    /// The components that are not measured.
    pub fn missing(&self) -> impl Iterator<Item = WrenchComponent> {
        let pairs = WrenchComponent::ALL.into_iter().zip(&self.channels);
        pairs.filter(|(_, x)| x.is_none()).map(|(component, _)| component)
    }

    /// Of samples that repeat the one before, as a log that is faster than the sensor writes them, only the
    /// first; the whole record where repetition is the exception.
    #[must_use]
    pub fn without_repeats(self) -> Self {
        let is_new = |k: usize| k == 0 || self.measured().any(|(_, x)| x[k] != x[k - 1]);
        let fresh: Vec<usize> = (0..self.t_s.len()).filter(|&k| is_new(k)).collect();
        if 2 * fresh.len() > self.t_s.len() {
            return self;
        }
        let pick = |x: &[f64]| fresh.iter().map(|&k| x[k]).collect::<Vec<f64>>();
        let channels = self.channels.each_ref().map(|x| x.as_deref().map(pick));
        Self { t_s: pick(&self.t_s), channels, ..self }
    }

    /// Refuses a record without channels, channels of unequal length, NaN and infinity.
    pub fn check(&self) -> Result<()> {
        if self.measured().next().is_none() {
            return Err(DataError::TooFewSamples {
                what: "a record of forces",
                needed: 1,
                found: 0,
            }
            .into());
        }
        for (component, x) in self.measured() {
            let (expected, found) = (self.t_s.len(), x.len());
            if found != expected {
                let what = "a channel of a record of forces";
                return Err(InputError::LengthMismatch { what, expected, found }.into());
            }
            if let Some(index) = x.iter().position(|x| !x.is_finite()) {
                let element = format!("{}, sample {index}", self.source);
                return Err(InputError::NotFinite { element, field: component.name() }.into());
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only_fz(fz: Vec<f64>) -> WrenchRecording {
        WrenchRecording {
            source: "sensor".into(),
            frame: None,
            t_s: vec![0.0, 0.1],
            channels: [None, None, Some(fz), None, None, None],
        }
    }

    #[test]
    fn components_are_told_apart() {
        let record = only_fz(vec![1.0, 2.0]);
        assert_eq!(record.check(), Ok(()));
        assert_eq!(record.measured().collect::<Vec<_>>(), [(WrenchComponent::Fz, &[1.0, 2.0][..])]);
        let missing: Vec<&str> = record.missing().map(WrenchComponent::name).collect();
        assert_eq!(missing, ["fx", "fy", "mx", "my", "mz"]);
    }

    #[test]
    fn held_values_are_told_from_measured_ones() {
        let record = |fz: Vec<f64>| WrenchRecording {
            t_s: (0..fz.len()).map(|k| k as f64).collect(),
            ..only_fz(fz)
        };
        let held = record(vec![1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0]).without_repeats();
        assert_eq!(held.t_s, [0.0, 3.0, 6.0]);
        assert_eq!(held.channels[2], Some(vec![1.0, 2.0, 3.0]));
        let measured = record(vec![1.0, 1.0, 2.0, 3.0]);
        assert_eq!(measured.clone().without_repeats(), measured);
    }

    #[test]
    fn records_that_make_no_sense_are_refused() {
        assert_eq!(only_fz(vec![1.0]).check().unwrap_err().code(), "E020");
        assert_eq!(only_fz(vec![1.0, f64::NAN]).check().unwrap_err().code(), "E007");
        let empty = WrenchRecording { channels: Default::default(), ..only_fz(vec![]) };
        assert_eq!(empty.check().unwrap_err().code(), "E107");
    }
}
