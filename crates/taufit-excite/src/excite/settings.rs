//! Settings of an excitation design.

use super::{Criterion, Family, LimitSettings, Measure};
use crate::diagnostics::ExciteError;
use serde::{Deserialize, Serialize};
use taufit_dynamics::base::Selection;
use taufit_dynamics::diagnostics::{InputError, Result};
use taufit_dynamics::friction::FrictionShape;

/// Settings of an excitation design.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExciteSettings {
    /// The kind of curves.
    pub family: Family,
    /// Duration of one run through the curves \[s\].
    pub period_s: f64,
    /// Number of repetitions.
    pub repetitions: usize,
    /// Largest number of equal periods that `period_s` may be divided into. The number, and with it the base
    /// frequency, is part of the search (Kovincic et al. 2019, eq. 26); 1 keeps the period.
    pub most_periods: usize,
    /// Positions about which Fourier series move; chosen by the design where absent.
    pub offset: Option<Vec<f64>>,
    /// Where the robot waits before and after; the start of the curves where absent.
    pub home: Option<Vec<f64>>,
    /// Criterion to be optimised.
    pub criterion: Criterion,
    /// In which units parameters count.
    pub scaling: Scaling,
    /// Names of the standard parameters whose columns stand for the base parameters; those that
    /// `taufit base` prints where absent. Condition numbers depend on this choice.
    pub representatives: Option<String>,
    /// Standard deviation of every joint's torque, one number for all or one each \[N·m or N\]; a
    /// hundredth of the joint's largest torque where absent.
    pub torque_noise: Option<Vec<f64>>,
    /// Rate at which the motion will be logged \[Hz\].
    pub rate_hz: f64,
    /// Rotor inertias among the unknowns.
    pub rotor_inertia: bool,
    /// Friction among the unknowns, the same model for every joint.
    pub friction: FrictionShape,
    /// Parameters that are known.
    pub selection: Selection,
    /// Names of the parameters that matter, such as `m6` or `fc*`; all of them where absent.
    pub only: Option<String>,
    /// Limits of the motion.
    pub limits: LimitSettings,
    /// Number of different starts, for every number of periods.
    pub n_starts: usize,
    /// Optimiser steps per start.
    pub n_iterations: usize,
    /// Seed of the starts.
    pub seed: u64,
}

/// Units in which base parameters are counted by criteria that depend on units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scaling {
    /// SI units, as in the literature.
    Si,
    /// Each in the unit that moves torques by one noise standard deviation in the mean over random
    /// motions within the limits: columns of about equal length.
    Torque,
}

impl Default for ExciteSettings {
    fn default() -> Self {
        Self {
            family: Family::Fourier { order: vec![5] },
            period_s: 20.0,
            repetitions: 1,
            most_periods: 1,
            offset: None,
            home: None,
            criterion: Measure::D.into(),
            scaling: Scaling::Torque,
            representatives: None,
            torque_noise: None,
            rate_hz: 100.0,
            rotor_inertia: true,
            friction: FrictionShape::COULOMB_VISCOUS.with_offset(),
            selection: Selection::default(),
            only: None,
            limits: LimitSettings::default(),
            n_starts: 4,
            n_iterations: 60,
            seed: 1,
        }
    }
}

/// Most periods that a run may be divided into.
const MOST_PERIODS: usize = 20;

impl ExciteSettings {
    /// The same run made of `n` equal periods.
    pub(super) fn divided(&self, n: usize) -> Self {
        let (period_s, repetitions) = (self.period_s / n as f64, self.repetitions * n);
        Self { period_s, repetitions, most_periods: 1, ..self.clone() }
    }

    /// Refuses numbers that cannot be meant.
    pub(super) fn check(&self, n_dof: usize) -> Result<()> {
        self.family.check(n_dof)?;
        let refuse = |problem: String| Err(ExciteError::ExciteSettings { problem }.into());
        if !(self.period_s > 0.0 && self.period_s.is_finite()) {
            return refuse(format!("the period is {} s; give a positive time", self.period_s));
        }
        if !(self.rate_hz > 0.0 && self.rate_hz.is_finite()) {
            return refuse(format!("the rate is {} Hz; give a positive rate", self.rate_hz));
        }
        let n_stamps = self.period_s * self.rate_hz * self.repetitions as f64;
        if !(10.0..=1e8).contains(&n_stamps) {
            return refuse(format!(
                "the motion would have {n_stamps} samples; 10 to 1e8 make sense"
            ));
        }
        if !(1..=MOST_PERIODS).contains(&self.most_periods) {
            return refuse(format!(
                "the run is divided into up to {} periods; 1 to {MOST_PERIODS} make sense",
                self.most_periods
            ));
        }
        if self.n_starts == 0 || self.n_iterations == 0 {
            return refuse("0 starts or 0 iterations; at least one of each is needed".to_owned());
        }
        if self.criterion.terms.is_empty()
            || self.criterion.terms.iter().any(|(_, w)| !(*w > 0.0 && w.is_finite()))
        {
            return refuse(
                "the criterion has no term, or a weight that is not positive".to_owned(),
            );
        }
        for (what, list) in [("offset", &self.offset), ("home", &self.home)] {
            let Some(list) = list else { continue };
            if list.len() != n_dof {
                return Err(InputError::LengthMismatch {
                    what,
                    expected: n_dof,
                    found: list.len(),
                }
                .into());
            }
        }
        match &self.torque_noise {
            Some(noise) if noise.len() != 1 && noise.len() != n_dof => {
                let (what, found) = ("torque noise", noise.len());
                Err(InputError::LengthMismatch { what, expected: n_dof, found }.into())
            }
            Some(noise) if noise.iter().any(|x| !(*x > 0.0 && x.is_finite())) => {
                refuse("a torque noise is not positive".to_owned())
            }
            _ => Ok(()),
        }
    }
}
