//! The result as plain data.

use super::result::{ElasticResult, JointSpring, status_text};
use crate::methods::parameter_records::ParameterRecords;
use crate::model::Robot;
use crate::params::Param;
use crate::study::{
    ElasticParameter, ElasticStudy, EquationResidual, GroupedParameter, ParameterRecord,
    Provenance, RobotRecord, SpringRecord, StudyHeader, StudyKind,
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
    /// Everything as plain data. `record` is the robot as it was read; `truth` has the base parameters of a
    /// simulated arm.
    pub fn to_study(
        &self,
        robot: &Robot,
        record: RobotRecord,
        provenance: Provenance,
        truth: Option<&[f64]>,
    ) -> ElasticStudy {
        let (kind, verdict) = (StudyKind::Elastic, self.verdict.clone());
        let records = ParameterRecords::new(robot, &self.layout, &self.base);
        let (n_base, n_params) = (self.base.rank(), self.layout.n_params());
        ElasticStudy {
            header: StudyHeader::new(kind, record, provenance, verdict, &self.warnings),
            estimator: self.estimator,
            springs: self.springs.iter().map(|s| self.spring(robot, s, truth)).collect(),
            base_parameters: (0..n_base).map(|k| self.base_one(&records, k, truth)).collect(),
            standard_parameters: (0..n_params).map(|c| self.one(&records, c)).collect(),
            lines: self.lines(robot),
            n_rows: self.n_rows,
            condition_number: self.condition,
            normalised_error: truth.map(|truth| normalised_mean_error(&self.beta, truth)),
            curves: self.curves.clone(),
            torque_errors: self.torque_errors.clone(),
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
            reason: status_text(s.status),
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

    fn base_one(
        &self,
        records: &ParameterRecords<'_>,
        k: usize,
        truth: Option<&[f64]>,
    ) -> ElasticParameter {
        let feasible = self.feasible.beta[k];
        let (value, sigma) = match self.beta[k].is_finite() {
            true => (self.beta[k], self.sigma[k]),
            false => (feasible, f64::INFINITY),
        };
        let record = records.base(k, value, sigma);
        let parameter = ParameterRecord { feasible: Some(feasible), ..record };
        ElasticParameter { parameter, truth: truth.map(|t| t[k]) }
    }

    fn one(&self, records: &ParameterRecords<'_>, column: usize) -> GroupedParameter {
        let groups = self.base.groups_of(column).into_iter();
        GroupedParameter {
            parameter: records.standard(column, self.feasible.pi[column]),
            groups: groups.map(|k| self.layout.name(self.base.independent()[k])).collect(),
        }
    }

    fn lines(&self, robot: &Robot) -> Vec<EquationResidual> {
        let name = |dof: usize| robot.dof_joint(dof).name.clone();
        let first = (0..robot.n_dof())
            .map(|dof| (dof, if self.is_elastic[dof] { "link" } else { "whole" }));
        let motors =
            (0..robot.n_dof()).filter(|&dof| self.is_elastic[dof]).map(|dof| (dof, "motor"));
        first
            .chain(motors)
            .zip(&self.line_sigma)
            .map(|((dof, line), sigma)| EquationResidual {
                joint: name(dof),
                line: line.to_owned(),
                residual_sigma: *sigma,
            })
            .collect()
    }
}
