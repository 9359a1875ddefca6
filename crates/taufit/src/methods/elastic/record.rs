//! The result as plain data.

use super::result::{ElasticResult, JointSpring};
use crate::base::IdentifiabilityClass;
use crate::model::Robot;
use crate::params::Param;
use crate::study::{
    ClassifiedParameter, Diagnosis, ElasticParameter, ElasticStudy, LineRecord, ParameterClass,
    Provenance, SCHEMA_VERSION, SpringRecord, StudyKind,
};

/// Truths smaller than this share of the largest are zero, and nothing is relative to them.
const NOTHING: f64 = 1e-9;

/// `mean |found − true|/|true|` over the parameters whose truth is not zero.
pub fn normalised_mean_error(found: &[f64], truth: &[f64]) -> f64 {
    let largest = truth.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let relative = found.iter().zip(truth).filter(|(_, t)| t.abs() > NOTHING * largest);
    let (sum, n) = relative.fold((0.0, 0), |(s, n), (f, t)| (s + ((f - t) / t).abs(), n + 1));
    sum / f64::from(n.max(1))
}

impl ElasticResult {
    /// Everything as plain data. `truth` has the base parameters of a simulated arm.
    pub fn study(
        &self,
        robot: &Robot,
        robot_source: &str,
        provenance: Provenance,
        truth: Option<&[f64]>,
    ) -> ElasticStudy {
        ElasticStudy {
            schema_version: SCHEMA_VERSION,
            kind: StudyKind::Elastic,
            provenance,
            robot: robot.name().to_owned(),
            robot_source: robot_source.to_owned(),
            estimator: self.estimator,
            springs: self.springs.iter().map(|s| self.spring(robot, s, truth)).collect(),
            base_parameters: (0..self.base.rank())
                .map(|k| self.base_one(robot, k, truth))
                .collect(),
            standard_parameters: (0..self.layout.n_params()).map(|c| self.one(robot, c)).collect(),
            lines: self.lines(robot),
            n_rows: self.n_rows,
            condition_number: self.condition,
            normalised_error: truth.map(|truth| normalised_mean_error(&self.beta, truth)),
            curves: self.curves.clone(),
            verdict: self.verdict.clone(),
            torque_errors: self.torque_errors.clone(),
            warnings: self.warnings.iter().map(Diagnosis::from).collect(),
        }
    }

    fn spring(&self, robot: &Robot, s: &JointSpring, truth: Option<&[f64]>) -> SpringRecord {
        let param = Param::Stiffness { dof: s.dof };
        let place = self.layout.column_of(param);
        let place = place.and_then(|c| self.base.independent().binary_search(&c).ok());
        SpringRecord {
            joint: s.joint.clone(),
            number: s.dof + 1,
            unit: param.unit_on(robot).to_owned(),
            status: s.status,
            reason: s.status.to_string(),
            stiffness: s.stiffness,
            interval: s.interval,
            wls_stiffness: s.wls_stiffness,
            truth: truth.and_then(|t| place.map(|k| t[k])),
            lag_s: s.lag_s,
            lag_sigma_s: s.lag_sigma_s,
            shift: s.shift.clone(),
            hysteresis: s.hysteresis,
            deflection_sigma: s.deflection_sigma,
        }
    }

    fn base_one(&self, robot: &Robot, k: usize, truth: Option<&[f64]>) -> ElasticParameter {
        let column = self.base.independent()[k];
        let number = |x: f64| x.is_finite().then_some(x);
        ElasticParameter {
            name: self.layout.name(column),
            expression: self.base.expression(&self.layout, k),
            unit: self.layout.params()[column].unit_on(robot).to_owned(),
            value: number(self.beta[k]),
            sigma: number(self.sigma[k]),
            feasible: self.feasible.beta[k],
            truth: truth.map(|t| t[k]),
        }
    }

    fn one(&self, robot: &Robot, column: usize) -> ClassifiedParameter {
        let param = self.layout.params()[column];
        let groups = self.base.groups_of(column).into_iter();
        ClassifiedParameter {
            name: self.layout.name(column),
            long_name: self.layout.long_name(column),
            unit: param.unit_on(robot).to_owned(),
            class: match self.base.class(column) {
                IdentifiabilityClass::Alone => ParameterClass::Independent,
                IdentifiabilityClass::Combination => ParameterClass::Dependent,
                IdentifiabilityClass::Unidentifiable => ParameterClass::Unidentifiable,
                IdentifiabilityClass::Dropped | IdentifiabilityClass::Fixed => {
                    ParameterClass::Known
                }
            },
            groups: groups.map(|k| self.layout.name(self.base.independent()[k])).collect(),
            value: self.feasible.pi[column],
            nominal: self.layout.nominal(robot)[column],
        }
    }

    fn lines(&self, robot: &Robot) -> Vec<LineRecord> {
        let name = |dof: usize| robot.dof_joint(dof).name.clone();
        let first = (0..robot.n_dof())
            .map(|dof| (dof, if self.is_elastic[dof] { "link" } else { "whole" }));
        let motors =
            (0..robot.n_dof()).filter(|&dof| self.is_elastic[dof]).map(|dof| (dof, "motor"));
        first
            .chain(motors)
            .zip(&self.line_sigma)
            .map(|((dof, line), sigma)| LineRecord {
                joint: name(dof),
                line: line.to_owned(),
                residual_sigma: *sigma,
            })
            .collect()
    }
}
