//! Result of the identification of a payload.

use super::advice::{PoseMeasurement, advise};
use super::difference::difference;
use super::fit::PayloadFit;
use super::gravity_rows::AT_REST;
use super::joints::Comparison;
use super::knowledge::DriveGain;
use super::parameters::{Routes, parameters};
use super::physical::physical_body;
use super::problem::{PayloadProblem, TEN};
use super::settings::{FrictionUse, PayloadSettings};
use super::uncertainty::covariance;
use super::verdict::verdict;
use super::warnings::{another_link, findings, model_differs, prior_text, refuse_negative};
use crate::diagnostics::{Result, Warning};
use crate::methods::rigid::link_values;
use crate::model::Robot;
use crate::recording::EffortKind;
use crate::study::{
    FrictionChange, FrictionUnderLoad, ParameterRecord, PayloadFound, PayloadMode, PayloadStudy,
    PoseAdvice, Provenance, RobotRecord, StudyHeader, StudyKind, VendorEntry,
};
use crate::survey::Accepted;
use crate::validate::{Concern, Verdict};
use faer::Mat;

/// A weighed load, and what is doubtful about it.
#[derive(Clone, Debug)]
pub struct PayloadResult {
    /// Estimates with their uncertainty.
    pub found: PayloadFound,
    /// The grade, with its rule.
    pub verdict: Verdict,
    /// Warnings about the result.
    pub warnings: Vec<Warning>,
}

impl PayloadResult {
    /// The same with findings of the gate that were accepted: named by the verdict.
    #[must_use]
    pub(super) fn accepting(mut self, accepted: Accepted) -> Self {
        self.warnings.extend(accepted.iter().cloned());
        let concerns = accepted.into_iter().map(Concern::Accepted);
        self.verdict = self.verdict.with_concerns(concerns);
        self
    }

    /// The same, with a concern about torques whose scale nothing verifies.
    #[must_use]
    pub(super) fn scaled(
        mut self,
        kind: EffortKind,
        gains: &[Option<DriveGain>],
        settings: &PayloadSettings,
    ) -> Self {
        let concern = unverified(kind, gains, &self.found.parameters[0].parameter, settings);
        self.verdict = self.verdict.with_concerns(concern);
        self
    }

    /// Everything as plain data. `record` is the robot as it was read, `entries` the load as controllers take it.
    pub fn to_study(
        &self,
        record: RobotRecord,
        entries: Vec<VendorEntry>,
        provenance: Provenance,
    ) -> PayloadStudy {
        let (kind, verdict) = (StudyKind::Payload, self.verdict.clone());
        PayloadStudy {
            header: StudyHeader::new(kind, record, provenance, verdict, &self.warnings),
            found: self.found.clone(),
            entries,
        }
    }
}

/// A finished fit, with what is needed to judge it.
pub(super) struct Weighed<'a> {
    pub(super) frame: &'a str,
    pub(super) link: usize,
    pub(super) gains: &'a [Option<DriveGain>],
    pub(super) settings: &'a PayloadSettings,
    pub(super) by_torque: Comparison<'a>,
}

