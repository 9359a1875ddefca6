//! Settings of a physically consistent fit.

use crate::diagnostics::EstimateError;
use serde::{Deserialize, Serialize};
use taufit_dynamics::diagnostics::Result;
use taufit_dynamics::params::Layout;

/// Bounds of one parameter, in its own unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParamBound {
    /// Column of the layout.
    pub column: usize,
    /// Smallest value.
    #[serde(default)]
    pub lower: Option<f64>,
    /// Largest value.
    #[serde(default)]
    pub upper: Option<f64>,
}

/// A box that holds the centre of mass of a link, in the link's frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ComBox {
    /// Index of the link.
    pub link: usize,
    /// Corner with the smallest coordinates \[m\].
    pub lower_m: [f64; 3],
    /// Corner with the largest coordinates \[m\].
    pub upper_m: [f64; 3],
}

/// Settings of a physically consistent fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FeasibleSettings {
    /// `γ`, in units of the cost, not negative: how strongly links are held to the prior. `None` is the
    /// limit `γ → 0`: the prior decides only what the data leave open.
    pub prior_weight: Option<f64>,
    /// By what share of itself the cost may exceed the constrained optimum, between 0 and 1. Where
    /// data pull a link out of the cone, the optimum often lies at infinity (an invisible mass without
    /// end makes room for a first moment): smaller values then give heavier links, not better ones.
    pub accuracy: f64,
    /// Most Newton steps.
    pub max_iterations: usize,
    /// Bounds of single parameters, such as masses.
    pub bounds: Vec<ParamBound>,
    /// Smallest and largest mass of all moving links together \[kg\].
    pub total_mass_kg: Option<(f64, f64)>,
    /// Boxes for centres of mass.
    pub com_boxes: Vec<ComBox>,
}

impl Default for FeasibleSettings {
    fn default() -> Self {
        Self {
            prior_weight: None,
            accuracy: 1e-3,
            max_iterations: 1000,
            bounds: Vec::new(),
            total_mass_kg: None,
            com_boxes: Vec::new(),
        }
    }
}

impl FeasibleSettings {
    /// Refuses numbers without meaning and columns or links that do not exist.
    pub fn validate(&self, layout: &Layout) -> Result<()> {
        if let Some(weight) = self.prior_weight.filter(|w| !(w.is_finite() && *w >= 0.0)) {
            return refuse(format!("the prior weight is {weight}; it must not be negative"));
        }
        if !(self.accuracy > 0.0 && self.accuracy < 1.0) {
            let found = self.accuracy;
            return refuse(format!("the accuracy is {found}; it must lie between 0 and 1"));
        }
        self.bounds.iter().try_for_each(|bound| check_bound(bound, layout))?;
        if let Some((lower, upper)) = self.total_mass_kg {
            check_order("the total mass", lower, upper)?;
        }
        self.com_boxes.iter().try_for_each(|com_box| check_box(com_box, layout))
    }
}

fn refuse(reason: String) -> Result<()> {
    Err(EstimateError::FeasibleSettings { reason }.into())
}

fn check_bound(bound: &ParamBound, layout: &Layout) -> Result<()> {
    let ParamBound { column, lower, upper } = *bound;
    if column >= layout.n_params() {
        return refuse(format!("there is no column {column}; there are {}", layout.n_params()));
    }
    // A missing side is infinitely far away, a given one is a number.
    if lower.is_some_and(|x| !x.is_finite()) || upper.is_some_and(|x| !x.is_finite()) {
        return refuse(format!("a bound of {} is not a finite number", layout.name(column)));
    }
    let (lower, upper) = (lower.unwrap_or(f64::NEG_INFINITY), upper.unwrap_or(f64::INFINITY));
    check_order(&layout.name(column), lower, upper)
}

fn check_box(com_box: &ComBox, layout: &Layout) -> Result<()> {
    if com_box.link >= layout.n_links() {
        let (link, n_links) = (com_box.link, layout.n_links());
        return refuse(format!("there is no link {link}; there are {n_links}"));
    }
    let (name, _) = layout.owner(layout.link_block(com_box.link));
    let sides = com_box.lower_m.iter().zip(&com_box.upper_m);
    let what = format!("the centre of mass of {name:?}");
    sides.into_iter().try_for_each(|(lower, upper)| check_order(&what, *lower, *upper))
}

fn check_order(what: &str, lower: f64, upper: f64) -> Result<()> {
    if lower < upper {
        return Ok(());
    }
    refuse(format!("{what} is to lie between {lower} and {upper}; leave room, or fix the value"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taufit_dynamics::model::catalog;
    use taufit_dynamics::params::LayoutSettings;

    #[test]
    fn contradictions_are_refused_and_the_default_is_not() {
        let robot = catalog::robot("ur5").unwrap();
        let layout = Layout::new(&robot, &LayoutSettings::default());
        let good = FeasibleSettings::default();
        assert_eq!(good.validate(&layout), Ok(()));
        let bound = |column, lower, upper| FeasibleSettings {
            bounds: vec![ParamBound { column, lower, upper }],
            ..good.clone()
        };
        let boxed = |link, x| FeasibleSettings {
            com_boxes: vec![ComBox { link, lower_m: [0.0; 3], upper_m: [x, 1.0, 1.0] }],
            ..good.clone()
        };
        for bad in [
            FeasibleSettings { prior_weight: Some(-1.0), ..good.clone() },
            FeasibleSettings { accuracy: f64::NAN, ..good.clone() },
            FeasibleSettings { total_mass_kg: Some((5.0, 5.0)), ..good.clone() },
            bound(1000, None, None),
            bound(0, Some(2.0), Some(1.0)),
            bound(0, None, Some(f64::INFINITY)),
            boxed(6, 1.0),
            boxed(0, f64::NAN),
        ] {
            assert_eq!(bad.validate(&layout).unwrap_err().code(), "E120", "{bad:?}");
        }
    }
}
