//! Parameters of a fit as records of a result.

use crate::base::Base;
use crate::model::Robot;
use crate::params::Layout;
use crate::study::{Identifiability, ParameterRecord, normal_interval};

/// Names, units, nominal values and classes of the parameters of a fit.
pub(super) struct ParameterRecords<'a> {
    robot: &'a Robot,
    layout: &'a Layout,
    base: &'a Base,
    nominal: Vec<f64>,
    nominal_base: Vec<f64>,
}

impl<'a> ParameterRecords<'a> {
    pub(super) fn new(robot: &'a Robot, layout: &'a Layout, base: &'a Base) -> Self {
        let nominal = layout.nominal(robot);
        let nominal_base = base.combine(&nominal);
        Self { robot, layout, base, nominal, nominal_base }
    }

    /// Base parameter `k` with its standard deviation, which is not finite where the data leave it free.
    pub(super) fn base(&self, k: usize, value: f64, sigma: f64) -> ParameterRecord {
        let column = self.base.independent()[k];
        let sigma = sigma.is_finite().then_some(sigma);
        ParameterRecord {
            expression: Some(self.base.expression(self.layout, k)),
            long_name: self.base.long_expression(self.layout, k),
            nominal: Some(self.nominal_base[k]),
            ..self.record(column, value, sigma)
        }
    }

    /// The standard parameter of a column, of a set that agrees with the base parameters.
    pub(super) fn standard(&self, column: usize, value: f64) -> ParameterRecord {
        let identifiability = self.base.class(column).into();
        ParameterRecord { identifiability, ..self.record(column, value, None) }
    }

    fn record(&self, column: usize, value: f64, sigma: Option<f64>) -> ParameterRecord {
        let interval = sigma.map(|sigma| normal_interval(value, sigma));
        ParameterRecord {
            name: self.layout.name(column),
            expression: None,
            long_name: self.layout.long_name(column),
            unit: self.layout.params()[column].unit_on(self.robot).to_owned(),
            value,
            sigma,
            interval,
            nominal: Some(self.nominal[column]),
            feasible: None,
            identifiability: Identifiability::of_interval(interval),
        }
    }
}
