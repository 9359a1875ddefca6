//! Parameters that are dropped or fixed, and the tolerance of the rank decision.

use crate::failure::{Failure, Outcome};
use clap::Args;
use serde::Serialize;
use taufit::base::{BaseSettings, Selection};
use taufit::params::Layout;

/// Dropped and fixed parameters, and the choices of the search for base parameters.
#[derive(Clone, Debug, Args, Serialize)]
pub(crate) struct SelectionArgs {
    /// Parameters taken as zero, separated by commas
    #[arg(long, value_name = "P,..")]
    drop: Vec<String>,
    /// A parameter with a known value, in SI units
    #[arg(long, value_name = "P=VALUE", value_parser = fix)]
    fix: Vec<(String, f64)>,
    /// Share of the most visible effect below which another counts as nothing
    #[arg(long, default_value = "1e-7", value_parser = share)]
    tolerance: f64,
    /// Seed of all random numbers; states at which columns are compared, starts of a design
    #[arg(long, default_value_t = BaseSettings::default().seed)]
    seed: u64,
}

impl SelectionArgs {
    /// The seed.
    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    /// Selection of parameters by name.
    pub(crate) fn selection(&self) -> Selection {
        let drop = self.drop.iter().flat_map(|list| list.split(',').map(str::to_owned)).collect();
        Selection { drop, fix: self.fix.clone(), tolerance: self.tolerance, seed: self.seed }
    }

    /// Settings of the base, with names turned into columns.
    pub(crate) fn settings(&self, layout: &Layout) -> Outcome<BaseSettings> {
        self.selection().settings(layout).map_err(Failure::usage)
    }
}

fn fix(text: &str) -> Result<(String, f64), String> {
    let (pattern, value) = text.split_once('=').ok_or("expected P=VALUE, such as m6=0.19")?;
    match value.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((pattern.trim().to_owned(), value)),
        _ => Err(format!("{value:?} is not a finite number")),
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share < 1.0 => Ok(share),
        _ => Err("expected a number between 0 and 1, such as 1e-7".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_a_share() {
        assert_eq!(share("1e-7"), Ok(BaseSettings::default().tolerance));
        assert_eq!(share("1e-4"), Ok(1e-4));
        assert!(share("0").is_err() && share("1").is_err() && share("NaN").is_err());
    }

    #[test]
    fn a_fixed_parameter_has_a_name_and_a_number() {
        assert_eq!(fix("m6 = 0.19"), Ok(("m6".to_owned(), 0.19)));
        assert!(fix("m6").is_err());
        assert!(fix("m6=heavy").is_err());
        assert!(fix("m6=inf").is_err());
    }
}