impl Weighed<'_> {
    /// Body, intervals, errors, verdict and warnings.
    pub(super) fn result(&self) -> Result<PayloadResult> {
        let Comparison { robot, problem, pair, fit, times, .. } = self.by_torque;
        let covariance = covariance(problem, fit, self.gains, self.settings.scale_sigma)?;
        refuse_negative(fit.ten[0], covariance[(0, 0)].sqrt())?;
        let body = physical_body(&fit.ten, &covariance, &fit.prior)?;
        let difference = difference(problem, pair, fit, times)?;
        let routes = Routes {
            unconstrained: &fit.ten,
            physical: &body,
            difference: difference.as_deref(),
            covariance: &covariance,
            n_sought: TEN,
        };
        let frame_from_link = robot.frame(self.frame)?.link_from_frame.inverse();
        let parameters = parameters(&routes, &fit.prior, &frame_from_link, self.frame);
        let joints = self.by_torque.joints(&body.to_params())?;
        let verdict = verdict(&parameters, &joints, self.settings.stated_mass_kg);
        let found = PayloadFound {
            mode: PayloadMode::Motion,
            frame: self.frame.to_owned(),
            link: robot.joints()[self.link].link.name.clone(),
            body: link_values(&body.expressed_in(&frame_from_link)),
            parameters,
            prior: prior_text(self.settings),
            friction: self.friction()?,
            joints,
            poses: Vec::new(),
            advice: self.advice(&covariance)?,
        };
        let mut warnings = findings(&found, fit.ten[0], self.settings);
        warnings.extend(another_link(robot, self.link, problem, pair, fit)?);
        let level_nm = self.by_torque.model_level_nm.unwrap_or_default();
        warnings.extend(model_differs(robot, problem, pair, level_nm));
        Ok(PayloadResult { found, verdict, warnings })
    }

    /// Poses at rest that would improve the estimate; a torque at rest is taken to be known like one in motion.
    fn advice(&self, covariance: &Mat<f64>) -> Result<Option<PoseAdvice>> {
        let Comparison { robot, problem, loaded_sample, fit, .. } = self.by_torque;
        let noise = Mat::from_fn(AT_REST, AT_REST, |i, j| fit.solution.inverse_entry(i, j));
        let floor = Mat::from_fn(AT_REST, AT_REST, |i, j| covariance[(i, j)] - noise[(i, j)]);
        let measurement =
            PoseMeasurement::new(robot, self.link, &problem.joints, &fit.residual_sigma, &floor);
        advise(&measurement, &fit.ten[..AT_REST], &noise, loaded_sample)
    }

    /// Treatment of friction, and the result of the other choice.
    fn friction(&self) -> Result<FrictionUnderLoad> {
        let Comparison { robot, problem, pair, fit, .. } = self.by_torque;
        let refitted = self.settings.friction_use == FrictionUse::Refit;
        let other_use = if refitted { FrictionUse::Keep } else { FrictionUse::Refit };
        let other = problem.with_friction(other_use);
        // Weighted alike, so that the difference is one of friction alone.
        let other_fit = fit.again(&other, pair)?;
        let (kept, anew) = if refitted { (&other_fit, fit) } else { (fit, &other_fit) };
        let problem = if refitted { problem } else { &other };
        Ok(FrictionUnderLoad {
            refitted,
            kept_mass_kg: kept.ten[0],
            refitted_mass_kg: Some(anew.ten[0]),
            changes: friction_changes(robot, problem, anew),
        })
    }
}

fn friction_changes(
    robot: &Robot,
    problem: &PayloadProblem<'_>,
    fit: &PayloadFit,
) -> Vec<FrictionChange> {
    let change = |(&k, (change, sigma)): (&usize, &(f64, f64))| {
        let column = problem.base.independent()[k];
        FrictionChange {
            name: problem.layout.name(column),
            unit: problem.layout.params()[column].unit_on(robot).to_owned(),
            before: fit.unloaded[k],
            after: fit.unloaded[k] + change,
            sigma: *sigma,
        }
    };
    problem.friction.iter().zip(&fit.friction).map(change).collect()
}

/// A stated mass this near to the one that was found verifies the scale, whatever the interval.
const NEAR: f64 = 0.02;

/// Concern about torques whose scale nothing verifies.
///
/// A common factor of all torques is a factor of the load, and no residual shows it. It is verified by drive
/// gains with an uncertainty of their own, by a stated mass that agrees, or by the user.
pub(super) fn unverified(
    kind: EffortKind,
    gains: &[Option<DriveGain>],
    mass: &ParameterRecord,
    settings: &PayloadSettings,
) -> Option<Concern> {
    let has_sigma = |gain: &Option<DriveGain>| gain.is_none_or(|gain| gain.relative_sigma > 0.0);
    let by_gains = kind == EffortKind::Current && gains.iter().all(has_sigma);
    let agrees = |stated_kg: f64| {
        mass.interval.is_some_and(|[low, high]| (low..=high).contains(&stated_kg))
            || (stated_kg / mass.value - 1.0).abs() <= NEAR
    };
    let by_mass = settings.stated_mass_kg.is_some_and(agrees);
    let is_verified = settings.scale_sigma.is_some() || by_gains || by_mass;
    let reason = match kind {
        EffortKind::Torque => {
            "a factor that all of them share is a factor of the mass, and the interval does not include it; \
             verify it with a load of known mass or state how well it is known (such as 1 % for joint torque sensors)"
        }
        EffortKind::Current => {
            "gains taken as exact, which the interval does not include; give gains with their uncertainty \
             or state how well they are known"
        }
    };
    (!is_verified).then_some(Concern::ScaleUnverified { reason })
}
