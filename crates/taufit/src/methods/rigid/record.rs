//! Writes an identification down as a [`Study`].

use super::RigidResult;
use super::coverage::coverage;
use super::residual::examine;
use crate::estimate::WeakDirection;
use crate::estimate::feasible::smallest_pseudo_eigenvalue;
use crate::friction::Friction;
use crate::methods::parameter_records::ParameterRecords;
use crate::model::{Joint, Robot};
use crate::spatial::{LinkInertia, Mat3, principal_axes};
use crate::study::{
    Cloud, Conditioning, CurvePoints, Direction, Identifiability, JointErrors, JointRecord,
    LinkRecord, LinkValues, ParameterRecord, Provenance, RobotRecord, Series, Study, StudyHeader,
    StudyKind, TotalErrors, Totals, normal_interval,
};
use crate::validate::Metrics;

/// Points of a friction curve.
const CURVE_POINTS: usize = 201;
/// Points of a cloud of measured friction.
const CLOUD_POINTS: usize = 1500;

impl RigidResult {
    /// Everything that was found, as plain data. `record` is the robot as it was read.
    pub fn to_study(
        &self,
        robot: &Robot,
        record: RobotRecord,
        provenance: Provenance,
    ) -> crate::Result<Study> {
        let identified = self.layout.apply(robot, &self.feasible.pi)?;
        let (kind, verdict) = (StudyKind::Identify, self.verdict.clone());
        Ok(Study {
            header: StudyHeader::new(kind, record, provenance, verdict, &self.warnings),
            layout: (&self.layout).into(),
            logs: self.logs.clone(),
            totals: Totals {
                fit: (&self.fit).into(),
                validation: (&self.validation).into(),
                feasible: (&self.feasible_validation).into(),
                exported: (&self.exported_validation).into(),
                nominal: (&self.nominal).into(),
            },
            joints: (0..robot.n_dof()).map(|dof| self.joint(robot, &identified, dof)).collect(),
            links: links(robot, &identified),
            estimator: self.estimator.clone(),
            base_parameters: self.base_parameters(robot),
            standard_parameters: self.standard_parameters(robot),
            conditioning: self.conditioning(),
            friction_candidates: self.friction_candidates.clone(),
        })
    }

    fn base_parameters(&self, robot: &Robot) -> Vec<ParameterRecord> {
        let records = ParameterRecords::new(robot, &self.layout, &self.base);
        let parameter = |(k, bounded): (usize, [f64; 2])| {
            let record = records.base(k, self.estimate.beta[k], self.sigma[k]);
            let interval = record.interval.map(|_| bounded);
            let identifiability = Identifiability::of_interval(interval);
            let feasible = Some(self.feasible.beta[k]);
            ParameterRecord { interval, identifiability, feasible, ..record }
        };
        self.intervals().into_iter().enumerate().map(parameter).collect()
    }

    fn standard_parameters(&self, robot: &Robot) -> Vec<ParameterRecord> {
        let records = ParameterRecords::new(robot, &self.layout, &self.base);
        let parameter = |(column, &value): (usize, &f64)| {
            let record = records.standard(column, value);
            let alone = self.base.independent().iter().position(|&c| c == column);
            let alone = alone.filter(|_| record.is_determined());
            let sigma = alone.map(|k| self.sigma[k]).filter(|sigma| sigma.is_finite());
            let interval = sigma.map(|sigma| normal_interval(value, sigma));
            ParameterRecord { sigma, interval, ..record }
        };
        self.feasible.pi.iter().enumerate().map(parameter).collect()
    }

    fn conditioning(&self) -> Conditioning {
        let names: Vec<String> =
            self.base.independent().iter().map(|&c| self.layout.name(c)).collect();
        let worst = self.least_squares.worst_directions();
        Conditioning {
            n_standard: self.layout.n_params(),
            n_base: self.base.rank(),
            rank: self.least_squares.rank(),
            condition_number: self.least_squares.condition,
            singular_values: self.least_squares.singular_values.clone(),
            worst_directions: worst.iter().map(|d| direction(d, &names)).collect(),
            correlations: self.least_squares.correlations(),
        }
    }

