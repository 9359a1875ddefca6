//! View of `base`: the body of its JSON document, and the source of its tables.

use super::notes::notes;
use crate::warnings::{WarningView, warning_views};
use serde::Serialize;
use taufit::base::{Base, IdentifiabilityClass};
use taufit::model::Robot;
use taufit::params::Layout;

/// The base parameters of a robot and the class of every standard one.
#[derive(Debug, Serialize)]
pub(crate) struct BaseView {
    /// Name of the robot.
    pub(crate) robot: String,
    /// Counts by kind.
    pub(crate) counts: Counts,
    /// The combinations that joint torques reveal, in column order.
    pub(crate) base_parameters: Vec<BaseParameter>,
    /// Every standard parameter, in column order.
    pub(crate) standard_parameters: Vec<StandardParameter>,
    /// Explanations.
    pub(crate) notes: Vec<String>,
    /// Warnings about the base.
    pub(crate) warnings: Vec<WarningView>,
}

/// Numbers of standard parameters by class, and of base parameters.
#[derive(Debug, Serialize)]
pub(crate) struct Counts {
    /// All standard parameters.
    pub(crate) standard: usize,
    /// Base parameters: the rank.
    pub(crate) base: usize,
    pub(crate) alone: usize,
    pub(crate) combination: usize,
    pub(crate) never: usize,
    pub(crate) dropped: usize,
    pub(crate) fixed: usize,
}

/// One base parameter.
#[derive(Debug, Serialize)]
pub(crate) struct BaseParameter {
    /// From 1.
    pub(crate) number: usize,
    /// The standard parameter that gives it its name.
    pub(crate) parameter: String,
    /// `Izz1 + Ia1 + 0.18 m2`.
    pub(crate) expression: String,
    /// The same for machines; the first term is the parameter itself.
    pub(crate) terms: Vec<Term>,
}

/// One term of a combination.
#[derive(Debug, Serialize)]
pub(crate) struct Term {
    pub(crate) parameter: String,
    pub(crate) coefficient: f64,
}

/// One standard parameter.
#[derive(Debug, Serialize)]
pub(crate) struct StandardParameter {
    /// `Izz3`.
    pub(crate) name: String,
    /// `Izz[forearm]`.
    pub(crate) long_name: String,
    /// `Izz`.
    pub(crate) symbol: &'static str,
    /// Number of its link or joint, from 1.
    pub(crate) number: usize,
    /// Name of its link or joint.
    pub(crate) owner: String,
    /// Identifiability class.
    pub(crate) class: IdentifiabilityClass,
}

impl BaseView {
    /// Collects what there is to show.
    pub(crate) fn new(robot: &Robot, layout: &Layout, base: &Base, long_names: bool) -> Self {
        Self {
            robot: robot.name().to_owned(),
            counts: Counts::new(layout, base),
            base_parameters: (0..base.rank())
                .map(|k| BaseParameter::new(layout, base, k, long_names))
                .collect(),
            standard_parameters: standard_parameters(layout, base),
            notes: notes(robot, layout, base),
            warnings: warning_views(&base.warnings(layout)),
        }
    }
}

impl BaseParameter {
    fn new(layout: &Layout, base: &Base, k: usize, long_names: bool) -> Self {
        let name = |c: usize| if long_names { layout.long_name(c) } else { layout.name(c) };
        let terms = base.group(k).into_iter();
        Self {
            number: k + 1,
            parameter: name(base.independent()[k]),
            expression: if long_names {
                base.long_expression(layout, k)
            } else {
                base.expression(layout, k)
            },
            terms: terms.map(|(c, coefficient)| Term { parameter: name(c), coefficient }).collect(),
        }
    }
}

fn standard_parameters(layout: &Layout, base: &Base) -> Vec<StandardParameter> {
    let parameter = |column: usize| {
        let (owner, number) = layout.owner(column);
        StandardParameter {
            name: layout.name(column),
            long_name: layout.long_name(column),
            symbol: layout.params()[column].symbol(),
            number,
            owner: owner.to_owned(),
            class: base.class(column),
        }
    };
    (0..layout.n_params()).map(parameter).collect()
}

impl Counts {
    fn new(layout: &Layout, base: &Base) -> Self {
        let of = |class| base.count(class);
        Self {
            standard: layout.n_params(),
            base: base.rank(),
            alone: of(IdentifiabilityClass::Alone),
            combination: of(IdentifiabilityClass::Combination),
            never: of(IdentifiabilityClass::Unidentifiable),
            dropped: of(IdentifiabilityClass::Dropped),
            fixed: of(IdentifiabilityClass::Fixed),
        }
    }
}
