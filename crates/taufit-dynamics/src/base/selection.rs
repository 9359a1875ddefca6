//! Parameters left out of the search, by the names that users write.

use super::BaseSettings;
use crate::diagnostics::Result;
use crate::params::Layout;
use serde::{Deserialize, Serialize};

/// Dropped and fixed parameters by name, whatever columns they have in a layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Selection {
    /// Patterns of parameters taken as zero.
    pub drop: Vec<String>,
    /// Patterns of parameters with known values, in SI units.
    pub fix: Vec<(String, f64)>,
    /// See [`BaseSettings::tolerance`].
    pub tolerance: f64,
    /// See [`BaseSettings::seed`].
    pub seed: u64,
}

impl Default for Selection {
    fn default() -> Self {
        let BaseSettings { tolerance, seed, .. } = BaseSettings::default();
        Self { drop: Vec::new(), fix: Vec::new(), tolerance, seed }
    }
}

impl Selection {
    /// Settings of the base parameters, with names turned into columns.
    pub fn settings(&self, layout: &Layout) -> Result<BaseSettings> {
        let (tolerance, seed) = (self.tolerance, self.seed);
        let drop = layout.select_list(&self.drop.join(","))?;
        let mut settings = BaseSettings { drop, tolerance, seed, ..BaseSettings::default() };
        for (pattern, value) in &self.fix {
            let columns = layout.select(pattern)?;
            settings.fix.extend(columns.into_iter().map(|column| (column, *value)));
        }
        settings.validate(layout)?;
        Ok(settings)
    }
}