    fn joint(&self, robot: &Robot, identified: &Robot, dof: usize) -> JointRecord {
        let (joint, after) = (robot.dof_joint(dof), identified.dof_joint(dof));
        let n_dof = robot.n_dof();
        let cutoff_hz = self.logs.first().and_then(|log| log.torque_cutoff_hz);
        let (effort_unit, position_unit) =
            if joint.is_prismatic() { ("N", "m") } else { ("N m", "rad") };
        let cloud = friction_cloud(&self.series, after, dof, n_dof);
        let fastest = cloud.qd.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        JointRecord {
            number: dof + 1,
            name: joint.name.clone(),
            effort_unit: effort_unit.to_owned(),
            position_unit: position_unit.to_owned(),
            errors: JointErrors {
                fit: self.fit.joints[dof],
                validation: self.validation.joints[dof],
                feasible: self.feasible_validation.joints[dof],
                nominal: self.nominal.joints[dof],
            },
            residual_sigma: self.estimate.residual_sigma[dof],
            weight: self.estimate.weights[dof],
            nominal_rotor_inertia: joint.motor.rotor_inertia_kg_m2,
            rotor_inertia: after.motor.rotor_inertia_kg_m2,
            nominal_friction: joint.friction,
            friction: after.friction,
            friction_curve: friction_curve(&after.friction, fastest),
            friction_cloud: cloud,
            residual: examine(&self.series, dof, n_dof, cutoff_hz),
            coverage: Some(coverage(&self.series, dof, n_dof)),
        }
    }
}

/// A badly determined direction by name and in words.
fn direction(weak: &WeakDirection, names: &[String]) -> Direction {
    let components: Vec<(String, f64)> =
        weak.components.iter().map(|(k, share)| (names[*k].clone(), *share)).collect();
    let sum = components.iter().map(|(name, share)| format!("{share:+.2} {name}"));
    let sum = sum.collect::<Vec<String>>().join(" ");
    let times = 1.0 / weak.relative_singular_value;
    let words = if times.is_finite() {
        format!("the motion shows {sum} {times:.0} times less than what it shows best")
    } else {
        format!("the motion does not show {sum} at all")
    };
    Direction { relative_singular_value: weak.relative_singular_value, components, words }
}

impl From<&Metrics> for TotalErrors {
    fn from(metrics: &Metrics) -> Self {
        Self {
            relative_percent: metrics.relative_percent,
            e_n_nm: metrics.e_n_nm,
            n_samples: metrics.n_samples,
        }
    }
}

fn links(nominal: &Robot, identified: &Robot) -> Vec<LinkRecord> {
    let record = |(before, after): (&Joint, &Joint)| LinkRecord {
        name: before.link.name.clone(),
        joint: before.name.clone(),
        merged: before.link.merged.clone(),
        nominal: link_values(&before.link.inertia),
        identified: link_values(&after.link.inertia),
        smallest_eigenvalue: smallest_pseudo_eigenvalue(&after.link.inertia),
    };
    nominal.joints().iter().zip(identified.joints()).map(record).collect()
}

/// A body as plain data.
pub(in crate::methods) fn link_values(inertia: &LinkInertia) -> LinkValues {
    let Some(body) = inertia.to_inertial() else {
        return LinkValues {
            mass_kg: inertia.mass_kg,
            com_m: [0.0; 3],
            inertia_kg_m2: inertia.about_origin.symmetric_entries(),
            principal_moments_kg_m2: [0.0; 3],
            principal_axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
    };
    let (moments, axes) = principal_axes(&Mat3::symmetric(body.inertia_about_com_in_link));
    let com = body.com_in_link_m;
    LinkValues {
        mass_kg: body.mass_kg,
        com_m: [com.x, com.y, com.z],
        inertia_kg_m2: body.inertia_about_com_in_link,
        principal_moments_kg_m2: moments,
        principal_axes: axes.map(|a| [a.x, a.y, a.z]),
    }
}

/// Measured torque less the rigid-body part of the prediction, evenly picked over all series.
fn friction_cloud(series: &[Series], joint: &Joint, dof: usize, n_dof: usize) -> Cloud {
    let n_rows: usize = series.iter().map(|s| s.t_s.len()).sum();
    let every = n_rows.div_ceil(CLOUD_POINTS).max(1);
    let mut cloud = Cloud::default();
    for part in series {
        let n = part.qd.len() / n_dof.max(1);
        for k in (dof * n..(dof + 1) * n).step_by(every) {
            let friction = joint.friction.torque(part.qd[k]);
            cloud.qd.push(part.qd[k]);
            cloud.tau.push(part.measured[k] - part.feasible[k] + friction);
        }
    }
    cloud
}

pub(in crate::methods) fn friction_curve(friction: &Friction, fastest: f64) -> CurvePoints {
    let half = (CURVE_POINTS / 2) as f64;
    let qd: Vec<f64> = (0..CURVE_POINTS).map(|k| fastest * (k as f64 - half) / half).collect();
    let tau = qd.iter().map(|v| friction.torque(*v)).collect();
    CurvePoints { qd, tau }
}
